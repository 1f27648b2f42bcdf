import type { Sqlite } from '../../platform/sqlite.ts';
import { recount, type Standing } from './tally.ts';

interface Wait {
  readonly now: number;
  /** Where it waits, if not where it was. */
  readonly lane?: Pick<Standing, 'host' | 'role'>;
}

/** A job whose holder is gone waits again; its token stays, so the old holder can change nothing. */
export function requeue(
  db: Sqlite,
  job: Standing & { readonly id: number },
  { now, lane: { host, role } = job }: Wait,
): void {
  db.run(
    `UPDATE jobs SET state = 'queued', available_at = 0, host_key = ?, role = ?, lease_expires_at = NULL,
            worker_id = NULL, updated_at = ?
     WHERE id = ?`,
    host,
    role,
    now,
    job.id,
  );
  recount(db, { from: job, to: { ...job, host, role, state: 'queued', availableAt: 0 }, now });
}
