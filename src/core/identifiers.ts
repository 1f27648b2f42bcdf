import { canonicalUrl, isHttpUrl, parseUrl } from './url.ts';

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

/** `doi:…`, `openalex:W…`, `arxiv:…`, `pmcid:…`, `pmid:…` or `url:…`: the first known of them, in that order; it never changes. */
export type WorkId = string & { readonly brand: 'WorkId' };

/** The identifiers a work is known by. At least one is present. */
export interface Identifiers {
  readonly doi?: Doi;
  readonly openalex?: OpenAlexId;
  readonly arxiv?: ArxivId;
  readonly pmcid?: Pmcid;
  readonly pmid?: Pmid;
  readonly url?: string;
}

/** Longest text that is looked at as an identifier; real ones are far shorter. */
const MAX_LENGTH = 2048;

const DOI_LINK = /^(?:https?:\/\/)?(?:(?:dx|www)\.)?doi\.org\/(?:doi:)?/i;
const DOI_LABEL = /^(?:urn:|info:)?doi\s*(?:[:/]\s*)?(?=10\.|10%2e|https?:|(?:dx\.|www\.)?doi\.org)/i;
const DOI = /^10\.\d{4,9}(?:\.\d+)*\/[^\s\p{Cc}\p{Cs}]+$/u;
/** A SICI may have `#` as its check character (ANSI/NISO Z39.56): in a link it looks like an empty fragment. */
const SICI_CHECK = /;[0-9]-#$/;
const ENTITIES: Readonly<Record<string, string>> = { '&lt;': '<', '&gt;': '>', '&amp;': '&' };

const ARXIV_LINK =
  /^(?:https?:\/\/)?(?:(?:www|export)\.)?arxiv\.org\/(?:abs|pdf|html|ps|src|format|e-print)\//i;
const ARXIV_NEW = /^\d{2}(?:0[1-9]|1[0-2])\.\d{4,5}(?:v\d{1,3})?$/;
const ARXIV_OLD = /^([a-z-]+)(?:\.[a-z]{2})?\/(\d{2}(?:0[1-9]|1[0-2])\d{3})(v\d{1,3})?$/;
const ARXIV_DOI = /^10\.48550\/arxiv\.(.+)$/;
/** Archives that gave out ids of the old form (1991 to 2007), present and subsumed ones. */
const ARXIV_ARCHIVES = new Set(
  (
    'acc-phys adap-org alg-geom ao-sci astro-ph atom-ph bayes-an chao-dyn chem-ph cmp-lg comp-gas cond-mat cs dg-ga ' +
    'funct-an gr-qc hep-ex hep-lat hep-ph hep-th math math-ph mtrl-th nlin nucl-ex nucl-th patt-sol physics ' +
    'plasm-ph q-alg q-bio quant-ph solv-int stat supr-con'
  ).split(' '),
);

/** Without what copying from documents leaves behind: invisible characters, surrounding blanks, quotes and brackets. */
const tidy = (text: string): string =>
  text
    .replace(/\p{Cf}/gu, '')
    .trim()
    .replace(/^[<("'[{]+\s*/, '');

const beforeQuery = (text: string): string => text.replace(/[?#].*$/s, '');

function decodedOnce(text: string): string {
  const plain = text.replace(/&(?:lt|gt|amp);/g, (entity) => ENTITIES[entity] ?? entity);
  try {
    return decodeURIComponent(plain);
  } catch {
    return plain;
  }
}

/** Until nothing is left to decode, so that reading a DOI twice gives the same one. Each round shortens the text. */
function decoded(text: string): string {
  for (let current = text; ; ) {
    const next = /[%&]/.test(current) ? decodedOnce(current) : current;
    if (next === current) return current;
    current = next;
  }
}

const OPENERS: Readonly<Record<string, string>> = { ')': '(', ']': '[', '>': '<', '}': '{' };

/** Drops punctuation that prose leaves behind a DOI, but keeps brackets that the DOI itself opened (SICI). */
function trimDoi(text: string): string {
  let doi = text;
  for (;;) {
    const last = doi.at(-1) ?? '';
    const opener = OPENERS[last];
    const unbalanced = opener !== undefined && doi.split(last).length > doi.split(opener).length;
    if (!unbalanced && !/[\s.,;:'"!?…]/.test(last)) return doi;
    doi = doi.slice(0, -1);
  }
}

export function parseDoi(text: string): Doi | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const labelled = tidy(text).replace(DOI_LABEL, '');
  const isLink = DOI_LINK.test(labelled);
  const path = labelled.replace(DOI_LINK, '');
  const bare = isLink && !SICI_CHECK.test(path) ? beforeQuery(path) : path;
  const doi = trimDoi(tidy(decoded(bare))).toLowerCase();
  return DOI.test(doi) ? (doi as Doi) : undefined;
}

export function parseArxiv(text: string): ArxivId | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const byDoi = ARXIV_DOI.exec(parseDoi(text) ?? '')?.[1];
  const spelt = tidy(text)
    .replace(/^arxiv\s*:\s*/i, '')
    .replace(/\s*\[[a-z.-]{2,20}\]$/i, '');
  const bare = (byDoi ?? beforeQuery(spelt.replace(ARXIV_LINK, '')))
    .replace(/\/$/, '')
    .replace(/\.(?:pdf|ps|gz)$/i, '')
    .toLowerCase();
  if (ARXIV_NEW.test(bare)) return bare as ArxivId;
  const [, archive = '', number, version = ''] = ARXIV_OLD.exec(bare) ?? [];
  return ARXIV_ARCHIVES.has(archive) ? (`${archive}/${number}${version}` as ArxivId) : undefined;
}

const parseArxivDoi = (doi: Doi): ArxivId | undefined =>
  doi.startsWith('10.48550/') ? parseArxiv(doi) : undefined;

/** Without the version: what makes two spellings the same work. */
const arxivIdentity = (id: ArxivId): ArxivId => id.replace(/v\d+$/, '') as ArxivId;

/** The DOI that arXiv registers for every paper; it has no versions. */
export const arxivDoi = (id: ArxivId): Doi => `10.48550/arxiv.${arxivIdentity(id)}` as Doi;

const OPENALEX =
  /^(?:openalex:\s*|(?:https?:\/\/)?(?:(?:www|api|explore)\.)?openalex\.org\/(?:works\/)?)?(w[1-9]\d{1,11})\/?$/i;

export function parseOpenAlex(text: string): OpenAlexId | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const id = OPENALEX.exec(beforeQuery(tidy(text)))?.[1];
  return id === undefined ? undefined : (id.toUpperCase() as OpenAlexId);
}

const PMCID = /^(?:pmcid?\s*:\s*)?pmc\s?0*([1-9]\d{0,8})(?:\.\d+)?$/i;
/** NCBI's own pages also stand under the bare number, and repositories' records quote them so. */
const PMCID_LINK =
  /^(?:https?:\/\/)?(?:(?:(?:www\.)?ncbi\.nlm\.nih\.gov\/pmc|pmc\.ncbi\.nlm\.nih\.gov)\/articles\/(?:pmc)?|(?:www\.)?europepmc\.org\/(?:articles\/|article\/pmc\/)pmc)0*([1-9]\d{0,8})(?:\.\d+)?(?:\/.*)?$/i;

export function parsePmcid(text: string): Pmcid | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tidied = tidy(text);
  const number = PMCID.exec(tidied)?.[1] ?? PMCID_LINK.exec(beforeQuery(tidied))?.[1];
  return number === undefined ? undefined : (`PMC${number}` as Pmcid);
}

const PMID = /^pmid\s*(?::\s*)?0*([1-9]\d{0,8})$/i;
const PMID_LINK =
  /^(?:https?:\/\/)?(?:pubmed\.ncbi\.nlm\.nih\.gov|(?:www\.)?ncbi\.nlm\.nih\.gov\/pubmed|(?:www\.)?europepmc\.org\/(?:article|abstract)\/med)\/0*([1-9]\d{0,8})\/?$/i;

/** A bare number is not read as a PMID: it may be any catalogue's. */
export function parsePmid(text: string): Pmid | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const tidied = tidy(text);
  const number = PMID.exec(tidied)?.[1] ?? PMID_LINK.exec(beforeQuery(tidied))?.[1];
  return number === undefined ? undefined : (number as Pmid);
}

export function parseWebUrl(text: string): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const url = parseUrl(text.trim().replace(/^url:\s*(?=https?:)/i, ''));
  return url && isHttpUrl(url) && !url.username && !url.password ? url.href : undefined;
}

/** Reads one identifier in any spelling (SPEC 4); `undefined` when it is none. */
export function parseIdentifier(text: string): Identifiers | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  const doi = parseDoi(text);
  const arxiv = parseArxiv(text);
  if (arxiv) return { arxiv, ...(doi && { doi: arxivDoi(arxiv) }) };
  if (doi) return { doi };
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

/**
 * All names the work may be met under, the canonical one first. An address is a name only where there is no other: it
 * names a place. An arXiv id beside another DOI is the preprint of an article: arXiv's own DOI is then not its name.
 */
export function aliasesOf(ids: Identifiers): readonly string[] {
  const arxiv = (ids.doi && parseArxivDoi(ids.doi)) ?? ids.arxiv;
  const names = [
    ids.doi && `doi:${ids.doi}`,
    ids.openalex && `openalex:${ids.openalex}`,
    arxiv && `arxiv:${arxivIdentity(arxiv)}`,
    arxiv && !ids.doi && `doi:${arxivDoi(arxiv)}`,
    ids.pmcid && `pmcid:${ids.pmcid}`,
    ids.pmid && `pmid:${ids.pmid}`,
  ].filter((alias): alias is string => Boolean(alias));
  if (names.length === 0 && ids.url) return [`url:${canonicalUrl(ids.url)}`];
  return [...new Set(names)];
}
