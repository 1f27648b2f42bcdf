import { type Squashed, squashed } from '../../core/squash.ts';
import { FOUND_FROM, type TitlePlace } from './find-title.ts';

/** The number may stand on a line of its own below the title. */
const NUMBER_LINE =
  /^\n[\s:.–—-]*(?:part\s+)?(?:[IVX]{1,4}|\d{1,4})\b[^\n\p{L}]{0,3}(?=\n|$)|^\n[\s:.–—([-]*(?:part|teil|partie|parte|часть)\s+[^\n]{1,30}/iu;
/** In a line that is read from the right, its end may come first. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const NUMBER_FIRST = /^ ?([IVX]{2,4}) (.*)$/;
const LINE_REST = 40;
const MAX_LINE = 400;

const ROMAN = 'i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx'.split(' ');
/** Numbers as words, in the order of their values. */
const WORDS: readonly (readonly string[])[] = [
  [
    'one',
    'first',
    '1st',
    'eins',
    'erster',
    'erste',
    'un',
    'première',
    'premier',
    'primera',
    'primeira',
    'первая',
    'первое',
    '一',
    '上',
  ],
  [
    'two',
    'second',
    '2nd',
    'zwei',
    'zweiter',
    'zweite',
    'deux',
    'deuxième',
    'seconde',
    'segunda',
    'вторая',
    'второе',
    '二',
    '下',
  ],
  [
    'three',
    'third',
    '3rd',
    'drei',
    'dritter',
    'dritte',
    'trois',
    'troisième',
    'tercera',
    'terceira',
    'третья',
    'третье',
    '三',
  ],
  ['four', 'fourth', '4th', 'vier', 'vierter', 'quatre', 'quatrième', 'cuarta', 'quarta', 'четвертая', '四'],
  ['five', 'fifth', '5th', 'fünf', 'fünfter', 'cinq', 'cinquième', 'quinta', 'пятая', '五'],
  ['six', 'sixth', '6th', 'sechs', 'sixième', 'sexta', '六'],
];
/** Behind (or before) these a letter, a word or a single "I" is a number. */
const PART =
  /^(?:parts?|pt|teil|partie|parte|część|часть|сообщение|papers?|stud(?:y|ies)|chapters?|vol(?:ume)?|nos?|numbers?|phase|wave|stage|section|sections|episode|lecture|lesson|report|reports|communication|memoir|series|edition|version|round|cohort|experiment|trial|book|band|tome|tomo|第|部|篇)$/iu;
const ENDS_IN_PART = /\b(?:parts?|teil|partie|parte|phase|volume|chapter|study|paper)\W*$/iu;
const TOKEN = /\p{Script=Han}|[\p{L}\p{M}\p{N}]+/gu;

interface Numbered {
  readonly value: number;
  /** The word before it and the word behind it, squashed. */
  readonly before: string;
  readonly after: string;
  readonly isLast: boolean;
}

const wordValue = (word: string): number => WORDS.findIndex((names) => names.includes(word)) + 1;

/** The value of a word as a number, where its neighbours allow it. */
function valueOf(word: string, isBesidePart: boolean): number | undefined {
  const lower = word.toLowerCase();
  if (/^\d{1,4}$/.test(word)) return Number(word);
  const ordinal = /^(\d{1,3})(?:st|nd|rd|th)$/.exec(lower)?.[1];
  if (ordinal !== undefined) return Number(ordinal);
  const roman = ROMAN.indexOf(lower) + 1;
  if (roman > 0 && (isBesidePart || (/^[IVX]{2,5}$/.test(word) && roman > 1))) return roman;
  if (!isBesidePart) return undefined;
  return wordValue(lower) || (/^[a-d]$/i.test(word) ? 100 + lower.charCodeAt(0) : undefined);
}

/** Whether a word stands for a number, in whatever form: "III", "3", "third". */
export const isNumber = (word: string): boolean =>
  valueOf(word, true) !== undefined && !/^[a-d]$/i.test(word);

/** The numbers in a title that tell it from others of its series, each with the words beside it. */
function numbersIn(title: string): readonly Numbered[] {
  // "Rivers: I. Lakes", "Rivers. I": a number; "When I was young": none.
  const marked = title.replace(/(?<=(?:[:.,;–—-]|\s-)\s?)I(?=\s*(?:[.:,–—]|$))|(?<=\p{L} )I(?=\s*$)/gu, '1');
  const tokens: readonly string[] = marked.match(TOKEN) ?? [];
  return tokens.flatMap((word, at) => {
    const [before = '', after = ''] = [tokens[at - 1], tokens[at + 1]];
    const isOrdinal = wordValue(word.toLowerCase()) > 0 && PART.test(after);
    const value = valueOf(word, PART.test(before) || isOrdinal);
    if (value === undefined) return [];
    return [{ value, before: squashed(before), after: squashed(after), isLast: at === tokens.length - 1 }];
  });
}

/** The heading as it stands in the document, to the end of its line. */
function headingAt({ text, at }: Squashed, { start, end }: TitlePlace): string {
  const from = text.lastIndexOf('\n', at[start] ?? 0) + 1;
  const last = (at[end - 1] ?? 0) + 1;
  const lineEnd = text.indexOf('\n', last);
  const to = lineEnd < 0 ? text.length : lineEnd;
  // Without line ends, what follows is the byline: "A. Bauer" is no part A.
  if (to - from > MAX_LINE) return text.slice(at[start] ?? 0, last);
  const [numberLine = ''] = NUMBER_LINE.exec(text.slice(to)) ?? [];
  const isBroken = ENDS_IN_PART.test(text.slice(from, to));
  const nextWord = isBroken ? (/^\n\s*[\p{L}\d]+/u.exec(text.slice(to))?.[0] ?? '') : numberLine;
  const heading = `${text.slice(from, Math.min(to, last + LINE_REST))}${nextWord}`
    .replace(/-\n/g, '')
    .replace(/\s+/g, ' ');
  return RIGHT_TO_LEFT.test(heading) ? heading.replace(NUMBER_FIRST, '$2 $1') : heading;
}

const isYear = (value: number): boolean => value >= 1800 && value < 2100;

/** Years of two digits stand for their century: "2016/17". */
const near = (one: string, other: string): boolean => one !== '' && one === other;

/** The same place in two titles: between the same words, or one of them where the other ends. */
const isSamePlace = (one: Numbered, other: Numbered): boolean =>
  near(one.before, other.before) ||
  (one.before === '' && other.before === '' && near(one.after, other.after));

/**
 * Why two titles that are alike belong to different members of a series: a number that one has and the other has
 * otherwise, in the same place. `undefined` when nothing speaks for that.
 */
function otherNumber(title: string, heading: string): string | undefined {
  const wanted = numbersIn(title);
  const found = numbersIn(heading);
  for (const one of wanted) {
    const rivals = found.filter((other) => isSamePlace(one, other));
    if (rivals.length > 0 && !rivals.some(({ value }) => value === one.value))
      return `${rivals[0]?.value} for ${one.value}`;
  }
  const years = wanted.map(({ value }) => value).filter(isYear);
  const foundYears = found.map(({ value }) => value).filter(isYear);
  if (years.length > 0 && foundYears.length > 0 && !years.some((year) => foundYears.includes(year)))
    return `${foundYears[0]} for ${years[0]}`;
  return undefined;
}

const PART_NUMBER =
  /\b(?:part|teil|partie|parte|часть)\s+(?:[ivx]{1,4}|\d{1,3}|one|two|three|four|five|[a-d])\b/iu;
const TRAILING = /\S\s+([IVX]{2,4})\s*[.:]?\s*$/u;

/** Another member of the series, where only one of the titles has a number: the first part often has none. */
function addsNumber(title: string, heading: string): string | undefined {
  const end = (text: string): string | undefined => PART_NUMBER.exec(text)?.[0] ?? TRAILING.exec(text)?.[1];
  const [own, found] = [end(title), end(heading)];
  // "Phase II" and "Phase 2" are the same, and "Rivers II: lakes" is "Rivers. Part 2: lakes".
  const values = new Set(numbersIn(heading).map(({ value }) => value));
  const wanted = numbersIn(title).map(({ value }) => value);
  if (own !== undefined && wanted.some((value) => values.has(value))) return undefined;
  if (found !== undefined && numbersIn(found).some(({ value }) => wanted.includes(value))) return undefined;
  const isFirst = (text: string): boolean => /(?:\s|^)(?:i|1|one|a)$/i.test(text.trim());
  if (own === undefined && found !== undefined) return isFirst(found) ? undefined : `${found} added`;
  return own !== undefined && found === undefined && !isFirst(own) ? `without ${own}` : undefined;
}

/** Why the document is another member of the same series, by its heading. */
export function otherPart(title: string, pages: readonly Squashed[], place: TitlePlace): string | undefined {
  const page = pages[place.page];
  if (!page || place.value < FOUND_FROM) return undefined;
  const heading = headingAt(page, place);
  return otherNumber(title, heading) ?? addsNumber(title, heading);
}

/** The same by the title a document's metadata gives. */
export const otherPartDeclared = (title: string, declared: string): string | undefined =>
  otherNumber(title, declared) ?? addsNumber(title, declared);
