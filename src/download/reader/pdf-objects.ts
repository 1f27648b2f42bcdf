import {
  isDictionary,
  NoPdfValue,
  type PdfSyntax,
  type PdfValue,
  pdfSyntax,
  referenceOf,
} from './pdf-syntax.ts';

/** A whole object of a file; `data` where a stream lies, from its first byte to the one behind its last. */
export interface PdfObject {
  readonly value: PdfValue;
  readonly at: number;
  readonly data?: { readonly start: number; readonly end: number };
}

export interface PdfObjects {
  /** The last object of each number. */
  readonly byNumber: Map<number, PdfObject>;
  /** Dictionaries of trailers and cross-reference streams, in the order of the file. */
  readonly trailers: readonly ReadonlyMap<string, PdfValue>[];
  /** The last table: where it stands, and where it says that objects are. */
  readonly table?: { readonly at: number; readonly offsets: Map<number, number> };
  /** The last `startxref`, and the position behind its line. */
  readonly startxref?: { readonly offset: number; readonly end: number };
}

/** The file is not an unbroken sequence of whole objects. */
export class BrokenSequence extends Error {}

/** What generators leave between objects by mistake. What transfers leave there is longer. */
const MAX_JUNK_BYTES = 64;
/** Some programs align objects with zeros; a hole in a file is longer. */
const MAX_ZEROS = 64;
/** Programs count the line ends around the data of a stream differently. */
const MISCOUNTED_BYTES = 2;

const HEADING = /(\d{1,10})[\0\t\n\f\r ]+\d{1,5}[\0\t\n\f\r ]+obj(?![a-z])/y;
const SPACE = /[\0\t\n\f\r ]+/y;
const COMMENT = /%[^\r\n]*/y;
const END_OF_OBJECT = /endobj(?![a-z])/y;
const TABLE = /xref(?![a-z])/y;
const ENTRY = /(\d{1,10})[\t ]+\d{1,10}(?:[\t ]*([nf]))?(?![A-Za-z0-9])/y;
const TRAILER = /trailer(?![a-z])/y;
const STARTXREF = /startxref[\0\t\n\f\r ]+(\d{1,15})(?:[\t ]*[\r\n]+|(?=%))/y;
const STREAM = /stream(?:\r\n|\n|\r)?/y;
const END_OF_STREAM = /[\r\n]{0,2}[\t ]{0,2}endstream/y;
const JUNK = /[^\0\t\n\f\r ]+/y;

interface Sequence {
  readonly syntax: PdfSyntax;
  readonly text: string;
  readonly byNumber: Map<number, PdfObject>;
  readonly trailers: ReadonlyMap<string, PdfValue>[];
  readonly revisionOf: Map<number, number>;
  /** Streams whose length another object holds. */
  readonly unsettled: { readonly number: number; readonly lengthRef: number }[];
  table?: NonNullable<PdfObjects['table']>;
  startxref?: NonNullable<PdfObjects['startxref']>;
  nextEntry: number;
  revision: number;
  junkBytes: number;
}

/** Each takes what it knows from where the sequence stands, or leaves it. */
const STEPS: readonly ((sequence: Sequence) => boolean)[] = [
  function space({ syntax }) {
    const found = syntax.take(SPACE);
    if (found && zerosIn(found[0]) > MAX_ZEROS) throw new BrokenSequence(`zeros before ${syntax.at}`);
    return found !== undefined;
  },
  function comment(sequence) {
    const found = sequence.syntax.take(COMMENT);
    if (found?.[0].startsWith('%%EOF')) sequence.revision++;
    return found !== undefined;
  },
  function object(sequence) {
    const { at } = sequence.syntax;
    const heading = sequence.syntax.take(HEADING);
    if (heading) addObject(sequence, Number(heading[1]), at);
    return heading !== undefined;
  },
  ({ syntax }) => syntax.take(END_OF_OBJECT) !== undefined,
  function table(sequence) {
    const { at } = sequence.syntax;
    const found = sequence.syntax.take(TABLE);
    if (found) sequence.table = { at, offsets: new Map() };
    return found !== undefined;
  },
  function entry(sequence) {
    const found = sequence.syntax.take(ENTRY);
    if (!found) return false;
    const [, first, mark] = found;
    if (mark === 'n') sequence.table?.offsets.set(sequence.nextEntry, Number(first));
    sequence.nextEntry = mark === undefined ? Number(first) : sequence.nextEntry + 1;
    return true;
  },
  function trailer({ syntax, trailers }) {
    if (!syntax.take(TRAILER)) return false;
    const value = readValue(syntax, 'the trailer');
    if (isDictionary(value)) trailers.push(value);
    return true;
  },
  function startxref(sequence) {
    const found = sequence.syntax.take(STARTXREF);
    if (found) sequence.startxref = { offset: Number(found[1]), end: sequence.syntax.at };
    return found !== undefined;
  },
];

function addObject(sequence: Sequence, number: number, at: number): void {
  const { syntax, text, byNumber, trailers, revisionOf, revision, unsettled } = sequence;
  if (revisionOf.get(number) === revision) throw new BrokenSequence(`object ${number} comes twice`);
  revisionOf.set(number, revision);
  const value = readValue(syntax, `object ${number}`);
  const stream = isDictionary(value) ? readStream(syntax, text, value) : undefined;
  if (stream?.lengthRef !== undefined) unsettled.push({ number, lengthRef: stream.lengthRef });
  byNumber.set(number, { value, at, ...(stream && { data: stream.data }) });
  if (stream && isDictionary(value) && value.get('/Type') === '/XRef') trailers.push(value);
}

function skipJunk(sequence: Sequence): void {
  sequence.junkBytes += sequence.syntax.take(JUNK)?.[0].length ?? 0;
  if (sequence.junkBytes > MAX_JUNK_BYTES)
    throw new BrokenSequence(`bytes before ${sequence.syntax.at} belong to no object`);
}

/**
 * Reads the part of a file from `start` to `end` as one unbroken sequence of whole objects, tables, trailers and comments,
 * and throws `BrokenSequence` where it is none. A number that comes twice needs the end of a revision between: two files
 * run into one have none.
 */
export function pdfObjects(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): PdfObjects {
  const sequence: Sequence = {
    syntax: pdfSyntax(text),
    text,
    byNumber: new Map(),
    trailers: [],
    revisionOf: new Map(),
    unsettled: [],
    nextEntry: 0,
    revision: 0,
    junkBytes: 0,
  };
  const { syntax, byNumber, unsettled } = sequence;
  syntax.moveTo(start);
  while (syntax.at < end) if (!STEPS.some((step) => step(sequence))) skipJunk(sequence);
  for (const { number, lengthRef } of unsettled) settle(byNumber, number, lengthRef);
  return sequence;
}

const zerosIn = (space: string): number =>
  space.length > MAX_ZEROS ? space.replace(/[^\0]/g, '').length : 0;

function readValue(syntax: PdfSyntax, what: string): PdfValue {
  try {
    return syntax.value();
  } catch (error) {
    if (!(error instanceof NoPdfValue)) throw error;
    throw new BrokenSequence(`${what} is broken: ${error.message}`);
  }
}

interface ReadStream {
  readonly data: NonNullable<PdfObject['data']>;
  /** The object that holds the length: it may stand behind the stream. */
  readonly lengthRef?: number;
}

/** The data behind a dictionary, which ends where its length says. */
function readStream(
  syntax: PdfSyntax,
  text: string,
  dictionary: ReadonlyMap<string, PdfValue>,
): ReadStream | undefined {
  syntax.skipBlank();
  if (!syntax.take(STREAM)) return undefined;
  const start = syntax.at;
  const length = dictionary.get('/Length');
  const lengthRef = referenceOf(length);
  const said = start + (typeof length === 'number' ? length : 0);
  const from = lengthRef === undefined ? said - MISCOUNTED_BYTES : start;
  const end = text.indexOf('endstream', Math.max(start, from));
  if (end < 0) throw new BrokenSequence('a stream without an end');
  syntax.moveTo(end + 'endstream'.length);
  if (lengthRef !== undefined) return { data: { start, end }, lengthRef };
  if (!endsAt(text, said, end))
    throw new BrokenSequence(`a stream of ${end - start} bytes says ${said - start}`);
  return { data: { start, end: Math.min(said, end) } };
}

/** Line ends before `endstream` do not count, and are counted by some. */
function endsAt(text: string, said: number, found: number): boolean {
  END_OF_STREAM.lastIndex = said;
  return END_OF_STREAM.test(text) || Math.abs(found - said) <= MISCOUNTED_BYTES;
}

function settle(byNumber: Map<number, PdfObject>, number: number, lengthRef: number): void {
  const object = byNumber.get(number);
  const length = byNumber.get(lengthRef)?.value;
  if (!object?.data) return;
  const { start, end } = object.data;
  const missing = typeof length === 'number' ? end - start - length : Number.NaN;
  if (!(missing >= -MISCOUNTED_BYTES && missing <= 2 * MISCOUNTED_BYTES))
    throw new BrokenSequence(
      `a stream of ${end - start} bytes says ${typeof length === 'number' ? length : 'nothing'}`,
    );
  byNumber.set(number, { ...object, data: { start, end: Math.min(end, start + Number(length)) } });
}
