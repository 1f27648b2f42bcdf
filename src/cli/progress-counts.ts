import type { Clock, Instant } from '../core/clock.ts';
import type { Event } from '../core/events.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import type { OutcomeKind } from '../core/outcome.ts';

/** Speeds are means over about this long. */
const WINDOW_MS = 30_000;
const SAMPLE_MS = 1000;

/** What is known of a run at one moment. */
export interface ProgressView {
  readonly outcomes: Readonly<Record<OutcomeKind, number>>;
  readonly done: number;
  readonly total: number;
  /** Sources may still name more works. */
  readonly isListing: boolean;
  readonly rejected: number;
  readonly bytes: number;
  readonly worksPerSecond: number;
  readonly bytesPerSecond: number;
  /** Undefined while the total may grow or nothing was finished lately. */
  readonly leftMs: number | undefined;
  /** Hosts that are not to be asked yet, the one that takes longest first. */
  readonly waiting: readonly { readonly host: string; readonly leftMs: number; readonly why: string }[];
  /** Why nothing can be reached, while that is so. */
  readonly offline: string | undefined;
}

/** Counts events; memory grows with hosts that make works wait, not with works. */
export interface ProgressCounts {
  add(event: Event): void;
  view(): ProgressView;
}

interface Sample {
  readonly at: Instant;
  readonly done: number;
  readonly bytes: number;
}

/** Hosts that are waited for, the longest wait first; those whose time has come are forgotten. */
interface Wait {
  readonly until: Instant;
  readonly why: string;
}

function stillWaiting(waiting: Map<string, Wait>, now: Instant): ProgressView['waiting'] {
  for (const [host, { until }] of waiting) if (until <= now) waiting.delete(host);
  return [...waiting]
    .map(([host, { until, why }]) => ({ host, leftMs: until - now, why }))
    .sort((a, b) => b.leftMs - a.leftMs);
}

const bytesOf = (record: AttemptRecord): number => (isExchange(record) ? (record.size_bytes ?? 0) : 0);

type Waits = Pick<ProgressView, 'waiting' | 'offline'>;

/** What the run waits for: hosts, or the network. */
function waitsOf(clock: Clock) {
  const waiting = new Map<string, Wait>();
  let offline: string | undefined;
  return {
    add(event: Extract<Event, { type: 'parked' | 'offline' }>): void {
      if (event.type === 'offline') {
        offline = event.why;
        return;
      }
      const { host, untilMs, why } = event;
      // The event names a moment of the wall clock, which may jump: kept as a moment of ours.
      if (host && why !== 'offline')
        waiting.set(host, { until: clock.now() + untilMs - clock.wall().getTime(), why });
    },
    view: (now: Instant): Waits => ({ waiting: stillWaiting(waiting, now), offline }),
  };
}

/** `queued`: works already in the queue when the display starts, as after a resume. */
export function progressCounts(clock: Clock, queued: number): ProgressCounts {
  const outcomes = { saved: 0, cached: 0, html_only: 0, skipped: 0, quarantined: 0, failed: 0 };
  const held = waitsOf(clock);
  let total = queued;
  let rejected = 0;
  let isListing = true;
  let done = 0;
  let bytes = 0;
  const samples: Sample[] = [{ at: clock.now(), done, bytes }];

  const count = (event: Event) => {
    switch (event.type) {
      case 'attempt':
        bytes += bytesOf(event.record);
        break;
      case 'outcome':
        outcomes[event.record.status]++;
        done++;
        break;
      case 'parked':
      case 'offline':
        held.add(event);
        break;
      case 'enqueued':
        total += event.added + event.rearmed;
        rejected += event.rejected;
        break;
      case 'listing-done':
        isListing = false;
        break;
      case 'breaker':
      case 'rejected':
      case 'warning':
      case 'notice':
        break;
    }
  };
  return {
    add: count,
    view() {
      const now = clock.now();
      const speed = speedOver(samples, { at: now, done, bytes });
      const known = Math.max(total, done);
      const waits = held.view(now);
      return {
        outcomes: { ...outcomes },
        done,
        total: known,
        isListing,
        rejected,
        bytes,
        worksPerSecond: speed.works,
        bytesPerSecond: speed.bytes,
        leftMs: isListing ? undefined : leftOf(known - done, speed.works, waits),
        ...waits,
      };
    },
  };
}

/** Nothing is foretold without a speed; and works that wait for a host do not end before their time has come. */
function leftOf(works: number, perSecond: number, waits: Waits): number | undefined {
  if (perSecond === 0 || works === 0 || waits.offline !== undefined) return undefined;
  return Math.max((works / perSecond) * 1000, waits.waiting[0]?.leftMs ?? 0);
}

/** Adds the sample, forgets those out of the window, and tells the speed since the oldest. */
function speedOver(samples: Sample[], latest: Sample): { readonly works: number; readonly bytes: number } {
  while (samples[1] && latest.at - samples[1].at >= WINDOW_MS) samples.shift();
  const [oldest = latest] = samples;
  if (latest.at - (samples.at(-1)?.at ?? 0) >= SAMPLE_MS) samples.push(latest);
  const seconds = (latest.at - oldest.at) / 1000;
  if (seconds <= 0) return { works: 0, bytes: 0 };
  return { works: (latest.done - oldest.done) / seconds, bytes: (latest.bytes - oldest.bytes) / seconds };
}
