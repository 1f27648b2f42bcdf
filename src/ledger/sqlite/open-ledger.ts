import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import { migrate, refuseNewerSchema, schemaVersion } from '../../platform/migrate.ts';
import { refuseNetworkFileSystem } from '../../platform/network-file-system.ts';
import { openSqlite, openSqliteReader, type Sqlite, storageProblem } from '../../platform/sqlite.ts';
import { MIGRATIONS } from './migrations.ts';

const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

/** Opens the ledger for writing, made or brought to the newest schema. Throws `isBusy` errors: ask again. */
export function openLedgerDatabase(path: string, clock: Pick<Clock, 'now'>): Sqlite {
  refuseNetworkFileSystem(path);
  const db = openSqlite(path);
  try {
    migrate(db, MIGRATIONS, clock.now());
    return db;
  } catch (error) {
    db[Symbol.dispose]();
    throw storageProblem(error, path) ?? error;
  }
}

/** Opens a ledger that exists for reading; whatever its schema, it is not changed. */
export function openLedgerReader(path: string): Sqlite {
  const db = openSqliteReader(path);
  try {
    const found = schemaVersion(db);
    refuseNewerSchema(db, found, NEWEST);
    if (found === NEWEST) return db;
    throw new UserError(
      found === 0
        ? `${path} is empty: no run has written to it`
        : `${path} has an older schema: run \`queue stats\` once to bring it up to date`,
      3,
    );
  } catch (error) {
    db[Symbol.dispose]();
    throw storageProblem(error, path) ?? error;
  }
}
