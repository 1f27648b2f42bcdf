import type { Random } from '../../src/core/random.ts';

/** The same numbers for the same seed (mulberry32). */
export function seededRandom(seed = 1): Random {
  let state = seed >>> 0;
  let ids = 0;
  return {
    next() {
      state = (state + 0x6d2b79f5) >>> 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
    },
    id: () => `id-${String(++ids).padStart(6, '0')}`,
  };
}
