import type { Instant } from '../../core/clock.ts';
import type { Work } from '../../core/work.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Holder, LeaseWant } from '../queue.ts';
import type { LeasedRow, LedgerCommands } from './commands.ts';
import { isPaused } from './control.ts';
import { takeOver } from './inputs.ts';
import { requeue } from './requeue.ts';
import { IS_SUSPECT, suspectInTurn } from './suspects.ts';
import { recount, type Standing } from './tally.ts';

const STANDING = `id, run_id AS runId, state, host_key AS host, role, available_at AS availableAt`;

/** Leases nobody extended any more: a statement of its own, since `queued OR expired` cannot use one index. */
function recoverExpired(db: Sqlite, now: number): void {
  const expired = db.all<Standing & { readonly id: number }>(
    `SELECT ${STANDING} FROM jobs WHERE state = 'in_progress' AND lease_expires_at <= ?`,
    now,
  );
  for (const job of expired) requeue(db, job, { now });
}

function endBackoffs(db: Sqlite, now: number): void {
  const due = db.all<Standing & { readonly id: number }>(
    `SELECT ${STANDING} FROM jobs WHERE state = 'queued' AND available_at > 0 AND available_at <= ?`,
    now,
  );
  for (const job of due) {
    db.run('UPDATE jobs SET available_at = 0 WHERE id = ?', job.id);
    recount(db, { from: job, to: { ...job, availableAt: 0 }, now });
  }
}

const isOpen = (
  db: Sqlite,
  { lane: { host, role }, isDetour = false }: Pick<LeaseWant, 'lane' | 'isDetour'>,
  now: number,
): boolean =>
  db.get(
    'SELECT 1 FROM hosts WHERE host_key = ? AND role = ? AND queued > delayed AND (not_before <= ? OR ?)',
    host,
    role,
    now,
    Number(isDetour),
  ) !== undefined;

const LEASED = `id AS jobId, lease_token + 1 AS token, run_id AS runId, attempts, artifact_json AS workJson,
  progress_json AS progressJson, known_json AS knownJson, ${IS_SUSPECT} AS isSuspect, host_key AS host, role`;

/** In the order of the index: nothing is sorted, and nothing but the jobs taken is read. */
const PICK = `
  SELECT ${LEASED} FROM jobs INDEXED BY jobs_ready
  WHERE state = 'queued' AND available_at = 0 AND host_key = ? AND role = ? AND NOT ${IS_SUSPECT}
  ORDER BY priority, id LIMIT ?`;

const TAKE = `
  UPDATE jobs SET state = 'in_progress', lease_token = ?, lease_expires_at = ?, worker_id = ?, run_id = ?, updated_at = ?
  WHERE id = ?`;

interface Taking {
  readonly holder: Holder;
  readonly expiresAt: number;
  readonly now: number;
}

/** Jobs of one lane are now held. */
function take(
  db: Sqlite,
  picked: readonly LeasedRow[],
  { lane, holder, expiresAt, now }: Taking & { readonly lane: Pick<LeasedRow, 'host' | 'role'> },
): readonly LeasedRow[] {
  for (const [before, jobs] of Map.groupBy(picked, ({ runId }) => runId)) {
    const from = { ...lane, runId: before, state: 'queued', availableAt: 0 };
    const to = { ...from, runId: holder.runId, state: 'in_progress' };
    for (const { jobId, token } of jobs)
      db.run(TAKE, token, expiresAt, holder.workerId, to.runId, now, jobId);
    recount(db, { from, to, n: jobs.length, now });
    if (before === holder.runId) continue;
    for (const { workJson } of jobs)
      takeOver(db, (JSON.parse(workJson) as Work).id, { from: before, to: holder.runId });
  }
  return picked.map((row) => ({ ...row, runId: holder.runId }));
}

function leaseLane(db: Sqlite, want: LeaseWant, taking: Taking): readonly LeasedRow[] {
  const { lane, limit } = want;
  if (limit <= 0 || !isOpen(db, want, taking.now)) return [];
  return take(db, db.all<LeasedRow>(PICK, lane.host, lane.role, limit), { ...taking, lane });
}

export const leaseCommands = (
  db: Sqlite,
  leaseTtlMs: number,
): Pick<LedgerCommands, 'lease' | 'heartbeat'> => ({
  lease({ wants, holder }, instant: Instant) {
    if (isPaused(db)) return [];
    const now = Math.floor(instant);
    recoverExpired(db, now);
    endBackoffs(db, now);
    const expiresAt = Math.ceil(instant + leaseTtlMs);
    const taking = { holder, expiresAt, now };
    const [first, ...others] = wants;
    if (!first) return [];
    const suspect = suspectInTurn<LeasedRow>(db, LEASED, now);
    const inLanes = suspect ? [{ ...first, limit: first.limit - 1 }, ...others] : wants;
    return [
      ...(suspect
        ? take(db, [suspect], { ...taking, lane: { host: suspect.host, role: suspect.role } })
        : []),
      ...inLanes.flatMap((want) => leaseLane(db, want, taking)),
    ];
  },

  heartbeat: (leases, now: Instant) =>
    leases.filter(
      ({ jobId, token }) =>
        db.run(
          `UPDATE jobs SET lease_expires_at = ? WHERE id = ? AND lease_token = ? AND state = 'in_progress'`,
          Math.ceil(now + leaseTtlMs),
          jobId,
          token,
        ) === 0,
    ),
});
