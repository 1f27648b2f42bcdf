import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';
import { controlCommands } from './control.ts';
import { copyCommands } from './copies.ts';
import { enqueueCommands } from './enqueue.ts';
import { finishCommands } from './finish.ts';
import { giveBackCommands } from './give-back.ts';
import { laneCommands } from './lanes.ts';
import { leaseCommands } from './lease.ts';
import { nameCommands } from './names.ts';
import { outboxCommands } from './outbox.ts';
import { type MoveFile, replaceFileCommands } from './replace-file.ts';
import { runCommands } from './runs.ts';
import { spendingCommands } from './spending.ts';

/** Every command of the ledger over one connection. Who opens transactions, and in which thread, is not its matter. */
export const commandSet = (
  db: Sqlite,
  options: { readonly leaseTtlMs: number; readonly moveFile: MoveFile },
): LedgerCommands => ({
  ...enqueueCommands(db),
  ...leaseCommands(db, options.leaseTtlMs),
  ...giveBackCommands(db),
  ...replaceFileCommands(db, options.moveFile),
  ...finishCommands(db),
  ...laneCommands(db),
  ...controlCommands(db),
  ...runCommands(db),
  ...outboxCommands(db),
  ...copyCommands(db),
  ...nameCommands(db),
  ...spendingCommands(db),
});
