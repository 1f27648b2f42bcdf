import { expect, test } from 'vitest';
import { timelineTally } from '../../src/report/timeline.ts';

const START = Date.UTC(2026, 0, 1);

test('counts works and bytes step by step from the first ending', () => {
  const tally = timelineTally();
  expect(tally.view()).toBeNull();
  tally.add({ atMs: START, status: 'saved', sizeBytes: 10 });
  tally.add({ atMs: START + 999, status: 'failed', sizeBytes: 0 });
  tally.add({ atMs: START + 3000, status: 'saved', sizeBytes: 5 });
  const view = tally.view()!;
  expect(view).toMatchObject({ start_ms: START, step_ms: 1000, bytes: [10, 0, 0, 5] });
  expect(view.outcomes.saved).toEqual([1, 0, 0, 1]);
  expect(view.outcomes.failed).toEqual([1, 0, 0, 0]);
});

test('steps grow with the run; nothing is lost, and there are never more than 120', () => {
  const tally = timelineTally();
  for (let second = 0; second < 10_000; second++)
    tally.add({ atMs: START + second * 1000, status: 'saved', sizeBytes: 2 });
  const view = tally.view()!;
  expect(view.bytes.length).toBeLessThanOrEqual(120);
  expect(view.step_ms).toBe(128_000);
  expect(view.outcomes.saved.reduce((sum, count) => sum + count)).toBe(10_000);
  expect(view.bytes.reduce((sum, count) => sum + count)).toBe(20_000);
});

test('what is told late or without a time changes no step that is not there', () => {
  const tally = timelineTally();
  tally.add({ atMs: Number.NaN, status: 'saved', sizeBytes: 1 });
  tally.add({ atMs: START, status: 'saved', sizeBytes: 1 });
  tally.add({ atMs: START - 60_000, status: 'cached', sizeBytes: 0 });
  expect(tally.view()?.outcomes).toMatchObject({ saved: [1], cached: [1] });
});
