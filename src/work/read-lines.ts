import { Failure } from '../core/errors.ts';
import { CutInput } from './cut-input.ts';
import { gunzipIfNeeded } from './gunzip.ts';

/** A line, or what is wrong with it; `number` counts from 1. `text` of a bad line is only its beginning. */
export type Line =
  | { readonly number: number; readonly text: string; readonly problem?: undefined }
  | { readonly number: number; readonly text: string; readonly problem: string };

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const MAX_LINE_BYTES = 1024 * 1024;
const EXCERPT_BYTES = 120;
const BYTE_ORDER_MARK = '\ufeff';
const STRICT_UTF8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Lines of a text in UTF-8, gzip or not, ended by LF, CRLF or CR. Memory is bounded by one chunk and one line whatever comes;
 * a line that is too long, not UTF-8 or not text is told as such and the rest goes on. Damaged gzip is thrown after the
 * lines before it: the text is not whole.
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Line> {
  const splitter = createSplitter();
  try {
    for await (const chunk of gunzipIfNeeded(bytes)) yield* splitter.feed(chunk);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    throw new CutInput(splitter.rest(), error);
  }
  yield* splitter.end();
}

function createSplitter() {
  let number = 0;
  let parts: Uint8Array[] = [];
  let size = 0;
  const keep = (part: Uint8Array) => {
    const room = MAX_LINE_BYTES + 1 - Math.min(size, MAX_LINE_BYTES + 1);
    if (room > 0 && part.byteLength > 0) parts.push(part.subarray(0, room));
    size += part.byteLength;
  };
  const take = (): readonly Line[] => {
    const line = lineOf(Buffer.concat(parts), size, ++number);
    parts = [];
    size = 0;
    if (line.problem !== undefined || !line.text.includes('\r')) return [line];
    const lines = line.text.split('\r').map((text, at) => ({ number: number + at, text }));
    number += lines.length - 1;
    return lines;
  };
  return {
    rest: () => ({ line: number + 1, text: excerptOf(Buffer.concat(parts)) }),
    *feed(chunk: Uint8Array): Iterable<Line> {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        keep(chunk.subarray(start, end));
        yield* take();
        start = end + 1;
      }
      // The chunk's memory belongs to the reader and may be used again: what is kept is copied.
      keep(chunk.slice(start, start + MAX_LINE_BYTES + 1));
      size += Math.max(0, chunk.byteLength - start - MAX_LINE_BYTES - 1);
    },
    *end(): Iterable<Line> {
      if (size > 0) yield* take();
    },
  };
}

function lineOf(raw: Uint8Array, size: number, number: number): Line {
  const bytes = raw.at(-1) === CARRIAGE_RETURN ? raw.subarray(0, -1) : raw;
  const bad = (problem: string): Line => ({ number, text: excerptOf(bytes), problem });
  if (size > MAX_LINE_BYTES) return bad(`the line is longer than ${MAX_LINE_BYTES} bytes`);
  if (number === 1 && isUtf16(bytes)) return bad('the text is UTF-16; save it as UTF-8');
  const text = decodeUtf8(bytes);
  if (text === undefined) return bad('the line is not UTF-8');
  if (text.includes('\0')) return bad('the line holds a NUL character');
  return { number, text: number === 1 && text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text };
}

const isUtf16 = ([first, second]: Uint8Array): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return STRICT_UTF8.decode(bytes);
  } catch {
    return undefined;
  }
}

const excerptOf = (bytes: Uint8Array): string =>
  new TextDecoder().decode(bytes.subarray(0, EXCERPT_BYTES)).replace(/\p{Cc}/gu, '\ufffd');
