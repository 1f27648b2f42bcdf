import type { Sqlite } from '../../platform/sqlite.ts';

interface Lane {
  readonly host: string;
  readonly role: string;
}

/** Where a job is counted. */
export interface Standing extends Lane {
  readonly runId: string;
  readonly state: string;
  readonly availableAt: number;
}

/** `n` equal jobs that go from one place to another; new ones come from nowhere. */
export interface Move {
  readonly from?: Standing;
  readonly to: Standing;
  readonly n?: number;
  readonly now: number;
}

type Shares = readonly [queued: number, delayed: number, inFlight: number];

const sharesOf = ({ state, availableAt }: Standing): Shares => [
  Number(state === 'queued'),
  Number(state === 'queued' && availableAt > 0),
  Number(state === 'in_progress'),
];

const isLive = ({ state }: Standing): boolean => state === 'queued' || state === 'in_progress';

function countStates(db: Sqlite, { from, to, n = 1 }: Move): void {
  if (from?.state === to.state && from.runId === to.runId) return;
  if (from) db.run('UPDATE counts SET n = n - ? WHERE run_id = ? AND state = ?', n, from.runId, from.state);
  db.run(
    'INSERT INTO counts (run_id, state, n) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET n = n + excluded.n',
    to.runId,
    to.state,
    n,
  );
}

/** Adds to a lane that has a row, or takes from it. */
function shiftLane(db: Sqlite, lane: Lane, [queued, delayed, inFlight]: Shares): void {
  db.run(
    `UPDATE hosts SET queued = queued + ?, delayed = delayed + ?, in_flight = in_flight + ?
     WHERE host_key = ? AND role = ?`,
    queued,
    delayed,
    inFlight,
    lane.host,
    lane.role,
  );
}

function leaveLane(db: Sqlite, from: Standing, { n = 1, now }: Move): void {
  const [queued, delayed, inFlight] = sharesOf(from);
  shiftLane(db, from, [-queued * n, -delayed * n, -inFlight * n]);
  db.run(
    `DELETE FROM hosts WHERE host_key = ? AND role = ? AND queued = 0 AND in_flight = 0 AND not_before <= ?`,
    from.host,
    from.role,
    now,
  );
}

function enterLane(db: Sqlite, { to, n = 1 }: Move): void {
  const [queued, delayed, inFlight] = sharesOf(to);
  db.run(
    `INSERT INTO hosts (host_key, role, queued, delayed, in_flight) VALUES (?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET queued = queued + excluded.queued, delayed = delayed + excluded.delayed,
                               in_flight = in_flight + excluded.in_flight`,
    to.host,
    to.role,
    queued * n,
    delayed * n,
    inFlight * n,
  );
}

function countLanes(db: Sqlite, move: Move): void {
  const { from, to, n = 1 } = move;
  const stays = from && isLive(from) && isLive(to) && from.host === to.host && from.role === to.role;
  if (stays) {
    const before = sharesOf(from);
    const [queued, delayed, inFlight] = sharesOf(to);
    shiftLane(db, to, [(queued - before[0]) * n, (delayed - before[1]) * n, (inFlight - before[2]) * n]);
    return;
  }
  if (isLive(to)) enterLane(db, move);
  if (from && isLive(from)) leaveLane(db, from, move);
}

/**
 * Keeps `counts` and `hosts` equal to what a scan of `jobs` would say. Whatever moves a job calls it in the same
 * transaction. (Triggers would do it too, at several times the price: they open a statement journal for every row.)
 */
export function recount(db: Sqlite, move: Move): void {
  countStates(db, move);
  countLanes(db, move);
}
