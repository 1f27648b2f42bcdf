import { HTML_TAG } from './html-tag.ts';
import { pdfDictionary } from './pdf-dictionary.ts';
import { opensWithoutPassword } from './pdf-password.ts';
import { pdfHeaderAt } from './sniff.ts';

/** Bytes at rest, readable anywhere: a part, or a file. */
export interface ByteSource {
  readonly sizeBytes: number;
  read(range: { readonly start: number; readonly end: number }): Promise<Uint8Array>;
}

export type PdfVerdict =
  | { readonly kind: 'whole'; readonly isEncrypted: boolean }
  /** `encrypted`: whole, and readable only with a password nobody gave. */
  | { readonly kind: 'truncated' | 'pdf-corrupt' | 'encrypted'; readonly why: string };

const HEAD_BYTES = 4 * 1024;
const TAIL_BYTES = 32 * 1024;
const WINDOW_BYTES = 2 * 1024;
/** A cross-reference table has 20 bytes a line: room for the trailer of 100,000 objects. */
const TRAILER_WITHIN = 2 * 1024 * 1024;
const SCAN_BYTES = 1024 * 1024;

/** One character a byte. (TextDecoder's "latin1" is windows-1252 and would change some.) */
const latin1 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

const truncated = (why: string): PdfVerdict => ({ kind: 'truncated', why });
const corrupt = (why: string): PdfVerdict => ({ kind: 'pdf-corrupt', why });

/** What stands behind the last `%%EOF`: white space in most files, padding or a signature in some. */
function judgeEnd(after: string): PdfVerdict | undefined {
  if (HTML_TAG.test(after)) return corrupt('HTML after the end');
  // An update that was cut before its own end, behind the end of the revision it changes.
  if (/\b\d+\s+\d+\s+obj\b/.test(after)) return truncated('objects after the last %%EOF');
  return undefined;
}

/**
 * A linearized file says in its first object how long it was when made; it may have grown by updates, never
 * shrunk.
 */
export const announcedLength = (head: string): number =>
  Number(/\/Linearized\b[^>]{0,200}\/L\s+(\d+)/.exec(head)?.[1] ?? 0);

interface Window {
  readonly at: number;
  readonly text: string;
}

/** A table, also one whose keyword is missing, or the object that holds a stream. */
const SECTION = /^[\s\0]*(?:xref\b|0{10} 65535 f|\d+\s+\d+\s+obj\b)/;
/**
 * How far from its address a section may stand. Programs that count wrongly, or that change line ends behind their own
 * back, miss it by up to 52 bytes in the files at hand, and all readers look around. What transfers lose is larger.
 */
const MISCOUNTED_BYTES = 64;
/** A table by its keyword, a stream by its type: other objects stand near, too. */
const NEAR_SECTION = /(?<![a-z])xref[\s\0]+\d|\d+\s+\d+\s+obj\b(?=[^>]{0,400}\/XRef\b)/;

/** The cross-reference section `startxref` names; offsets may count from the header where bytes stand before it. */
async function findSection(source: ByteSource, offsets: readonly number[]): Promise<Window | undefined> {
  for (const at of offsets) {
    if (at >= source.sizeBytes) continue;
    const end = Math.min(source.sizeBytes, at + WINDOW_BYTES);
    const text = latin1(await source.read({ start: at, end }));
    if (SECTION.test(text)) return { at, text };
  }
  for (const offset of offsets) {
    const start = Math.max(0, offset - MISCOUNTED_BYTES);
    const end = Math.min(source.sizeBytes, offset + WINDOW_BYTES);
    if (start >= end) continue;
    const text = latin1(await source.read({ start, end }));
    const found = text.search(NEAR_SECTION);
    if (found >= 0 && start + found <= offset + MISCOUNTED_BYTES)
      return { at: start + found, text: text.slice(found) };
  }
  return undefined;
}

/** The dictionary that belongs to the section: after `trailer` for a table, at its start for a stream. */
async function tableAndTrailer(
  source: ByteSource,
  section: Window,
): Promise<{ readonly table: string; readonly trailer: string }> {
  if (!/^[\s\0]*xref/.test(section.text)) return { table: '', trailer: section.text };
  const end = Math.min(source.sizeBytes, section.at + TRAILER_WITHIN);
  const text = latin1(await source.read({ start: section.at, end }));
  const at = text.indexOf('trailer');
  return at < 0
    ? { table: '', trailer: '' }
    : { table: text.slice(0, at), trailer: text.slice(at, at + WINDOW_BYTES) };
}

/** How many objects of a table are looked at: a splice or a hole that takes a fifth of a file meets one in 97 of 100 cases. */
const SAMPLED_OBJECTS = 16;
const HEADING_BYTES = 32;

/** Objects of the table that `trailer` ends, evenly chosen. */
function sampleOf(table: string): readonly { readonly number: number; readonly offset: number }[] {
  const entries: { readonly number: number; readonly offset: number }[] = [];
  let number = 0;
  for (const [, first, mark] of table.matchAll(/(\d{1,10})[\t ]+\d{1,10}(?:[\t ]*([nf]))?(?![A-Za-z\d])/g)) {
    if (mark === undefined) number = Number(first);
    else {
      if (mark === 'n' && Number(first) > 0) entries.push({ number, offset: Number(first) });
      number++;
    }
  }
  const step = Math.max(1, entries.length / SAMPLED_OBJECTS);
  return Array.from(
    { length: Math.min(entries.length, SAMPLED_OBJECTS) },
    (_, index) => entries[Math.floor(index * step)],
  ).filter((one) => one !== undefined);
}

/**
 * Whether two objects or more do not stand where the table says: the file is not the one the table was written for. One
 * may be a slip of the program that wrote it.
 */
async function isMisplaced(source: ByteSource, table: string, headerAt: number): Promise<boolean> {
  let misplaced = 0;
  for (const { number, offset } of sampleOf(table)) {
    const start = Math.min(source.sizeBytes, Math.max(0, offset - MISCOUNTED_BYTES));
    const end = Math.min(source.sizeBytes, offset + headerAt + MISCOUNTED_BYTES + HEADING_BYTES);
    const text = latin1(await source.read({ start, end }));
    if (!new RegExp(`(?<!\\d)0*${number}[\\s\\0]+\\d+[\\s\\0]+obj`).test(text)) misplaced++;
    if (misplaced === 2) return true;
  }
  return false;
}

/** The source of an object, searched for from the start: only the few encrypted files pay for it. */
async function objectText(source: ByteSource, label: string): Promise<string | undefined> {
  const heading = new RegExp(`(?:^|[^\\d])${label.replaceAll(' ', '\\s+')}\\b`);
  for (let start = 0; start < source.sizeBytes; start += SCAN_BYTES) {
    // Windows overlap, so that an object across a border is whole in one of them.
    const end = Math.min(source.sizeBytes, start + SCAN_BYTES + WINDOW_BYTES);
    const text = latin1(await source.read({ start, end }));
    const at = text.search(heading);
    if (at >= 0) return text.slice(at, at + WINDOW_BYTES);
  }
  return undefined;
}

/**
 * An encrypted file is taken when readers open it without a password, and when it cannot be told: what it is then stands
 * in its record. One that certainly needs a password is of no use to anybody here.
 */
async function checkEncryption(source: ByteSource, trailer: string): Promise<PdfVerdict> {
  if (!/\/Encrypt\b/.test(trailer)) return { kind: 'whole', isEncrypted: false };
  const entries = pdfDictionary(trailer);
  const reference = entries.reference('Encrypt');
  const text = reference
    ? await objectText(source, `${reference.object} ${reference.generation} obj`)
    : trailer.slice(trailer.indexOf('/Encrypt') + '/Encrypt'.length);
  const opens = text && opensWithoutPassword(pdfDictionary(text), entries.string('ID') ?? Buffer.alloc(0));
  if (opens === false) return { kind: 'encrypted', why: 'it needs a password' };
  return { kind: 'whole', isEncrypted: true };
}

/**
 * Whether a PDF is structurally whole, cheaply: its two ends and the section the end points at, never its objects.
 * `truncated` means the end is missing; `pdf-corrupt` means there is an end, and it does not fit the file.
 */
export async function checkPdf(source: ByteSource): Promise<PdfVerdict> {
  const { sizeBytes } = source;
  const head = await source.read({ start: 0, end: Math.min(HEAD_BYTES, sizeBytes) });
  const headerAt = pdfHeaderAt(head);
  if (headerAt === undefined) return corrupt('no %PDF- in the first 1,024 bytes');
  if (announcedLength(latin1(head)) > sizeBytes) return truncated('shorter than its linearization says');

  const tail = latin1(await source.read({ start: Math.max(0, sizeBytes - TAIL_BYTES), end: sizeBytes }));
  const eofAt = tail.lastIndexOf('%%EOF');
  if (eofAt < 0) return judgeEnd(tail.slice(-1024)) ?? truncated('no %%EOF at the end');
  const badEnd = judgeEnd(tail.slice(eofAt + 5));
  if (badEnd) return badEnd;

  const offset = /^.*startxref\s+(\d{1,15})\s/s.exec(tail.slice(0, eofAt + 5))?.[1];
  if (offset === undefined) return corrupt('no startxref before %%EOF');
  const section = await findSection(source, [Number(offset), Number(offset) + headerAt]);
  if (!section) return corrupt('startxref points at no cross-reference section');
  const { table, trailer } = await tableAndTrailer(source, section);
  if (await isMisplaced(source, table, headerAt))
    return corrupt('objects are not where the cross-reference table says');
  return checkEncryption(source, trailer);
}
