/** Words that say nothing of what a work is about. */
const EMPTY_WORDS = new Set(
  'a an the of in on and for to with by from at as is der die das und von des de la le les et du el los y'.split(
    ' ',
  ),
);
/** Scripts that write no blanks between words: two characters stand for one. */
const DENSE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
const MIN_LETTERS = 8;
const MIN_DENSE = 4;
/** Of the words of the shorter title, how many the other must have: a subtitle or a spelling makes no other title. */
const SAME_FROM = 0.6;

const pairsIn = (word: string): readonly string[] =>
  Array.from({ length: Math.max(1, word.length - 1) }, (_, at) => word.slice(at, at + 2));

/** Without marks of HTML and LaTeX, case, accents and punctuation. */
function wordsOf(title: string): readonly string[] {
  const plain = title
    .slice(0, 2000)
    .replace(/<\/?[a-z][^<>]{0,200}>/gi, '')
    .replace(/\\[a-z]+|[\\${}^_~]/gi, '')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const words = (plain.match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => !EMPTY_WORDS.has(word));
  return words.flatMap((word) => (DENSE.test(word) ? pairsIn(word) : [word]));
}

function isLongEnough(words: readonly string[]): boolean {
  const letters = words.join('');
  return letters.length >= (DENSE.test(letters) ? MIN_DENSE : MIN_LETTERS);
}

const hasNoneOf = (one: readonly string[], other: ReadonlySet<string>): boolean =>
  one.length > 0 && other.size > 0 && one.every((word) => !other.has(word));

/**
 * Whether two titles are clearly those of two works: both long enough to tell, and with too few words in common, or with
 * numbers that differ throughout (parts and years). In doubt they are not.
 */
export function areOtherTitles(one: string, other: string): boolean {
  const [mine, its] = [wordsOf(one), wordsOf(other)];
  if (!isLongEnough(mine) || !isLongEnough(its)) return false;
  const numbers = (words: readonly string[]) => words.filter((word) => /^\p{N}+$/u.test(word));
  if (hasNoneOf(numbers(mine), new Set(numbers(its)))) return true;
  const [few, many] = [new Set(mine), new Set(its)].toSorted((a, b) => a.size - b.size);
  if (!few || !many) return false;
  const shared = [...few].filter((word) => many.has(word)).length;
  // Spelt together or apart, hyphenated or not.
  return shared / few.size < SAME_FROM && mine.join('') !== its.join('');
}
