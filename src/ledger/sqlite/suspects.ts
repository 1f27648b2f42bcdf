import type { Sqlite } from '../../platform/sqlite.ts';

/**
 * A job that was in flight at two unclean ends of a process is a suspect: suspects run one at a time, beside whatever
 * else runs. One unclean end proves little (the power went, somebody killed the program), and trying everything that
 * was in flight then one by one would make every resume slow.
 */
export const IS_SUSPECT = 'unclean_ends >= 2';

/**
 * The suspect that may run now; none while another does. Those that died alone least often go first, so that a program
 * that somebody keeps killing does not try the same work again and again and end up blaming it.
 */
export function suspectInTurn<Row>(db: Sqlite, columns: string, now: number): Row | undefined {
  const busy = db.get(
    `SELECT 1 FROM jobs INDEXED BY jobs_suspects WHERE ${IS_SUSPECT} AND state = 'in_progress'`,
  );
  if (busy !== undefined) return undefined;
  return db.get<Row>(
    `SELECT ${columns} FROM jobs INDEXED BY jobs_suspects
     WHERE ${IS_SUSPECT} AND state = 'queued' AND available_at = 0 AND EXISTS (
       SELECT 1 FROM hosts
       WHERE hosts.host_key = jobs.host_key AND hosts.role = jobs.role AND hosts.not_before <= ?)
     ORDER BY crashes, priority, id LIMIT 1`,
    now,
  );
}
