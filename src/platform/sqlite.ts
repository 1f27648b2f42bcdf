import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { UserError } from '../core/errors.ts';

export type SqlInput = string | number | bigint | null | Uint8Array;

/** One connection. Statements are prepared once and kept; everything is synchronous. */
export interface Sqlite extends Disposable {
  /** Runs one statement; returns the number of rows it changed. */
  run(sql: string, ...values: readonly SqlInput[]): number;
  get<Row>(sql: string, ...values: readonly SqlInput[]): Row | undefined;
  all<Row>(sql: string, ...values: readonly SqlInput[]): readonly Row[];
  /** Runs a script of several statements. */
  script(sql: string): void;
  readonly inTransaction: boolean;
  readonly path: string;
}

/**
 * Waiting for another writer blocks the whole thread, so SQLite itself waits only this long; callers retry
 * asynchronously (measured: a timeout of 2,000 ms stops the event loop for 2,046 ms).
 */
const BUSY_TIMEOUT_MS = 50;

const BUSY = 5;
const LOCKED = 6;

/** What the storage below can do to us, by primary result code. None of it is worth another try at once. */
const STORAGE_PROBLEMS: Readonly<Record<number, string>> = {
  7: 'out of memory',
  8: 'it cannot be written to',
  10: 'the disk reported an error',
  11: 'the file is damaged',
  13: 'the disk is full',
  14: 'it cannot be opened',
  26: 'the file is not a database',
};

/** SQLITE_READONLY_ROLLBACK: whoever wrote was killed, and what it left must be undone before anyone can read. */
const UNFINISHED = 776;

const extendedCode = (error: unknown): number | undefined =>
  error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode
    : undefined;

const resultCode = (error: unknown): number | undefined => {
  const code = extendedCode(error);
  return code === undefined ? undefined : code & 0xff;
};

/** Another connection holds the lock; nothing was changed. */
export const isBusy = (error: unknown): boolean => {
  const code = resultCode(error);
  return code === BUSY || code === LOCKED;
};

/** What the file holds can no longer be read; it must be made anew. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(resultCode(error) ?? 0);

/** A sentence for people when the file or its disk is at fault; `undefined` when the error is a bug of ours. */
export function storageProblem(error: unknown, path: string): UserError | undefined {
  const problem = STORAGE_PROBLEMS[resultCode(error) ?? 0];
  if (problem === undefined) return undefined;
  const advice =
    problem === 'the disk is full'
      ? 'free some space and go on with `resume`'
      : 'check the file and its folder';
  return new UserError(`database ${path}: ${problem}; ${advice}`, 3, error);
}

function connection(db: DatabaseSync, path: string): Sqlite {
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql);
    if (known) return known;
    const statement = db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  return {
    path,
    run: (sql, ...values) => Number(prepared(sql).run(...values).changes),
    get: <Row>(sql: string, ...values: readonly SqlInput[]) =>
      prepared(sql).get(...values) as Row | undefined,
    all: <Row>(sql: string, ...values: readonly SqlInput[]) =>
      prepared(sql).all(...values) as unknown as readonly Row[],
    script: (sql) => db.exec(sql),
    get inTransaction() {
      return db.isTransaction;
    },
    [Symbol.dispose]: () => db.close(),
  };
}

function opened(path: string, readOnly: boolean, prepare: (db: DatabaseSync) => void): Sqlite {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: false });
    prepare(db);
    return connection(db, path);
  } catch (error) {
    db?.close();
    throw storageProblem(error, path) ?? error;
  }
}

/**
 * A writer's connection. WAL with synchronous FULL: an acknowledged commit survives a power cut (with NORMAL, every
 * commit since the last checkpoint was lost in three of three trials). Creates the file when missing.
 */
export const openSqlite = (path: string): Sqlite =>
  opened(path, false, (db) => {
    db.exec('PRAGMA journal_mode = WAL');
    db.exec('PRAGMA synchronous = FULL');
    // Savepoints spill to temporary files otherwise: one more open file, on one more disk, each of which may be full.
    db.exec('PRAGMA temp_store = MEMORY');
  });

/** Undoes a transaction that died with its process. Until the file is in WAL mode, readers cannot do so themselves. */
function undoUnfinished(path: string): void {
  using db = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS });
  db.prepare('SELECT count(*) FROM sqlite_schema').get();
}

/** A reader's connection: works beside a writer, never changes what was committed; fails when the file is missing. */
export function openSqliteReader(path: string): Sqlite {
  const look = (db: DatabaseSync): void => void db.prepare('SELECT count(*) FROM sqlite_schema').get();
  return opened(path, true, (db) => {
    db.enableDefensive(true);
    try {
      look(db);
    } catch (error) {
      if (extendedCode(error) !== UNFINISHED) throw error;
      undoUnfinished(path);
      look(db);
    }
  });
}
