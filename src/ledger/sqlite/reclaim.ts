import type { Ending } from '../../core/ending.ts';
import { MANIFEST_VERSION, type OutcomeRecord } from '../../core/manifest-record.ts';
import type { Progress } from '../../core/progress.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { type Abandoned, type Abandonment, LOCAL_LANE } from '../queue.ts';
import { type EndedWork, recordEnding } from './finish.ts';
import { requeue } from './requeue.ts';
import { IS_SUSPECT } from './suspects.ts';
import { recount, type Standing } from './tally.ts';

/** A job that was the lone suspect this often when its process died is what kills it. */
const DEATHS = 3;

/** How a death is put on record. */
export type DeathNote = Pick<Abandonment, 'at' | 'configHash'>;

interface InFlight extends Standing {
  readonly id: number;
  readonly docId: string;
  readonly crashes: number;
  readonly isSuspect: number;
  readonly progressJson: string;
}

function poisonEnding({ docId, runId }: EndedWork, progress: Progress, note: DeathNote): Ending {
  return {
    outcome: {
      kind: 'failed',
      reason: 'internal-error',
      fallbackChain: [],
      claims: progress.claims,
      attempts: progress.attempts,
      durationMs: progress.activeMs,
    },
    record: {
      schema_version: MANIFEST_VERSION,
      record_type: 'outcome',
      run_id: runId,
      timestamp: note.at,
      config_hash: note.configHash,
      doc_id: docId,
      status: 'failed',
      reason: 'internal-error',
      attempt: progress.attempts,
      duration_ms: Math.round(progress.activeMs),
      extra: { deaths: DEATHS, claims: progress.claims },
    },
    journal: [],
  };
}

/** With others in flight nobody knows who did it: only the one that was alone, or the one suspect among them, is charged. */
function culpritOf(inFlight: readonly InFlight[]): InFlight | undefined {
  const suspects = inFlight.length === 1 ? inFlight : inFlight.filter(({ isSuspect }) => isSuspect === 1);
  return suspects.length === 1 ? suspects[0] : undefined;
}

/** Puts the death on the account of those in flight; `true`: this job has killed its process often enough. */
function charge(db: Sqlite, job: InFlight, isCulprit: boolean): boolean {
  db.run(
    'UPDATE jobs SET unclean_ends = unclean_ends + 1, crashes = crashes + ? WHERE id = ?',
    Number(isCulprit),
    job.id,
  );
  return isCulprit && job.crashes + 1 >= DEATHS;
}

interface Death {
  readonly note: DeathNote;
  readonly now: number;
}

/**
 * Ends a job that kills its process. One that was publishing a file first looks, in its next lease, whether the file is in
 * place: it may have taken that of an older one, which the catalog still speaks of.
 */
function condemn(db: Sqlite, job: InFlight, death: Death): OutcomeRecord | undefined {
  const progress = JSON.parse(job.progressJson) as Progress;
  if (!progress.publishing) return endPoison(db, job, death);
  const condemned: Progress = { ...progress, isCondemned: true };
  db.run('UPDATE jobs SET progress_json = ? WHERE id = ?', JSON.stringify(condemned), job.id);
  requeue(db, job, { now: death.now, lane: LOCAL_LANE });
  return undefined;
}

function endPoison(db: Sqlite, job: InFlight, { note, now }: Death): OutcomeRecord {
  db.run(
    `UPDATE jobs SET state = 'error', last_error = 'internal-error', progress_json = '{}', lease_expires_at = NULL,
            worker_id = NULL, unclean_ends = 0, updated_at = ?
     WHERE id = ?`,
    now,
    job.id,
  );
  recount(db, { from: job, to: { ...job, state: 'error' }, now });
  const ending = poisonEnding(job, JSON.parse(job.progressJson) as Progress, note);
  recordEnding(db, { ...job, now }, ending);
  return ending.record;
}

const IN_FLIGHT = `
  SELECT id, artifact_id AS docId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt,
         crashes, ${IS_SUSPECT} AS isSuspect, progress_json AS progressJson
  FROM jobs WHERE state = 'in_progress'`;

function buryHolder(db: Sqlite, inFlight: readonly InFlight[], death: Death): Abandoned {
  const culprit = culpritOf(inFlight);
  const ended: OutcomeRecord[] = [];
  for (const job of inFlight) {
    if (!charge(db, job, job === culprit)) requeue(db, job, death);
    else {
      const record = condemn(db, job, death);
      if (record) ended.push(record);
    }
  }
  return { reclaimed: inFlight.length - ended.length, ended };
}

function giveUpHolder(
  db: Sqlite,
  inFlight: readonly InFlight[],
  { hasDied, now, ...note }: DeathNote & { readonly hasDied: boolean; readonly now: number },
): Abandoned {
  if (hasDied) return buryHolder(db, inFlight, { note, now });
  for (const job of inFlight) requeue(db, job, { now });
  return { reclaimed: inFlight.length, ended: [] };
}

/**
 * Returns the jobs of earlier holders to the queue, and tells how many. Only for the holder of the run lock: having it
 * proves that no other process works on this file.
 */
export const reclaimAll = (db: Sqlite, end: DeathNote & { readonly hasDied: boolean }, now: number): number =>
  giveUpHolder(db, db.all<InFlight>(IN_FLIGHT), { ...end, now }).reclaimed;

/** The same for one holder, while others work on; for one that is only silent its jobs are blamed for nothing. */
export const abandon = (db: Sqlite, { workerId, ...end }: Abandonment, now: number): Abandoned =>
  giveUpHolder(db, db.all<InFlight>(`${IN_FLIGHT} AND worker_id = ?`, workerId), { ...end, now });
