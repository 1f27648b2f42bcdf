import { bareTitle, squash, squashed } from '../../core/squash.ts';
import { kindOfHeading } from '../page-headings.ts';
import { likestTitle } from './find-title.ts';
import { otherWordDeclared } from './other-word.ts';
import type { PageIdentity } from './page-facts.ts';
import { otherPartDeclared } from './series.ts';

/** How well a work's title fits what a page calls itself, 0 to 1. */
export interface PageTitle {
  /** In tags that publishers write for machines. */
  readonly declared: number;
  /** There, as the document's title, or as its first heading. */
  readonly best: number;
  /** As a heading or a line further down, where only the build of the page tells a paper's from those of an issue. */
  readonly lower: number;
}

export const FITS_FROM = 0.85;

/** A title without its subtitle, or cut short: as good as nearly all of it. */
const SHORTENED = 0.9;
/** Letters that make the first part of a title one of its own. */
const MAIN_TITLE = 25;
const CUT_TITLE = 16;
/** Alike but for a number is another part, another year; but for a word, another study by the same people. */
const OTHER_WORK = 0.5;
const MAX_PARTS = 8;
const MAX_LINE = 400;
const MAX_LINES = 60;
/** Journal, volume, identifiers: what stands above a title. */
const LINES_ABOVE = 3;
const LINES_ABOVE_HEADING = 10;

const digitsOf = (text: string): string => (text.normalize('NFKC').match(/\d+/g) ?? []).sort().join(' ');
const hasSameNumbers = (one: string, other: string): boolean =>
  digitsOf(one) === digitsOf(other) && otherPartDeclared(one, other) === undefined;
/** Less than this in common, and two subtitles are two. */
const SAME_SUBTITLE = 0.5;

/** The same main title before two subtitles: "a review", "a meta-analysis". */
function hasOtherSubtitle(one: string, other: string): boolean {
  const [ours, theirs] = [one, other].map((text) => /^(.+?):\s+(.{5,})$/su.exec(text));
  if (!ours || !theirs || squashed(ours[1] ?? '') !== squashed(theirs[1] ?? '')) return false;
  return likestTitle([squashed(ours[2] ?? '')], squashed(theirs[2] ?? '')) < SAME_SUBTITLE;
}

const isSameTitle = (found: string, title: string): boolean =>
  hasSameNumbers(found, title) &&
  otherWordDeclared(title, found) === undefined &&
  !hasOtherSubtitle(found, title);

/** Whether `whole` goes on after `start` as a title goes on into its subtitle, or was cut where a quotation mark stood. */
function isShortened(whole: string, start: string): boolean {
  const rest = restBehind(whole, start);
  if (rest === undefined) return false;
  if (/\d|\b[IVX]{1,4}\b|\bpart\b/i.test(rest) || APPENDED.test(rest)) return false;
  return (
    /^(?:['’"]\p{L}?|…|\s*\.\.\.)/u.test(rest) ||
    (squashed(start).length >= MAIN_TITLE && /^\s*[:—–?.!(]|^\s+-\s/.test(rest))
  );
}

/** What a longer title has behind all of a shorter one. */
function restBehind(whole: string, start: string): string | undefined {
  const { letters, at } = squash(whole);
  const wanted = squashed(start);
  if (wanted.length < CUT_TITLE || letters.length === wanted.length || !letters.startsWith(wanted))
    return undefined;
  return whole.slice((at[wanted.length - 1] ?? 0) + 1);
}

const oneOf = (...words: readonly string[]): string => `(?:${words.join('|')})`;
const QUALIFIED =
  '(?:(?:an?|the|our|some|further|brief|short|critical|independent|second|new|post[- ]?hoc|bayesian|statistical|study|trial|review|research|\\d{4}|rationale,? (?:and )?design,? and|rationale and|design and) )*';
/** Works of their own that are named after the one they follow: "T: study protocol", "T revisited", "T. II. Field trials". */
const FOLLOWS = new RegExp(
  `^[\\s:.,;?!(\\[]*${oneOf(
    '(?:part|teil|partie|parte|часть)\\s+(?!(?:i|1|one|a)(?![\\p{L}\\p{N}]))',
    '[IVX]{2,4}(?=\\s*(?:[.:,–—)]|$))',
    `${QUALIFIED}${oneOf(
      're-?analys[ie]s',
      're-?(?:evaluation|assessment|appraisal|examination|examined|interpretation|interpreted|considered|visited|visiting)',
      'rejoinder',
      '(?:protocol|statistical analysis plan)(?=\\s*(?:$|[.:,)]|for|of))',
      '(?:update|updated|updates)(?=\\s*(?:$|[.:,)]|of|on|and|to|from|in|\\d))',
      '(?:interview|conversation) with',
      'questions and answers|q ?& ?a',
      'critique(?=\\s*(?:$|[.:,)]|of))',
      'replication (?:study|attempt|and extension)',
      '(?:podcast|transcript|slides|poster|erratum|corrigendum|addendum)(?=\\s*(?:$|[.:,)]))',
    )}(?!\\p{L})`,
    '(?:an?|the|\\p{L}+[- ]year|\\d+[- ](?:year|month)|long[- ]term)(?: [\\p{L}\\d-]+)? (?:follow-?up|replication)(?!\\p{L})',
  )}`,
  'iu',
);

/** The words with which a page's title goes on behind the wanted one, where they make it another work's. */
export function followUpOf(text: string, title: string): string | undefined {
  const rest = restBehind(bareTitle(text), title)?.replace(/^\s+[–—-]\s/, ': ');
  const found = rest === undefined ? null : FOLLOWS.exec(rest);
  return found?.[0].replace(/^[^\p{L}\p{N}]+/u, '').slice(0, 60);
}

/** Either is the follow-up of the other. */
const isFollowUp = (one: string, other: string): boolean =>
  followUpOf(one, other) !== undefined || followUpOf(other, one) !== undefined;

/** How well a text that may be a title fits the wanted one. */
function fit(text: string, title: string): number {
  const found = bareTitle(text);
  const value = likestTitle([squashed(found)], squashed(title));
  if (value === 1) return 1;
  if (isFollowUp(found, title)) return OTHER_WORK;
  if (value >= FITS_FROM) return isSameTitle(found, title) ? value : OTHER_WORK;
  return isShortened(found, title) || isShortened(title, found.replace(/\s*(?:…|\.{3})\s*$/, ''))
    ? SHORTENED
    : value;
}

/** What follows a title is about it, or is another document of the same work. */
const APPENDED =
  /^\s*[:—–(-]\s*(?:a |an |the |author[’']?s?[’']? )?(?:suppl|append|correct|corrig|errat|repl(?:y|ies)|respon|comment|rejoinder|retract|peer|data\b|protocol|support|summary|abstract|slides|poster|review\b)/i;
/** Labels that stand before the title of the paper itself. */
const LABEL =
  /^\W*(?:(?:research|original|review|short|brief|full|regular|open|free|featured|special|invited|technical|case|systematic|rapid|early|accepted|retracted|withdrawn|article|paper|letter|editorial|report|html|pdf|preprint|arxiv|chapter|section)\b[\p{L}\s]*)?[\W\d]*$/iu;

/** The words before a title that make it another document's: "Author response", "Data from", "Review of". */
export function prefixOf(text: string, title: string): string | undefined {
  const { letters, at } = squash(bareTitle(text));
  const wanted = squashed(title);
  if (wanted.length < CUT_TITLE || letters === wanted || !letters.endsWith(wanted)) return undefined;
  const before = bareTitle(text).slice(0, at[letters.length - wanted.length] ?? 0);
  return LABEL.test(before) ? undefined : before.trim().slice(0, 60);
}

/** Where a line goes on with who wrote it: "Title by Jane Roe". */
const BYLINE = /[\s,]+(?:by|von|par|por|de|di|da|от)\s+(?=\p{Lu})|\s*[—–|/]\s*(?=\p{Lu})|\s{2,}/gu;
const MAX_BYLINES = 12;

/** A text that ends in a byline, without it. Only a name of the work's own authors makes one: titles go on with "by", too. */
function withoutByline(text: string, surnames: readonly string[]): string {
  if (surnames.length === 0 || text.length > MAX_LINE) return text;
  const cuts = [...text.matchAll(BYLINE)].slice(-MAX_BYLINES);
  const cut = cuts.find(({ index, 0: { length } }) => {
    const rest = squashed(text.slice(index + length));
    return surnames.some((name) => rest.includes(name));
  });
  return cut === undefined ? text : text.slice(0, cut.index);
}

const best = (values: readonly number[]): number => values.reduce((most, one) => Math.max(most, one), 0);

interface TitlePart {
  readonly text: string;
  /** What follows it. */
  readonly rest: string;
}

/** `Journal | Title - with a dash | Publisher`: every run of neighbouring parts. */
function partsOf(text: string): readonly TitlePart[] {
  const parts = text.split(/(\s+[-–—|:·•»«/]\s+|\s*[|»«]\s*|:\s+)/).slice(0, 2 * MAX_PARTS);
  const runs: TitlePart[] = [];
  for (let from = 0; from < parts.length; from += 2)
    for (let to = from + 1; to <= parts.length; to += 2)
      runs.push({ text: parts.slice(from, to).join(''), rest: parts.slice(to).join('') });
  return runs;
}

/** The title heads its page: no heading of its rank stands before it, and those after it are names of sections. */
function asLowerHeading({ headings }: PageIdentity, title: string): number {
  const at = headings.findIndex(({ level, text }) => level > 1 && fit(text, title) >= FITS_FROM);
  const found = headings[at];
  if (!found) return 0;
  const isRival = ({ level, text }: { level: number; text: string }, index: number): boolean =>
    index !== at &&
    level === found.level &&
    text.length > MAIN_TITLE &&
    kindOfHeading(text) === 'body' &&
    !/^\W*\d/.test(text) &&
    fit(text, title) < FITS_FROM;
  return headings.some(isRival) ? 0 : fit(found.text, title);
}

/** Titles that were set in lines: each line, and with the one or two that follow it. */
function lineRuns(front: string): readonly string[] {
  const lines = front.split('\n').filter((line) => line.trim().length > 0 && line.length <= MAX_LINE);
  return lines
    .slice(0, MAX_LINES)
    .flatMap((line, at) => [line, ...[2, 3].map((count) => lines.slice(at, at + count).join(' '))])
    .filter((line) => line.length <= MAX_LINE);
}

/** In a line of its own before the text. */
function asLine({ front, headings }: PageIdentity, title: string): number {
  const isRival = ({ level, text }: { level: number; text: string }): boolean =>
    level <= 2 &&
    text.length > MAIN_TITLE &&
    kindOfHeading(text) === 'body' &&
    !/^\W*\d/.test(text) &&
    fit(text, title) < FITS_FROM;
  if (headings.slice(0, 3).some(isRival)) return 0;
  return best(lineRuns(front).map((line) => fit(line, title)));
}

/** `surnames`: of the work's authors, without blanks, marks and capital letters. */
export function findPageTitle(page: PageIdentity, title: string, surnames: readonly string[]): PageTitle {
  const fitOf = (text: string): number => {
    const bare = withoutByline(text, surnames);
    return Math.max(fit(text, title), bare === text ? 0 : fit(bare, title));
  };
  const declared = best(page.declaredTitles.map((text) => fit(text, title)));
  const fitOfPart = ({ text, rest }: TitlePart): number => {
    const value = fitOf(text);
    // Behind a colon the title goes on: with another subtitle than the wanted one, or as another work.
    const isMain = rest.startsWith(':') && squashed(text).length < squashed(title).length;
    return FOLLOWS.test(rest) || isMain ? Math.min(value, OTHER_WORK) : value;
  };
  const named = page.titles.flatMap(partsOf).map(fitOfPart);
  const first = page.headings.filter(({ level }) => level === 1).map(({ text }) => fitOf(text));
  const bare = {
    ...page,
    headings: page.headings.map((one) => ({ ...one, text: withoutByline(one.text, surnames) })),
  };
  return {
    declared,
    best: best([declared, ...named, ...first]),
    lower: Math.max(asLowerHeading(bare, title), asLine(bare, title)),
  };
}

/** What stands around the title: names and identifiers of the work that the page holds. */
export function bylineOf({ front, headings }: PageIdentity, title: string): string {
  const lines = front.split('\n');
  const isTitle = ({ text }: { text: string }): boolean =>
    text.length > MAIN_TITLE && kindOfHeading(text) === 'body';
  const first =
    title === '' ? (headings.find(({ level }) => level === 1) ?? headings.find(isTitle))?.text : undefined;
  const at = lines.findIndex(
    (line) =>
      line.length <= MAX_LINE && (title === '' ? line.trim() === first : fit(line, title) >= FITS_FROM),
  );
  return (at < 0 ? lines : lines.slice(Math.max(0, at - (title === '' ? LINES_ABOVE_HEADING : LINES_ABOVE))))
    .join('\n')
    .slice(0, 3000);
}
