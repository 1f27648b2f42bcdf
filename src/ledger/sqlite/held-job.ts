import type { Sqlite } from '../../platform/sqlite.ts';
import type { LeaseKey } from './commands.ts';
import type { Standing } from './tally.ts';

export interface HeldJob extends Standing {
  readonly docId: string;
}

/** Every statement that touches a leased job has this condition: an old token matches no row. */
export const HELD = `id = ? AND lease_token = ? AND state = 'in_progress'`;

/** The job as long as the lease is the current one. */
export const heldJob = (db: Sqlite, { jobId, token }: LeaseKey): HeldJob | undefined =>
  db.get<HeldJob>(
    `SELECT artifact_id AS docId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt
     FROM jobs WHERE ${HELD}`,
    jobId,
    token,
  );
