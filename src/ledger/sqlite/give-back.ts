import type { AttemptRecord } from '../../core/manifest-record.ts';
import type { Progress } from '../../core/progress.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { type Lane, type ParkNext, WAITS_FOR_TWIN } from '../queue.ts';
import type { LeaseKey, LedgerCommands } from './commands.ts';
import { HELD, heldJob } from './held-job.ts';
import { writeJournal } from './journal.ts';
import { waitUntil } from './mend-waits.ts';
import { twinHasEnded } from './names.ts';
import { recount } from './tally.ts';

type GiveBack = 'checkpoint' | 'park' | 'retry' | 'release';

interface Return {
  /** Where it waits from now on; stays where it was when not given. */
  readonly lane?: Lane;
  readonly progress?: Progress;
  /** 0: at once. */
  readonly availableAt: number;
  readonly lastError?: string;
  readonly burnsAttempt?: boolean;
  readonly journal: readonly AttemptRecord[];
  readonly now: number;
}

/** From in progress back to queued, with whatever the holder learnt. */
function giveBack(db: Sqlite, lease: LeaseKey, back: Return): boolean {
  const job = heldJob(db, lease);
  if (!job) return false;
  const { lane = job, availableAt, now } = back;
  db.run(
    `UPDATE jobs SET state = 'queued', lease_expires_at = NULL, worker_id = NULL, host_key = ?, role = ?,
            available_at = ?, progress_json = coalesce(?, progress_json), last_error = coalesce(?, last_error),
            attempts = attempts + ?, updated_at = ?
     WHERE ${HELD}`,
    lane.host,
    lane.role,
    availableAt,
    back.progress ? JSON.stringify(back.progress) : null,
    back.lastError ?? null,
    Number(back.burnsAttempt ?? false),
    now,
    lease.jobId,
    lease.token,
  );
  const to = { runId: job.runId, state: 'queued', host: lane.host, role: lane.role, availableAt };
  recount(db, { from: job, to, now });
  writeJournal(db, back.journal);
  return true;
}

function pushBackLane(db: Sqlite, { lane, at, why }: ParkNext, now: number): void {
  db.run(
    `UPDATE hosts SET not_before = ?1, why = ?2 WHERE host_key = ?3 AND role = ?4 AND not_before < ?1`,
    waitUntil(now, at),
    why,
    lane.host,
    lane.role,
  );
}

export const giveBackCommands = (db: Sqlite): Pick<LedgerCommands, GiveBack> => ({
  checkpoint: ({ lease, progress }, now) =>
    db.run(
      `UPDATE jobs SET progress_json = ?, updated_at = ? WHERE ${HELD}`,
      JSON.stringify(progress),
      Math.floor(now),
      lease.jobId,
      lease.token,
    ) === 1,

  park({ lease, parking: { progress, next, journal } }, instant) {
    const now = Math.floor(instant);
    const isOver = next.why === WAITS_FOR_TWIN && twinHasEnded(db, lease.jobId);
    const availableAt = isOver ? 0 : waitUntil(now, next.at);
    const held = giveBack(db, lease, { lane: next.lane, progress, availableAt, journal, now });
    if (held && next.pushBack) pushBackLane(db, next, now);
    return held;
  },

  retry({ lease, retrial: { reason, at, lane, progress, journal } }, instant) {
    const now = Math.floor(instant);
    const availableAt = waitUntil(now, at);
    return giveBack(db, lease, {
      lane,
      progress,
      availableAt,
      lastError: reason,
      burnsAttempt: true,
      journal,
      now,
    });
  },

  release: ({ lease, journal }, now) =>
    giveBack(db, lease, { availableAt: 0, journal, now: Math.floor(now) }),
});
