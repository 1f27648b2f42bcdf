import { deflateSync } from 'node:zlib';

/** How the file is put together; all of them are valid and common. */
export type PdfLayout = 'table' | 'compressed-text' | 'xref-stream' | 'updated';
export const PDF_LAYOUTS = [
  'table',
  'compressed-text',
  'xref-stream',
  'updated',
] as const satisfies readonly PdfLayout[];

/** A file under construction: objects are numbered from 1 in the order they are added. */
export interface PdfFile {
  /** The number the object will get; so that objects may name each other before they exist. */
  reserve(): number;
  object(number: number, body: string): void;
  stream(number: number, dictionary: string, data: Uint8Array): void;
  /** The whole file. `root` and `info` are object numbers. */
  finish(root: number, info: number): Buffer;
}

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

interface Built {
  readonly parts: Buffer[];
  readonly offsets: Map<number, number>;
  length: number;
}

function append(file: Built, part: Buffer): void {
  file.parts.push(part);
  file.length += part.length;
}

function appendObject(file: Built, number: number, body: readonly Buffer[]): void {
  file.offsets.set(number, file.length);
  append(file, latin(`${number} 0 obj\n`));
  for (const part of body) append(file, part);
  append(file, latin('\nendobj\n'));
}

const streamBody = (dictionary: string, data: Uint8Array): readonly Buffer[] => [
  latin(`<< ${dictionary} /Length ${data.length} >>\nstream\n`),
  Buffer.from(data.buffer, data.byteOffset, data.byteLength),
  latin('\nendstream'),
];

/** ISO 32000-1, 7.5.4: every entry is exactly 20 bytes. */
function appendTable(file: Built, numbers: readonly number[], trailer: string): void {
  const start = file.length;
  const isFirst = numbers[0] === 1;
  const head = isFirst
    ? `xref\n0 ${numbers.length + 1}\n0000000000 65535 f \n`
    : `xref\n${numbers[0]} ${numbers.length}\n`;
  const entries = numbers.map((number) => `${String(file.offsets.get(number)).padStart(10, '0')} 00000 n \n`);
  append(file, latin(`${head}${entries.join('')}trailer\n<< ${trailer} >>\nstartxref\n${start}\n%%EOF\n`));
}

/** ISO 32000-1, 7.5.8: the table as a compressed stream of (type, offset, generation). */
function appendXrefStream(file: Built, count: number, trailer: string): void {
  const start = file.length;
  const number = count + 1;
  file.offsets.set(number, start);
  const rows = Buffer.alloc((number + 1) * 7);
  rows.writeUInt16BE(65_535, 5);
  for (let object = 1; object <= number; object += 1) {
    rows.writeUInt8(1, object * 7);
    rows.writeUInt32BE(file.offsets.get(object) ?? 0, object * 7 + 1);
  }
  const dictionary = `/Type /XRef /Size ${number + 1} /W [1 4 2] /Filter /FlateDecode ${trailer}`;
  appendObject(file, number, streamBody(dictionary, deflateSync(rows)));
  append(file, latin(`startxref\n${start}\n%%EOF\n`));
}

/** An incremental update (7.5.6): the information dictionary written once more, with a table of its own. */
function appendUpdate(file: Built, info: { number: number; body: string }, trailer: string): void {
  const previous = /startxref\n(\d+)\n%%EOF\n$/.exec(file.parts.at(-1)?.toString('latin1') ?? '')?.[1];
  appendObject(file, info.number, [latin(info.body)]);
  appendTable(file, [info.number], `${trailer} /Prev ${previous}`);
}

export function pdfFile(layout: PdfLayout): PdfFile {
  const file: Built = { parts: [], offsets: new Map(), length: 0 };
  const bodies = new Map<number, string>();
  let last = 0;
  append(file, latin(`%PDF-${layout === 'xref-stream' ? '1.5' : '1.4'}\n%\xe2\xe3\xcf\xd3\n`));
  return {
    reserve() {
      last += 1;
      return last;
    },
    object(number, body) {
      bodies.set(number, body);
      appendObject(file, number, [latin(body)]);
    },
    stream: (number, dictionary, data) => appendObject(file, number, streamBody(dictionary, data)),
    finish(root, info) {
      const numbers = Array.from({ length: last }, (_, at) => at + 1);
      const pointers = `/Root ${root} 0 R /Info ${info} 0 R`;
      if (layout === 'xref-stream') appendXrefStream(file, last, pointers);
      else appendTable(file, numbers, `/Size ${last + 1} ${pointers}`);
      if (layout === 'updated') {
        appendUpdate(
          file,
          { number: info, body: bodies.get(info) ?? '<< >>' },
          `/Size ${last + 1} ${pointers}`,
        );
      }
      return Buffer.concat(file.parts, file.length);
    },
  };
}
