import type { Sqlite } from '../../platform/sqlite.ts';
import { recount, type Standing } from './tally.ts';

/**
 * Works that stood back for this one take their turn again: it has its end now, and they see whether it brought a file
 * for them too.
 */
export function wakeTwins(db: Sqlite, workId: string, now: number): void {
  const waiting = db.all<Standing & { readonly id: number }>(
    `SELECT id, run_id AS runId, state, host_key AS host, role, available_at AS availableAt FROM jobs
     WHERE twin_of = ? AND state = 'queued' AND available_at > 0`,
    workId,
  );
  for (const job of waiting) {
    db.run('UPDATE jobs SET available_at = 0, updated_at = ? WHERE id = ?', now, job.id);
    recount(db, { from: job, to: { ...job, availableAt: 0 }, now });
  }
}
