import type { Instant } from '../../core/clock.ts';
import { moveNow } from '../../platform/node-files.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { commandSet } from './command-set.ts';
import type { LeaseKey } from './commands.ts';
import { executeBatch } from './execute-batch.ts';
import { type Answered, type GroupCommit, groupCommit } from './group-commit.ts';
import { leaseKeeper } from './lease-keeper.ts';
import type { Ports } from './patience.ts';
import type { MoveFile } from './replace-file.ts';

export interface LedgerTimes {
  readonly leaseTtlMs: number;
  readonly heartbeatMs: number;
}

interface EngineOptions extends LedgerTimes {
  /** The time of the side that works under the leases. */
  readonly now: () => Instant;
  /** Of the real file system, unless told otherwise. */
  readonly moveFile?: MoveFile;
  readonly isAlive: () => boolean;
  readonly deliver: (answered: readonly Answered[]) => void;
  readonly onLost: (lost: readonly LeaseKey[]) => void;
}

/** Commands, group commit and heartbeats over one connection: the same in a thread of its own and without one. */
export function ledgerEngine(db: Sqlite, ports: Ports, options: EngineOptions): GroupCommit & Disposable {
  const { leaseTtlMs, moveFile = moveNow } = options;
  const core = commandSet(db, { leaseTtlMs, moveFile });
  const group = groupCommit(
    ports,
    (requests) => executeBatch(db, core, { requests, now: options.now() }),
    (answered) => options.deliver(keeper.observe(answered)),
  );
  const keeper = leaseKeeper({
    clock: ports.clock,
    heartbeatMs: options.heartbeatMs,
    isAlive: options.isAlive,
    push: group.push,
    onLost: options.onLost,
  });
  return { ...group, [Symbol.dispose]: () => keeper[Symbol.dispose]() };
}
