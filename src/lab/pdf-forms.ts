/** In which state a paper's PDF is handed out; `whole` unless said otherwise. */
type PaperForm =
  | 'whole'
  | 'preview'
  | 'scan'
  | 'leading-junk'
  | 'encrypted'
  | 'corrupt'
  | 'with-cover-sheet'
  /** The last `startxref` misses its table by a few bytes, as after an editor that changed a line end. */
  | 'shifted-startxref';

/** Documents that travel under a paper's address, with its title on them, and are not the paper. */
const IMPOSTORS = [
  'supplement',
  'erratum',
  'contents-page',
  'volume',
  'cover-sheet',
  'first-page',
  'notice',
  'no-pages',
] as const;
export type Impostor = (typeof IMPOSTORS)[number];
export type PdfForm = PaperForm | Impostor;

export const isImpostor = (form: PdfForm | undefined): form is Impostor =>
  (IMPOSTORS as readonly (PdfForm | undefined)[]).includes(form);

const latin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** As a broken proxy leaves it before the file (a chunk size); readers look for the header in the first 1,024 bytes. */
const JUNK = latin('\r\n2000\r\n');

/** Any 32 bytes will do: no password anybody would try gives them. */
const LOCK = 'c0ffee'.repeat(11).slice(0, 64);
const ENCRYPT = `/Encrypt << /Filter /Standard /V 1 /R 2 /O <${LOCK}> /U <${LOCK}> /P -4 >> /ID [<${LOCK}> <${LOCK}>] `;

function lock(file: Buffer): Buffer {
  // The last trailer counts, and nothing behind it is found by its offset.
  const at = file.lastIndexOf('/Root ');
  return Buffer.concat([file.subarray(0, at), latin(ENCRYPT), file.subarray(at)]);
}

/** Both ends are there, and an eighth of the file is missing between: a range that was lost. */
function perforate(file: Buffer): Buffer {
  const at = file.length >> 1;
  return Buffer.concat([file.subarray(0, at), file.subarray(at + (file.length >> 3))]);
}

/** Poppler, pdf.js and qpdf find the table all the same. */
function shift(file: Buffer): Buffer {
  const at = file.lastIndexOf('startxref\n') + 'startxref\n'.length;
  const offset = Number.parseInt(file.toString('latin1', at, at + 12), 10);
  return Buffer.concat([file.subarray(0, at), latin(`${offset + 2}\n%%EOF\n`)]);
}

/** What happens to a printed file afterwards; other forms leave it as it is. */
const DEFORMATIONS: Partial<Record<PdfForm, (file: Buffer) => Buffer>> = {
  'leading-junk': (file) => Buffer.concat([JUNK, file]),
  encrypted: lock,
  corrupt: perforate,
  'shifted-startxref': shift,
};

export const deform = (file: Buffer, form: PdfForm): Buffer => DEFORMATIONS[form]?.(file) ?? file;
