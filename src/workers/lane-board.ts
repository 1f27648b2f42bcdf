import type { Instant } from '../core/clock.ts';
import { type Lane, type LaneBacklog, LOCAL_LANE } from '../ledger/queue.ts';
import type { HostGate } from './host-gate.ts';
import { type Heap, minHeap } from './min-heap.ts';
import { type RoomLimits, siteRooms } from './site-rooms.ts';

/** A lane is picked this early, so that its worker is at the limiter when the turn comes. */
const LEAD_MS = 10;
/** A lane that needs less of the time all works need is not what the run waits for. */
const CRITICAL_SHARE = 0.9;

interface Entry {
  readonly lane: Lane;
  /** Between two starts, as it was when the lane was last looked at: asking at every ranking took up to 8 % of the main thread. */
  intervalMs: number;
  /** Jobs believed to wait here; the ledger's own count replaces it at every refresh. */
  queued: number;
  /** Not worth looking at before. */
  dueAt: Instant;
  isReady: boolean;
  /** Its host is to be left alone for long: its works are leased only to look for another way. */
  isDetour: boolean;
  /** Everyone who waits here has looked for another way, as far as is known; from then on they take their turns. */
  isSifted: boolean;
  /** What the ledger counted last. */
  counted: number;
  /** Works that go before all others wait here, as far as is known. */
  isUrgent: boolean;
}

interface LanePick {
  readonly lane: Lane;
  readonly limit: number;
  /** They are asked for in one request, as one step. */
  readonly isBatch: boolean;
  readonly isDetour: boolean;
}

interface PickLimits extends RoomLimits {
  readonly free: number;
  /** How long a step takes on average. */
  readonly stepMs: number;
}

/**
 * Which lanes have work, and when each is worth a look: a heap by due time, and the set of those ready now. Most
 * remaining time first, since the longest lane decides when the run ends.
 */
export interface LaneBoard {
  /** Takes over the ledger's counts. */
  refresh(backlog: readonly LaneBacklog[], now: Instant): void;
  /** A job now waits in this lane. */
  added(lane: Lane, at: Instant, isUrgent: boolean): void;
  /** Lanes to lease from now, best first. */
  pick(now: Instant, limits: PickLimits): Promise<readonly LanePick[]>;
  /** What a lease call gave for a pick. */
  leased(pick: LanePick, count: number, now: Instant): void;
  /** When the next lane is due; `undefined` when nothing waits. */
  nextDueAt(): Instant | undefined;
  /** Nothing waits, as far as is known. */
  isEmpty(): boolean;
}

export interface BoardRules {
  readonly batchSize: (lane: Lane) => number;
  /** Works do not wait in a lane whose host is to be left alone for longer (DESIGN 1). */
  readonly parkAfterMs: number;
}

interface Board extends BoardRules {
  readonly gate: HostGate;
  readonly entries: Map<string, Entry>;
  readonly waiting: Heap<Entry>;
  readonly ready: Set<Entry>;
  /** When lanes were picked last. */
  lookedAt: Instant;
}

export function laneBoard(gate: HostGate, rules: BoardRules): LaneBoard {
  const board: Board = {
    gate,
    ...rules,
    entries: new Map(),
    waiting: minHeap(),
    ready: new Set(),
    lookedAt: 0,
  };
  return {
    refresh: (backlog, now) => refresh(board, backlog, now),
    added(lane, at, isUrgent) {
      const entry = entryOf(board, lane);
      entry.queued += 1;
      entry.isUrgent ||= isUrgent;
      // One that was put off has looked; one that comes from elsewhere has not.
      entry.isSifted &&= at > board.lookedAt + board.parkAfterMs;
      expect(board, entry, at);
    },
    async pick(now, limits) {
      board.lookedAt = now;
      await promote(board, now);
      return pickReady(board, limits, now);
    },
    leased({ lane, limit, isBatch, isDetour }, count, now) {
      const entry = entryOf(board, lane);
      if (isDetour && count < limit) entry.isSifted = true;
      // Fewer than asked for: the rest is backing off, or gone; the next refresh knows.
      entry.queued = count < limit ? 0 : Math.max(0, entry.queued - count);
      forget(board, entry);
      if (entry.queued > 0 && isDetour) schedule(board, entry, now);
      else if (entry.queued > 0)
        schedule(board, entry, now + (isBatch ? 1 : count) * entry.intervalMs - leadOf(entry));
    },
    nextDueAt: () => board.waiting.peekKey(),
    isEmpty: () => [...board.entries.values()].every(({ queued }) => queued === 0),
  };
}

const intervalOf = ({ gate }: Board, { host, role }: Lane): number =>
  role === '' ? 0 : gate.intervalMs(host, role);
const leadOf = ({ intervalMs }: Entry): number => Math.min(LEAD_MS, intervalMs / 10);
/** Lanes without a limit count for little: they end as fast as the machine can. */
const remainingMs = ({ intervalMs, queued }: Entry): number => queued * Math.max(intervalMs, 0.01);

function entryOf(board: Board, lane: Lane): Entry {
  const { entries } = board;
  const key = `${lane.role} ${lane.host}`;
  const known = entries.get(key);
  if (known) return known;
  const fresh: Entry = {
    lane,
    intervalMs: intervalOf(board, lane),
    queued: 0,
    dueAt: Number.POSITIVE_INFINITY,
    isReady: false,
    isDetour: false,
    isSifted: false,
    counted: 0,
    isUrgent: false,
  };
  entries.set(key, fresh);
  return fresh;
}

function forget({ ready }: Board, entry: Entry): void {
  ready.delete(entry);
  entry.isReady = false;
  entry.dueAt = Number.POSITIVE_INFINITY;
}

function schedule(board: Board, entry: Entry, dueAt: Instant): void {
  forget(board, entry);
  entry.dueAt = dueAt;
  board.waiting.push(dueAt, entry);
}

/** Brings the entry forward when it is worth a look earlier than thought. */
function expect(board: Board, entry: Entry, at: Instant): void {
  if (!entry.isReady && at < entry.dueAt) schedule(board, entry, at);
}

function refresh(board: Board, backlog: readonly LaneBacklog[], now: Instant): void {
  for (const entry of board.entries.values()) entry.queued = 0;
  for (const { lane, queued, notBefore, nextAvailableAt, isUrgent } of backlog) {
    const entry = entryOf(board, lane);
    entry.queued = queued;
    entry.isUrgent = isUrgent;
    entry.isSifted &&= queued <= entry.counted;
    entry.counted = queued;
    const opensAt = notBefore > now + board.parkAfterMs ? 0 : notBefore;
    if (queued > 0) expect(board, entry, Math.max(now, opensAt, nextAvailableAt));
  }
  for (const entry of board.ready) if (entry.queued === 0) forget(board, entry);
}

/** Moves lanes whose time has come to the ready ones, after asking the limiter, which is the one truth of rate. */
async function promote(board: Board, now: Instant): Promise<void> {
  while ((board.waiting.peekKey() ?? Number.POSITIVE_INFINITY) <= now) {
    const node = board.waiting.pop();
    // An entry that was scheduled anew leaves its old node behind: only the one with its own due time counts.
    if (!node || node.key !== node.item.dueAt) continue;
    const entry = node.item;
    const { host, role } = entry.lane;
    forget(board, entry);
    if (entry.queued === 0) continue;
    const readyAt = role === '' ? now : await board.gate.readyAt(host, role);
    entry.intervalMs = intervalOf(board, entry.lane);
    const dueAt = readyAt - leadOf(entry);
    entry.isDetour = !entry.isSifted && readyAt > now + board.parkAfterMs;
    if (dueAt > now && !entry.isDetour) schedule(board, entry, dueAt);
    else {
      entry.isReady = true;
      board.ready.add(entry);
    }
  }
}

/** As many starts as fit into the lead; without a limit, or without a start, as many as there are workers. */
const atOnce = ({ intervalMs, isDetour }: Entry, free: number): number =>
  intervalMs === 0 || isDetour ? free : Math.max(1, Math.floor(LEAD_MS / intervalMs));

/**
 * With few workers the last free seat is kept for the lane that decides when the run ends, where its turn comes before
 * another seat would be free: 1.12 of the bound of politeness with 8 workers otherwise, 1.05 with it. Not where the
 * workers themselves are what the run waits for.
 */
function keepsSeat(board: Board, { seats, stepMs }: PickLimits, now: Instant): boolean {
  let critical: Entry | undefined;
  let longestMs = 0;
  let queued = 0;
  for (const entry of board.entries.values()) {
    if (entry.queued === 0) continue;
    queued += entry.queued;
    const ms = remainingMs(entry);
    if (ms <= longestMs) continue;
    critical = entry;
    longestMs = ms;
  }
  if (!critical || critical.isReady || critical.dueAt > now + stepMs / seats) return false;
  return longestMs > (CRITICAL_SHARE * queued * stepMs) / seats;
}

/** Lanes of urgent works first, then the one with most remaining time. */
function ranked(board: Board): readonly Entry[] {
  const ready = [...board.ready].map((entry) => ({ entry, ms: remainingMs(entry) }));
  ready.sort((a, b) => Number(b.entry.isUrgent) - Number(a.entry.isUrgent) || b.ms - a.ms);
  return ready.map(({ entry }) => entry);
}

const worksElsewhere = ({ entries, gate }: Board, site: string): boolean =>
  entries
    .values()
    .some(({ lane, queued }) => queued > 0 && lane.role !== '' && gate.siteOf(lane.host) !== site);

/** Seats, and how many of them this host may take. */
interface Free {
  readonly left: number;
  readonly room: number;
}

/** What is leased of one ready lane; `undefined` when nothing can be. */
function pickOf(board: Board, entry: Entry, { left, room }: Free): LanePick | undefined {
  const { lane, queued, isDetour } = entry;
  if (room <= 0) return undefined;
  const batch = Math.min(board.batchSize(lane), queued);
  if (batch > 1) return { lane, limit: batch, isBatch: true, isDetour };
  const limit = Math.min(left, room, atOnce(entry, left), queued);
  return limit > 0 ? { lane, limit, isBatch: false, isDetour } : undefined;
}

function pickReady(board: Board, limits: PickLimits, now: Instant): readonly LanePick[] {
  const rooms = siteRooms(board.gate.siteOf, limits, (site) => worksElsewhere(board, site));
  const picks: LanePick[] = [];
  let left = limits.free;
  for (const entry of ranked(board)) {
    if (left <= 0) break;
    const { host } = entry.lane;
    const isFree = host === LOCAL_LANE.host || entry.isDetour;
    const pick = pickOf(board, entry, { left, room: isFree ? left : rooms.left(host) });
    if (!pick) continue;
    const takes = pick.isBatch ? 1 : pick.limit;
    if (takes === left && !entry.isUrgent && keepsSeat(board, limits, now)) {
      if (takes > 1) picks.push({ ...pick, limit: takes - 1 });
      break;
    }
    picks.push(pick);
    if (!isFree) rooms.take(host, takes);
    left -= takes;
  }
  return picks;
}
