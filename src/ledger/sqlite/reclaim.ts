import type { Ending } from '../../core/ending.ts';
import { MANIFEST_VERSION } from '../../core/manifest-record.ts';
import type { Progress } from '../../core/progress.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { RunStart } from '../queue.ts';
import { type EndedWork, recordEnding } from './finish.ts';
import { requeue } from './requeue.ts';
import { recount, type Standing } from './tally.ts';

/** A job that was alone in flight this often when the process died is what kills it. */
const DEATHS = 3;

interface Suspect extends Standing {
  readonly id: number;
  readonly docId: string;
  readonly crashes: number;
  readonly progressJson: string;
}

function poisonEnding({ docId, runId }: EndedWork, progress: Progress, run: RunStart): Ending {
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
      timestamp: run.startedAt,
      config_hash: run.configHash,
      doc_id: docId,
      status: 'failed',
      reason: 'internal-error',
      extra: { deaths: DEATHS },
    },
    journal: [],
  };
}

/** With others in flight nobody knows who did it, so only a job that was alone is charged with the death. */
function chargeSuspect(db: Sqlite, suspect: Suspect): boolean {
  db.run('UPDATE jobs SET crashes = crashes + 1 WHERE id = ?', suspect.id);
  return suspect.crashes + 1 >= DEATHS;
}

function endPoison(db: Sqlite, suspect: Suspect, context: { run: RunStart; now: number }): void {
  const { run, now } = context;
  db.run(
    `UPDATE jobs SET state = 'error', last_error = 'internal-error', progress_json = '{}', lease_expires_at = NULL,
            worker_id = NULL, updated_at = ?
     WHERE id = ?`,
    now,
    suspect.id,
  );
  recount(db, { from: suspect, to: { ...suspect, state: 'error' }, now });
  recordEnding(db, suspect, poisonEnding(suspect, JSON.parse(suspect.progressJson) as Progress, run));
}

/**
 * Returns the jobs of dead holders to the queue, and tells how many. Only for the holder of the run lock: having it
 * proves that no other process works on this file.
 */
export function reclaimDead(db: Sqlite, run: RunStart, now: number): number {
  const inFlight = db.all<Suspect>(
    `SELECT id, artifact_id AS docId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt,
            crashes, progress_json AS progressJson
     FROM jobs WHERE state = 'in_progress'`,
  );
  const [suspect] = inFlight;
  if (suspect && inFlight.length === 1 && chargeSuspect(db, suspect)) {
    endPoison(db, suspect, { run, now });
    return 0;
  }
  for (const job of inFlight) requeue(db, job, now);
  return inFlight.length;
}
