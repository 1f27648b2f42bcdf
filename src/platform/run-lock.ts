import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { UserError } from '../core/errors.ts';
import { isBusy, storageProblem } from './sqlite.ts';

export interface RunLock extends AsyncDisposable {
  /** Whoever had it last did not let go of it: it was killed, or lost its power. */
  readonly lastHolderDied: boolean;
}

export interface LockHolder {
  /** What the holder was started with, for the one who is refused. */
  readonly command: string;
  /** ISO 8601. */
  readonly startedAt: string;
}

interface HolderNote extends LockHolder {
  readonly pid: number;
  readonly host: string;
}

/** Beside the lock, since opening the locked file a second time and closing it would drop the lock (POSIX). */
const notePath = (path: string): string => `${path}.json`;

function writeNote(path: string, note: HolderNote): void {
  const partial = `${notePath(path)}.${note.pid}`;
  writeFileSync(partial, `${JSON.stringify(note)}\n`, { mode: 0o600 });
  renameSync(partial, notePath(path));
}

/** The note may be missing for the moment between taking the lock and writing it: it only informs. */
function describeHolder(path: string): string {
  try {
    const note = JSON.parse(readFileSync(notePath(path), 'utf8')) as HolderNote;
    return `process ${note.pid} on ${note.host} since ${note.startedAt} (${note.command})`;
  } catch {
    return 'another process';
  }
}

function lockedDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path, { timeout: 0 });
  try {
    db.exec('BEGIN EXCLUSIVE');
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * One holder per file, across processes. The lock is an exclusive SQLite transaction that is never committed, so the
 * operating system ends it with the process, however that dies: no stale locks, no process ids to guess about. A second
 * taker is refused with a `UserError` (exit code 3) that names the holder.
 */
export async function runLock(path: string, holder: LockHolder): Promise<RunLock> {
  let db: DatabaseSync;
  try {
    db = lockedDatabase(path);
  } catch (error) {
    if (!isBusy(error)) throw storageProblem(error, path) ?? error;
    throw new UserError(
      `${path} is held by ${describeHolder(path)}; only one run at a time can work here`,
      3,
      error,
    );
  }
  const close = (): void => {
    if (db.isOpen) db.close();
  };
  // The listener keeps the handle reachable: a collected handle would be closed, and the lock silently lost.
  process.once('exit', close);
  const lastHolderDied = existsSync(notePath(path));
  writeNote(path, { ...holder, pid: process.pid, host: hostname() });
  return {
    lastHolderDied,
    async [Symbol.asyncDispose]() {
      process.removeListener('exit', close);
      if (db.isOpen) rmSync(notePath(path), { force: true });
      close();
    },
  };
}
