import { inflateSync } from 'node:zlib';
import type { PdfProof } from '../../core/document-reader.ts';
import { HTML_TAG } from '../html-tag.ts';
import { announcedLength } from '../pdf-check.ts';
import { pdfHeaderAt } from '../sniff.ts';
import { BrokenSequence, type PdfObject, type PdfObjects, pdfObjects } from './pdf-objects.ts';
import { isDictionary, NoPdfValue, type PdfValue, pdfSyntax, referenceOf } from './pdf-syntax.ts';

class Unproven extends Error {}

/** Half of what a child may hold once they are text, too. */
const MAX_BYTES = 128 * 1024 * 1024;
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
const MAX_INFLATED_IN_ALL = 1024 * 1024 * 1024;
/** No encoder writes as many zeros in a row; a hole in a file is larger. */
const HOLE = Buffer.alloc(512);
const HEAD_BYTES = 4 * 1024;
/** A header line that was lost is shorter. */
const MISCOUNTED_BYTES = 64;
const END = '%%EOF';

/** What a reader shows of a page without it, or what leads from one page to others. */
const NOT_NEEDED: ReadonlySet<string> = new Set(
  '/Parent /Annots /B /AA /PieceInfo /Thumb /Metadata /StructParents /LastModified'.split(' '),
);

/** Inflates under a cap of its own and one for the file. */
function inflater(bytes: Buffer) {
  let left = MAX_INFLATED_IN_ALL;
  return ({ start, end }: NonNullable<PdfObject['data']>): Buffer => {
    try {
      const maxOutputLength = Math.max(1, Math.min(left, MAX_INFLATED_BYTES));
      const inflated = inflateSync(bytes.subarray(start, end), { maxOutputLength });
      left -= inflated.length;
      return inflated;
    } catch (error) {
      throw new Unproven(`a stream at ${start} does not inflate`, { cause: error });
    }
  };
}

/** Where the sequence of objects ends: at the last `%%EOF`, behind which nothing of a PDF or a page may stand. */
function endOf(text: string): { readonly end: number; readonly isMarked: boolean } {
  const eofAt = text.lastIndexOf(END);
  if (eofAt < 0) return { end: text.length, isMarked: false };
  const after = text.slice(eofAt + END.length);
  if (HTML_TAG.test(after)) throw new Unproven('HTML after the end');
  // An update: it has its own end, or none.
  if (/(?<!\d)\d{1,10}\s+\d{1,5}\s+obj\b|endobj|endstream|startxref/.test(after))
    return { end: text.length, isMarked: false };
  return { end: eofAt + END.length, isMarked: true };
}

/** Without `%%EOF`, the last line must be a `startxref` that is right: a file cut before has none, or half a number. */
function checkEnd(text: string, { startxref, byNumber }: PdfObjects, headerAt: number): void {
  if (!startxref || text.slice(startxref.end).trim() !== '') throw new Unproven('no end');
  const at = [startxref.offset, startxref.offset + headerAt];
  const isTable = at.some((offset) =>
    /^[\0\t\n\f\r ]{0,4}xref(?![a-z])/.test(text.slice(offset, offset + 10)),
  );
  const isStream = [...byNumber.values()].some(
    ({ at: found, value }) => at.includes(found) && isDictionary(value) && value.get('/Type') === '/XRef',
  );
  if (!isTable && !isStream) throw new Unproven('no end');
}

/**
 * Bytes are missing between where the last table and its address are as far from the truth as its last object, and its
 * first object is not. A table or an address that is merely wrong does not agree so.
 */
function checkShift({ table, startxref, byNumber }: PdfObjects): void {
  if (!table || !startxref) return;
  const shifts = [...table.offsets]
    .map(([number, offset]) => ({ at: byNumber.get(number)?.at, offset }))
    .flatMap(({ at, offset }) => (at === undefined ? [] : [{ at, shift: at - offset }]))
    .sort((one, other) => one.at - other.at);
  const ofTable = table.at - startxref.offset;
  const [first, last] = [shifts[0], shifts.at(-1)];
  if (first && last && first.shift !== last.shift && last.shift === ofTable)
    throw new Unproven(`${first.shift - last.shift} bytes are missing between objects`);
}

interface Reading {
  readonly bytes: Buffer;
  readonly objects: PdfObjects;
  readonly inflate: ReturnType<typeof inflater>;
}

const filterOf = (value: ReadonlyMap<string, PdfValue>): PdfValue | undefined => {
  const filter = value.get('/Filter') ?? value.get('/F');
  return Array.isArray(filter) ? (filter as readonly PdfValue[])[0] : filter;
};

/** Adds the objects inside object streams (ISO 32000-1, 7.5.7). */
function addCompressed({ bytes, objects, inflate }: Reading): void {
  const { byNumber } = objects;
  for (const { value, data, at } of Array.from(byNumber.values())) {
    if (!data || !isDictionary(value) || value.get('/Type') !== '/ObjStm') continue;
    const isPlain = filterOf(value) === undefined;
    const content = isPlain ? bytes.subarray(data.start, data.end) : inflate(data);
    const syntax = pdfSyntax(content.toString('latin1'));
    const count = Number(value.get('/N'));
    const heads: [number, number][] = [];
    for (let i = 0; i < count; i++) heads.push([Number(syntax.value()), Number(syntax.value())]);
    for (const [number, offset] of heads) {
      syntax.moveTo(Number(value.get('/First')) + offset);
      // An object of a later revision counts: it stands behind this stream.
      const other = byNumber.get(number);
      const inner = { value: syntax.value(), at };
      if (!other || other.at < at) byNumber.set(number, inner);
    }
  }
}

/** What a page needs is there, and its data are as they were made, so far as their encoding tells. */
function checkStream({ bytes, inflate }: Reading, value: PdfValue, data: PdfObject['data']): void {
  if (!data || !isDictionary(value)) return;
  const filter = filterOf(value);
  if (filter === '/FlateDecode' || filter === '/Fl') {
    if (data.end > data.start) inflate(data);
  } else if (bytes.subarray(data.start, data.end).includes(HOLE))
    throw new Unproven(`zeros in a stream at ${data.start}`);
}

const childrenOf = (value: PdfValue): readonly PdfValue[] => {
  if (isDictionary(value))
    return [...value].filter(([key]) => !NOT_NEEDED.has(key)).map(([, child]) => child);
  return Array.isArray(value) ? (value as readonly PdfValue[]) : [];
};

function needs(reading: Reading) {
  const seen = new Set<number>();
  return (root: PdfValue): void => {
    const left: PdfValue[] = [root];
    for (let value = left.pop(); value !== undefined; value = left.pop()) {
      const number = referenceOf(value);
      if (number === undefined) {
        for (const child of childrenOf(value)) left.push(child);
        continue;
      }
      if (seen.has(number)) continue;
      seen.add(number);
      const object = reading.objects.byNumber.get(number);
      if (!object) throw new Unproven(`object ${number} is missing`);
      checkStream(reading, object.value, object.data);
      left.push(object.value);
    }
  };
}

function dictionaryAt(
  { objects }: Reading,
  value: PdfValue | undefined,
): ReadonlyMap<string, PdfValue> | undefined {
  const number = referenceOf(value);
  const found = number === undefined ? value : objects.byNumber.get(number)?.value;
  return isDictionary(found) ? found : undefined;
}

function listAt({ objects }: Reading, value: PdfValue | undefined): readonly PdfValue[] | undefined {
  const number = referenceOf(value);
  const found = number === undefined ? value : objects.byNumber.get(number)?.value;
  return Array.isArray(found) ? (found as readonly PdfValue[]) : undefined;
}

/** Walks the tree of pages; each page, and all it refers to, must be there. */
function checkPages(reading: Reading, root: ReadonlyMap<string, PdfValue>): void {
  const need = needs(reading);
  const nodes = new Set<ReadonlyMap<string, PdfValue>>();
  let pages = 0;
  const tree = dictionaryAt(reading, root.get('/Pages'));
  const left: (PdfValue | undefined)[] = [root.get('/Pages')];
  while (left.length > 0) {
    const node = dictionaryAt(reading, left.pop());
    if (!node || nodes.has(node)) throw new Unproven('a page is missing');
    nodes.add(node);
    const kids = listAt(reading, node.get('/Kids'));
    if (node.has('/Kids') && !kids) throw new Unproven('a list of pages is missing');
    if (kids) {
      left.push(...kids);
      need(node.get('/Resources') ?? null);
    } else {
      pages++;
      need(node);
    }
  }
  if (pages === 0) throw new Unproven('no pages');
  const count = tree?.get('/Count');
  if (typeof count === 'number' && count !== pages)
    throw new Unproven(`${pages} pages where ${count} are counted`);
}

function prove(bytes: Buffer): void {
  if (bytes.length > MAX_BYTES) throw new Unproven('too large to be looked through');
  const text = bytes.toString('latin1');
  if (announcedLength(text.slice(0, HEAD_BYTES)) > bytes.length + MISCOUNTED_BYTES)
    throw new Unproven('shorter than it says');
  const headerAt = pdfHeaderAt(bytes) ?? 0;
  const { end, isMarked } = endOf(text);
  const objects = pdfObjects(text, { start: headerAt, end });
  checkShift(objects);
  if (!isMarked) checkEnd(text, objects, headerAt);
  const trailer = objects.trailers.findLast((one) => one.has('/Root'));
  if (!trailer) throw new Unproven('no trailer');
  if (objects.trailers.some((one) => one.has('/Encrypt'))) throw new Unproven('encrypted');
  const reading = { bytes, objects, inflate: inflater(bytes) };
  addCompressed(reading);
  const root = dictionaryAt(reading, trailer.get('/Root'));
  if (!root) throw new Unproven('no root');
  checkPages(reading, root);
}

/**
 * Whether a PDF whose ends do not fit is whole all the same: it is one unbroken sequence of whole objects with a trailer
 * and an end, and every page and all that pages refer to is among them, streams as long as they say and intact. Readers
 * that repair files prove less: they show what is left of a cut one.
 */
export function provePdf(bytes: Uint8Array): PdfProof {
  try {
    prove(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    return { kind: 'whole' };
  } catch (error) {
    if (error instanceof Unproven || error instanceof BrokenSequence || error instanceof NoPdfValue)
      return { kind: 'unproven', why: error.message };
    throw error;
  }
}
