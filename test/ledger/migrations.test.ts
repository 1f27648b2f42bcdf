import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { MIGRATIONS } from '../../src/ledger/sqlite/migrations.ts';
import { openLedgerDatabase, openLedgerReader } from '../../src/ledger/sqlite/open-ledger.ts';
import { openSqlite, type Sqlite } from '../../src/platform/sqlite.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ARXIV, artifact, ending, NO_HEARTBEATS, run } from './samples.ts';

const TABLES = [
  'aliases',
  'artifacts',
  'attempts',
  'catalog_entries',
  'claims',
  'control',
  'counts',
  'cursors',
  'hosts',
  'input_lines',
  'inputs',
  'jobs',
  'outbox',
  'runs',
  'schema_version',
  'validators',
  'works',
];

const refusal = (open: () => unknown): UserError => {
  try {
    open();
  } catch (error) {
    if (error instanceof UserError) return error;
    throw error;
  }
  throw new Error('it was not refused');
};

describe('migrations', () => {
  test('are numbered from one without gaps', () => {
    expect(MIGRATIONS.map(({ version }) => version)).toEqual(MIGRATIONS.map((_, at) => at + 1));
  });

  test('make every table in an empty file, once', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    openLedgerDatabase(path, fakeClock())[Symbol.dispose]();
    using db = openLedgerDatabase(path, fakeClock());
    const tables = db.all<{ name: string }>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
    );
    expect(tables.map(({ name }) => name)).toEqual(TABLES);
    expect(db.get('SELECT count(*) AS n FROM schema_version')).toEqual({ n: MIGRATIONS.length });
  });

  /** Columns with their types and rules, and the text of every index. */
  const shapeOf = (db: Sqlite) => ({
    columns: TABLES.map((table) => [
      table,
      db.all<{ name: string }>(`PRAGMA table_info(${table})`).toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    ]).map(([table, columns]) => [table, JSON.stringify(columns).replaceAll(/"cid":\d+,/g, '')]),
    indexes: db.all("SELECT name, sql FROM sqlite_schema WHERE type = 'index' ORDER BY name"),
  });

  test.each(MIGRATIONS.slice(0, -1).map(({ version }) => version))(
    'bring a ledger of version %i to the newest: the same shape, its rows, and it works',
    async (version) => {
      await using dir = await tempDir();
      const path = join(dir.path, 'manifest.sqlite3');
      const old = openSqlite(path);
      old.script(await readFile(join(import.meta.dirname, 'schemas', `v${version}.sql`), 'utf8'));
      old[Symbol.dispose]();
      const clock = fakeClock();
      await using ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
      using fresh = openLedgerDatabase(join(dir.path, 'fresh.sqlite3'), clock);
      using db = openLedgerReader(path);
      expect(shapeOf(db)).toEqual(shapeOf(fresh));
      for (const table of TABLES.filter(
        (name) => !['schema_version', 'inputs', 'input_lines'].includes(name),
      ))
        expect(db.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n, table).toBeGreaterThan(0);
      expect(await ledger.openRun(run('new-run'))).toEqual({ reclaimed: 1 });
      expect(await ledger.cursor('old-run', 'ids.txt')).toEqual({ cursor: '3', exhausted: false });
      const leases = await ledger.lease([{ lane: ARXIV, limit: 9 }], { workerId: 'w', runId: 'new-run' });
      expect(leases.map(({ token }) => token)).toEqual([5, 5]);
      for (const lease of leases)
        expect(
          await ledger.finish(lease, ending(lease, { artifact: artifact({ path: lease.work.id }) })),
        ).toBe(true);
      expect(await ledger.stats()).toMatchObject({ queued: 0, in_progress: 0, done: 3 });
    },
  );

  test('version 4 gives earlier ends an identity: by score, by the entry that brought the bytes, or none', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const old = openSqlite(path);
    old.script(await readFile(join(import.meta.dirname, 'schemas', 'v3.sql'), 'utf8'));
    old[Symbol.dispose]();
    using db = openLedgerDatabase(path, fakeClock());
    const told = db.all<{ doc_id: string; run_id: string; identity: string | null }>(
      'SELECT doc_id, run_id, identity FROM catalog_entries ORDER BY id',
    );
    expect(told.map(({ doc_id, run_id, identity }) => [doc_id.slice(12), run_id, identity])).toEqual([
      ['done', 'old-run', 'unchecked'],
      ['proven', 'old-run', 'proven'],
      ['unsure', 'old-run', 'unsure'],
      ['aside', 'old-run', null],
      ['missed', 'old-run', null],
      ['proven', 'second-run', 'proven'],
      ['unread', 'second-run', 'unchecked'],
    ]);
  });

  test('undo what version 3 joined by an address or beside another DOI', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const old = openSqlite(path);
    old.script(await readFile(join(import.meta.dirname, 'schemas', 'v3.sql'), 'utf8'));
    old.run(`INSERT INTO aliases VALUES ('url:https://a.org/', 'doi:10.1000/done'),
      ('doi:10.1000/other', 'doi:10.1000/done'), ('pmid:5', 'doi:10.1000/done')`);
    old.run(`UPDATE aliases SET work_id = 'doi:10.1000/done' WHERE alias = 'doi:10.1000/queued'`);
    old[Symbol.dispose]();
    using db = openLedgerDatabase(path, fakeClock());
    expect(
      db.all('SELECT alias, work_id FROM aliases WHERE alias NOT IN (SELECT id FROM works) ORDER BY alias'),
    ).toEqual([{ alias: 'pmid:5', work_id: 'doi:10.1000/done' }]);
    expect(db.get(`SELECT work_id FROM aliases WHERE alias = 'doi:10.1000/queued'`)).toEqual({
      work_id: 'doi:10.1000/queued',
    });
  });

  test('version 7 keeps rejects, and the duplicates that were only counted add up', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const old = openSqlite(path);
    old.script(await readFile(join(import.meta.dirname, 'schemas', 'v6.sql'), 'utf8'));
    old[Symbol.dispose]();
    const ports = { clock: fakeClock(), random: seededRandom() };
    await using ledger = await inThreadLedger(path, ports, NO_HEARTBEATS);
    const input = await ledger.countedInput('old-run');
    expect(input).toMatchObject({
      counted: { lines: 6, duplicates: 2, rejected: 1 },
      duplicates: 2,
      rejected: 1,
    });
    expect(await ledger.inputLines({ runId: 'old-run', kind: 'rejected', after: 0, limit: 9 })).toEqual([
      { id: 1, where: 'ids.txt:2', text: 'x', problem: 'is no identifier', workId: null },
    ]);
  });

  test('run with write-ahead log and full synchronisation', async () => {
    await using dir = await tempDir();
    using db = openLedgerDatabase(join(dir.path, 'manifest.sqlite3'), fakeClock());
    expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: 2 });
    expect(db.get('PRAGMA foreign_keys')).toEqual({ foreign_keys: 0 });
    expect(db.get('PRAGMA busy_timeout')).toEqual({ timeout: 50 });
  });

  test('refuse a file of a newer version, for writing and for reading', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    using db = openLedgerDatabase(path, fakeClock());
    db.run('INSERT INTO schema_version VALUES (999, 0)');
    for (const open of [() => openLedgerDatabase(path, fakeClock()), () => openLedgerReader(path)]) {
      const error = refusal(open);
      expect(error.exitCode).toBe(3);
      expect(error.message).toMatch(/manifest\.sqlite3 was written by a newer version .*999/);
    }
  });

  test('refuse what is not a database, and the database of another program', async () => {
    await using dir = await tempDir();
    const junk = join(dir.path, 'junk.sqlite3');
    await writeFile(junk, 'This is no database at all, but long enough to have a header. '.repeat(40));
    expect(refusal(() => openLedgerDatabase(junk, fakeClock()))).toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/junk\.sqlite3: the file is not a database/),
    });
    const foreign = join(dir.path, 'foreign.sqlite3');
    using other = openSqlite(foreign);
    other.run('CREATE TABLE places (id INTEGER)');
    expect(refusal(() => openLedgerDatabase(foreign, fakeClock())).message).toMatch(/another program/);
  });

  test('refuse a damaged file with a clear sentence', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    openLedgerDatabase(path, fakeClock())[Symbol.dispose]();
    const { open } = await import('node:fs/promises');
    await using file = await open(path, 'r+');
    await file.write(Buffer.alloc(3000, 0xff), 0, 3000, 100);
    expect(refusal(() => openLedgerDatabase(path, fakeClock()))).toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/the file is damaged/),
    });
  });

  test('a folder that does not exist is named', () => {
    expect(refusal(() => openLedgerDatabase('/nowhere/at/all.sqlite3', fakeClock())).message).toMatch(
      /\/nowhere\/at\/all\.sqlite3: it cannot be opened/,
    );
  });
});
