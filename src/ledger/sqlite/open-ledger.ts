import { dirname } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import { migrate, refuseNewerSchema, schemaVersion } from '../../platform/migrate.ts';
import { refuseNetworkFileSystem } from '../../platform/network-file-system.ts';
import {
  isDamaged,
  openSqlite,
  openSqliteReader,
  type Sqlite,
  storageProblem,
} from '../../platform/sqlite.ts';
import { nameLedger } from './ledger-id.ts';
import { MIGRATIONS } from './migrations.ts';

/** Every ledger has it, from its first version on. */
const TABLE = 'jobs';
const NEWEST = MIGRATIONS.at(-1)?.version ?? 0;

/** A damaged ledger is not the end: the manifests say the same. */
function withAdvice(error: unknown, path: string): unknown {
  if (!(error instanceof UserError) || !isDamaged(error.cause)) return error;
  const advice = `move it away, and \`catalog rebuild --from ${dirname(path)}\` makes it anew from the manifests`;
  return new UserError(`${error.message}; ${advice}`, 3, error.cause);
}

function opened(path: string, open: (path: string) => Sqlite): Sqlite {
  try {
    return open(path);
  } catch (error) {
    throw withAdvice(error, path);
  }
}

/** Opens the ledger for writing, made or brought to the newest schema. Throws `isBusy` errors: ask again. */
export function openLedgerDatabase(path: string, clock: Pick<Clock, 'now'>): Sqlite {
  refuseNetworkFileSystem(path);
  const db = opened(path, openSqlite);
  try {
    schemaVersion(db, TABLE);
    migrate(db, MIGRATIONS, clock.now());
    nameLedger(db);
    return db;
  } catch (error) {
    db[Symbol.dispose]();
    throw withAdvice(storageProblem(error, path) ?? error, path);
  }
}

/** The schema of a ledger that exists, and the newest this program knows; one it cannot read is refused. */
export function ledgerSchema(path: string): { readonly found: number; readonly newest: number } {
  using db = openSqliteReader(path);
  const found = schemaVersion(db, TABLE);
  refuseNewerSchema(db, found, NEWEST);
  return { found, newest: NEWEST };
}

/** Opens a ledger that exists for reading; whatever its schema, it is not changed. */
export function openLedgerReader(path: string): Sqlite {
  const db = opened(path, openSqliteReader);
  try {
    const found = schemaVersion(db, TABLE);
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
    throw withAdvice(storageProblem(error, path) ?? error, path);
  }
}
