import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openSqliteReader } from '../../src/platform/sqlite.ts';
import { tempDir } from '../support/temp-dir.ts';

test('a reader opens a file whose writer was killed in the middle of its first transaction', async () => {
  await using dir = await tempDir();
  const path = join(dir.path, 'living.sqlite3');
  using db = new DatabaseSync(path);
  db.exec(`CREATE TABLE kept (n); INSERT INTO kept VALUES (1);
    PRAGMA cache_size = 1; PRAGMA cache_spill = 1; BEGIN;
    CREATE TABLE lost (n);
    WITH RECURSIVE many(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM many WHERE n < 20000)
    INSERT INTO lost SELECT n FROM many;`);
  // What a kill leaves: pages of an open transaction in the file, and the journal that undoes them.
  const left = join(dir.path, 'left.sqlite3');
  copyFileSync(path, left);
  copyFileSync(`${path}-journal`, `${left}-journal`);
  using reader = openSqliteReader(left);
  expect(reader.all('SELECT name FROM sqlite_schema')).toEqual([{ name: 'kept' }]);
  expect(reader.get('SELECT n FROM kept')).toEqual({ n: 1 });
});
