import { expect, test } from 'vitest';
import { type ManifestEntry, readManifest } from '../../src/telemetry/manifest-reader.ts';
import { memoryFiles } from './memory-files.ts';
import { attempt, outcome } from './records.ts';

const line = (seq: number, record: object): string => `${JSON.stringify({ seq, ...record })}\n`;

async function read(content: string | Uint8Array): Promise<ManifestEntry[]> {
  const files = memoryFiles();
  files.contents.set('/m.jsonl', Buffer.from(content));
  return Array.fromAsync(readManifest(files, '/m.jsonl'));
}

const problems = (entries: readonly ManifestEntry[]) =>
  entries.flatMap((entry) => ('problem' in entry ? [[entry.line, entry.problem]] : []));

test('gives back what was written, with seq and line number', async () => {
  const long = attempt({ url: `https://a.org/${'ü'.repeat(2000)}` });
  expect(await read(line(1, long) + line(2, outcome()))).toEqual([
    { line: 1, seq: 1, record: long },
    { line: 2, seq: 2, record: outcome() },
  ]);
});

test('an empty manifest has no lines', async () => {
  expect(await read('')).toEqual([]);
});

test('goes on after bad lines and names each', async () => {
  const entries = await read(
    `${line(1, outcome())}not json\n[]\n${line(2, { ...outcome(), schema_version: 2 })}` +
      `${line(2, { ...outcome(), record_type: 'joke' })}${JSON.stringify(outcome())}\n\n${line(2, outcome())}`,
  );
  expect(problems(entries)).toEqual([
    [2, 'not JSON'],
    [3, 'not a JSON object'],
    [4, 'schema_version is not 3: 2'],
    [5, 'no known record_type'],
    [6, 'no seq'],
    [7, 'not JSON'],
  ]);
  expect(entries.at(-1)).toMatchObject({ line: 8, seq: 2 });
});

test('tells a gap and a double number', async () => {
  const entries = await read(line(1, outcome()) + line(3, outcome()) + line(3, outcome()));
  expect(problems(entries)).toEqual([
    [2, 'seq 3 where 2 was expected'],
    [3, 'seq 3 where 4 was expected'],
  ]);
});

test('a torn last line is no record, even when it parses', async () => {
  const entries = await read(line(1, outcome()) + line(2, outcome()).trimEnd());
  expect(problems(entries)).toEqual([[2, 'cut off: no line end']]);
  expect(entries).toHaveLength(2);
});

test('bytes that are not UTF-8 are a problem, not a guess', async () => {
  const bytes = Buffer.concat([Buffer.from('{"seq":1,"url":"'), Buffer.of(0xff), Buffer.from('"}\n')]);
  expect(problems(await read(bytes))).toEqual([[1, 'not UTF-8']]);
});

test('a line without end is not kept in memory', async () => {
  const entries = await read(
    Buffer.concat([Buffer.alloc(3_000_000, 0x20), Buffer.from(`\n${line(1, outcome())}`)]),
  );
  expect(problems(entries)).toEqual([[1, 'longer than 1048576 bytes']]);
  expect(entries.at(-1)).toMatchObject({ line: 2, seq: 1 });
});
