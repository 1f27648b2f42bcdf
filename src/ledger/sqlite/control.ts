import { NO_PROGRESS } from '../../core/progress.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { LOCAL_LANE } from '../queue.ts';
import type { LedgerCommands } from './commands.ts';
import { recount } from './tally.ts';

/** Pause is a row: any process may write it, the drainer reads it with every lease. */
export const isPaused = (db: Sqlite): boolean =>
  db.get("SELECT 1 FROM control WHERE key = 'paused' AND value = 'true'") !== undefined;

/** A million in one transaction kept all others from writing for ten seconds; they wait for five. */
const RETRIED_AT_ONCE = 10_000;

const PAUSED_BY = 'paused_by';

/** What `queue stats` says of a pause. */
export function pauseOf(db: Sqlite): { readonly paused: boolean; readonly paused_by?: string } {
  if (!isPaused(db)) return { paused: false };
  const by = db.get<{ value: string }>('SELECT value FROM control WHERE key = ?', PAUSED_BY)?.value;
  return { paused: true, ...(by && { paused_by: by }) };
}

/** Of the run that is open: whoever opens the next one knows nothing of it. */
export function setOffline(db: Sqlite, why: string | null): void {
  db.run("DELETE FROM control WHERE key = 'offline'");
  if (why !== null) db.run("INSERT INTO control (key, value) VALUES ('offline', ?)", why);
}

export const offlineIn = (db: Sqlite): string | undefined =>
  db.get<{ value: string }>("SELECT value FROM control WHERE key = 'offline'")?.value;

export const controlCommands = (
  db: Sqlite,
): Pick<LedgerCommands, 'setPaused' | 'setOffline' | 'retryFailed'> => ({
  setPaused({ paused, by = '' }) {
    const set = `INSERT INTO control (key, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value`;
    db.run(set, 'paused', String(paused));
    db.run(set, PAUSED_BY, by);
  },
  setOffline: (why) => setOffline(db, why),
  /**
   * They start afresh in the lane that needs no request (their first step finds the host), and join whichever run leases
   * them.
   */
  retryFailed({ after }, instant) {
    const now = Math.floor(instant);
    const jobs = db.all<{ id: number; runId: string }>(
      `SELECT id, run_id AS runId FROM jobs INDEXED BY jobs_failed WHERE state = 'error' AND id > ? ORDER BY id LIMIT ${RETRIED_AT_ONCE}`,
      after,
    );
    const last = jobs.at(-1)?.id ?? after;
    const moved = db.run(
      `UPDATE jobs SET state = 'queued', run_id = '', attempts = 0, crashes = 0, unclean_ends = 0, last_error = NULL, progress_json = ?,
              host_key = ?, role = ?, available_at = 0, updated_at = ?
       WHERE state = 'error' AND id > ? AND id <= ?`,
      JSON.stringify(NO_PROGRESS),
      LOCAL_LANE.host,
      LOCAL_LANE.role,
      now,
      after,
      last,
    );
    for (const [runId, { length: n }] of Map.groupBy(jobs, (job) => job.runId)) {
      const from = { ...LOCAL_LANE, runId, state: 'error', availableAt: 0 };
      recount(db, { from, to: { ...from, runId: '', state: 'queued' }, n, now });
    }
    return { moved, ...(jobs.length === RETRIED_AT_ONCE && { last }) };
  },
});
