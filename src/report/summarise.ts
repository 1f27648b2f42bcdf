import type { Metrics, SliName } from '../core/metrics.ts';
import { timestampMs } from '../core/timestamp.ts';
import { LISTING_UNKNOWN, listingFigures } from './listing-figures.ts';
import { remarkTally } from './remark-tally.ts';
import type { RunRecords } from './run-records.ts';
import { judge, ratio } from './slo.ts';
import { type TrafficFigures, trafficTally } from './traffic-tally.ts';
import { type WorkFigures, workTally } from './work-tally.ts';

/** The figures of a run in one pass over its records; memory grows with hosts and reasons, not with works. */
export async function summarise(records: RunRecords): Promise<Metrics> {
  const works = workTally();
  for await (const entry of records.entries) works.add(entry);
  const traffic = trafficTally();
  const remarks = remarkTally();
  for await (const attempt of records.attempts) {
    traffic.add(attempt);
    remarks.add(attempt);
  }
  return { ...metricsOf(records, works.figures(), traffic.figures()), ...remarks.figures() };
}

function metricsOf(records: RunRecords, works: WorkFigures, traffic: TrafficFigures): Metrics {
  const { run_id, config_hash, started_at, finished_at } = records.run;
  const elapsedMs = finished_at === null ? Number.NaN : timestampMs(finished_at) - timestampMs(started_at);
  return {
    run_id,
    config_hash,
    started_at,
    finished_at,
    state: finished_at !== null ? 'finished' : records.isInterrupted ? 'interrupted' : 'running',
    listing: listingOf(records, processed(works) + records.waiting),
    processed: processed(works),
    ...works.outcomes,
    cached_html: works.cachedHtml,
    ...(records.setAside !== undefined && { set_aside: records.setAside }),
    waiting: records.waiting,
    ...(records.input && { input: records.input }),
    identity: works.identity,
    resolvers: { ...traffic.resolvers, successes: works.successes, html: works.html },
    reasons: works.reasons,
    slo: judge(indicators(records, works, traffic), records.hasPredecessor ? [] : ['cache_hit']),
    timing: {
      elapsed_ms: Number.isNaN(elapsedMs) ? null : Math.max(0, elapsedMs),
      works: works.durations,
      time_to_first_pdf: works.timeToPdf,
      requests: traffic.latency,
      rate_delay: traffic.rateDelay,
      sleep_ms: traffic.sleepMs,
    },
    bytes: { received: traffic.receivedBytes, stored: works.storedBytes },
    cache: traffic.cache,
    hosts: traffic.hosts,
  };
}

const listingOf = ({ places, listing }: RunRecords, works: number): Metrics['listing'] =>
  places ? listingFigures(places, works) : (listing ?? LISTING_UNKNOWN);

const processed = ({ outcomes }: WorkFigures): number =>
  Object.values(outcomes).reduce((sum, count) => sum + count, 0);

function indicators(
  { corrupt }: RunRecords,
  works: WorkFigures,
  traffic: TrafficFigures,
): Readonly<Record<SliName, number | null>> {
  const { outcomes, timeToPdf } = works;
  const { cache } = traffic;
  const wanted = processed(works) - outcomes.skipped;
  return {
    yield: ratio(works.documents, wanted),
    time_to_first_pdf_p50_s: seconds(timeToPdf.p50_ms),
    time_to_first_pdf_p95_s: seconds(timeToPdf.p95_ms),
    cache_hit: ratio(cache.hits + cache.revalidated, cache.requests),
    ratio_429: ratio(traffic.status429, traffic.exchanges),
    corruption: corrupt ?? null,
    transient_misses: ratio(works.transientMisses, wanted),
    rate_delay_p95_ms: traffic.rateDelay.p95_ms,
    breaker_opens: traffic.breakerOpens,
    requests_per_saved: ratio(traffic.exchanges, outcomes.saved),
  };
}

const seconds = (ms: number | null): number | null => (ms === null ? null : ms / 1000);
