import type { KnownArtifact } from '../../core/artifact.ts';
import type { Clock } from '../../core/clock.ts';
import type { Progress } from '../../core/progress.ts';
import type { Work } from '../../core/work.ts';
import type { Lane, Lease, Ledger } from '../queue.ts';
import type { LeasedRow, LeaseKey, Submit } from './commands.ts';

type Calls = Omit<Ledger, 'onLeasesLost' | typeof Symbol.asyncDispose>;

const leaseOf = (row: LeasedRow): Lease => ({
  jobId: row.jobId,
  token: row.token,
  runId: row.runId,
  work: JSON.parse(row.workJson) as Work,
  lane: { host: row.host, role: row.role as Lane['role'] },
  progress: JSON.parse(row.progressJson) as Progress,
  attempts: row.attempts,
  ...(row.isSuspect === 1 && { isSuspect: true }),
  ...(row.knownJson !== null && { known: JSON.parse(row.knownJson) as KnownArtifact }),
});

/** All the database needs to know of a lease. */
const keyOf = ({ jobId, token }: Lease): LeaseKey => ({ jobId, token });

/** Between two batches: whoever waits for the file looks about every 15 ms. */
const LET_OTHERS_MS = 40;

/** Each failed job once; those that fail again meanwhile are left for the next time. */
async function retryAll(submit: Submit, clock: Pick<Clock, 'sleep'>): Promise<number> {
  let total = 0;
  for (let after = 0; ; ) {
    const { moved, last } = await submit('retryFailed', { after });
    total += moved;
    if (last === undefined) return total;
    after = last;
    await clock.sleep(LET_OTHERS_MS);
  }
}

/** The calls of the port, each as one command, wherever it is executed. */
export const ledgerCalls = (submit: Submit, clock: Pick<Clock, 'sleep'>): Calls => ({
  enqueue: (page) => submit('enqueue', page),
  lease: async (wants, holder) => (await submit('lease', { wants, holder })).map(leaseOf),
  checkpoint: (lease, progress) => submit('checkpoint', { lease: keyOf(lease), progress }),
  replaceFile: (lease, move) => submit('replaceFile', { lease: keyOf(lease), move }),
  park: (lease, parking) => submit('park', { lease: keyOf(lease), parking }),
  retry: (lease, retrial) => submit('retry', { lease: keyOf(lease), retrial }),
  release: (lease, journal) => submit('release', { lease: keyOf(lease), journal }),
  finish: (lease, ending) => submit('finish', { lease: keyOf(lease), ending }),
  lanes: () => submit('lanes', undefined),
  stats: () => submit('stats', undefined),
  openRun: (run) => submit('openRun', run),
  abandon: (abandonment) => submit('abandon', abandonment),
  closeRun: (runId, summary) => submit('closeRun', { runId, summary }),
  interruptRun: (runId) => submit('interruptRun', runId),
  cursor: (runId, source) => submit('cursor', { runId, source }),
  countedInput: (runId) => submit('countedInput', runId),
  inputLines: (ask) => submit('inputLines', ask),
  setPaused: (paused, by) => submit('setPaused', { paused, by }),
  setOffline: (why) => submit('setOffline', why),
  retryFailed: () => retryAll(submit, clock),
  rearm: (rearming) => submit('rearm', rearming),
  spend: (spending) => submit('spend', spending),
  claimNames: (workId, names) => submit('claimNames', { workId, names }),
  findCopy: (wanted) => submit('findCopy', wanted),
  keptParts: () => submit('keptParts', undefined),
  outbox: (runId, limit) => submit('outbox', { runId, limit }),
  exported: (runId, lastId, seq) => submit('exported', { runId, lastId, seq }),
  exportedSeq: (runId) => submit('exportedSeq', runId),
  rewindExport: (runId, seq) => submit('rewindExport', { runId, seq }),
});
