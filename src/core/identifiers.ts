import { isHttpUrl, parseUrl } from './url.ts';
import type { Identifiers, WorkId } from './work.ts';

/** Lower-case, without prefix: `10.1000/xyz`. */
export type Doi = string & { readonly brand: 'Doi' };
/** `W2741809807`. */
export type OpenAlexId = string & { readonly brand: 'OpenAlexId' };
/** `2104.12255`, `2104.12255v2`, `hep-th/9901001`: the version is kept for fetching and dropped for identity. */
export type ArxivId = string & { readonly brand: 'ArxivId' };
/** `PMC123456`. */
export type Pmcid = string & { readonly brand: 'Pmcid' };
/** Digits. */
export type Pmid = string & { readonly brand: 'Pmid' };

const DOI_START = /^(?:doi:\s*|(?:https?:\/\/)?(?:(?:dx|www)\.)?doi\.org\/(?:doi:)?)/i;
const DOI = /^10\.\d{4,9}\/[^\s\p{Cc}]+$/u;
const ARXIV_NEW = /^\d{4}\.\d{4,5}(v\d{1,3})?$/;
const ARXIV_OLD = /^([a-z-]+)(?:\.[a-z]{2})?\/(\d{7})(v\d{1,3})?$/i;
const ARXIV_START =
  /^(?:arxiv:\s*|(?:https?:\/\/)?(?:(?:www|export)\.)?arxiv\.org\/(?:abs|pdf|html|ps|src|e-print)\/)/i;
const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/i;

/** Longest text that is looked at as an identifier; real ones are far shorter. */
const MAX_LENGTH = 2048;

const decoded = (text: string): string => {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** Drops punctuation that prose leaves behind a DOI, but keeps brackets that the DOI itself opened (SICI). */
function trimDoi(text: string): string {
  let doi = text;
  for (;;) {
    const last = doi.at(-1) ?? '';
    const opener = { ')': '(', ']': '[', '>': '<', '}': '{' }[last];
    const unbalanced = opener !== undefined && doi.split(last).length > doi.split(opener).length;
    if (!unbalanced && !/[.,;:'"!?…]/.test(last)) return doi;
    doi = doi.slice(0, -1);
  }
}

export function parseDoi(text: string): Doi | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const isLink = /^(?:https?:\/\/)?(?:(?:dx|www)\.)?doi\.org\//i.test(trimmed);
  const bare = trimmed.replace(DOI_START, '');
  const path = isLink ? bare.replace(/[?#].*$/, '') : bare;
  const doi = trimDoi(decoded(path)).toLowerCase();
  return DOI.test(doi) ? (doi as Doi) : undefined;
}

export function parseArxiv(text: string): ArxivId | undefined {
  const trimmed = text.trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const byDoi = ARXIV_DOI.exec(parseDoi(trimmed) ?? '');
  const bare = (byDoi?.[1] ?? trimmed.replace(ARXIV_START, '').replace(/[?#].*$/, ''))
    .replace(/\.pdf$/i, '')
    .replace(/\/$/, '');
  if (ARXIV_NEW.test(bare)) return bare as ArxivId;
  const old = ARXIV_OLD.exec(bare);
  if (!old) return undefined;
  return `${old[1]?.toLowerCase()}/${old[2]}${old[3] ?? ''}` as ArxivId;
}

/** Without the version: what makes two spellings the same work. */
export const arxivIdentity = (id: ArxivId): ArxivId => id.replace(/v\d+$/, '') as ArxivId;

export function parseOpenAlex(text: string): OpenAlexId | undefined {
  const match = /^(?:openalex:|(?:https?:\/\/)?(?:api\.)?openalex\.org\/(?:works\/)?)?(w\d{2,12})$/i.exec(
    text.trim(),
  );
  return match?.[1] ? (match[1].toUpperCase() as OpenAlexId) : undefined;
}

export function parsePmcid(text: string): Pmcid | undefined {
  const match =
    /^(?:pmcid:\s*)?(?:(?:https?:\/\/)?(?:www\.ncbi\.nlm\.nih\.gov\/pmc|pmc\.ncbi\.nlm\.nih\.gov|europepmc\.org)\/articles\/)?pmc(\d{1,9})(?:\.\d+)?\/?$/i.exec(
      text.trim(),
    );
  return match?.[1] ? (`PMC${match[1]}` as Pmcid) : undefined;
}

export function parsePmid(text: string): Pmid | undefined {
  const match =
    /^(?:pmid:\s*|(?:https?:\/\/)?(?:www\.)?(?:pubmed\.ncbi\.nlm\.nih\.gov|ncbi\.nlm\.nih\.gov\/pubmed)\/)(\d{1,9})\/?$/i.exec(
      text.trim(),
    );
  return match?.[1] ? (match[1].replace(/^0+(?=\d)/, '') as Pmid) : undefined;
}

function parseWebUrl(text: string): string | undefined {
  const url = parseUrl(text.trim().replace(/^url:(?=https?:)/i, ''));
  return url && isHttpUrl(url) && !url.username && !url.password ? url.href : undefined;
}

/** Reads one identifier in any spelling (SPEC 4); `undefined` when it is none. */
export function parseIdentifier(text: string): Identifiers | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const arxiv = parseArxiv(text);
  const doi = parseDoi(text);
  if (arxiv ?? doi) return { ...(doi && { doi }), ...(arxiv && { arxiv }) };
  const openalex = parseOpenAlex(text);
  if (openalex) return { openalex };
  const pmcid = parsePmcid(text);
  if (pmcid) return { pmcid };
  const pmid = parsePmid(text);
  if (pmid) return { pmid };
  const url = parseWebUrl(text);
  return url ? { url } : undefined;
}

/** The id a work goes by for ever: the first known of doi, openalex, arxiv, pmcid, pmid, url. */
export function canonicalWorkId(ids: Identifiers): WorkId {
  const [first] = aliasesOf(ids);
  if (first === undefined) throw new Error('a work needs at least one identifier');
  return first as WorkId;
}

/** All names the work may be met under, the canonical one first. */
export function aliasesOf(ids: Identifiers): readonly string[] {
  const names = [
    ids.doi && `doi:${ids.doi}`,
    ids.openalex && `openalex:${ids.openalex}`,
    ids.arxiv && `arxiv:${arxivIdentity(ids.arxiv)}`,
    ids.arxiv && `doi:10.48550/arxiv.${arxivIdentity(ids.arxiv)}`,
    ids.pmcid && `pmcid:${ids.pmcid}`,
    ids.pmid && `pmid:${ids.pmid}`,
    ids.url && `url:${ids.url}`,
  ].filter((alias): alias is string => Boolean(alias));
  return [...new Set(names)];
}
