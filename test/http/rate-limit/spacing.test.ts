import { describe, expect, test } from 'vitest';
import { type Backend, measureSpacing } from '../../../bench/limiter/measure-spacing.ts';

/**
 * Real processes, real time, the server's log. A busy machine may send less than the limiter allows, never more: how much
 * of the rate is used is measured by `bench/limiter-spacing.ts`.
 */
describe('processes that share a limiter', { timeout: 30_000 }, () => {
  test.each<[Backend, number]>([
    ['memory', 1],
    ['sqlite', 4],
    ['multiprocess', 4],
  ])('on %s, %i of them, keep to one rate together', async (backend, processes) => {
    const spacing = await measureSpacing({ backend, processes, rate: '10/second', seconds: 1.5 });
    expect(spacing.smallest_gap_ms).toBeGreaterThan(spacing.interval_ms / 2);
    expect(spacing.starts).toBeGreaterThan(2);
    expect(spacing.throughput_of_policy).toBeLessThan(1.05);
  });
});
