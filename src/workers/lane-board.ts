import type { Instant } from '../core/clock.ts';
import { type Lane, type LaneBacklog, LOCAL_LANE } from '../ledger/queue.ts';
import type { HostGate } from './host-gate.ts';
import { count, type Entry, isHeard, LEAD_MS, leadOf, newEntry, ownMs, remainingMs } from './lane-entry.ts';
import { charge, closedUntil, type LaneGroups, laneGroups } from './lane-groups.ts';
import { type Heap, minHeap } from './min-heap.ts';
import { type RoomLimits, siteRooms } from './site-rooms.ts';

/** A lane that needs less of the time all works need is not what the run waits for. */
const CRITICAL_SHARE = 0.9;

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
 * remaining time first, since the longest lane decides when the run ends, or the longest group of lanes that share a total.
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
  readonly groups: LaneGroups;
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
    groups: laneGroups(gate),
    waiting: minHeap(),
    ready: new Set(),
    lookedAt: 0,
  };
  return {
    refresh: (backlog, now) => refresh(board, backlog, now),
    added(lane, at, isUrgent) {
      const entry = entryOf(board, lane);
      count(entry, entry.queued + 1);
      entry.isUrgent ||= isUrgent;
      // One that was put off has looked; one that comes from elsewhere has not.
      entry.isSifted &&= at > board.lookedAt + board.parkAfterMs;
      expect(board, entry, at);
    },
    async pick(now, limits) {
      board.lookedAt = now;
      promote(board, now);
      return pickReady(board, limits, now);
    },
    leased({ lane, limit, isBatch, isDetour }, leased, now) {
      const entry = entryOf(board, lane);
      if (isDetour && leased < limit) entry.isSifted = true;
      // Fewer than asked for: the rest is backing off, or gone; the next refresh knows.
      count(entry, leased < limit ? 0 : Math.max(0, entry.queued - leased));
      forget(board, entry);
      if (entry.queued > 0 && isDetour) schedule(board, entry, now);
      else if (entry.queued > 0)
        schedule(board, entry, now + (isBatch ? 1 : leased) * entry.intervalMs - leadOf(entry));
    },
    nextDueAt: () => nextDueAt(board),
    isEmpty: () => [...board.entries.values()].every(({ queued }) => queued === 0),
  };
}

const intervalOf = ({ gate }: Board, { host, role }: Lane): number =>
  role === '' ? 0 : gate.intervalMs(host, role);

function entryOf(board: Board, lane: Lane): Entry {
  const { entries } = board;
  const key = `${lane.role} ${lane.host}`;
  const known = entries.get(key);
  if (known) return known;
  const fresh = newEntry(lane, board.groups.of(lane));
  entries.set(key, fresh);
  readIntervals(board, fresh);
  return fresh;
}

/** They may have changed: hosts announce rates, configurations are read again. */
function readIntervals(board: Board, entry: Entry): void {
  const { lane, groups } = entry;
  entry.intervalMs = intervalOf(board, lane);
  const [host, site] = groups;
  if (!host || !site) return;
  const { hostMs, siteMs } = board.gate.totals(lane.host);
  host.intervalMs = hostMs;
  site.intervalMs = siteMs;
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
  for (const group of board.groups.all()) {
    group.queued = 0;
    // Rates may have been read again: what was heard under the old ones is asked anew.
    group.closedUntil = Number.NEGATIVE_INFINITY;
  }
  for (const { lane, queued, notBefore, nextAvailableAt, isUrgent } of backlog) {
    const entry = entryOf(board, lane);
    count(entry, queued);
    entry.isUrgent = isUrgent;
    entry.isSifted &&= queued <= entry.counted;
    entry.counted = queued;
    const opensAt = notBefore > now + board.parkAfterMs ? 0 : notBefore;
    if (queued > 0) expect(board, entry, Math.max(now, opensAt, nextAvailableAt));
  }
  for (const entry of board.ready) if (entry.queued === 0) forget(board, entry);
}

/** Moves lanes whose time has come to the ready ones. */
function promote(board: Board, now: Instant): void {
  while ((board.waiting.peekKey() ?? Number.POSITIVE_INFINITY) <= now) {
    const node = board.waiting.pop();
    // An entry that was scheduled anew leaves its old node behind: only the one with its own due time counts.
    if (!node || node.key !== node.item.dueAt) continue;
    const entry = node.item;
    forget(board, entry);
    if (entry.queued === 0) continue;
    entry.isReady = true;
    entry.heardAt = Number.NEGATIVE_INFINITY;
    board.ready.add(entry);
  }
}

/** Ready lanes whose totals are spent for the moment are due when these are not. */
function nextDueAt({ waiting, ready, lookedAt }: Board): Instant | undefined {
  let next = waiting.peekKey();
  for (const { groups } of ready) {
    const opensAt = closedUntil(groups);
    if (opensAt > lookedAt && opensAt < (next ?? Number.POSITIVE_INFINITY)) next = opensAt;
  }
  return next;
}

/** What a lane of it was told holds for all that share its totals. */
async function hearTotals({ gate }: Board, entry: Entry, dueAt: Instant): Promise<Instant> {
  const [host, site] = entry.groups;
  if (!host || !site || (host.lanes === 1 && site.lanes === 1)) return Number.NEGATIVE_INFINITY;
  const ready = await gate.totalsReadyAt(entry.lane.host);
  if (ready.host >= dueAt) host.closedUntil = dueAt;
  if (ready.site >= dueAt) site.closedUntil = dueAt;
  return Math.max(ready.host, ready.site);
}

/** Whether a ready lane may be leased from; the limiter is asked, which is the one truth of rate. */
async function isOpen(board: Board, entry: Entry, now: Instant): Promise<boolean> {
  const { lane, groups } = entry;
  if (lane.role === '') return true;
  const opensAt = closedUntil(groups);
  if (opensAt > now && (entry.isSifted || opensAt <= now + board.parkAfterMs)) return false;
  if (isHeard(entry)) return true;
  const readyAt = await board.gate.readyAt(lane.host, lane.role);
  readIntervals(board, entry);
  entry.isDetour = !entry.isSifted && readyAt > now + board.parkAfterMs;
  // What was just leased has not started: the limiter does not know of it yet.
  if (opensAt > now && !entry.isDetour) return false;
  const dueAt = readyAt - leadOf(entry);
  if (dueAt <= now || entry.isDetour) {
    entry.heardAt = now;
    return true;
  }
  const totalsAt = await hearTotals(board, entry, dueAt);
  if (totalsAt < readyAt) schedule(board, entry, dueAt);
  return false;
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
  let turnAt = Number.POSITIVE_INFINITY;
  let longestMs = 0;
  let queued = 0;
  for (const entry of board.entries.values()) {
    if (entry.queued === 0) continue;
    queued += entry.queued;
    const ms = remainingMs(entry);
    if (ms < longestMs) continue;
    const at = entry.isReady ? closedUntil(entry.groups) : entry.dueAt;
    turnAt = ms > longestMs ? at : Math.min(turnAt, at);
    longestMs = ms;
  }
  if (turnAt <= now || turnAt > now + stepMs / seats) return false;
  return longestMs > (CRITICAL_SHARE * queued * stepMs) / seats;
}

/** Lanes of urgent works first, then the one with most remaining time. */
function ranked(board: Board): readonly Entry[] {
  const ready = [...board.ready].map((entry) => ({ entry, ms: remainingMs(entry), own: ownMs(entry) }));
  ready.sort((a, b) => Number(b.entry.isUrgent) - Number(a.entry.isUrgent) || b.ms - a.ms || b.own - a.own);
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

async function pickReady(board: Board, limits: PickLimits, now: Instant): Promise<readonly LanePick[]> {
  const rooms = siteRooms(board.gate.siteOf, limits, (site) => worksElsewhere(board, site));
  const picks: LanePick[] = [];
  let left = limits.free;
  const take = (entry: Entry, pick: LanePick, isFree: boolean): void => {
    const seats = pick.isBatch ? 1 : pick.limit;
    picks.push(pick);
    left -= seats;
    if (isFree) return;
    rooms.take(entry.lane.host, seats);
    charge(entry.groups, seats, { now, leadMs: LEAD_MS });
  };
  for (const entry of ranked(board)) {
    if (left <= 0) break;
    if (!(await isOpen(board, entry, now))) continue;
    const { host } = entry.lane;
    const isFree = host === LOCAL_LANE.host || entry.isDetour;
    const pick = pickOf(board, entry, { left, room: isFree ? left : rooms.left(host) });
    if (!pick) continue;
    const isLast = (pick.isBatch ? 1 : pick.limit) === left;
    if (isLast && !entry.isUrgent && keepsSeat(board, limits, now)) {
      if (left > 1) take(entry, { ...pick, limit: left - 1 }, isFree);
      break;
    }
    take(entry, pick, isFree);
  }
  return picks;
}
