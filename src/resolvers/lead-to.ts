import { parseDoi } from '../core/identifiers.ts';
import { isHttpUrl, parseUrl } from '../core/url.ts';
import { doiUrl } from './doi-url.ts';

/**
 * Pages that never lead to a file: PubMed has abstracts only; PMC answers programs with a challenge and forbids
 * systematic retrieval; arXiv's files are known by their ids.
 */
const FRUITLESS =
  /^(?:pubmed\.ncbi\.nlm\.nih\.gov|pmc\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov|(?:www\.|export\.)?arxiv\.org)$/;

/** Names a landing page, DOIs in one spelling so that each page is read once. */
export function leadTo(address: string, lead: (url: string) => void): void {
  const url = parseUrl(address);
  if (!url || !isHttpUrl(url) || FRUITLESS.test(url.hostname)) return;
  const doi = /(?:^|\.)doi\.org$/.test(url.hostname) ? parseDoi(address) : undefined;
  lead(doi ? doiUrl(doi) : url.href);
}
