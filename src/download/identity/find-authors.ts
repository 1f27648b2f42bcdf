import type { Squashed } from '../../core/squash.ts';
import { squashed } from '../../core/squash.ts';
import { FOUND_FROM, type TitlePlace } from './find-title.ts';

export interface AuthorsFound {
  readonly known: number;
  readonly found: number;
  /** The first by surname and given name or initial: two people share a surname more often than both. */
  readonly isFirstInFull?: boolean;
}

/** The first authors identify a work; collaborations of thousands list the rest elsewhere. */
const MAX_AUTHORS = 8;
/** Bylines stand around the title. */
const BEFORE = 300;
const AFTER = 1500;
const AFTER_LETTER = 6000;
/** Without a title to start from: the head of the first page. */
const HEAD = 1500;
/** A reference with its authors and its journal. */
const MENTION = 220;
/** Shorter names occur inside other words. */
const LONG_NAME = 6;
const PARTICLES = new Set(
  'van von der den de di da del della la le el al bin ibn dos das du jr sr ii iii'.split(' '),
);

const isInitials = (word: string): boolean => /^(?:\p{Lu}[.]?-?){1,3}$/u.test(word);

/** `Ana García Márquez`, `García Márquez, Ana`, `García Márquez A`: the part that a byline never abbreviates. */
function surnameOf(author: string): string {
  const [family = '', given] = author.slice(0, 200).split(',', 2);
  if (given !== undefined) return squashed(family);
  const words = family.trim().split(/\s+/);
  const names = words.filter((word) => !PARTICLES.has(word.toLowerCase()) && !isInitials(word));
  return squashed(names.at(-1) ?? family);
}

interface Region {
  readonly letters: string;
  readonly words: ReadonlySet<string>;
}

const regionOf = (text: string): Region => ({
  letters: squashed(text),
  words: new Set((text.match(/[\p{L}\p{M}]+/gu) ?? []).map(squashed)),
});

const holds = ({ letters, words }: Region, name: string): boolean =>
  words.has(name) || ((name.length >= LONG_NAME || /[^a-z]/.test(name)) && letters.includes(name));

/** The text around the title; the head of the document, without the mention, where it is only mentioned or not found. */
function byline(pages: readonly Squashed[], place: TitlePlace): string {
  const isFound = place.value > FOUND_FROM && !place.isMention;
  // Letters are signed at their end.
  const after = pages.length === 1 ? AFTER_LETTER : AFTER;
  if (isFound) return cut(pages[place.page], place.start - BEFORE, place.end + after);
  const [first] = pages;
  if (place.value <= FOUND_FROM || place.page !== 0) return cut(first, 0, HEAD);
  return `${cut(first, 0, Math.min(HEAD, place.start - MENTION))}\n${cut(first, place.end + MENTION, HEAD)}`;
}

/** The text between two letters of a page. */
function cut(page: Squashed | undefined, from: number, to: number): string {
  if (!page || to <= from || to <= 0) return '';
  const last = page.at[Math.min(to, page.at.length) - 1] ?? 0;
  return page.text.slice(page.at[Math.max(0, from)] ?? page.text.length, last + 1);
}

/** How many of the authors a text names. */
export function authorsIn(authors: readonly string[], text: string): number {
  const region = regionOf(text);
  return authors.map(surnameOf).filter((name) => name.length > 1 && holds(region, name)).length;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** `Ana García`, `A. García`, `A. M. García`, `García, Ana`, `García A`, in capitals or not. */
function isInFull(author: string, text: string): boolean {
  const [before = '', behind] = author.slice(0, 200).split(',', 2);
  const words = before.trim().split(/\s+/);
  const family = behind === undefined ? (words.at(-1) ?? '') : before.trim();
  const [given = ''] = (behind?.trim() ?? words.slice(0, -1).join(' ')).split(/[\s.]/);
  if (!/^\p{Lu}/u.test(given) || family.length < 2) return false;
  return [
    [given, family],
    [given.toUpperCase(), family.toUpperCase()],
  ].some(([first = '', name = '']) => {
    const ours = `(?<!\\p{L})(?:${escaped(first)}|${escaped(first.charAt(0))})`;
    const other = '[.\\s-]+(?:\\p{Lu}\\p{L}*[.\\s-]+){0,3}';
    return new RegExp(
      `${ours}${other}${escaped(name)}(?!\\p{L})|${escaped(name)},?\\s+${ours}(?!\\p{L})`,
      'u',
    ).test(text);
  });
}

export function findAuthors(
  authors: readonly string[],
  pages: readonly Squashed[],
  { place, declared }: { readonly place: TitlePlace; readonly declared: string },
): AuthorsFound {
  const names = [...new Set(authors.slice(0, MAX_AUTHORS).map(surnameOf))].filter((name) => name.length > 1);
  const text = `${byline(pages, place)}\n${declared}`;
  const region = regionOf(text);
  if (region.letters === '') return { known: 0, found: 0 };
  const isFirstInFull = isInFull(authors[0] ?? '', text);
  return {
    known: names.length,
    found: names.filter((name) => holds(region, name)).length,
    ...(isFirstInFull && { isFirstInFull }),
  };
}
