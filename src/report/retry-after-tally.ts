import type { AttemptRecord } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import { timestampMs } from '../core/timestamp.ts';
import { startMs } from './read-record.ts';

/** How often a host asked to be left alone for a while, and how many requests came all the same. */
export interface RetryAfterCounts {
  readonly asked: number;
  readonly early: number;
}

/**
 * Whether hosts that sent `Retry-After` were left alone as long as they asked. Records come in order of commit, so that a
 * request may be told before the answer it followed: the newest of both are held and compared either way.
 */
export interface RetryAfterTally {
  add(record: AttemptRecord): void;
  counts(): Readonly<Record<string, RetryAfterCounts>>;
}

interface Span {
  readonly fromMs: number;
  readonly untilMs: number;
}

interface Host {
  asked: number;
  early: number;
  spans: Span[];
  starts: number[];
}

/** Held for each host. */
const SPANS = 200;
const STARTS = 4096;
/** Records are stamped in whole milliseconds, at both ends. */
const PRECISION_MS = 5;

const isWithin = (start: number, { fromMs, untilMs }: Span): boolean =>
  start > fromMs + PRECISION_MS && start < untilMs - PRECISION_MS;

function addStart(host: Host, start: number): void {
  if (host.spans.some((span) => isWithin(start, span))) host.early++;
  host.starts.push(start);
  if (host.starts.length > 2 * STARTS) host.starts = host.starts.slice(-STARTS);
}

function addSpan(host: Host, span: Span): void {
  // A request counts once, however many answers it ignored.
  const free = host.starts.filter((start) => !host.spans.some((known) => isWithin(start, known)));
  host.asked++;
  host.early += free.filter((start) => isWithin(start, span)).length;
  host.spans.push(span);
  if (host.spans.length > SPANS) host.spans.shift();
}

export function retryAfterTally(): RetryAfterTally {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const known = hosts.get(name) ?? { asked: 0, early: 0, spans: [], starts: [] };
    hosts.set(name, known);
    return known;
  };
  return {
    add(record) {
      if (record.host === undefined || !isExchange(record)) return;
      const host = hostOf(record.host);
      addStart(host, startMs(record));
      const askedMs = (record.retry_after_s ?? 0) * 1000;
      if (askedMs <= 0) return;
      // The record is stamped when the body has ended, the time runs from the head of the answer, which is not on record: a
      // request is too early only if it is so however soon that came. A date has whole seconds and a clock of its own.
      const untilMs = startMs(record) + askedMs;
      addSpan(host, { fromMs: timestampMs(record.timestamp), untilMs });
    },
    counts: () =>
      Object.fromEntries(
        [...hosts]
          .filter(([, { asked }]) => asked > 0)
          .map(([name, { asked, early }]) => [name, { asked, early }]),
      ),
  };
}
