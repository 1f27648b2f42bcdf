import type { Reason } from '../core/errors.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import type { Miss, Progress } from '../core/progress.ts';
import { reachOfAsk, reachOfFetch } from './conclude.ts';

/** What a source, or the places it named, last answered in vain, by the records of a step. */
export const troubleMet = (records: readonly AttemptRecord[], resolver: string): Reason | undefined =>
  records.findLast(
    (record) => record.resolver === resolver && record.reason !== undefined && isExchange(record),
  )?.reason;

/**
 * A host that failed when it was asked, until its breaker opened, has failed: that is what came of the step, and more
 * than that it is left alone now.
 */
export function withTroubleMet(
  progress: Progress,
  { before, records }: { readonly before: Progress; readonly records: readonly AttemptRecord[] },
): Progress {
  const known = before.misses.length;
  const toldBy = (miss: Miss): Miss => {
    const reason = troubleMet(records, miss.resolver);
    if (!reason) return miss;
    return { ...miss, reason, reach: miss.isOfSource ? reachOfAsk(reason) : reachOfFetch(reason) };
  };
  const isSilent = ({ reason }: Miss, index: number) => index >= known && reason === 'breaker-open';
  return progress.misses.some(isSilent)
    ? {
        ...progress,
        misses: progress.misses.map((miss, index) => (isSilent(miss, index) ? toldBy(miss) : miss)),
      }
    : progress;
}
