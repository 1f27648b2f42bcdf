import type { Instant } from '../core/clock.ts';
import { UserError } from '../core/errors.ts';
import type { Sqlite } from './sqlite.ts';

/** One step forward. Steps are numbered from 1 without gaps, and a released one never changes. */
export interface Migration {
  readonly version: number;
  readonly sql: string;
}

const hasTable = (db: Sqlite, name: string): boolean =>
  db.get("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?", name) !== undefined;

const foreign = (db: Sqlite): UserError =>
  new UserError(`${db.path} is a database of another program, not a catalog: name another file`, 3);

/** 0 for an empty file. A file with tables but without our version table, or without `table`, belongs to someone else. */
export function schemaVersion(db: Sqlite, table?: string): number {
  if (table !== undefined && hasTable(db, 'schema_version') && !hasTable(db, table)) throw foreign(db);
  if (hasTable(db, 'schema_version')) {
    return (
      db.get<{ version: number | null }>('SELECT max(version) AS version FROM schema_version')?.version ?? 0
    );
  }
  if (db.get('SELECT 1 FROM sqlite_schema') === undefined) return 0;
  throw foreign(db);
}

export function refuseNewerSchema(db: Sqlite, found: number, newest: number): void {
  if (found <= newest) return;
  throw new UserError(
    `${db.path} was written by a newer version (schema ${found}; this program knows up to ${newest}): upgrade contentdownload`,
    3,
  );
}

/**
 * Brings the file to the newest schema, one transaction per step; a file that is newer is refused untouched. Two
 * processes may do this at once: the version is read again under the write lock.
 */
export function migrate(db: Sqlite, migrations: readonly Migration[], now: Instant): void {
  const newest = migrations.at(-1)?.version ?? 0;
  const start = schemaVersion(db);
  refuseNewerSchema(db, start, newest);
  for (const migration of migrations.filter(({ version }) => version > start)) {
    db.run('BEGIN IMMEDIATE');
    try {
      if (schemaVersion(db) < migration.version) {
        db.script(migration.sql);
        db.run(
          'INSERT INTO schema_version (version, applied_at) VALUES (?, ?)',
          migration.version,
          Math.ceil(now),
        );
      }
      db.run('COMMIT');
    } catch (error) {
      if (db.inTransaction) db.run('ROLLBACK');
      throw error;
    }
  }
}
