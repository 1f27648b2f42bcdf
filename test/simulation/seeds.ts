import { expect } from 'vitest';
import { simulate } from './simulate.ts';

/** A share of the seeds runs twice, and must do the same both times. */
const TWICE_EVERY = 25;

/** Nothing goes wrong in any of these seeds; a message names the command that repeats the first that does. */
export async function expectNothingWrong(from: number, count: number): Promise<void> {
  for (let seed = from; seed < from + count; seed++) {
    const { violations, traceHash } = await simulate({ seed });
    expect(violations, `npm run simulate -- --seed ${seed}`).toEqual([]);
    if (seed % TWICE_EVERY === 0)
      expect((await simulate({ seed })).traceHash, `seed ${seed}, again`).toBe(traceHash);
  }
}
