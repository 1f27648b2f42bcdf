import type { Role } from '../core/manifest-record.ts';

export type BreachKind = 'robots' | 'retry-after' | 'private-address';

/** Everything worth knowing about one host, kept whole however long the log grows. */
export interface HostFacts {
  readonly host: string;
  readonly requests: number;
  readonly bytes: number;
  readonly maxConcurrent: number;
  /** Smallest time between two starts, by role; absent while fewer than two. */
  readonly smallestGapMs: Readonly<Partial<Record<Role, number>>>;
  /** Smallest time between two starts of any role. */
  readonly smallestTotalGapMs: number | undefined;
  readonly statuses: Readonly<Record<number, number>>;
  readonly breaches: Readonly<Record<BreachKind, number>>;
}

/** Of all hosts of one site together. */
export interface SiteFacts {
  readonly site: string;
  readonly requests: number;
  readonly smallestGapMs: number | undefined;
}

/** The smallest time between two starts, while it is being found. */
export interface Gap {
  requests: number;
  lastMs: number;
  smallestMs: number | undefined;
}

export const newGap = (): Gap => ({ requests: 0, lastMs: 0, smallestMs: undefined });

export function noteGap(gap: Gap, startMs: number): void {
  if (gap.requests > 0) gap.smallestMs = Math.min(gap.smallestMs ?? Infinity, startMs - gap.lastMs);
  gap.requests += 1;
  gap.lastMs = startMs;
}

/** A request may have left before the client read the answer that told it to stay away. */
const CROSSING_MS = 50;

/** The same while it is being counted. */
export interface HostState {
  requests: number;
  bytes: number;
  underWay: number;
  maxConcurrent: number;
  quietFromMs: number;
  quietUntilMs: number;
  readonly lastStartMs: Map<Role, number>;
  readonly smallestGapMs: Map<Role, number>;
  readonly total: Gap;
  readonly statuses: Map<number, number>;
  readonly breaches: Record<BreachKind, number>;
}

export const newHost = (): HostState => ({
  requests: 0,
  bytes: 0,
  underWay: 0,
  maxConcurrent: 0,
  quietFromMs: 0,
  quietUntilMs: 0,
  lastStartMs: new Map(),
  smallestGapMs: new Map(),
  total: newGap(),
  statuses: new Map(),
  breaches: { robots: 0, 'retry-after': 0, 'private-address': 0 },
});

export const factsOf = (host: string, state: HostState): HostFacts => ({
  host,
  requests: state.requests,
  bytes: state.bytes,
  maxConcurrent: state.maxConcurrent,
  smallestGapMs: Object.fromEntries(state.smallestGapMs),
  smallestTotalGapMs: state.total.smallestMs,
  statuses: Object.fromEntries(state.statuses),
  breaches: { ...state.breaches },
});

export function noteStart(state: HostState, role: Role, startMs: number): void {
  state.requests += 1;
  state.underWay += 1;
  state.maxConcurrent = Math.max(state.maxConcurrent, state.underWay);
  const before = state.lastStartMs.get(role);
  if (before !== undefined) {
    state.smallestGapMs.set(role, Math.min(state.smallestGapMs.get(role) ?? Infinity, startMs - before));
  }
  state.lastStartMs.set(role, startMs);
  noteGap(state.total, startMs);
}

export const isQuietTime = (state: HostState, startMs: number): boolean =>
  startMs > state.quietFromMs + CROSSING_MS && startMs < state.quietUntilMs;
