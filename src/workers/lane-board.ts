import type { Instant } from '../core/clock.ts';
import { type Lane, type LaneBacklog, LOCAL_LANE } from '../ledger/queue.ts';
import type { HostGate } from './host-gate.ts';
import { type Heap, minHeap } from './min-heap.ts';

/** A lane is picked this early, so that its worker is at the limiter when the turn comes. */
const LEAD_MS = 10;

interface Entry {
  readonly lane: Lane;
  /** Jobs believed to wait here; the ledger's own count replaces it at every refresh. */
  queued: number;
  /** Not worth looking at before. */
  dueAt: Instant;
  isReady: boolean;
}

interface Pick {
  readonly lane: Lane;
  readonly limit: number;
  /** They are asked for in one request, as one step. */
  readonly isBatch: boolean;
}

interface PickLimits {
  readonly free: number;
  readonly maxPerHost: number;
  readonly inFlightOf: (host: string) => number;
}

/**
 * Which lanes have work, and when each is worth a look: a heap by due time, and the set of those ready now. Most
 * remaining time first, since the longest lane decides when the run ends.
 */
export interface LaneBoard {
  /** Takes over the ledger's counts. */
  refresh(backlog: readonly LaneBacklog[], now: Instant): void;
  /** A job now waits in this lane. */
  added(lane: Lane, at: Instant): void;
  /** Lanes to lease from now, best first. */
  pick(now: Instant, limits: PickLimits): Promise<readonly Pick[]>;
  /** What a lease call gave for a pick. */
  leased(pick: Pick, count: number, now: Instant): void;
  /** When the next lane is due; `undefined` when nothing waits. */
  nextDueAt(): Instant | undefined;
  /** Nothing waits, as far as is known. */
  isEmpty(): boolean;
}

interface Board {
  readonly gate: HostGate;
  readonly batchSize: (lane: Lane) => number;
  readonly entries: Map<string, Entry>;
  readonly waiting: Heap<Entry>;
  readonly ready: Set<Entry>;
}

export function laneBoard(gate: HostGate, batchSize: (lane: Lane) => number): LaneBoard {
  const board: Board = { gate, batchSize, entries: new Map(), waiting: minHeap(), ready: new Set() };
  return {
    refresh: (backlog, now) => refresh(board, backlog, now),
    added(lane, at) {
      const entry = entryOf(board, lane);
      entry.queued += 1;
      expect(board, entry, at);
    },
    async pick(now, limits) {
      await promote(board, now);
      return pickReady(board, limits);
    },
    leased({ lane, limit, isBatch }, count, now) {
      const entry = entryOf(board, lane);
      // Fewer than asked for: the rest is backing off, or gone; the next refresh knows.
      entry.queued = count < limit ? 0 : Math.max(0, entry.queued - count);
      forget(board, entry);
      if (entry.queued > 0)
        schedule(board, entry, now + (isBatch ? 1 : count) * intervalOf(board, lane) - leadOf(board, lane));
    },
    nextDueAt: () => board.waiting.peekKey(),
    isEmpty: () => [...board.entries.values()].every(({ queued }) => queued === 0),
  };
}

const intervalOf = ({ gate }: Board, { host, role }: Lane): number =>
  role === '' ? 0 : gate.intervalMs(host, role);
const leadOf = (board: Board, lane: Lane): number => Math.min(LEAD_MS, intervalOf(board, lane) / 10);
/** Lanes without a limit count for little: they end as fast as the machine can. */
const remainingMs = (board: Board, { lane, queued }: Entry): number =>
  queued * Math.max(intervalOf(board, lane), 0.01);

function entryOf({ entries }: Board, lane: Lane): Entry {
  const key = `${lane.role} ${lane.host}`;
  const known = entries.get(key);
  if (known) return known;
  const fresh: Entry = { lane, queued: 0, dueAt: Number.POSITIVE_INFINITY, isReady: false };
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
  for (const { lane, queued, notBefore, nextAvailableAt } of backlog) {
    const entry = entryOf(board, lane);
    entry.queued = queued;
    if (queued > 0) expect(board, entry, Math.max(now, notBefore, nextAvailableAt));
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
    const dueAt = readyAt - leadOf(board, entry.lane);
    if (dueAt > now) schedule(board, entry, dueAt);
    else {
      entry.isReady = true;
      board.ready.add(entry);
    }
  }
}

/** As many starts as fit into the lead; without a limit, as many as there are workers. */
function atOnce(board: Board, lane: Lane, free: number): number {
  const interval = intervalOf(board, lane);
  return interval === 0 ? free : Math.max(1, Math.floor(LEAD_MS / interval));
}

function pickReady(board: Board, { free, maxPerHost, inFlightOf }: PickLimits): readonly Pick[] {
  const picks: Pick[] = [];
  let left = free;
  for (const entry of [...board.ready].sort((a, b) => remainingMs(board, b) - remainingMs(board, a))) {
    if (left <= 0) break;
    const { lane, queued } = entry;
    const room = lane.host === LOCAL_LANE.host ? left : maxPerHost - inFlightOf(lane.host);
    if (room <= 0) continue;
    const batch = Math.min(board.batchSize(lane), queued);
    const isBatch = batch > 1;
    const limit = isBatch ? batch : Math.min(left, room, atOnce(board, lane, left), queued);
    if (limit <= 0) continue;
    picks.push({ lane, limit, isBatch });
    left -= isBatch ? 1 : limit;
  }
  return picks;
}
