import { isOfData } from '../../core/deposits.ts';
import { parseDoi } from '../../core/identifiers.ts';
import type { Identity, IdentityEvidence, IdentityVerdict } from '../../core/identity.ts';
import { shareScript } from '../../core/scripts.ts';
import { bareTitle, squash, squashed } from '../../core/squash.ts';
import type { Work } from '../../core/work.ts';
import type { PageFacts } from '../read-page.ts';
import { isAboutTitle } from './about-another.ts';
import { type AuthorsFound, findAuthors } from './find-authors.ts';
import { findDoi } from './find-doi.ts';
import { NO_PLACE } from './find-title.ts';
import type { PageIdentity } from './page-facts.ts';
import { bylineOf, FITS_FROM, findPageTitle, followUpOf, type PageTitle, prefixOf } from './page-title.ts';
import { isRetold, tellsOfWorks } from './retold-page.ts';

/** Whose a page is; without a reason to refuse it, it may be kept. */
export interface PageIdentification {
  readonly identity: Identity;
  readonly refusal?: string;
}

/** A title that names a kind of text, not a work. */
const MIN_TITLE = 5;
/** "Editorial", "Book reviews": met on many pages, and says nothing alone. */
const SHORT_TITLE = 16;
/** Tags with the whole of a title as long as this are not another work's by chance. */
const LONG_TITLE = 25;
const MIN_NAMED_SECTIONS = 2;
const MAX_YEARS_APART = 3;
const HEAD_CHARS = 1800;
const SCORES: Readonly<Record<IdentityVerdict, number>> = { proven: 0.98, unsure: 0.5, wrong: 0.02 };

/** Behind the DOI in addresses: what is shown of the work. */
const VIEW =
  /(?:[/.](?:full|abstract|summary|e?pdf|html?|fulltext|meta|text|short|long|article-info)\b|v\d+\b|[?#]|\/$).*$/i;

/** The DOIs that addresses carry, without what follows them. */
function doisOf(addresses: readonly string[]): readonly string[] {
  return addresses.flatMap((address) => {
    const [found] = /10\.\d{4,9}(?:\/|%2f)[^\s"<>]+/i.exec(address) ?? [];
    return found === undefined ? [] : [found.replace(/%2f/gi, '/').replace(VIEW, '')];
  });
}

/** The number of a preprint, known as such or by the DOI that arXiv gives it. */
const arxivOf = ({ arxiv, doi }: Work): string | undefined =>
  (arxiv ?? /^10\.48550\/arxiv\.(.+)$/i.exec(doi ?? '')?.[1])?.replace(/v\d+$/, '').toLowerCase();

/** `https://ar5iv.org/html/2104.12255`, `/html/2104.12255v2/`: the number whole, where a page gives its own. */
function namesArxiv(text: string, number: string): boolean {
  const at = text.indexOf(number);
  const isWhole = at >= 0 && /^(?:v\d+)?(?:[^\d]|$)/.test(text.slice(at + number.length));
  return isWhole && /arxiv|ar5iv|^\/(?:html|abs|pdf)\//.test(text) && !/\d$/.test(text.slice(0, at));
}

/** As arXiv and its mirrors head their pages: `[2104.12255] Title`, `arXiv:2104.12255v1 [cs.CL]`. */
const printsArxiv = (number: string, { titles, front }: PageIdentity): boolean =>
  titles.some((text) => text.trim().toLowerCase().startsWith(`[${number}`)) ||
  /\barxiv:\s*([\w./-]+?)(?:v\d+)?(?=[\s[\],;)]|$)/i.exec(front.slice(0, HEAD_CHARS))?.[1]?.toLowerCase() ===
    number;

/** Identifiers other than a DOI, as a page's own tags and addresses give them. */
function hasOwnName(work: Work, page: PageIdentity): boolean {
  const { pmcid, pmid } = work;
  const said = [...page.identifiers, ...page.addresses];
  const number = arxivOf(work);
  const isOf = (text: string): boolean =>
    (pmcid !== undefined && new RegExp(`\\b${pmcid}\\b`, 'i').test(text)) ||
    (pmid !== undefined && (text.trim() === pmid || text.includes(`pubmed/${pmid}`))) ||
    (number !== undefined && namesArxiv(text.toLowerCase(), number));
  return said.some(isOf) || (number !== undefined && printsArxiv(number, page));
}

/** Without the odd word in Latin letters that stands in texts of every script. */
function mainScript(text: string): string {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const latin = text.match(/\p{Script=Latin}/gu)?.length ?? 0;
  return latin * 2 < letters ? text.replace(/\p{Script=Latin}/gu, '') : text;
}

interface Findings {
  readonly doi: IdentityEvidence['doi'];
  readonly title: PageTitle | undefined;
  readonly letters: number;
  readonly authors: AuthorsFound;
  /** The page names authors for machines: theirs are all there. */
  readonly hasAuthors: boolean;
  readonly isOtherYear: boolean;
  readonly about: string | undefined;
}

const NO_FACTS = {
  titles: [],
  hints: [],
  authors: '',
  years: [],
  identifiers: [],
  pages: [],
  isDeclared: true,
} as const;

function doiOf(work: Work, page: PageIdentity, byline: string): Findings['doi'] {
  const identifiers = [...page.identifiers, ...doisOf(page.addresses)];
  const declared = findDoi(work, { ...NO_FACTS, identifiers }, NO_PLACE).doi;
  if (declared === 'own' || hasOwnName(work, page)) return 'own';
  if (declared === 'other') return 'other';
  const printed = findDoi(work, { ...NO_FACTS, pages: [squash(byline.slice(0, HEAD_CHARS))] }, NO_PLACE).doi;
  if (printed === 'printed' || statesDoi(work, page)) return 'printed';
  return presentsOther(work, page) ? 'other' : undefined;
}

const decoded = (doi: string): string => doi.replace(/%2f/gi, '/').replace(/[.,;)\]]+$/, '');

/**
 * The DOI that the page states in a line of its own, or links by its heading, is another's, and the work's stands nowhere but
 * perhaps in references: the page is of another work, however alike their titles.
 */
function presentsOther(work: Work, { statedDois, linkedDois, namedDois }: PageIdentity): boolean {
  const doiAmong = (identifiers: readonly string[]) =>
    findDoi(
      work,
      { ...NO_FACTS, identifiers: identifiers.map(decoded).filter((doi) => !isOfData(doi)) },
      NO_PLACE,
    ).doi;
  return doiAmong([...statedDois, ...linkedDois]) === 'other' && doiAmong(namedDois) !== 'own';
}

/** The only DOI that the page states in lines made for it: `DOI: 10.…`, above the text or below. */
function statesDoi({ doi }: Work, { statedDois }: PageIdentity): boolean {
  const stated = new Set(statedDois.map(parseDoi).filter((one) => one !== undefined));
  return doi !== undefined && stated.size === 1 && stated.has(doi);
}

/** Names in other letters than the known ones are no evidence, neither for nor against. */
function authorsIn({ authors = [] }: Work, page: PageIdentity, byline: string): AuthorsFound {
  const isComparable = shareScript(mainScript(page.authors || byline), authors.join(' '));
  const known = isComparable ? authors : [];
  return findAuthors(known, [], { place: NO_PLACE, declared: `${page.authors}\n${byline}` });
}

function aboutOf(page: PageIdentity, title: string): string | undefined {
  const [first] = page.headings.filter(({ level }) => level === 1);
  const own = [...page.declaredTitles, ...(first ? [first.text] : [])];
  const mark =
    own.map((text) => isAboutTitle(text, title)?.name).find((one) => one !== undefined) ??
    // Behind a dash, the title of a document names its site.
    [...own, ...page.titles.map((text) => text.split(/\s[|–—-]\s/)[0] ?? '')]
      .map((text) => followUpOf(text, title))
      .find((one) => one !== undefined);
  const isExact = own.some((text) => squashed(bareTitle(text)) === squashed(title));
  return (
    mark ?? (isExact ? undefined : own.map((text) => prefixOf(text, title)).find((one) => one !== undefined))
  );
}

const MIN_SURNAME = 3;

/** "Roe, Jane" or "Jane Roe", in the letters that are compared. */
const surnamesOf = ({ authors = [] }: Work): readonly string[] =>
  authors
    .map((name) =>
      squashed(name.includes(',') ? (name.split(',')[0] ?? '') : (name.trim().split(/\s+/).at(-1) ?? '')),
    )
    .filter((name) => name.length >= MIN_SURNAME);

function findingsOf(work: Work, page: PageIdentity): Findings {
  const title = bareTitle(work.title ?? '');
  const letters = squashed(title).length;
  const byline = bylineOf(page, title);
  const years = page.years;
  return {
    doi: doiOf(work, page, byline),
    title: letters < MIN_TITLE ? undefined : findPageTitle(page, title, surnamesOf(work)),
    letters,
    authors: authorsIn(work, page, byline),
    hasAuthors: page.authors.length > 0,
    isOtherYear:
      work.year !== undefined &&
      years.length > 0 &&
      years.every((year) => Math.abs(year - (work.year ?? 0)) > MAX_YEARS_APART),
    about: letters < MIN_TITLE ? undefined : aboutOf(page, title),
  };
}

/** The title stands where a page's own does. Whether that is enough depends on who else could have it. */
function provesByTitle({ title, letters, authors, hasAuthors, isOtherYear, doi }: Findings): boolean {
  if (!title || title.best < FITS_FROM) return false;
  if (authors.found > 0 || doi === 'printed') return true;
  if (letters < SHORT_TITLE || isOtherYear) return false;
  if (authors.known === 0) return true;
  return title.declared >= FITS_FROM && letters >= LONG_TITLE && !hasAuthors;
}

function provesByLowerTitle({ title, authors, doi }: Findings, page: PageFacts, wanted: string): boolean {
  if (tellsOfWorks(page, wanted)) return false;
  const isOnePaper =
    page.namedSections >= MIN_NAMED_SECTIONS || (page.namedSections > 0 && page.hasReferences);
  const isThere = title !== undefined && title.lower >= FITS_FROM && isOnePaper;
  return isThere && (authors.found > 0 || doi === 'printed');
}

/** The page gives another title for its article, in letters the wanted one is written in too. */
function isAnother({ title, doi, about }: Findings, page: PageFacts, wanted: string): boolean {
  if (about !== undefined) return true;
  if (!title || Math.max(title.best, title.lower) >= FITS_FROM) return false;
  if (doi === 'other') return true;
  const { declaredTitles } = page.identity;
  return (
    page.isScholarly &&
    declaredTitles.some((text) => squashed(text).length >= MIN_TITLE && shareScript(text, wanted))
  );
}

/** The DOI says one work, title and year another: whoever gave them to the work has mixed up two. */
const isContradicted = ({ title, isOtherYear }: Findings, page: PageFacts, wanted: string): boolean =>
  isOtherYear &&
  title !== undefined &&
  Math.max(title.best, title.lower) < 0.5 &&
  page.identity.declaredTitles.some((text) => shareScript(text, wanted));

function isShown({ title: wanted = '' }: Work, findings: Findings, page: PageFacts): boolean {
  if (isRetold(page, wanted)) return false;
  if (findings.title === undefined) return findings.doi === 'printed' && !tellsOfWorks(page, '');
  return provesByTitle(findings) || provesByLowerTitle(findings, page, wanted);
}

function verdictOn(work: Work, findings: Findings, page: PageFacts): IdentityVerdict {
  const { doi, title } = findings;
  if (doi === 'own') return isContradicted(findings, page, work.title ?? '') ? 'unsure' : 'proven';
  if (isAnother(findings, page, work.title ?? '')) return 'wrong';
  if (doi === 'other') return title === undefined ? 'wrong' : 'unsure';
  return isShown(work, findings, page) ? 'proven' : 'unsure';
}

function evidenceOf({ doi, title, authors, about }: Findings): IdentityEvidence {
  return {
    ...(doi !== undefined && { doi }),
    ...(title && { title: Math.round(Math.max(title.best, title.lower) * 100) / 100 }),
    ...(authors.known > 0 && { authors: Math.round((authors.found / authors.known) * 100) / 100 }),
    ...(about !== undefined && { about }),
  };
}

const isNameless = ({ doi, title, arxiv, pmcid, pmid }: Work): boolean =>
  [doi, title, arxiv, pmcid, pmid].every((name) => name === undefined);

/**
 * Whether a page with the text of an article is this work's. Other than a file, a page is met by following links, and any of
 * them may lead to another article, a list of articles, a policy: it is kept only with evidence that it is the one.
 */
export function identifyPage(work: Work, page: PageFacts): PageIdentification {
  const findings = findingsOf(work, page.identity);
  const evidence = evidenceOf(findings);
  if (isNameless(work)) {
    const unknown = 'neither title nor DOI of the work is known';
    const identity: Identity = {
      score: SCORES.unsure,
      verdict: 'unsure',
      evidence: { ...evidence, unknown },
    };
    const isNamed = page.isScholarly && page.identity.declaredTitles.length > 0;
    return isNamed ? { identity } : { identity, refusal: 'the page does not say which article it is' };
  }
  const verdict = verdictOn(work, findings, page);
  const identity: Identity = { score: SCORES[verdict], verdict, evidence };
  return verdict === 'unsure'
    ? { identity, refusal: 'nothing says that the page is this work' }
    : { identity };
}
