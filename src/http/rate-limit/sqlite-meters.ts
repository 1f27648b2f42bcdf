import type { Clock } from '../../core/clock.ts';
import type { BootClock } from '../../platform/boot-clock.ts';
import { type Migration, migrate } from '../../platform/migrate.ts';
import { openSqlite, type Sqlite } from '../../platform/sqlite.ts';

const MIGRATIONS: readonly Migration[] = [
  {
    version: 1,
    sql: `
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);
CREATE TABLE timebase (only_row INTEGER PRIMARY KEY CHECK (only_row = 1), boot TEXT NOT NULL, origin REAL NOT NULL);
CREATE TABLE meters (key TEXT NOT NULL, slot INTEGER NOT NULL, due REAL NOT NULL, start REAL NOT NULL,
  window INTEGER NOT NULL, used INTEGER NOT NULL, PRIMARY KEY (key, slot)) WITHOUT ROWID;
CREATE TABLE push_backs (key TEXT PRIMARY KEY, until REAL NOT NULL, seen REAL NOT NULL) WITHOUT ROWID;`,
  },
];

/** Rows that nobody touched for this long hold nobody back: no window of a policy is longer. */
const FORGOTTEN_AFTER_MS = 8 * 86_400_000;

/** Runs under the write lock, all or nothing. */
export function underLock<T>(db: Sqlite, run: () => T): T {
  db.run('BEGIN IMMEDIATE');
  try {
    const result = run();
    db.run('COMMIT');
    return result;
  } catch (error) {
    if (db.inTransaction) db.run('ROLLBACK');
    throw error;
  }
}

/**
 * The time of the file: the machine's stopwatch, plus an origin that whoever opens the file first after a start of the
 * machine sets from the wall clock. So all processes read the same time whenever they were started, a wall clock that is
 * set steps nobody's limits, and windows still begin near midnight UTC.
 *
 * After a restart of the machine the wall clock is all there is to carry waits over. Should it have gone back, no wait
 * becomes longer than it was when last seen.
 */
function alignTime(db: Sqlite, boot: BootClock, clock: Clock): void {
  const known = db.get<{ boot: string }>('SELECT boot FROM timebase');
  if (known?.boot === boot.id) return;
  const wall = clock.wall().getTime();
  db.run('REPLACE INTO timebase (only_row, boot, origin) VALUES (1, ?, ?)', boot.id, wall - boot.uptimeMs());
  db.run('UPDATE meters SET due = ?1 + due - start, start = ?1 WHERE start > ?1', wall);
  db.run('UPDATE push_backs SET until = ?1 + until - seen, seen = ?1 WHERE seen > ?1', wall);
  db.run('DELETE FROM meters WHERE start < ?', wall - FORGOTTEN_AFTER_MS);
  db.run('DELETE FROM push_backs WHERE until < ?', wall);
}

/**
 * Opens the shared meters. Synchronous NORMAL: a commit survives the death of any process, and costs no fsync; a power cut
 * may take back the last of them, and by the time the machine is up again their intervals have passed.
 */
export function openMeters(path: string, boot: BootClock, clock: Clock): Sqlite {
  const db = openSqlite(path);
  try {
    db.script('PRAGMA synchronous = NORMAL');
    migrate(db, MIGRATIONS, clock.now());
    underLock(db, () => alignTime(db, boot, clock));
    return db;
  } catch (error) {
    db[Symbol.dispose]();
    throw error;
  }
}
