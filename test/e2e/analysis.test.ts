import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, labConfig, run, startLab } from './binary.ts';
import { entries, rows } from './results.ts';

describe('a real run, looked into', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let database: string;
  const out = () => join(folder.path, 'out');

  beforeAll(async () => {
    folder = await tempDir();
    await using lab = await startLab('--works', '40', '--seed', '9');
    const ids = await idsFile(folder.path, await lab.world());
    const config = await labConfig(folder.path, lab.origin);
    await run(['pull', '-c', config, '--ids', ids, '--run-id', 'first', '-q']);
    database = join(out(), 'manifest.sqlite3');
  }, 90_000);
  afterAll(() => folder[Symbol.asyncDispose]());

  const query = (sql: string, ...more: readonly string[]) =>
    run(['catalog', 'query', '--db-path', database, '--sql', sql, '--json', ...more]);
  const answer = async <T>(sql: string): Promise<readonly T[]> =>
    JSON.parse((await query(sql)).stdout) as readonly T[];

  test('downloads by resolver and tier, with their mean duration', async () => {
    const rows = await answer<{ resolver: string; tier: string; downloads: number; avg_ms: number }>(
      `SELECT resolver, tier, COUNT(*) AS downloads, AVG(duration_ms) AS avg_ms
       FROM attempts WHERE stage = 'finalize' AND reason = 'ok'
       GROUP BY resolver, tier ORDER BY downloads DESC`,
    );
    const saved = entries(out()).filter(({ status }) => status === 'saved' || status === 'html_only');
    expect(rows.reduce((sum, { downloads }) => sum + downloads, 0)).toBe(saved.length);
    for (const { resolver, tier, avg_ms } of rows) {
      expect(resolver).not.toBe('');
      expect(tier).not.toBe('');
      expect(avg_ms).toBeGreaterThan(0);
    }
  });

  test('yield by tier, as catalog stats tells it', async () => {
    const rows = await answer<{ tier: string | null; works: number }>(
      'SELECT tier, count(*) AS works FROM catalog_entries GROUP BY tier ORDER BY tier',
    );
    const stats = await run(['catalog', 'stats', '--db-path', database, '--group-by', 'tier', '--json']);
    const groups = JSON.parse(stats.stdout) as readonly { key: string; works: number }[];
    expect(groups.map(({ key, works }) => [key, works])).toEqual(
      rows.map(({ tier, works }) => [tier ?? '', works]),
    );
  });

  test.each([
    "VACUUM INTO 'FOLDER/stolen.sqlite3'",
    "ATTACH 'FOLDER/other.sqlite3' AS other",
    'PRAGMA query_only = off',
    'PRAGMA writable_schema = on',
    'SELECT 1; DROP TABLE jobs',
    'DELETE FROM attempts RETURNING id',
  ])('%s is refused, and nothing is written', async (sql) => {
    const before = await readdir(out());
    const ended = await query(sql.replace('FOLDER', out()));
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('the query was refused');
    expect(await readdir(out())).toEqual(before);
  });

  test('a query without end is ended', async () => {
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
    const ended = await query(endless, '--timeout', '1');
    expect(ended.code).toBe(2);
    expect(ended.stderr).toContain('longer than 1 s');
  });

  const exported = (...args: readonly string[]) => run(['telemetry', 'export', '--run', out(), ...args]);
  const attempts = () => rows<{ n: number }>(out(), 'SELECT count(*) AS n FROM attempts')[0]!.n;

  test('its attempts go to a file, the format told by the name, or to a pipe', async () => {
    const file = join(folder.path, 'attempts.jsonl');
    const written = await exported('--out', file, '--json');
    expect(written.code).toBe(0);
    expect(JSON.parse(written.stdout)).toEqual({ attempts: attempts(), format: 'jsonl', file });
    const piped = await exported('--out', '-', '--format', 'jsonl');
    expect(piped.stdout).toBe(await readFile(file, 'utf8'));
    const lines = piped.stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(attempts());
    expect(JSON.parse(lines[0]!)).toMatchObject({ record_type: 'attempt', run_id: 'first' });
    const csv = await exported('--out', '-', '--format', 'csv');
    expect(csv.stdout.startsWith('run_id,timestamp,doc_id,')).toBe(true);
    expect(csv.stdout.endsWith('\r\n')).toBe(true);
  });

  test('what cannot be exported is a usage error', async () => {
    for (const args of [
      ['--out', '-', '--format', 'parquet'],
      ['--out', join(folder.path, 'attempts')],
      ['--format', 'csv'],
    ]) {
      const ended = await exported(...args);
      expect(ended.code).toBe(2);
      expect(ended.stderr).toMatch(/^error: /);
    }
  });
});
