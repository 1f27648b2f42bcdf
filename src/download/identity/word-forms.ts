import { squashed } from '../../core/squash.ts';

/** Spellings of the same word: British and American ones, and letters that readers of scans take for each other. */
const SPELLINGS: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i|]/g, 'l'],
  [/ae|oe/g, 'e'],
  [/ou(?=r)/g, 'o'],
  [/ph/g, 'f'],
  [/z/g, 's'],
  [/c(?=e)/g, 's'],
  [/y/g, 'l'],
  [/mme$/g, 'm'],
  [/re(?=s?$)/g, 'er'],
  [/lum(?=s?$)/g, 'um'],
  [/(.)\1/g, '$1'],
];
/** Endings of the same word in a sentence: "reduces", "reduce". */
const ENDING = /(?:e?s|e?d|lng)$/;
const LONG = 8;
const MIN_LIKE = 5;
const LIKE_SHARE = 0.3;
/** Salts, acids and hydrocarbons differ by such an ending alone. */
const OF_SUBSTANCES = /(?:ate|ite|ide|ane|ene|yne|ine|one|ol|ic|ous)s?$/;

const spelt = (word: string): string => SPELLINGS.reduce((text, [from, to]) => text.replace(from, to), word);
const stem = (word: string): string => (word.length > 4 ? word.replace(ENDING, '') : word);

/** Letters to change, add or leave out to make one word the other. */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [at, letter] of Array.from(one).entries()) {
    const next = [at + 1];
    for (let index = 0; index < other.length; index++) {
      const swap = (row[index] ?? 0) + (letter === other[index] ? 0 : 1);
      next.push(Math.min(swap, (row[index + 1] ?? 0) + 1, (next[index] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

const isOtherSubstance = (one: string, other: string): boolean =>
  OF_SUBSTANCES.test(one) &&
  OF_SUBSTANCES.test(other) &&
  one.replace(OF_SUBSTANCES, '') === other.replace(OF_SUBSTANCES, '');

/** Whether two words are one, but for its spelling, its ending, its blanks, or a letter misread within a long one. */
export function isSameWord(first: string, second: string): boolean {
  const [one, other] = [squashed(first), squashed(second)];
  if (one === other) return true;
  if (isOtherSubstance(one, other)) return false;
  const [left, right] = [spelt(one), spelt(other)];
  if (left === right) return true;
  if (/\d/.test(one) || /\d/.test(other)) return false;
  if (stem(left) === stem(right) && left.length > 4) return true;
  const isLong = Math.min(one.length, other.length) >= LONG && one.charAt(0) === other.charAt(0);
  return isLong && one.length === other.length && distance(one, other) === 1;
}

/** Whether two words are nearly the same, as a word and its misreading are, or "northern" and "southern". */
export function likeWords(first: string, second: string): boolean {
  const [one, other] = [squashed(first), squashed(second)];
  const longest = Math.max(one.length, other.length);
  return longest >= MIN_LIKE && distance(one, other) <= longest * LIKE_SHARE;
}
