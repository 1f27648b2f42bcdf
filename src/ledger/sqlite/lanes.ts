import type { Instant } from '../../core/clock.ts';
import { URGENT_BELOW } from '../../core/work.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Lane, LaneBacklog, QueueStats } from '../queue.ts';
import type { LedgerCommands } from './commands.ts';
import { offlineIn, pauseOf } from './control.ts';

interface HostRow {
  readonly host_key: string;
  readonly role: Lane['role'];
  readonly queued: number;
  readonly delayed: number;
  readonly in_flight: number;
  readonly not_before: number;
  readonly why: string;
  readonly urgent: number;
}

/** One probe of the index that jobs are leased through: the first of a lane has its smallest priority. */
const IS_URGENT = `EXISTS (
  SELECT 1 FROM jobs INDEXED BY jobs_ready
  WHERE state = 'queued' AND available_at = 0 AND host_key = hosts.host_key AND role = hosts.role
    AND priority < ${URGENT_BELOW})`;

/** Only a lane whose jobs are all in backoff needs a look at the jobs: one probe of an index that holds nothing else. */
function nextAvailableAt(db: Sqlite, row: HostRow, now: Instant): Instant {
  if (row.queued === 0 || row.delayed < row.queued) return 0;
  const earliest = db.get<{ at: number | null }>(
    `SELECT min(available_at) AS at FROM jobs
     WHERE host_key = ? AND role = ? AND state = 'queued' AND available_at > 0`,
    row.host_key,
    row.role,
  );
  const at = earliest?.at ?? 0;
  return at <= now ? 0 : at;
}

export const laneCommands = (db: Sqlite): Pick<LedgerCommands, 'lanes' | 'stats'> => ({
  lanes: (_, now): readonly LaneBacklog[] =>
    db
      .all<HostRow>(
        `SELECT host_key, role, queued, delayed, in_flight, not_before, why, ${IS_URGENT} AS urgent FROM hosts
         WHERE queued > 0 OR in_flight > 0`,
      )
      .map((row) => ({
        lane: { host: row.host_key, role: row.role },
        queued: row.queued,
        inFlight: row.in_flight,
        notBefore: row.not_before,
        why: row.why,
        isUrgent: row.urgent === 1,
        nextAvailableAt: nextAvailableAt(db, row, now),
      })),

  stats(): QueueStats {
    const counts = { queued: 0, in_progress: 0, done: 0, skipped: 0, error: 0 };
    const rows = db.all<{ state: keyof typeof counts; n: number }>(
      'SELECT state, sum(n) AS n FROM counts GROUP BY state',
    );
    for (const { state, n } of rows) counts[state] = n;
    const offline = offlineIn(db);
    return { ...counts, ...pauseOf(db), ...(offline !== undefined && { offline }) };
  },
});
