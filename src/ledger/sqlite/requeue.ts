import type { Sqlite } from '../../platform/sqlite.ts';
import { recount, type Standing } from './tally.ts';

/** A job whose holder is gone waits again where it was; its token stays, so the old holder can change nothing. */
export function requeue(db: Sqlite, job: Standing & { readonly id: number }, now: number): void {
  db.run(
    `UPDATE jobs SET state = 'queued', available_at = 0, lease_expires_at = NULL, worker_id = NULL, updated_at = ?
     WHERE id = ?`,
    now,
    job.id,
  );
  recount(db, { from: job, to: { ...job, state: 'queued', availableAt: 0 }, now });
}
