import { describe, expect, test } from 'vitest';
import { type Backend, measureSpacing } from '../../../bench/limiter/measure-spacing.ts';

/**
 * Real processes, real time, the server's log. The exact figures are those of `bench/limiter-spacing.ts`, on a machine
 * with nothing else to do; here the bounds only leave room for a busy one.
 */
describe('processes that share a limiter', { retry: 2, timeout: 30_000 }, () => {
  test.each<[Backend, number]>([
    ['memory', 1],
    ['sqlite', 4],
    ['multiprocess', 4],
  ])('on %s, %i of them, keep to one rate together', async (backend, processes) => {
    const spacing = await measureSpacing({ backend, processes, rate: '10/second', seconds: 1.5 });
    expect(spacing.smallest_gap_ms).toBeGreaterThan(spacing.interval_ms / 2);
    expect(spacing.throughput_of_policy).toBeGreaterThan(0.8);
    expect(spacing.throughput_of_policy).toBeLessThan(1.05);
  });
});
