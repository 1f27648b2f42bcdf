import type { Files } from '../core/files.ts';
import { MANIFEST_VERSION, type ManifestRecord } from '../core/manifest-record.ts';

/** Far above the cap of the writer: what is longer is no record. */
const LONGEST_LINE_BYTES = 1024 * 1024;
const NEWLINE = 0x0a;
const RECORD_TYPES: ReadonlySet<unknown> = new Set(['attempt', 'outcome', 'summary']);

/** A line of manifest.jsonl: a record, or what is wrong with it. */
export type ManifestEntry =
  | { readonly line: number; readonly seq: number; readonly record: ManifestRecord }
  | { readonly line: number; readonly problem: string };

/**
 * Reads a manifest from start to end, in memory that does not grow with it. One bad line never stops the reading: it is
 * told with its number, and so is a gap in `seq` (before the record that comes after it).
 */
export async function* readManifest(files: Files, path: string): AsyncIterable<ManifestEntry> {
  let line = 0;
  let expectedSeq = 1;
  for await (const bytes of linesOf(files.stream(path))) {
    line++;
    const parsed = parseLine(bytes);
    if (typeof parsed === 'string') {
      yield { line, problem: parsed };
      continue;
    }
    const { seq, ...record } = parsed;
    if (seq !== expectedSeq) yield { line, problem: `seq ${seq} where ${expectedSeq} was expected` };
    expectedSeq = seq + 1;
    yield { line, seq, record };
  }
}

type Line = { readonly bytes: Uint8Array; readonly isWhole: boolean } | 'too long';

async function* linesOf(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Line> {
  let held: Uint8Array[] = [];
  let heldBytes = 0;
  const hold = (part: Uint8Array) => {
    heldBytes += part.length;
    if (heldBytes <= LONGEST_LINE_BYTES) held.push(part);
    else held = [];
  };
  const release = (isWhole: boolean): Line => {
    const line = heldBytes > LONGEST_LINE_BYTES ? 'too long' : { bytes: Buffer.concat(held), isWhole };
    held = [];
    heldBytes = 0;
    return line;
  };
  for await (const chunk of chunks) {
    let from = 0;
    for (let at = chunk.indexOf(NEWLINE); at >= 0; at = chunk.indexOf(NEWLINE, from)) {
      hold(chunk.subarray(from, at));
      yield release(true);
      from = at + 1;
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  }
  if (heldBytes > 0) yield release(false);
}

function parseLine(line: Line): (ManifestRecord & { readonly seq: number }) | string {
  if (line === 'too long') return `longer than ${LONGEST_LINE_BYTES} bytes`;
  if (!line.isWhole) return 'cut off: no line end';
  let value: unknown;
  try {
    value = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(line.bytes));
  } catch (error) {
    return error instanceof TypeError ? 'not UTF-8' : 'not JSON';
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object';
  const record = value as Readonly<Record<string, unknown>>;
  if (record['schema_version'] !== MANIFEST_VERSION)
    return `schema_version is not ${MANIFEST_VERSION}: ${JSON.stringify(record['schema_version'])}`;
  if (!RECORD_TYPES.has(record['record_type'])) return 'no known record_type';
  if (typeof record['seq'] !== 'number') return 'no seq';
  return value as ManifestRecord & { readonly seq: number };
}
