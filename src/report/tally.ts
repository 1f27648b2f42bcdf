import type { Counts } from '../core/metrics.ts';

/** Counts by name. Names come from outside, so a Map, and own properties only at the end. */
export interface Tally {
  add(name: string, by?: number): void;
  total(): number;
  counts(): Counts;
}

export function tally(): Tally {
  const counts = new Map<string, number>();
  return {
    add(name, by = 1) {
      counts.set(name, (counts.get(name) ?? 0) + by);
    },
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
    counts: () => Object.fromEntries(counts),
  };
}
