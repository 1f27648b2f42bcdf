import { expect, test } from 'vitest';
import { attemptsCsv } from '../../src/telemetry/attempts-csv.ts';
import { memoryFiles } from './memory-files.ts';
import { attempt, outcome } from './records.ts';

const PATH = '/out/run-1/attempts.csv';

test('writes a header once and a record per attempt, over several sessions', async () => {
  const files = memoryFiles();
  for (const status of ['http-200', 'http-error'] as const) {
    await using sink = attemptsCsv({ files, path: PATH });
    await sink.write([
      { type: 'outcome', record: outcome() },
      { type: 'attempt', record: attempt({ status, http_status: 200, resolver: '=evil()', host: 'a.org' }) },
    ]);
  }
  const lines = files.contents.get(PATH)!.toString().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[0]).toMatch(/^timestamp,run_id,doc_id,stage,resolver,/);
  expect(lines[1]).toBe(
    `2026-01-01T00:00:00.000Z,run-1,doi:10.1/a,,"'=evil()",,,,a.org,,http-200,,200,,,,,,,,,,,,`,
  );
  expect(lines[2]).toContain('http-error');
  expect(files.open()).toBe(0);
});

test('ends a line that an earlier session left unfinished', async () => {
  const files = memoryFiles();
  files.contents.set(PATH, Buffer.from('timestamp\r\n2026-01'));
  await using sink = attemptsCsv({ files, path: PATH });
  await sink.write([{ type: 'attempt', record: attempt() }]);
  expect(files.contents.get(PATH)!.toString().split('\r\n')[1]).toBe('2026-01');
});

test('makes no file without attempts', async () => {
  const files = memoryFiles();
  await using sink = attemptsCsv({ files, path: PATH });
  await sink.write([{ type: 'listing-done' }]);
  expect(files.contents.size).toBe(0);
});

test('goes on after a full disk, with the torn line ended, and leaves no file open', async () => {
  const files = memoryFiles();
  const event = (docId: string) => ({ type: 'attempt', record: attempt({ doc_id: docId }) }) as const;
  {
    await using sink = attemptsCsv({ files, path: PATH });
    files.fail('write', 'ENOSPC');
    await expect(sink.write([event('doi:10.1/header')])).rejects.toThrow('ENOSPC');
    await sink.write([event('doi:10.1/a')]);
    files.fail('write', 'ENOSPC', 12);
    await expect(sink.write([event('doi:10.1/torn')])).rejects.toThrow('ENOSPC');
    await sink.write([event('doi:10.1/b')]);
  }
  const lines = files.contents.get(PATH)!.toString().split('\r\n');
  expect(lines.map((line) => line.split(',')[2] ?? line)).toEqual([
    'doc_id',
    'doi:10.1/a',
    '2026-01-01T0',
    'doi:10.1/b',
    '',
  ]);
  expect(files.open()).toBe(0);
});
