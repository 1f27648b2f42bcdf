import type { Squashed } from '../../core/squash.ts';

/** Fewer letters than a title with its authors has: a scan with a stamp on it, or nothing. */
const MIN_LETTERS = 120;
/** English has about 0.40, Polish 0.38, Finnish 0.48; a text whose font hides its letters ("7KH VWXG\") falls outside. */
const VOWELS: readonly [number, number] = [0.25, 0.65];
const MAX_UNKNOWN = 0.1;

/** Why nothing can be concluded from what these pages do not say; `undefined` when they can be read. */
export function whyIllegible(pages: readonly Squashed[]): string | undefined {
  const letters = pages.map((page) => page.letters).join('');
  if (letters.length < MIN_LETTERS) return 'no text layer';
  const text = pages.map((page) => page.text).join('');
  const unknown = text.match(/[\p{Co}\p{Cn}\ufffd]|(?![\n\r\t\f])\p{Cc}/gu)?.length ?? 0;
  if (unknown / letters.length > MAX_UNKNOWN) return 'a text layer without readable characters';
  const latin = letters.match(/[a-z]/g)?.length ?? 0;
  if (latin < letters.length / 2) return undefined;
  const vowels = (letters.match(/[aeiouy]/g)?.length ?? 0) / latin;
  const [least, most] = VOWELS;
  return vowels < least || vowels > most ? 'a text layer that is no language' : undefined;
}

const SCRIPTS = {
  latin: /\p{Script=Latin}/gu,
  cyrillic: /\p{Script=Cyrillic}/gu,
  greek: /\p{Script=Greek}/gu,
  arabic: /\p{Script=Arabic}/gu,
  hebrew: /\p{Script=Hebrew}/gu,
  east: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu,
  indic: /[\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Thai}]/gu,
} as const;
/** A script is at home in a text from so many letters on: a paper in Japanese has an English abstract, or a name. */
const AT_HOME = 40;

/** Whether a text that stands in `title` could have been found in these pages at all. */
export function sharesScript(title: string, pages: readonly Squashed[]): boolean {
  const text = pages.map((page) => page.text).join('\n');
  return Object.values(SCRIPTS).some((script) => {
    const inTitle = title.match(script)?.length ?? 0;
    return inTitle > title.length / 4 && (text.match(script)?.length ?? 0) >= AT_HOME;
  });
}
