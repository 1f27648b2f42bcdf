const LINE_FEED = 0x0a;
const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;
const OPEN_BRACKET = 0x5b;
const CLOSE_BRACKET = 0x5d;
const EXCERPT_BYTES = 120;
const BLANKS: ReadonlySet<number> = new Set([0x09, LINE_FEED, 0x0d, 0x20]);

/** Something that stands where an object of the list should: where it begins, and how. */
export interface Stray {
  readonly line: number;
  readonly text: string;
}

/**
 * What stands between the objects of a JSON list. Blanks, commas and the brackets of the list are nothing; whatever else
 * there is, values of other kinds or text, is told item by item.
 */
export interface JsonGap {
  /** Takes one byte; an item that it ends. */
  step(byte: number, line: number): Stray | undefined;
  /** An object begins, or the text ends: the item before it. */
  end(): Stray | undefined;
  /** Within a string, in which a brace begins nothing. */
  isInString(): boolean;
  /** The list was begun and is not closed. */
  isListOpen(): boolean;
}

export function createGap(): JsonGap {
  let isListOpen = false;
  /** Lists among the items. */
  let depth = 0;
  let inString = false;
  let isEscaped = false;
  let line = 0;
  let bytes: number[] = [];

  const keep = (byte: number, at: number): void => {
    if (bytes.length === 0) line = at;
    if (bytes.length < EXCERPT_BYTES) bytes.push(byte);
  };
  const end = (): Stray | undefined => {
    // The byte order mark that some editors put first is a blank to `trim`.
    const text = new TextDecoder().decode(Uint8Array.from(bytes)).trim();
    bytes = [];
    depth = 0;
    inString = false;
    return text === '' ? undefined : { line, text };
  };
  const stepInString = (byte: number): void => {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE || byte === LINE_FEED) inString = false;
  };
  /** `true`: the bracket is that of the list. */
  const isOfList = (byte: number): boolean => {
    if (byte === OPEN_BRACKET && !isListOpen) {
      isListOpen = true;
      return true;
    }
    if (byte === CLOSE_BRACKET && isListOpen && depth === 0) {
      isListOpen = false;
      return true;
    }
    depth += byte === OPEN_BRACKET ? 1 : -1;
    return false;
  };

  const endsItem = (byte: number): boolean => {
    if (byte === COMMA) return depth <= 0;
    if (byte === LINE_FEED) return !isListOpen;
    return (byte === OPEN_BRACKET || byte === CLOSE_BRACKET) && isOfList(byte);
  };

  return {
    end,
    isInString: () => inString,
    isListOpen: () => isListOpen,
    step(byte, at) {
      if (inString) {
        stepInString(byte);
        keep(byte, at);
        return undefined;
      }
      if (endsItem(byte)) return end();
      if (BLANKS.has(byte) && bytes.length === 0) return undefined;
      inString = byte === QUOTE;
      keep(byte, at);
      return undefined;
    },
  };
}
