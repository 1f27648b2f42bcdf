import type { Line } from '../platform/line.ts';
import { answerCalls, callsOver } from '../platform/line-calls.ts';
import type { WorkingLedger } from './queue.ts';

const TOPIC = 'ledger';

/** What may be asked for over a line; listing works and opening runs stay with the process that has the ledger. */
type LineLedger = Omit<WorkingLedger, 'enqueue' | 'keptParts' | 'onLeasesLost'>;
const ANSWERED: Readonly<Record<keyof LineLedger, true>> = {
  lease: true,
  checkpoint: true,
  replaceFile: true,
  park: true,
  retry: true,
  release: true,
  finish: true,
  lanes: true,
  stats: true,
  findCopy: true,
  claimNames: true,
  spend: true,
};
const CALLS = Object.keys(ANSWERED) as (keyof LineLedger)[];

/**
 * Answers the calls of another process with this ledger. Instants cross the line as they are: both ends must go by the
 * same clock.
 */
export function ledgerServer(ledger: LineLedger, line: Line): void {
  answerCalls(line, TOPIC, (name, args) => {
    const call = CALLS.find((known) => known === name);
    if (!call) return Promise.reject(new Error(`the ledger answers no ${name} over a line`));
    return (ledger[call] as (...all: readonly unknown[]) => Promise<unknown>)(...args);
  });
}

/** The ledger at the other end of the line. */
export function ledgerOver(line: Line): LineLedger {
  const call = callsOver(line, TOPIC);
  const calls = CALLS.map((name) => [name, (...args: readonly unknown[]) => call(name, args)] as const);
  return Object.fromEntries(calls) as unknown as LineLedger;
}
