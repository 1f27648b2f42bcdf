/** A value of a PDF, as far as its shape matters: the content of strings is dropped. Names keep their slash. */
export type PdfValue =
  | number
  | string
  | boolean
  | null
  | readonly PdfValue[]
  | { readonly ref: number }
  | ReadonlyMap<string, PdfValue>;

export const isDictionary = (value: PdfValue | undefined): value is ReadonlyMap<string, PdfValue> =>
  value instanceof Map;

export const referenceOf = (value: PdfValue | undefined): number | undefined =>
  typeof value === 'object' && value !== null && 'ref' in value ? value.ref : undefined;

/** What stands there is no value of a PDF, or nests deeper than any program writes. */
export class NoPdfValue extends Error {}

const MAX_DEPTH = 100;
const STRING = '(';

/** White space of PDF (ISO 32000-1, 7.2.2), which is not that of regular expressions, and comments. */
const BLANK = /(?:[\0\t\n\f\r ]|%[^\r\n]*)*/y;
const REFERENCE = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+R(?![A-Za-z])/y;
const NUMBER = /[+-]*(?:\d+\.?\d*|\.\d*)-?\d*/y;
const NAME = /\/[^\0\t\n\f\r ()<>[\]{}/%]*/y;
const HEX = /<[0-9A-Fa-f\0\t\n\f\r ]*>/y;
const STRING_PART = /[()]|\\[\s\S]|[^()\\]+/y;
const WORD = /(?:true|false|null)(?![A-Za-z])/y;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/** What follows in `text` at a position, by a sticky pattern. */
function cursor(text: string) {
  let at = 0;
  return {
    get at(): number {
      return at;
    },
    moveTo(position: number): void {
      at = position;
    },
    take(pattern: RegExp): RegExpExecArray | undefined {
      pattern.lastIndex = at;
      const found = pattern.exec(text);
      if (found) at += found[0].length;
      return found ?? undefined;
    },
    /** Whether `mark` stood here; it is taken. */
    takes(mark: string): boolean {
      const isHere = text.startsWith(mark, at);
      if (isHere) at += mark.length;
      return isHere;
    },
  };
}

type Cursor = ReturnType<typeof cursor>;

/** Behind the opening bracket; brackets nest, a backslash escapes. */
function skipString({ take }: Cursor): string {
  for (let depth = 1; ; ) {
    const found = take(STRING_PART)?.[0];
    if (found === undefined) throw new NoPdfValue('a string without an end');
    if (found === '(') depth++;
    if (found === ')' && --depth === 0) return STRING;
  }
}

/** A value that holds no other. */
function simpleValue(at: Cursor): PdfValue {
  if (at.takes('(')) return skipString(at);
  const name = at.take(NAME);
  if (name) return name[0];
  if (at.take(HEX)) return STRING;
  const reference = at.take(REFERENCE);
  if (reference) return { ref: Number(reference[1]) };
  const number = at.take(NUMBER);
  if (number) return Number.parseFloat(number[0]);
  const word = at.take(WORD);
  if (!word) throw new NoPdfValue('no value of a PDF');
  return WORDS[word[0]] ?? null;
}

/** Reads values out of `text`, one character a byte, from where the last one ended. */
export function pdfSyntax(text: string) {
  const at = cursor(text);

  function list(depth: number): readonly PdfValue[] {
    const values: PdfValue[] = [];
    for (;;) {
      at.take(BLANK);
      if (at.takes(']')) return values;
      values.push(value(depth + 1));
    }
  }

  function dictionary(depth: number): ReadonlyMap<string, PdfValue> {
    const entries = new Map<string, PdfValue>();
    for (;;) {
      at.take(BLANK);
      if (at.takes('>>')) return entries;
      const key = at.take(NAME);
      if (!key) throw new NoPdfValue('a dictionary whose key is no name');
      entries.set(key[0], value(depth + 1));
    }
  }

  function value(depth: number): PdfValue {
    if (depth > MAX_DEPTH) throw new NoPdfValue('values nest too deep');
    at.take(BLANK);
    if (at.takes('<<')) return dictionary(depth);
    return at.takes('[') ? list(depth) : simpleValue(at);
  }

  return {
    get at(): number {
      return at.at;
    },
    moveTo: at.moveTo,
    take: at.take,
    skipBlank: (): void => void at.take(BLANK),
    /** Throws `NoPdfValue`; the position is then anywhere behind the start. */
    value: (): PdfValue => value(0),
  };
}

export type PdfSyntax = ReturnType<typeof pdfSyntax>;
