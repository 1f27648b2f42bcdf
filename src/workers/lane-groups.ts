import type { Instant } from '../core/clock.ts';
import { type Lane, LOCAL_LANE } from '../ledger/queue.ts';
import type { HostGate } from './host-gate.ts';

/** Lanes that share a total: those of one host, or those of one site. */
export interface LaneGroup {
  /** Between two starts, all its lanes together; 0 where nothing spaces them. */
  intervalMs: number;
  /** Jobs believed to wait in its lanes. */
  queued: number;
  lanes: number;
  /** When its next start would be, by what was leased from it. */
  nextAt: Instant;
  /** No lane of it is worth asking for before. */
  closedUntil: Instant;
  /** When it was last leased from: what was heard about its lanes before is out of date. */
  leasedAt: Instant;
}

export interface LaneGroups {
  /** That of the host and that of the site; works that need no request have none. */
  of(lane: Lane): readonly LaneGroup[];
  /** All of them, to be counted anew. */
  all(): Iterable<LaneGroup>;
}

const freshGroup = (): LaneGroup => ({
  intervalMs: 0,
  queued: 0,
  lanes: 0,
  nextAt: Number.NEGATIVE_INFINITY,
  closedUntil: Number.NEGATIVE_INFINITY,
  leasedAt: Number.NEGATIVE_INFINITY,
});

/** Each call of `of` is for another lane. */
export function laneGroups(gate: HostGate): LaneGroups {
  const groups = new Map<string, LaneGroup>();
  const join = (name: string): LaneGroup => {
    const group = groups.get(name) ?? freshGroup();
    groups.set(name, group);
    group.lanes += 1;
    return group;
  };
  return {
    of: ({ host }) =>
      host === LOCAL_LANE.host ? [] : [join(`host ${host}`), join(`site ${gate.siteOf(host)}`)],
    all: () => groups.values(),
  };
}

export function closedUntil(groups: readonly LaneGroup[]): Instant {
  let latest = Number.NEGATIVE_INFINITY;
  for (const group of groups) latest = Math.max(latest, group.closedUntil);
  return latest;
}

/** So many starts were leased: the next is worth a look a little ahead of its turn. */
export function charge(
  groups: readonly LaneGroup[],
  starts: number,
  at: { now: Instant; leadMs: number },
): void {
  for (const group of groups) {
    group.leasedAt = at.now;
    if (group.intervalMs === 0) continue;
    group.nextAt = Math.max(group.nextAt, at.now) + starts * group.intervalMs;
    group.closedUntil = group.nextAt - at.leadMs;
  }
}
