import type { Metrics } from '../core/metrics.ts';
import { showCount, showWorks } from './figures.ts';
import { listingText } from './headline.ts';

/** What may still be missed, beside works that ended without a file: what waits, what was never listed, and rejected lines. */
export function missedUnknown(metrics: Metrics): readonly string[] {
  const { waiting, input } = metrics;
  const rejected = input?.rejected ?? 0;
  const listing = listingText(metrics);
  return [
    ...(listing === undefined ? [] : [`Not everything was listed: ${listing}.`]),
    ...(waiting > 0
      ? [`${showWorks(waiting)} still wait${waiting === 1 ? 's' : ''}: how they end is not known.`]
      : []),
    ...(rejected > 0
      ? [
          `${showCount(rejected)} ${rejected === 1 ? 'line' : 'lines'} of the input came to no work: see rejects.jsonl.`,
        ]
      : []),
  ];
}

/** What is true where no work ended without a file. */
export function nothingMissed(metrics: Metrics): string {
  if (metrics.processed === 0) return 'No work has ended.';
  return missedUnknown(metrics).length === 0
    ? 'Nothing: every work has a file.'
    : 'Every work that ended has a file.';
}
