/** Starts held at one time; records come in order of commit, which is seldom this far from the order of starting. */
const WINDOW = 32_768;

/** The smallest time between two starts, fed in nearly any order, in bounded memory. */
export interface SmallestGap {
  add(startMs: number): void;
  /** Undefined before the second start. */
  value(): number | undefined;
}

export function smallestGap(): SmallestGap {
  let starts: number[] = [];
  let smallest = Number.POSITIVE_INFINITY;
  const measure = () => {
    starts.sort((a, b) => a - b);
    for (const [index, start] of starts.entries()) {
      const before = starts[index - 1];
      if (before !== undefined) smallest = Math.min(smallest, start - before);
    }
  };
  return {
    add(startMs) {
      if (!Number.isFinite(startMs)) return;
      starts.push(startMs);
      if (starts.length < 2 * WINDOW) return;
      measure();
      starts = starts.slice(-WINDOW);
    },
    value() {
      measure();
      return Number.isFinite(smallest) ? smallest : undefined;
    },
  };
}
