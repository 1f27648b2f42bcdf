import type { Spread } from '../core/metrics.ts';

/** Percentiles of many durations in little memory. */
export interface Distribution {
  add(ms: number): void;
  /** By nearest rank; null when nothing was added. */
  percentile(share: number): number | null;
  spread(): Spread;
}

function rounded(ms: number, digits: number): number {
  const whole = Math.max(0, Math.round(ms));
  if (whole < 10 ** digits) return whole;
  const step = 10 ** (Math.floor(Math.log10(whole)) + 1 - digits);
  return Math.round(whole / step) * step;
}

/** Keeps so many significant digits: with four, whole milliseconds up to 10 s, and some 40,000 different values at most. */
export function distribution(digits = 4): Distribution {
  const counts = new Map<number, number>();
  let count = 0;
  const percentile = (share: number): number | null => {
    let left = Math.max(1, Math.ceil(share * count));
    for (const [ms, times] of [...counts].sort(([a], [b]) => a - b)) {
      left -= times;
      if (left <= 0) return ms;
    }
    return null;
  };
  return {
    add(ms) {
      if (!Number.isFinite(ms)) return;
      const key = rounded(ms, digits);
      counts.set(key, (counts.get(key) ?? 0) + 1);
      count++;
    },
    percentile,
    spread: () => ({
      count,
      p50_ms: percentile(0.5),
      p95_ms: percentile(0.95),
      p99_ms: percentile(0.99),
      max_ms: percentile(1),
    }),
  };
}
