import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import { migrate } from '../../platform/migrate.ts';
import { isBusy, openSqlite, type Sqlite, storageProblem } from '../../platform/sqlite.ts';
import type { CacheStore, StoredHead } from './cache-store.ts';
import {
  CACHE_MIGRATIONS,
  findHeads,
  heldBytes,
  insertAnswer,
  readBody,
  removeAnswer,
  removeAnswers,
  shrinkTo,
  updateHead,
} from './sqlite-answers.ts';

export interface SqliteCacheSettings {
  readonly maxBytes: number;
  readonly clock: Clock;
  /** Told once when the file cannot be used. */
  readonly warn: (message: string) => void;
}

/** When the limit is reached, room is made for a while. */
const KEPT_SHARE = 0.9;

/** The file or someone who holds it is at fault, not this program. */
const isTrouble = (error: unknown, path: string): boolean =>
  error instanceof UserError || isBusy(error) || storageProblem(error, path) !== undefined;

/** What SQLite said: the advice that comes with a lost ledger does not fit a cache. */
const messageOf = (error: unknown): string => {
  const said = error instanceof UserError ? (error.cause ?? error) : error;
  return said instanceof Error ? said.message : String(said);
};

/** A lost answer can be asked for again: commits need not reach the disk at once. */
function openCache(path: string, clock: Clock): Sqlite {
  const db = openSqlite(path);
  try {
    db.script('PRAGMA synchronous = NORMAL');
    migrate(db, CACHE_MIGRATIONS, clock.now());
    return db;
  } catch (error) {
    db[Symbol.dispose]();
    throw error;
  }
}

/** Runs what may meet a broken, locked or full file: then there is nothing, and one warning. */
function troubleProof(path: string, warn: (message: string) => void) {
  let warned = false;
  return <T>(nothing: T, run: () => T): T => {
    try {
      return run();
    } catch (error) {
      if (!isTrouble(error, path)) throw error;
      if (!warned) warn(`going on without the HTTP cache ${path}: ${messageOf(error)}`);
      warned = true;
      return nothing;
    }
  };
}

/**
 * Answers in a SQLite file of their own, for runs to come and beside other processes. Heads are checked when they are
 * found, bodies by whoever uses them.
 */
export function sqliteCacheStore(path: string, { maxBytes, clock, warn }: SqliteCacheSettings): CacheStore {
  const orNothing = troubleProof(path, warn);
  let db = orNothing<Sqlite | undefined>(undefined, () => openCache(path, clock));
  const inDatabase = async <T>(nothing: T, run: (open: Sqlite) => T): Promise<T> => {
    const opened = db;
    return opened ? orNothing(nothing, () => run(opened)) : nothing;
  };
  /** What this process believes is held; counted anew when it seems too much. */
  let held = db === undefined ? 0 : orNothing(0, () => (db ? heldBytes(db) : 0));

  return {
    find: (key) => inDatabase<StoredHead[]>([], (opened) => findHeads(opened, key)),
    body: (key, variant) =>
      inDatabase<Uint8Array | undefined>(undefined, (opened) =>
        readBody(opened, { key, variant }, clock.now()),
      ),
    put: (key, head, body) =>
      inDatabase(undefined, (opened) => {
        if (body.byteLength > maxBytes * KEPT_SHARE) return;
        held += insertAnswer(opened, { key, head, body, now: clock.now() });
        if (held > maxBytes) held = shrinkTo(opened, maxBytes * KEPT_SHARE);
      }),
    refresh: (key, head) => inDatabase(undefined, (opened) => updateHead(opened, key, head)),
    remove: (key, variant) =>
      inDatabase(undefined, (opened) =>
        variant === undefined ? removeAnswers(opened, key) : removeAnswer(opened, key, variant),
      ),
    [Symbol.dispose]() {
      db?.[Symbol.dispose]();
      db = undefined;
    },
  };
}
