import { parseArxiv, parseDoi } from '../../core/identifiers.ts';
import type { Work } from '../../core/work.ts';
import type { DocumentFacts } from './document-facts.ts';
import type { Squashed } from './squash.ts';
import { squashed } from './squash.ts';

/**
 * `own`: the document's metadata carries the work's DOI. `printed`: it stands where a page carries its own. `named`: it stands
 * somewhere, perhaps because the work is cited. `other`: the document carries another one as its own.
 */
export type DoiEvidence = 'own' | 'printed' | 'named' | 'other';

/** Who registers DOIs for preprints and deposits: the same work may well carry one of them. */
const DEPOSITS = new Set(
  (
    '10.48550 10.1101 10.64898 10.2139 10.21203 10.20944 10.31219 10.31234 10.31235 10.26434 10.5281 10.6084 10.36227 ' +
    '10.22541 10.2196 10.12688 10.7287 10.17605 10.31730 10.32942 10.35542 10.51094'
  ).split(' '),
);
const DOI_IN_TEXT = /\b10\.\d{4,9}\/[^\s"<>]{2,200}/g;
const ARXIV_IN_TEXT = /\barxiv\s*:\s*((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?)/gi;
/** Where a page carries its own identifiers: its first and last lines. */
const HEAD_CHARS = 1800;
const FOOT_CHARS = 700;

const isDeposit = (doi: string): boolean => DEPOSITS.has(doi.slice(0, doi.indexOf('/')));

function doisIn(text: string): readonly string[] {
  const dois = (text.match(DOI_IN_TEXT) ?? []).map(parseDoi);
  const preprints = [...text.matchAll(ARXIV_IN_TEXT)].map(([, id = '']) => parseArxiv(id));
  return [
    ...dois.filter((doi) => doi !== undefined),
    ...preprints.filter((id) => id !== undefined).map((id) => `10.48550/arxiv.${id.replace(/v\d+$/, '')}`),
  ];
}

function namesOf({ doi, arxiv }: Work): readonly string[] {
  return [
    ...(doi === undefined ? [] : [doi]),
    ...(arxiv === undefined ? [] : [`10.48550/arxiv.${arxiv.replace(/v\d+$/, '')}`]),
  ];
}

/** A DOI that lines or blanks have broken is found by its letters; what follows must not go on with it. */
function standsIn({ letters, at, text }: Squashed, doi: string): boolean {
  const wanted = squashed(doi);
  for (let start = letters.indexOf(wanted); start >= 0; start = letters.indexOf(wanted, start + 1)) {
    const next = (at[start + wanted.length - 1] ?? 0) + 1;
    const before = text.charAt((at[start] ?? 0) - 1);
    const isWhole = !/^(?:[\p{L}\p{N}]|[.\-_/][a-z]?\d)/u.test(text.slice(next, next + 3));
    if (isWhole && !/[\p{L}\p{N}]/u.test(before)) return true;
  }
  return false;
}

/** The DOIs that a page seems to carry as its own, the first of its head and of its foot. */
function ownDois({ text }: Squashed): readonly string[] {
  const isFoot = text.length > HEAD_CHARS;
  const foot = isFoot ? text.slice(Math.max(HEAD_CHARS, text.length - FOOT_CHARS)) : '';
  return [doisIn(text.slice(0, HEAD_CHARS)), doisIn(foot)].flatMap((dois) => dois.slice(0, 1));
}

/** Where the work's DOI stands, and whether others stand where a document's own does. */
interface Named {
  readonly isDeclared: boolean;
  readonly declaresOther: boolean;
  /** First in the head or foot of its first page. */
  readonly isPrinted: boolean;
  readonly hasOther: boolean;
  readonly isInHead: boolean;
  readonly isAnywhere: boolean;
}

function lookFor(work: Work, { identifiers, pages }: DocumentFacts): Named {
  const wanted = namesOf(work);
  const [first] = pages;
  const declared = identifiers.flatMap(doisIn);
  const printed = first ? ownDois(first) : [];
  const isWanted = (doi: string): boolean => wanted.includes(doi);
  // Neither what a line has cut off of the wanted one is another, nor the DOI of one of its figures.
  const isKin = (doi: string): boolean =>
    wanted.some((one) => one.startsWith(doi) || (doi.startsWith(one) && /^[./]/.test(doi.slice(one.length))));
  const isForeign = (doi: string): boolean => !isKin(doi) && !isDeposit(doi);
  const stands = (page: Squashed): boolean => wanted.some((doi) => standsIn(page, doi));
  return {
    isDeclared: declared.some(isWanted),
    declaresOther: declared.some(isForeign),
    isPrinted: printed.some(isWanted),
    hasOther: work.doi !== undefined && [...declared, ...printed].some(isForeign),
    isInHead: first !== undefined && stands(headOf(first)),
    isAnywhere: pages.some(stands),
  };
}

/**
 * What the document says about the work's DOI; `undefined` when it says nothing. Where the work is only mentioned, its DOI
 * belongs to the mention.
 */
export function findDoi(work: Work, facts: DocumentFacts, isMention: boolean): DoiEvidence | undefined {
  const { hasOther, ...named } = lookFor(work, facts);
  if (named.isDeclared) return 'own';
  const inPassing = named.isAnywhere ? 'named' : undefined;
  if (isMention) return hasOther ? 'other' : inPassing;
  if (named.isPrinted) return named.declaresOther ? 'named' : 'printed';
  // Broken over lines, the DOI in the head is read only in part: its letters decide.
  if (named.isInHead && !hasOther) return 'printed';
  return inPassing ?? (hasOther ? 'other' : undefined);
}

function headOf(page: Squashed): Squashed {
  const end = page.at.findLastIndex((at) => at < HEAD_CHARS) + 1;
  return { ...page, letters: page.letters.slice(0, end) };
}
