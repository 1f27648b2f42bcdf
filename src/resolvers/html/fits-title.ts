import { bareTitle, squash, squashed } from '../../core/squash.ts';

/** Letters below which a title names a kind of text, not a work. */
export const MIN_TITLE = 5;
/** "Editorial", "Introduction": within a longer text it is a word like others. */
export const SHORT_TITLE = 16;
/** Letters of a title that was cut, or left without its subtitle, that are enough to know it by. */
const MIN_START = 25;
/** Words that two titles share, of all they have; sources write formulas and names differently. */
const SHARED_WORDS = 0.8;
const MIN_WORDS = 5;
/** Labels and marks beside a title in the same line. */
const MAX_BESIDE = 20;
/** Blanks and marks within a line. */
const MAX_MARKUP = 100;
const SEPARATOR = /\s+[-–—|:·•»«/]\s+|\s*[|»«]\s*/;
const CUT = /\s*(?:…|\.{3})\s*$/;

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3);

function sharedWords(one: string, other: string): number {
  const [words, others] = [wordsOf(one), new Set(wordsOf(other))];
  if (words.length < MIN_WORDS || others.size < MIN_WORDS) return 0;
  const shared = new Set(words.filter((word) => others.has(word))).size;
  return (2 * shared) / (new Set(words).size + others.size);
}

/** Before a title: what was looked for with it, or what is cited, like or about the work. */
const LIST =
  /(?:^|[^\p{L}])(?:search|results?|query|suche|suchergebnis\p{L}*|treffer|recherche|résultats?|búsqueda|resultados?|pesquisa|ricerca|risultati|поиск|cit(?:ing|ed|ations?)|similar|related|articles? about)(?![\p{L}])|检索|檢索|搜索|搜尋|検索|검색/iu;

function isOfList(text: string, wanted: string): boolean {
  const { letters, at } = squash(text);
  const start = letters.indexOf(wanted);
  return start > 0 && LIST.test(text.slice(0, at[start]));
}

/** Whether a text that may be a title is this one: whole, with names of sites around it, cut short, or nearly the same. */
export function fitsTitle(text: string, title: string): boolean {
  const found = bareTitle(text);
  const wanted = squashed(title);
  const parts = [found, ...found.split(SEPARATOR)];
  const letters = parts.map((part) => squashed(part.replace(CUT, '')));
  if (isOfList(found, wanted)) return false;
  if (letters.includes(wanted)) return true;
  if (wanted.length >= SHORT_TITLE && letters[0]?.includes(wanted)) return true;
  if (letters.some((part) => part.length >= MIN_START && wanted.startsWith(part))) return true;
  return parts.some((part) => sharedWords(part, title) >= SHARED_WORDS);
}

/** Whether a line holds the title and next to nothing else. */
export function isTitleAlone(text: string, title: string): boolean {
  if (text.length < title.length / 2 || text.length > 2 * title.length + MAX_MARKUP) return false;
  const [letters, wanted] = [squashed(bareTitle(text)), squashed(title)];
  if (wanted.length < SHORT_TITLE) return letters === wanted;
  return letters.length <= wanted.length + MAX_BESIDE && letters.includes(wanted);
}
