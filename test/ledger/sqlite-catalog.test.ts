import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { selectRows } from '../../src/ledger/sqlite/select-rows.ts';
import { sqliteCatalog } from '../../src/ledger/sqlite/sqlite-catalog.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { catalogContract, type OpenedCatalog } from '../contracts/catalog-contract.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { NO_HEARTBEATS, pageOf } from './samples.ts';

const open = async (): Promise<OpenedCatalog & { readonly path: string }> => {
  const dir = await tempDir();
  const path = join(dir.path, 'manifest.sqlite3');
  const clock = systemClock();
  const ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
  const catalog = sqliteCatalog(path, clock);
  return {
    ledger,
    catalog,
    path,
    async [Symbol.asyncDispose]() {
      await catalog[Symbol.asyncDispose]();
      await ledger[Symbol.asyncDispose]();
      await dir[Symbol.asyncDispose]();
    },
  };
};

/** What a query console was seen to let through when it relied on `readOnly` or `query_only` (K6, H-E5). */
const ESCAPES = [
  "VACUUM INTO 'FOLDER/stolen.sqlite3'",
  "ATTACH 'FOLDER/other.sqlite3' AS other",
  'PRAGMA query_only = off',
  'PRAGMA journal_mode = delete',
  'PRAGMA writable_schema = on',
  'SELECT * FROM pragma_journal_mode',
  'SELECT 1; DROP TABLE jobs',
  'SELECT 1; SELECT 2',
  'SELECT 1 /* ; */ ; DELETE FROM jobs',
  'DELETE FROM jobs',
  'DELETE FROM jobs RETURNING id',
  'UPDATE jobs SET state = state RETURNING id',
  "INSERT INTO control VALUES ('a', 'b')",
  'WITH a AS (SELECT 1) DELETE FROM jobs',
  'CREATE TABLE t (a)',
  'CREATE TEMP TABLE t (a)',
  'CREATE TEMP TRIGGER t AFTER INSERT ON jobs BEGIN SELECT 1; END',
  'CREATE VIRTUAL TABLE t USING fts5(a)',
  "UPDATE sqlite_schema SET sql = ''",
  'DROP TABLE jobs',
  'ALTER TABLE jobs RENAME TO gone',
  'REINDEX',
  'ANALYZE',
  'BEGIN',
  'SAVEPOINT a',
  'DETACH main',
  "SELECT load_extension('x')",
  "SELECT writefile('FOLDER/x', 'y')",
  'SELECT zeroblob(1000000000)',
  '',
  '-- nothing',
];

describe('the catalog on SQLite', () => {
  catalogContract(open);

  test('a query can neither write nor reach another file', async () => {
    await using opened = await open();
    await opened.ledger.enqueue(pageOf(2));
    const folder = join(opened.path, '..');
    const before = (await readdir(folder)).toSorted();
    for (const escape of ESCAPES) {
      const sql = escape.replace('FOLDER', folder);
      expect(() => selectRows({ path: opened.path, sql, maxRows: 10 }), sql).toThrow();
    }
    expect((await readdir(folder)).toSorted()).toEqual(before);
    expect(await opened.ledger.stats()).toMatchObject({ queued: 2 });
  });

  test('a query without end is ended', async () => {
    await using opened = await open();
    const endless = 'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c';
    const asked = opened.catalog.query(endless, { maxRows: 10, timeoutMs: 600 });
    await expect(asked).rejects.toThrow('longer than 0.6 s');
  });

  test('an answer that would fill the memory is cut', async () => {
    await using opened = await open();
    const sql =
      'WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT hex(zeroblob(1000000)) FROM c';
    const found = selectRows({ path: opened.path, sql, maxRows: 1_000_000 });
    expect(found.truncated).toBe(true);
    expect(found.rows.length).toBeLessThan(40);
  });

  test('a missing ledger is named', () => {
    expect(() => sqliteCatalog('/nowhere/manifest.sqlite3', systemClock())).toThrow(
      '/nowhere/manifest.sqlite3: it cannot be opened',
    );
  });
});
