import type { Sqlite } from '../../platform/sqlite.ts';
import type { Ledger } from '../queue.ts';
import type { LeaseKey } from './commands.ts';
import { ledgerCalls } from './ledger-calls.ts';
import { type LedgerTimes, ledgerEngine } from './ledger-engine.ts';
import { openLedgerDatabase } from './open-ledger.ts';
import { type Ports, patiently } from './patience.ts';
import { pendingCalls } from './pending-calls.ts';
import type { MoveFile } from './replace-file.ts';

/**
 * The ledger in the caller's own thread: for short writers beside a run, simulation and tests. Owns the connection it
 * opens for a path; a database that is handed in stays the caller's.
 */
export async function inThreadLedger(
  source: string | Sqlite,
  ports: Ports,
  options: LedgerTimes & { readonly moveFile?: MoveFile },
): Promise<Ledger> {
  const db =
    typeof source === 'string'
      ? await patiently(ports, () => openLedgerDatabase(source, ports.clock))
      : source;
  const listeners: ((lost: readonly LeaseKey[]) => void)[] = [];
  const calls = pendingCalls((requests) => engine.push(requests));
  const engine = ledgerEngine(db, ports, {
    ...options,
    now: () => ports.clock.now(),
    isAlive: () => true,
    deliver: (answered) => calls.settle(answered.map(({ reply }) => reply)),
    onLost: (lost) => listeners.forEach((listener) => listener(lost)),
  });
  return {
    ...ledgerCalls(calls.submit, ports.clock),
    onLeasesLost: (listener) => void listeners.push(listener),
    async [Symbol.asyncDispose]() {
      await calls.idle();
      calls.fail(new Error('the ledger is closed'));
      engine[Symbol.dispose]();
      await engine.idle();
      if (typeof source === 'string') db[Symbol.dispose]();
    },
  };
}
