import { markOf } from '../../core/document-marks.ts';
import { type Squashed, squashed } from '../../core/squash.ts';
import { alignWords, type Block } from './align-words.ts';
import { FOUND_FROM, type TitlePlace } from './find-title.ts';
import { addedTens, otherNumberWord } from './number-words.ts';
import { isNumber } from './series.ts';
import { isSameWord, likeWords } from './word-forms.ts';

/** Words that titles gain and lose between sources without another meaning. */
const FUNCTION_WORDS = new Set(
  (
    'a an the of in on at to for from by with and or as is are was were be its their between among during into via per than that this ' +
    'der die das den dem des ein eine einer eines und im in am an auf von zu zum zur mit bei als aus ' +
    'le la les un une des du de d l et en au aux sur par pour dans el los las una del al y e o por para con sobre ' +
    'il lo gli i dei della di da nel nella os as um uma do dos das em no na nos nas'
  ).split(' '),
);
const NEGATIONS = new Set(
  'not no non without nor never lack lacks fails fail nicht kein keine ohne pas sans sin sem não nao senza не без'.split(
    ' ',
  ),
);
/** Where words are set without blanks, they cannot be compared one by one. */
const HAS_WORDS = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{M}\p{P}\p{S}\p{N}\s]+$/u;
const MIN_WORDS = 4;
/** As much of a title must agree to the letter before another word in it is more than chance. */
const AGREES = 0.6;
/** Letters of text beside the place at which a title was found: its first and last word may be those that differ. */
const BESIDE = 60;
const MARKUP = /[$\\<{^_]/;

/** A letter of a kind ("hepatitis A") is a word, an article is none. */
const isContent = (word: string): boolean =>
  /^\p{Lu}$/u.test(word) || (squashed(word) !== '' && !FUNCTION_WORDS.has(word.toLowerCase()));

const isNegation = (word: string): boolean => NEGATIONS.has(word.toLowerCase());

/** Formulas are written in as many ways as there are sources. */
const isFormula = (words: readonly string[]): boolean =>
  words.every((word) => word.length <= 2 || /\d/.test(word));

interface Wanted {
  readonly hasMarkup: boolean;
  readonly isSole: boolean;
}

/** A negation on one side alone; where nothing stands in its place, the heading may just be shorter. */
function denied({ wanted, found }: Block): string | undefined {
  const isDenied = found.some(isNegation);
  if (isDenied === wanted.some(isNegation)) return undefined;
  if (isDenied) return `"${found.join(' ')}" added`;
  return found.length === 0 ? undefined : `without "${wanted.join(' ')}"`;
}

/** What is no word of a title: numbers are compared elsewhere, formulas not at all, and kinds are no part of it. */
const isOutside = (words: readonly string[], hasMarkup: boolean): boolean =>
  words.every(isNumber) || (hasMarkup && isFormula(words)) || markOf(words.join(' ')) !== undefined;

/** Why two stretches that stand between the same words are not the same. */
function difference({ wanted, found }: Block, { hasMarkup, isSole }: Wanted): string | undefined {
  const [ours, theirs] = [wanted.filter(isContent), found.filter(isContent)];
  const negation = denied({ wanted, found }) ?? otherNumberWord(ours, theirs);
  if (negation !== undefined || ours.length === 0 || theirs.length === 0) return negation;
  if (isOutside(ours, hasMarkup) || isOutside(theirs, hasMarkup)) return undefined;
  const [one, other] = [ours.join(' '), theirs.join(' ')];
  // Of many words that are nearly the same, a reader of scans has made them; of one, somebody chose another.
  const isSame = isSameWord(one, other) || (!isSole && likeWords(one, other));
  return isSame ? undefined : `"${other}" for "${one}"`;
}

/** Why a heading that is nearly a title is another's: a word in the place of another, or a negation. */
function otherWordIn(title: string, blocks: readonly Block[]): string | undefined {
  const changed = blocks.filter(({ wanted, found }) => wanted.length > 0 || found.some(isNegation));
  const hasMarkup = MARKUP.test(title);
  const tens = blocks.map(({ wanted, found }) => addedTens(wanted, found));
  const added = tens.find((why) => why !== undefined);
  if (added !== undefined) return added;
  return changed
    .map((block) => difference(block, { hasMarkup, isSole: changed.length === 1 }))
    .find((why) => why !== undefined);
}

const wordsOf = (title: string): number => title.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
const canCompare = (title: string): boolean => HAS_WORDS.test(title) && wordsOf(title) >= MIN_WORDS;

/** What is known of the work: its title with and without markup, and whose names may follow it. */
export interface WantedTitle {
  readonly title: string;
  readonly raw: string;
  readonly authors: readonly string[];
}

/** Why the document is another paper with nearly the same title, by its heading. */
export function otherWord(
  { title, raw, authors }: WantedTitle,
  pages: readonly Squashed[],
  place: TitlePlace,
): string | undefined {
  const page = pages[place.page];
  if (!page || place.value <= FOUND_FROM || place.isMention || !canCompare(title)) return undefined;
  const { letters, at, text } = page;
  if (letters.slice(place.start, place.end) === squashed(title)) return undefined;
  const from = text.lastIndexOf('\n', at[Math.max(0, place.start - 1)] ?? 0) + 1;
  const to = at[Math.min(at.length - 1, place.end + BESIDE)] ?? text.length;
  const start = Math.max(from, (at[place.start] ?? 0) - 2 * BESIDE);
  const { blocks, share } = alignWords(title, text.slice(start, to), authors);
  return share < AGREES ? undefined : otherWordIn(raw, blocks);
}

/** The same by a title that stands alone. */
export function otherWordDeclared(title: string, declared: string): string | undefined {
  if (!canCompare(title) || squashed(title) === squashed(declared)) return undefined;
  const { blocks, share } = alignWords(title, declared, []);
  return share < AGREES ? undefined : otherWordIn(title, blocks);
}
