import type { FileMove } from '../../core/files.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';
import { heldJob } from './held-job.ts';

/** One file takes the place of another, before it returns. */
export type MoveFile = (move: FileMove) => void;

/**
 * The move happens inside a transaction that holds the lock for writing: taking the job over needs that lock, so whoever
 * is stopped here keeps successors waiting instead of waking up behind their backs.
 */
export const replaceFileCommands = (db: Sqlite, move: MoveFile): Pick<LedgerCommands, 'replaceFile'> => ({
  replaceFile(ask) {
    if (!heldJob(db, ask.lease)) return false;
    move(ask.move);
    return true;
  },
});
