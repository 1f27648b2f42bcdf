import type { Sqlite } from '../../platform/sqlite.ts';
import type { Lane } from '../queue.ts';

/**
 * A job that was in flight at two unclean ends of a process is a suspect: suspects run one at a time, beside whatever
 * else runs. One unclean end proves little (the power went, somebody killed the program), and trying everything that
 * was in flight then one by one would make every resume slow.
 */
export const IS_SUSPECT = 'unclean_ends >= 2';

/** No job has this id. */
const NOBODY = 0;

interface WaitingSuspect extends Pick<Lane, 'host'> {
  readonly id: number;
  readonly role: string;
}

/**
 * The suspect that may run now; none while another does. Those that died alone least often go first, so that a program
 * that somebody keeps killing does not try the same work again and again and end up blaming it. Its lane is one of those
 * asked for: a turn that waits for a lane nobody asks for would never come.
 */
export function suspectInTurn(db: Sqlite, lanes: readonly Lane[]): number {
  const busy = db.get(
    `SELECT 1 FROM jobs INDEXED BY jobs_suspects WHERE ${IS_SUSPECT} AND state = 'in_progress'`,
  );
  if (busy !== undefined) return NOBODY;
  const waiting = db.all<WaitingSuspect>(
    `SELECT id, host_key AS host, role FROM jobs INDEXED BY jobs_suspects
     WHERE ${IS_SUSPECT} AND state = 'queued' AND available_at = 0 ORDER BY crashes, priority, id`,
  );
  const next = waiting.find(({ host, role }) =>
    lanes.some((lane) => lane.host === host && lane.role === role),
  );
  return next?.id ?? NOBODY;
}
