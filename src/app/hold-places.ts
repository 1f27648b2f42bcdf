import { basename, dirname, join } from 'node:path';
import { UserError } from '../core/errors.ts';
import { realPath } from '../platform/real-path.ts';
import { type LockHolder, type RunLock, runLock } from '../platform/run-lock.ts';
import { DATABASE, type Places } from './places.ts';
import type { Platform } from './platform.ts';

const LOCK = 'run.lock';

/** Beside the database itself, wherever links to it lie. One of the usual name shares the lock of its folder. */
function lockOf(database: string): string {
  const real = realPath(database);
  return basename(real) === DATABASE ? join(dirname(real), LOCK) : `${real}.lock`;
}

/**
 * What a drainer holds: the folder of runs and the database, each where it lies. Two configurations that differ in the one
 * meet at the other. The artifact root is told apart by its mark (ADR 33).
 */
export const locksOf = ({ out, database }: Pick<Places, 'out' | 'database'>): readonly string[] => [
  ...new Set([join(realPath(out), LOCK), lockOf(database)]),
];

/** All of them, or none. */
export async function holdAll(paths: readonly string[], holder: LockHolder): Promise<RunLock> {
  await using taken = new AsyncDisposableStack();
  let lastHolderDied = false;
  for (const path of paths) {
    const lock = taken.use(await runLock(path, holder));
    lastHolderDied ||= lock.lastHolderDied;
  }
  const held = taken.move();
  return { lastHolderDied, [Symbol.asyncDispose]: () => held.disposeAsync() };
}

async function makeFolder({ files }: Platform, path: string): Promise<void> {
  try {
    await files.makeFolder(path);
  } catch (error) {
    throw new UserError(
      `cannot make the folder ${path}: ${error instanceof Error ? error.message : String(error)}`,
      3,
      error,
    );
  }
}

/** For a drainer: makes the folders of runs and database when missing, and holds both. */
export async function holdPlaces(places: Places, platform: Platform, holder: LockHolder): Promise<RunLock> {
  for (const folder of [places.out, dirname(places.database)]) await makeFolder(platform, folder);
  return holdAll(locksOf(places), holder);
}
