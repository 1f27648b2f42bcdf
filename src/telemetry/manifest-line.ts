/** Larger lines tear more easily when a process dies, and stall readers. */
export const MAX_LINE_BYTES = 64 * 1024;

/** When even the rest of a record is too long, no text in it may be longer than this. */
const LONGEST_TEXT = 512;
const LONGEST_LIST = 50;
const LONGEST_NAME = 64;
/** Room for the list of what was given up. */
const FLAG_BYTES = LONGEST_LIST * LONGEST_NAME;
/** Without these a record means nothing; each is short. */
const ESSENTIAL: ReadonlySet<string> = new Set([
  'schema_version',
  'record_type',
  'run_id',
  'timestamp',
  'doc_id',
  'status',
  'reason',
  'config_hash',
]);

const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8');

/**
 * The line of manifest.jsonl for a record of the outbox: `seq` first, then the record as it was committed. The same
 * record and `seq` always give the same bytes, so that a line found in the file can be compared with its record.
 */
export function manifestLine(json: string, seq: number): string {
  const line = `{"seq":${seq},${json.slice(1)}\n`;
  if (line.length <= MAX_LINE_BYTES / 3 || bytesOf(line) <= MAX_LINE_BYTES) return line;
  return `{"seq":${seq},${trimmed(json, MAX_LINE_BYTES - 32).slice(1)}\n`;
}

type JsonObject = Record<string, unknown>;

/** Gives up the largest parts of `extra` first, then long texts and lists; `extra.trimmed` names what went. */
function trimmed(json: string, maxBytes: number): string {
  const record = JSON.parse(json) as JsonObject;
  const withLessExtra = trimExtra(record, bytesOf(json) - maxBytes);
  if (bytesOf(withLessExtra) <= maxBytes) return withLessExtra;
  const short = JSON.stringify({ ...shortened(record), extra: { trimmed: ['extra', 'long fields'] } });
  if (bytesOf(short) <= maxBytes) return short;
  const essential = Object.fromEntries(Object.entries(record).filter(([name]) => ESSENTIAL.has(name)));
  return JSON.stringify({ ...essential, extra: { trimmed: ['all but the essential fields'] } });
}

function trimExtra(record: JsonObject, excessBytes: number): string {
  const kept: JsonObject = { ...(record['extra'] as JsonObject | undefined) };
  const bySize = Object.entries(kept)
    .map(([name, value]) => ({ name, bytes: bytesOf(JSON.stringify(value) ?? '') }))
    .sort((a, b) => b.bytes - a.bytes);
  const gone: string[] = [];
  let excess = excessBytes + FLAG_BYTES;
  for (const { name, bytes } of bySize) {
    if (excess <= 0) break;
    delete kept[name];
    if (gone.length < LONGEST_LIST) gone.push(name.slice(0, LONGEST_NAME));
    excess -= bytes;
  }
  return JSON.stringify({ ...record, extra: { ...kept, trimmed: gone } });
}

const shortened = (record: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [name, ESSENTIAL.has(name) ? value : shorten(value)]),
  );

function shorten(value: unknown): unknown {
  if (typeof value === 'string') return value.slice(0, LONGEST_TEXT);
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(shorten);
  return value;
}
