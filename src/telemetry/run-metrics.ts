import type { BreakerState } from '../core/events.ts';
import { IDENTITY_STATES } from '../core/identity.ts';
import type { AttemptNote, OutcomeRecord } from '../core/manifest-record.ts';
import { isExchange } from '../core/metrics.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import { counter, gauge, histogram, type MetricFamily } from './instruments.ts';

/** What of a record is measured; the rest would only be read to be thrown away. */
type MeasuredAttempt = Pick<
  AttemptNote,
  'status' | 'reason' | 'resolver' | 'verb' | 'role' | 'size_bytes' | 'duration_ms' | 'sleep_ms' | 'cache_hit'
>;

type MeasuredOutcome = Pick<OutcomeRecord, 'status' | 'reason' | 'resolver' | 'identity'>;

/** What is asked for at the moment of reading. */
interface Gauges {
  readonly queued: number;
  readonly in_progress: number;
}

/** The metrics of a pipeline. Labels come from closed lists: never a run, a work, a URL, or every host there is. */
export interface RunMetrics {
  attempt(record: MeasuredAttempt): void;
  outcome(record: MeasuredOutcome): void;
  breaker(host: string, state: BreakerState): void;
  /** Events a sink lost so far, by its name. */
  dropped(counts: Readonly<Record<string, number>>): void;
  depth(gauges: Gauges): void;
  families(): readonly MetricFamily[];
}

const LATENCY_BOUNDS_MS = [
  5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000, 10_000, 30_000, 60_000, 300_000,
] as const;
const SLEEP_BOUNDS_MS = [0, 10, 50, 100, 250, 500, 1000, 2000, 3000, 5000, 10_000, 15_000, 60_000] as const;

const STATE_OF: Readonly<Record<OutcomeKind, 'done' | 'skipped' | 'error'>> = {
  saved: 'done',
  cached: 'done',
  html_only: 'done',
  skipped: 'skipped',
  failed: 'error',
  quarantined: 'error',
};

export function runMetrics(): RunMetrics {
  const traffic = trafficMetrics();
  const outcomes = counter({
    name: 'contentdownload_outcomes_total',
    help: 'Works that ended, by how and why, and by the resolver that led there.',
    labels: ['resolver', 'outcome', 'reason'],
  });
  const identities = counter({
    name: 'contentdownload_identity_total',
    help: 'Files of works that ended, by whether the file is proven to be the work.',
    labels: ['identity'],
  });
  const completed = counter({
    name: 'contentdownload_jobs_completed_total',
    help: 'Jobs that left the queue, by their final state.',
    labels: ['state'],
  });
  const depth = gauge({
    name: 'contentdownload_queue_depth',
    help: 'Jobs in the queue, by state.',
    labels: ['state'],
  });
  const dropped = gauge({
    name: 'contentdownload_telemetry_dropped_total',
    help: 'Events a telemetry sink lost because it was slow or failed. Records are never lost.',
    labels: ['sink'],
  });
  const breakers = breakerGauge();
  for (const state of IDENTITY_STATES) identities.add([state], 0);
  for (const state of ['done', 'skipped', 'error']) completed.add([state], 0);
  return {
    attempt: traffic.add,
    outcome({ status, reason, resolver = '', identity }) {
      if (identity !== undefined) identities.add([identity]);
      outcomes.add([resolver, status, reason]);
      completed.add([STATE_OF[status]]);
    },
    breaker: breakers.set,
    dropped(counts) {
      for (const [sink, lost] of Object.entries(counts)) dropped.set([sink], lost);
    },
    depth(gauges) {
      depth.set(['queued'], gauges.queued);
      depth.set(['in_progress'], gauges.in_progress);
    },
    families: () => [
      ...traffic.families(),
      outcomes.family(),
      identities.family(),
      completed.family(),
      depth.family(),
      breakers.family(),
      asCounter(dropped.family()),
    ],
  };
}

function trafficMetrics() {
  const attempts = counter({
    name: 'contentdownload_attempts_total',
    help: 'Exchanges and decisions. Those with a verb stand for a request or an answer of the cache.',
    labels: ['resolver', 'status', 'reason', 'verb'],
  });
  const latency = histogram({
    name: 'contentdownload_http_latency_ms',
    help: 'From sending a request to the end of its answer, in milliseconds.',
    labels: ['resolver', 'verb'],
    bounds: LATENCY_BOUNDS_MS,
  });
  const retries = counter({
    name: 'contentdownload_retries_total',
    help: 'Waits before a further try of the same request.',
    labels: ['resolver', 'reason'],
  });
  const bytes = counter({
    name: 'contentdownload_bytes_total',
    help: 'Bytes received, decoded.',
    labels: ['resolver'],
  });
  const sleep = histogram({
    name: 'contentdownload_rate_limit_sleep_ms',
    help: 'Wait for politeness before a request, in milliseconds; every request is one observation.',
    labels: ['role'],
    bounds: SLEEP_BOUNDS_MS,
  });
  const all = [attempts, latency, retries, bytes, sleep];
  return {
    add(record: MeasuredAttempt) {
      const { resolver = '', status, reason = '', verb = '', role = '' } = record;
      attempts.add([resolver, status, reason, verb]);
      if (status === 'retry') retries.add([resolver, reason]);
      if (!isExchange(record)) return;
      latency.observe([resolver, verb], record.duration_ms ?? 0);
      sleep.observe([role], record.sleep_ms ?? 0);
      bytes.add([resolver], record.size_bytes ?? 0);
    },
    families: (): readonly MetricFamily[] => all.map((one) => one.family()),
  };
}

const BREAKER_VALUE: Readonly<Record<BreakerState, number>> = {
  closed: 0,
  'half-open': 1,
  open: 2,
  down: 3,
};
/** Hosts with a series of their own; the worst of all others is told as one. */
const BREAKER_HOSTS = 20;
const OTHER_HOSTS = 'other';

/** Only hosts whose breaker was ever open have a series, and only so many of them. */
function breakerGauge() {
  const states = gauge({
    name: 'contentdownload_breaker_state',
    help: 'Circuit breaker of a host: 0 closed, 1 half-open, 2 open, 3 down for this run. Hosts beyond the first 20 are one series, the worst of them.',
    labels: ['host'],
  });
  const named = new Set<string>();
  const others = new Map<string, number>();
  states.set([OTHER_HOSTS], 0);
  return {
    set(host: string, state: BreakerState) {
      const value = BREAKER_VALUE[state];
      if (named.has(host) || (value > 0 && !others.has(host) && named.size < BREAKER_HOSTS)) {
        named.add(host);
        states.set([host], value);
        return;
      }
      if (value === 0) others.delete(host);
      else others.set(host, value);
      const worst = others.values().reduce((most, one) => Math.max(most, one), 0);
      states.set([OTHER_HOSTS], worst);
    },
    family: () => states.family(),
  };
}

/** Kept by somebody else as a running total. */
const asCounter = ({ points, ...family }: MetricFamily): MetricFamily =>
  points.type === 'gauge' ? { ...family, points: { ...points, type: 'counter' } } : { ...family, points };
