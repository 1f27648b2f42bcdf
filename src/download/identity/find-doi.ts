import { isDeposit } from '../../core/deposits.ts';
import { parseArxiv, parseDoi } from '../../core/identifiers.ts';
import type { Squashed } from '../../core/squash.ts';
import { squashed } from '../../core/squash.ts';
import type { Work } from '../../core/work.ts';
import type { DocumentFacts } from './document-facts.ts';
import { isInCitation, isInJournalLine } from './doi-place.ts';
import type { TitlePlace } from './find-title.ts';

/**
 * `own`: the document's metadata carries the work's DOI. `printed`: it stands where a page carries its own. `named`: it stands
 * somewhere, perhaps because the work is cited. `other`: the document carries another one as its own.
 */
export type DoiEvidence = 'own' | 'printed' | 'named' | 'other';

/** Also behind letters: some layouts begin with the journal's code and no blank. */
const DOI_IN_TEXT = /(?<![\d.])10\.\d{4,9}\/[^\s"<>]{2,200}/g;
const ARXIV_IN_TEXT = /\barxiv\s*:\s*((?:\d{4}\.\d{4,5}|[a-z-]+(?:\.[a-z]{2})?\/\d{7})(?:v\d+)?)/gi;
/** Where a page carries its own identifiers: its first and last lines. */
const HEAD_CHARS = 1800;
const FOOT_CHARS = 700;
/** Running heads and feet are shorter. */
const EDGE_CHARS = 260;

/** A DOI in a text, and where it stands. */
interface Standing {
  readonly doi: string;
  readonly at: number;
}

function doisIn(text: string): readonly Standing[] {
  const found = [...text.matchAll(DOI_IN_TEXT)].map(({ 0: raw, index }) => ({
    doi: parseDoi(raw),
    at: index,
  }));
  const preprints = [...text.matchAll(ARXIV_IN_TEXT)].map(({ 1: id = '', index }) => {
    const arxiv = parseArxiv(id);
    return { doi: arxiv && `10.48550/arxiv.${arxiv.replace(/v\d+$/, '')}`, at: index };
  });
  return [...found, ...preprints].flatMap(({ doi, at }) => (doi === undefined ? [] : [{ doi, at }]));
}

function namesOf({ doi, arxiv }: Work): readonly string[] {
  return [
    ...(doi === undefined ? [] : [doi]),
    ...(arxiv === undefined ? [] : [`10.48550/arxiv.${arxiv.replace(/v\d+$/, '')}`]),
  ];
}

const LEAD_CHARS = 200;
/** `[12] Bauer`, `12. Bauer`: an entry of a list. */
const ENTRY = /(?:^|\n)\s*(?:\[\d{1,3}\]|\(?\d{1,3}[.)])\s+\p{Lu}[^\n]{0,200}(?:\n[^\n]{0,200})?$/u;
/** `Bauer, Chen (2019). Title`, `Bauer A. 2019. Title`: how a reference begins. */
const AUTHOR_YEAR =
  /\p{Lu}[\p{L}'’-]+[^\n]{0,60}(?:\((?:1[89]|20)\d\d[a-z]?\)\s?[.,:]|[.,]\s(?:1[89]|20)\d\d[a-z]?\.)/u;
const CITE_THIS =
  /(?:cite|citation|referenc(?:e|ing) format|zitier|citer|citar|цитир|引用(?:本文|格式)|인용)/iu;
/** The DOI of the work that this document is about. */
const OF_ANOTHER =
  /(?:original|related|companion|parent|corrected|target|discussed|main|accompanying|primary)\s+(?:research\s+)?(?:article|paper|publication|work|manuscript|text)|(?:comments?|repl(?:y|ies)|errat(?:um|a)|corrigend(?:um|a)|corrections?|corrects|retract(?:ion|s)|refers?|supplement\w*|material|information|addend(?:um|a))\s+(?:to|on|of|for)\b|see also|\bsee\s*:?\s*$|cf\.|article (?:can be|was|has been) (?:found|published)|data (?:are|is|availability|access)|\b(?:appeared|reported|described|published) in\b(?! *:)|\bthe (?:study|paper|article|research) [“"‘']|[”"»] by \p{Lu}|(?:dryad|figshare|github)/iu;

/** The DOI of the journal's version, on a manuscript of it. */
const OF_FINAL =
  /published in (?:its )?final(?: edited)? form|final (?:edited |published |authenticated )?(?:publication|version|form)\b|version of record|published (?:article|version)\s*:|published (?:as|in)\s*:/iu;

/** Whether a DOI stands as a document's own does: not in a reference, not as that of the work the document is about. */
function isOwn(text: string, at: number): boolean {
  const lead = text.slice(Math.max(0, at - LEAD_CHARS), at);
  const near = lead.slice(-120);
  // Of the line before, too: addresses are often set on lines of their own.
  const nearLines = lead.split('\n').slice(-2).join(' ');
  if (OF_FINAL.test(nearLines)) return true;
  if (OF_ANOTHER.test(nearLines)) return false;
  if (CITE_THIS.test(lead)) return true;
  return !ENTRY.test(lead) && !AUTHOR_YEAR.test(near) && !isInCitation(text, at);
}

/** A DOI that lines or blanks have broken is found by its letters; what follows must not go on with it. */
function placesOf({ letters, at, text }: Squashed, doi: string): readonly number[] {
  const wanted = squashed(doi);
  const found: number[] = [];
  for (let start = letters.indexOf(wanted); start >= 0; start = letters.indexOf(wanted, start + 1)) {
    const from = at[start] ?? 0;
    const next = (at[start + wanted.length - 1] ?? 0) + 1;
    const after = text.slice(next, next + 3);
    // "…147Smith" is the number and a name.
    const isGlued = /\d$/.test(doi) && /^\p{Lu}/u.test(after);
    const isWhole = isGlued || !/^(?:[\p{L}\p{N}]|[.\-_/][a-z]?\d)/u.test(after);
    if (isWhole && !/[\p{Ll}\p{N}]/u.test(text.charAt(from - 1))) found.push(from);
  }
  return found;
}

/** The DOIs that a page seems to carry as its own, the first of its head and of its foot. */
function ownDois({ text }: Squashed): readonly string[] {
  const footAt = Math.max(HEAD_CHARS, text.length - FOOT_CHARS);
  const own = doisIn(text).filter(({ at }) => (at < HEAD_CHARS || at >= footAt) && isOwn(text, at));
  return [own.find(({ at }) => at < HEAD_CHARS), own.find(({ at }) => at >= HEAD_CHARS)].flatMap((one) =>
    one ? [one.doi] : [],
  );
}

/** In the running head or foot of at least two pages. */
function isRunning(pages: readonly Squashed[], wanted: readonly string[]): boolean {
  const carries = (page: Squashed): boolean =>
    wanted.some((doi) =>
      placesOf(page, doi).some((at) => at < EDGE_CHARS || at > page.text.length - EDGE_CHARS),
    );
  return pages.filter(carries).length > 1;
}

/** Where the work's DOI stands, and whether others stand where a document's own does. */
interface Named {
  readonly isDeclared: boolean;
  readonly declaresOther: boolean;
  /** As the document's own, in the head or foot of its first page or on every page. */
  readonly isPrinted: boolean;
  /** And in or beside the line of the journal. */
  readonly isJournals: boolean;
  readonly hasOther: boolean;
  readonly isAnywhere: boolean;
}

/** Journals that publish versions number them at the end: `f1000research.7281.2`, `….v1`. */
const withoutVersion = (doi: string): string => doi.replace(/(?<=\d)[./]v?\d$/, '');

/** Letters around a mention within which a DOI belongs to it. */
const MENTION_CHARS = 400;

function lookFor(work: Work, { identifiers, pages }: DocumentFacts, place: TitlePlace): Named {
  const wanted = namesOf(work);
  const [first] = pages;
  const declared = identifiers.flatMap(doisIn).map(({ doi }) => doi);
  const printed = first ? ownDois(first) : [];
  // Neither what a line has cut off of the wanted one is another, nor the DOI of one of its figures.
  const isKin = (doi: string): boolean =>
    wanted.some(
      (one) =>
        one.startsWith(doi) ||
        (doi.startsWith(one) && (/^[./]/.test(doi.slice(one.length)) || /\d$/.test(one))),
    );
  const isVersion = (doi: string): boolean =>
    wanted.some((one) => withoutVersion(one) === withoutVersion(doi));
  const isForeign = (doi: string): boolean => !isKin(doi) && !isVersion(doi) && !isDeposit(doi);
  const isOfMention = (at: number): boolean =>
    place.isMention && place.page === 0 && Math.abs(at - (first?.at[place.end] ?? 0)) < MENTION_CHARS;
  const isInEdge = (at: number): boolean => at < HEAD_CHARS || at > (first?.text.length ?? 0) - FOOT_CHARS;
  const places = (first ? wanted.flatMap((doi) => placesOf(first, doi)) : []).filter(
    (at) => isInEdge(at) && isOwn(first?.text ?? '', at) && !isOfMention(at),
  );
  // Of two the first is the document's; where a title is known, that decides.
  const isSecond = work.title === undefined && printed.some(isForeign) && !printed.some(isKin);
  return {
    isDeclared: declared.some((doi) => wanted.includes(doi)),
    declaresOther: declared.some(isForeign),
    isPrinted: (places.length > 0 && !isSecond) || isRunning(pages, wanted),
    isJournals: places.some((at) => isInJournalLine(first?.text ?? '', at)),
    hasOther: work.doi !== undefined && [...declared, ...printed].some(isForeign),
    isAnywhere: pages.some((page) => wanted.some((doi) => placesOf(page, doi).length > 0)),
  };
}

export interface DoiFound {
  readonly doi: DoiEvidence | undefined;
  /** Beside the work's own, another stands where a document carries its own. */
  readonly hasOther: boolean;
  /** It alone stands where journals print the DOI of whatever they publish, notices too. */
  readonly isJournals: boolean;
  /** Metadata and page one both carry it as the document's own, and no other. */
  readonly isTwiceOwn: boolean;
}

/**
 * What the document says about the work's DOI; `undefined` when it says nothing. Where the work is only mentioned, the DOI
 * beside the mention belongs to it.
 */
export function findDoi(work: Work, facts: DocumentFacts, place: TitlePlace): DoiFound {
  const { hasOther, ...named } = lookFor(work, facts, place);
  const isJournals = named.isJournals && named.isPrinted && !hasOther;
  const isTwiceOwn = named.isDeclared && named.isPrinted && !hasOther;
  const found = (doi: DoiEvidence | undefined): DoiFound => ({ doi, hasOther, isJournals, isTwiceOwn });
  if (named.isDeclared) return found('own');
  if (named.isPrinted) return found(named.declaresOther ? 'named' : 'printed');
  if (place.isMention && hasOther) return found('other');
  return found(named.isAnywhere ? 'named' : hasOther ? 'other' : undefined);
}
