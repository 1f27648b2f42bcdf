import type { Clock, Instant } from '../core/clock.ts';
import { REASONS, type Reason } from '../core/errors.ts';
import { timestampMs } from '../core/timestamp.ts';
import { factsOf, isMissing } from '../report/advise.ts';
import { timelineTally } from '../report/timeline.ts';
import type { DashboardState, EndedWork, FailureRow } from './state.ts';

const NEWEST = 40;
const WARNINGS = 20;
/** Speeds are means over about this long. */
const WINDOW_MS = 30_000;
const SAMPLE_MS = 1000;

/** What counting alone can tell of a run. */
type Counted = Pick<
  DashboardState,
  | 'outcomes'
  | 'identity'
  | 'processed'
  | 'bytes_stored'
  | 'works_per_s'
  | 'bytes_per_s'
  | 'timeline'
  | 'newest'
  | 'failures'
  | 'warnings'
>;

/** Counts along while works end; memory does not grow with them. */
export interface LiveCounts {
  ended(work: EndedWork): void;
  warned(message: string): void;
  view(): Counted;
}

interface Sample {
  readonly at: Instant;
  readonly works: number;
  readonly bytes: number;
}

/** Newest first, at most so many. */
function newestOf<T>(limit: number) {
  const items: T[] = [];
  return {
    add(item: T) {
      items.unshift(item);
      if (items.length > limit) items.pop();
    },
    all: (): readonly T[] => [...items],
  };
}

function failureRow(reason: string, works: number, folder: string | undefined): FailureRow {
  const facts = Object.hasOwn(REASONS, reason) ? REASONS[reason as Reason] : undefined;
  return {
    reason,
    outcome: facts?.outcome ?? 'failed',
    works,
    ...factsOf(reason, { folder }),
  };
}

/** With the folder of the run, advice names commands that can be typed as they stand. */
export function liveCounts(clock: Clock, folder?: string): LiveCounts {
  const outcomes = { saved: 0, cached: 0, html_only: 0, skipped: 0, quarantined: 0, failed: 0 };
  const identity = { proven: 0, unsure: 0, unchecked: 0 };
  const reasons = new Map<string, number>();
  const timeline = timelineTally();
  const newest = newestOf<EndedWork>(NEWEST);
  const warnings = newestOf<DashboardState['warnings'][number]>(WARNINGS);
  const speed = speedometer();
  let works = 0;
  let bytes = 0;
  return {
    ended(work) {
      outcomes[work.status]++;
      if (work.identity !== null) identity[work.identity]++;
      works++;
      const stored = work.status === 'saved' || work.status === 'html_only' ? work.size_bytes : 0;
      bytes += stored;
      timeline.add({ atMs: timestampMs(work.at), status: work.status, sizeBytes: stored });
      newest.add(work);
      if (isMissing(work.reason)) reasons.set(work.reason, (reasons.get(work.reason) ?? 0) + 1);
    },
    warned: (message) => warnings.add({ at: clock.wall().toISOString(), message }),
    view() {
      const perSecond = speed({ at: clock.now(), works, bytes });
      const failures = [...reasons].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      return {
        outcomes: { ...outcomes },
        identity: { ...identity },
        processed: works,
        bytes_stored: bytes,
        works_per_s: perSecond.works,
        bytes_per_s: perSecond.bytes,
        timeline: timeline.view(),
        newest: newest.all(),
        failures: failures.map(([reason, count]) => failureRow(reason, count, folder)),
        warnings: warnings.all(),
      };
    },
  };
}

/** Asked now and then; after a long silence it begins anew, since what was counted meanwhile may be old. */
function speedometer() {
  let samples: Sample[] = [];
  return (latest: Sample): { readonly works: number; readonly bytes: number } => {
    const sinceLast = latest.at - (samples.at(-1)?.at ?? Number.NEGATIVE_INFINITY);
    if (sinceLast > WINDOW_MS) samples = [];
    while (samples[1] && latest.at - samples[1].at >= WINDOW_MS) samples.shift();
    const [oldest] = samples;
    if (sinceLast >= SAMPLE_MS) samples.push(latest);
    const seconds = oldest ? (latest.at - oldest.at) / 1000 : 0;
    if (!oldest || seconds <= 0) return { works: 0, bytes: 0 };
    return { works: (latest.works - oldest.works) / seconds, bytes: (latest.bytes - oldest.bytes) / seconds };
  };
}
