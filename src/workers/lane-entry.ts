import type { Instant } from '../core/clock.ts';
import type { Lane } from '../ledger/queue.ts';
import type { LaneGroup } from './lane-groups.ts';

/** A lane is picked this early, so that its worker is at the limiter when the turn comes. */
export const LEAD_MS = 10;
/** A lane as the scheduler sees it. */
export interface Entry {
  readonly lane: Lane;
  /** With whom it shares a total. */
  readonly groups: readonly LaneGroup[];
  /** Between two starts, as it was when the lane was last looked at: asking at every ranking took up to 8 % of the main thread. */
  intervalMs: number;
  /** Jobs believed to wait here; the ledger's own count replaces it at every refresh. */
  queued: number;
  /** Not worth looking at before. */
  dueAt: Instant;
  /** Its time has come, as far as is known. */
  isReady: boolean;
  /** When the limiter last said so. */
  heardAt: Instant;
  /** Its host is to be left alone for long: its works are leased only to look for another way. */
  isDetour: boolean;
  /** Everyone who waits here has looked for another way, as far as is known; from then on they take their turns. */
  isSifted: boolean;
  /** What the ledger counted last. */
  counted: number;
  /** Works that go before all others wait here, as far as is known. */
  isUrgent: boolean;
}

export const newEntry = (lane: Lane, groups: readonly LaneGroup[]): Entry => ({
  lane,
  groups,
  intervalMs: 0,
  queued: 0,
  dueAt: Number.POSITIVE_INFINITY,
  isReady: false,
  heardAt: Number.NEGATIVE_INFINITY,
  isDetour: false,
  isSifted: false,
  counted: 0,
  isUrgent: false,
});

export const leadOf = ({ intervalMs }: Entry): number => Math.min(LEAD_MS, intervalMs / 10);
/** Lanes without a limit count for little: they end as fast as the machine can. */
export const ownMs = ({ intervalMs, queued }: Entry): number => queued * Math.max(intervalMs, 0.01);
/** Until the lane is empty, and everyone else who shares its totals has had their turn. */
export function remainingMs(entry: Entry): number {
  let longest = ownMs(entry);
  for (const { queued, intervalMs } of entry.groups) longest = Math.max(longest, queued * intervalMs);
  return longest;
}

export function count(entry: Entry, queued: number): void {
  for (const group of entry.groups) group.queued += queued - entry.queued;
  entry.queued = queued;
}

/** Whether the limiter said that its turn has come, and none of those it shares a total with was leased from since. */
export function isHeard({ heardAt, groups }: Entry): boolean {
  for (const { leasedAt } of groups) if (leasedAt >= heardAt) return false;
  return heardAt > Number.NEGATIVE_INFINITY;
}
