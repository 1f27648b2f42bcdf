/** PDFs broken on purpose. `undefined` where a file has nothing to break in this way. */
type Damage = (bytes: Buffer, other: Buffer) => Buffer | undefined;

const text = (bytes: Buffer): string => bytes.toString('latin1');
const bytesOf = (body: string): Buffer => Buffer.from(body, 'latin1');
const replaced = (
  bytes: Buffer,
  pattern: RegExp,
  by: string | ((...found: string[]) => string),
): Buffer | undefined => {
  const before = text(bytes);
  const after = before.replace(pattern, by as string);
  return before === after ? undefined : bytesOf(after);
};
const LAST_STARTXREF = /startxref(\s+)(\d+)(?![\s\S]*startxref)/;
/** Zeros over a share of the file; what a lost block leaves is not shorter than 4 KiB, twice for one across two chunks. */
const zeroed = (bytes: Buffer, { from, to }: { from: number; to: number }): Buffer | undefined =>
  bytes.length * (to - from) < 8192
    ? undefined
    : Buffer.from(bytes).fill(0, Math.floor(bytes.length * from), Math.floor(bytes.length * to));

/** Nothing of the document is lost. */
export const BENIGN: Readonly<Record<string, (bytes: Buffer) => Buffer | undefined>> = {
  'bytes before the header': (bytes) =>
    Buffer.concat([bytesOf('HTTP/1.1 200 OK\r\nX-Served: 1\r\n\r\n'), bytes]),
  'no header line': (bytes) => replaced(bytes, /^%PDF-[^\r\n]*[\r\n]+/, ''),
  'startxref 300 bytes low': (bytes) =>
    replaced(bytes, LAST_STARTXREF, (_, blank, at) => `startxref${blank}${Math.max(1, Number(at) - 300)}`),
  'startxref 700 bytes high': (bytes) =>
    replaced(bytes, LAST_STARTXREF, (_, blank, at) => `startxref${blank}${Number(at) + 700}`),
  'startxref beyond the end': (bytes) => replaced(bytes, LAST_STARTXREF, 'startxref\n99999999'),
  'no startxref': (bytes) => replaced(bytes, LAST_STARTXREF, ''),
  'a little junk after the end': (bytes) =>
    Buffer.concat([bytes, bytesOf('\r\n-- end of transmission --\r\n')]),
  'much junk after the end': (bytes) => Buffer.concat([bytes, bytesOf('\n'), Buffer.alloc(70_000, 'junk ')]),
  'a table with wrong entries': (bytes) =>
    replaced(
      bytes,
      /(\d{10}) (\d{5}) n/g,
      (_, at, generation) => `${String((Number(at) * 7 + 13) % 10 ** 10).padStart(10, '0')} ${generation} n`,
    ),
  'no %%EOF': (bytes) => replaced(bytes, /%%EOF\s*$/, ''),
};

/** Part of the document is lost or is another's. */
export const HARMFUL: Readonly<Record<string, Damage>> = {
  'cut at 50 %': (bytes) => bytes.subarray(0, bytes.length >> 1),
  'cut at 90 %': (bytes) => bytes.subarray(0, Math.floor(bytes.length * 0.9)),
  'bytes missing in the middle': (bytes) =>
    bytes.length < 4000
      ? undefined
      : Buffer.concat([
          bytes.subarray(0, bytes.length >> 1),
          bytes.subarray((bytes.length >> 1) + (bytes.length >> 3)),
        ]),
  'zeros over a quarter': (bytes) => zeroed(bytes, { from: 0.3, to: 0.55 }),
  'zeros over an eighth': (bytes) => zeroed(bytes, { from: 0.5, to: 0.625 }),
  'the tail of another file': (bytes, other) =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 1), other.subarray(other.length >> 1)]),
  'the tail of another file at its own place': (bytes, other) =>
    bytes.length < 2000 || other.length < bytes.length
      ? undefined
      : Buffer.concat([bytes.subarray(0, bytes.length >> 1), other.subarray(bytes.length >> 1)]),
  'a page for a tail': (bytes) =>
    Buffer.concat([
      bytes.subarray(0, bytes.length >> 1),
      bytesOf('<html><body><p>Gateway timeout</p></body></html>'),
    ]),
  'begun anew after a half': (bytes) =>
    Buffer.concat([bytes.subarray(0, bytes.length >> 1), bytes.subarray(0, Math.floor(bytes.length * 0.7))]),
  'overwritten by another from the start': (bytes, other) =>
    bytes.length < 2000
      ? undefined
      : Buffer.concat([
          other.subarray(0, bytes.length >> 1),
          bytes.subarray(Math.min(other.length, bytes.length >> 1)),
        ]),
};
