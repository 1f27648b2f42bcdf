import { parseArxiv, parsePmcid, parseWebUrl } from '../core/identifiers.ts';
import type { Candidate } from '../core/plan.ts';
import { parseUrl } from '../core/url.ts';
import { arxivCopy } from './arxiv-copy.ts';
import { fileUrlOf, pdfUrlOfPage } from './html/rewrite-url.ts';
import { leadTo } from './lead-to.ts';

/** What an address tells by itself. */
type AddressKind = 'file' | 'page' | 'unclear';

/** Resolvers of names: whatever they lead to, it is a page. */
const NAME_SERVICE = /(?:^|\.)(?:doi\.org|handle\.net|n2t\.net|worldcat\.org|semanticscholar\.org)$/;
const FILE = /\.pdf$|\/e?pdf(?:direct|ft)?(?:\/|$)|\/bitstreams?\/|\/(?:download|retrieve)(?:\/|$)/i;
const PAGE =
  /\.html?$|\.aspx?$|\/(?:abs|abstract|abstracts|full|summary)(?:\/|$)|\/handle\/[^/]+\/[^/]+\/?$/i;

export function addressKind(address: string): AddressKind {
  const url = parseUrl(address);
  if (!url || NAME_SERVICE.test(url.hostname)) return 'page';
  const query = url.searchParams;
  if (FILE.test(url.pathname) || query.get('type') === 'printable' || query.has('pdf')) return 'file';
  return PAGE.test(url.pathname) ? 'page' : 'unclear';
}

/**
 * An address that a source calls the PDF. Such fields often hold a landing page instead: those are read as pages, and
 * what the address alone does not tell is tried and, should it prove a page, read as one. arXiv's addresses become its
 * files; PMC's are left alone, since its site answers programs with a challenge and its files stand elsewhere.
 */
export function* offerAddress(
  said: string,
  claims: Omit<Candidate, 'url' | 'expected'>,
  lead: (url: string) => void,
): Iterable<Candidate> {
  const arxiv = /(?:^|\.)arxiv\.org$/.test(parseUrl(said)?.hostname ?? '') ? parseArxiv(said) : undefined;
  if (arxiv) {
    yield { ...arxivCopy(arxiv, claims.evidence ?? 'arXiv address'), ...claims };
    return;
  }
  const address = parseWebUrl(said);
  if (address === undefined || isPmcPage(address)) return;
  const url = fileUrlOf(address);
  const kind = addressKind(url);
  const rewritten = kind === 'file' ? undefined : pdfUrlOfPage(url);
  if (rewritten !== undefined) yield { url: rewritten, expected: 'pdf', ...claims };
  else if (kind !== 'page') yield { url, expected: 'pdf', ...claims };
  if (kind !== 'file') leadTo(url, lead);
}

const isPmcPage = (address: string): boolean =>
  (parseUrl(address)?.hostname ?? '').endsWith('.nih.gov') && parsePmcid(address) !== undefined;
