import { constants, inflateSync } from 'node:zlib';
import { placesInStream, placesInTables, tablesNamedIn } from './pdf-places.ts';

/** Larger files are seldom papers, and would cost seconds. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
/** Of one file: beyond it, the time is better spent on the next one. */
const MAX_INFLATED_IN_ALL = 256 * 1024 * 1024;
/** Longer dictionaries of streams have not been met. */
const MAX_DICTIONARY_BYTES = 4096;
/** The first filter is the outermost coding of the bytes. */
const IS_DEFLATED = /\/(?:Filter|F)[\0\t\n\f\r ]*(?:\[[\0\t\n\f\r ]*)?\/(?:FlateDecode|Fl)(?![A-Za-z])/;
/** Most of the bytes, and none of the text: their inflating would cost more than all the rest. */
const IS_IMAGE = /\/Subtype[\0\t\n\f\r ]*\/Image(?![A-Za-z])/;
const LENGTH = /\/Length[\0\t\n\f\r ]+(\d{1,10})(?![\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R)/;
const STREAM = Buffer.from('stream');
const END_OF_STREAM = Buffer.from('endstream');

interface Stream {
  /** Where its object begins, or a few bytes behind. */
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly dictionary: string;
}

/** Where a stream ends: where its length says, if `endstream` follows there, else at the next `endstream`. */
function endOf(bytes: Buffer, start: number, dictionary: string): number {
  const length = Number(LENGTH.exec(dictionary)?.[1] ?? Number.NaN);
  const told = bytes.subarray(start + length, start + length + 12).toString('latin1');
  if (/^[\0\t\n\f\r ]{0,3}endstream/.test(told)) return start + length;
  const at = bytes.indexOf(END_OF_STREAM, start);
  return at < 0 ? bytes.length : at;
}

function* streamsIn(bytes: Buffer): Generator<Stream> {
  for (let at = bytes.indexOf(STREAM); at >= 0; ) {
    const [first, second] = [bytes[at + 6], bytes[at + 7]];
    const start = at + (first === 0x0d && second === 0x0a ? 8 : 7);
    const before = bytes.subarray(Math.max(0, at - MAX_DICTIONARY_BYTES), at).toString('latin1');
    const dictionary = before.slice(before.lastIndexOf('obj') + 1).trimEnd();
    const isStream = dictionary.endsWith('>>') && (first === 0x0a || first === 0x0d);
    if (!isStream) {
      at = bytes.indexOf(STREAM, at + STREAM.length);
      continue;
    }
    const end = endOf(bytes, start, dictionary);
    yield { at: at - dictionary.length, start, end, dictionary };
    at = bytes.indexOf(STREAM, Math.max(end + END_OF_STREAM.length, start));
  }
}

/** A cut stream is not told from one whose encoder left out the checksum: only what contradicts itself is damaged. */
function inflated(bytes: Buffer, { start, end }: Stream): Buffer | 'damaged' | 'too-large' {
  try {
    return inflateSync(bytes.subarray(start, end), {
      finishFlush: constants.Z_SYNC_FLUSH,
      maxOutputLength: MAX_INFLATED_BYTES,
    });
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'Z_DATA_ERROR'
      ? 'damaged'
      : 'too-large';
  }
}

/** Text, fonts, tables: what is deflated, and no image. */
const isChecked = ({ start, end, dictionary }: Stream): boolean =>
  end > start && IS_DEFLATED.test(dictionary) && !IS_IMAGE.test(dictionary);

/** Some writers count all places wrongly, and small tables one of them. */
const RIGHT_SHARE = 0.5;
const MIN_PLACES = 8;

function judgePlaces(places: readonly boolean[]): string | undefined {
  const right = places.filter(Boolean).length;
  const isRightForMost = places.length >= MIN_PLACES && right > places.length * RIGHT_SHARE;
  return isRightForMost && right < places.length
    ? `${places.length - right} of ${places.length} objects are not where they should be`
    : undefined;
}

/**
 * What shows that bytes in the middle of a PDF are not those that were written: data that do not inflate, or objects that
 * are not where a table that is right for most others has them. `undefined`: nothing does. For files whose ends fit.
 */
export function damageIn(file: Uint8Array): string | undefined {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  if (bytes.length > MAX_BYTES || bytes.includes('/Encrypt')) return undefined;
  const text = bytes.toString('latin1');
  const isNamed = tablesNamedIn(text);
  const places = [...placesInTables(text, isNamed)];
  let left = MAX_INFLATED_IN_ALL;
  for (const stream of streamsIn(bytes)) {
    if (left <= 0 || !isChecked(stream)) continue;
    const data = inflated(bytes, stream);
    if (data === 'damaged') return `the data at byte ${stream.start} are damaged`;
    left -= data === 'too-large' ? MAX_INFLATED_BYTES : data.length;
    if (data === 'too-large' || !isNamed(stream.at)) continue;
    for (const isRight of placesInStream(text, stream.dictionary, data)) places.push(isRight);
  }
  return judgePlaces(places);
}
