import { expect, test } from 'vitest';
import type { InputCounts, Metrics } from '../../src/core/metrics.ts';
import { buildReport } from '../../src/report/build-report.ts';
import { inputWords, NO_INPUT } from '../../src/report/input-words.ts';
import { renderHtml } from '../../src/report/render-html.ts';
import { renderMarkdown } from '../../src/report/render-markdown.ts';
import { records } from './catalog-entry.ts';

const words = (moved: Partial<InputCounts>): string | undefined =>
  inputWords({ input: { lines: 3, works: 3, duplicates: 0, rejected: 0, ...moved } } as Metrics);

test('works of other runs are told with the names of these runs, three at most', () => {
  expect(words({ taken_over: 1, taken_over_from: ['monday'] })).toBe(
    '3 lines: 3 works; 1 work that waited in the queue for run monday was done too',
  );
  expect(words({ taken_over: 9, taken_over_from: ['a', 'b', 'c', 'd', 'e'] })).toBe(
    '3 lines: 3 works; 9 works that waited in the queue for runs a, b, c and 2 more were done too',
  );
  expect(words({ elsewhere: 2, elsewhere_in: ['friday', 'sunday'] })).toBe(
    '3 lines: 3 works; 2 of its works were taken by runs friday, sunday',
  );
});

test('works of no run, and records of earlier versions, are told without a name', () => {
  expect(words({ taken_over: 2 })).toBe(
    '3 lines: 3 works; 2 works that waited in the queue before were done too',
  );
  expect(words({ elsewhere: 1 })).toBe('3 lines: 3 works; 1 of its works was taken by another run');
});

test('a report without a count of the input says that it has none', async () => {
  const report = await buildReport(records({}));
  for (const text of [renderMarkdown(report), renderHtml(report)]) expect(text).toContain(NO_INPUT);
});
