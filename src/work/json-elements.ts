import { Failure } from '../core/errors.ts';
import { CutInput } from './cut-input.ts';
import { gunzipIfNeeded } from './gunzip.ts';
import { createGap, type Stray } from './json-gap.ts';

/** One object of a JSON list as text, or what is wrong with it. `line` is where it begins, from 1. */
export type JsonElement =
  | { readonly line: number; readonly text: string; readonly problem?: undefined }
  | { readonly line: number; readonly text: string; readonly problem: string };

const MAX_ELEMENT_BYTES = 1024 * 1024;
const EXCERPT_BYTES = 120;
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true });

const TAB = 0x09;
const LINE_FEED = 0x0a;
const SPACE = 0x20;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
/** Bytes that change nothing, once a line has begun: nearly all of them. */
const PLAIN = Uint8Array.from({ length: 256 }, (_, byte) =>
  [LINE_FEED, QUOTE, BACKSLASH, OPEN_BRACE, CLOSE_BRACE].includes(byte) ? 0 : 1,
);
const NEVER_CLOSED = 'the object is never closed';
const NO_OBJECT = 'is no JSON object';
const LIST_NEVER_CLOSED = 'the list is never closed: the file may be cut off';

/**
 * The objects of a JSON list, one at a time, whether the list is one long line or nicely laid out; a lone object is a
 * list of one. Only the object at hand is held. Each is parsed by itself, so that what is wrong in one does not concern
 * the others: a string ends with its line, and in a list that is laid out, an object that is never closed ends where
 * the next one begins. What stands between objects is told. A text that ends within an object or the list is cut.
 */
export async function* jsonElements(bytes: AsyncIterable<Uint8Array>): AsyncIterable<JsonElement> {
  const scanner = createScanner();
  try {
    for await (const chunk of gunzipIfNeeded(bytes)) yield* scanner.feed(chunk);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new CutInput(scanner.cut(), error);
  }
  yield* scanner.end();
}

/** How deep in the braces of an object we are. */
function createNesting() {
  let depth = 0;
  let inString = false;
  let isEscaped = false;

  function stepInString(byte: number): void {
    if (isEscaped) isEscaped = false;
    else if (byte === BACKSLASH) isEscaped = true;
    else if (byte === QUOTE || byte === LINE_FEED) inString = false;
  }

  return {
    isOutside: () => depth === 0,
    /** A byte that changes nothing. */
    isPlain: (byte: number) => PLAIN[byte] === 1 && !isEscaped,
    /** `true` when the byte ends the object. */
    step(byte: number): boolean {
      if (inString) stepInString(byte);
      else if (byte === QUOTE) inString = depth > 0;
      else if (byte === OPEN_BRACE) depth++;
      else if (byte === CLOSE_BRACE && depth > 0) return --depth === 0;
      return false;
    },
    leave(): void {
      depth = 0;
      inString = false;
    },
  };
}

function createScanner() {
  const nesting = createNesting();
  const place = createPlace();
  const element = createElement();
  const gap = createGap();
  const stray = (one: Stray | undefined): readonly JsonElement[] =>
    one ? [{ ...one, problem: NO_OBJECT }] : [];
  const isInGap = (byte: number): boolean => nesting.isOutside() && (byte !== OPEN_BRACE || gap.isInString());

  function* abandon(): Iterable<JsonElement> {
    if (nesting.isOutside()) return;
    yield element.take(NEVER_CLOSED);
    nesting.leave();
  }

  function* feed(chunk: Uint8Array): Iterable<JsonElement> {
    let from = 0;
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at] ?? 0;
      if (isInGap(byte)) yield* stray(gap.step(byte, place.line()));
      else if (nesting.isPlain(byte) && place.isWithinLine()) continue;
      else {
        if (byte === OPEN_BRACE && place.isWhereElementsBegin()) {
          element.add(chunk.subarray(from, at));
          yield* abandon();
        }
        if (nesting.isOutside()) {
          yield* stray(gap.end());
          element.begin(place.line());
          place.elementBegins();
          from = at;
        }
        if (nesting.step(byte)) {
          element.add(chunk.subarray(from, at + 1));
          yield element.take();
        }
      }
      place.pass(byte);
    }
    if (!nesting.isOutside()) element.add(chunk.subarray(from));
  }

  function* breakOff(): Iterable<JsonElement> {
    yield* stray(gap.end());
    yield* abandon();
  }

  /** The piece that has begun and not ended. */
  const cut = (): JsonElement => [...breakOff()].at(-1) ?? { line: place.line(), text: '' };

  /** A text that ends within an object or its list is cut there. */
  function* end(): Iterable<JsonElement> {
    const problem = nesting.isOutside() ? LIST_NEVER_CLOSED : NEVER_CLOSED;
    if (!nesting.isOutside() || gap.isListOpen())
      throw new CutInput(cut(), new Failure('bad-input', problem));
    yield* breakOff();
  }

  return { feed, end, cut };
}

/** Where in the text we are: the line, and how far its first character is indented. */
function createPlace() {
  let line = 1;
  /** Blanks since the line began; -1 once something else stood in it. */
  let indent = 0;
  /** How far the objects of the list are indented; unknown when they do not begin their lines. */
  let elementIndent: number | undefined;
  return {
    line: () => line,
    isWithinLine: () => indent < 0,
    isWhereElementsBegin: () => indent >= 0 && indent === elementIndent,
    elementBegins(): void {
      if (indent >= 0) elementIndent ??= indent;
    },
    pass(byte: number): void {
      if (byte === LINE_FEED) {
        line++;
        indent = 0;
      } else if (indent >= 0) indent = byte === SPACE || byte === TAB ? indent + 1 : -1;
    },
  };
}

/** Collects the bytes of one object, at most so many. */
function createElement() {
  let line = 0;
  let parts: Uint8Array[] = [];
  let size = 0;
  return {
    begin(at: number): void {
      line = at;
      parts = [];
      size = 0;
    },
    /** The chunk's memory belongs to the reader: what is kept is copied. */
    add(part: Uint8Array): void {
      const room = MAX_ELEMENT_BYTES - Math.min(size, MAX_ELEMENT_BYTES);
      if (room > 0) parts.push(part.slice(0, room));
      size += part.byteLength;
    },
    take(problem?: string): JsonElement {
      const bytes = Buffer.concat(parts);
      const text = decodeUtf8(bytes);
      const told =
        problem ??
        (size > MAX_ELEMENT_BYTES
          ? `the object is longer than ${MAX_ELEMENT_BYTES} bytes`
          : text === undefined
            ? 'the object is not UTF-8'
            : undefined);
      parts = [];
      if (told === undefined) return { line, text: text ?? '' };
      return { line, text: new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES)), problem: told };
    },
  };
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}
