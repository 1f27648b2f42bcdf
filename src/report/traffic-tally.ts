import type { AttemptRecord } from '../core/manifest-record.ts';
import { type Counts, type HostCounts, isExchange, type Spread } from '../core/metrics.ts';
import { distribution } from './distribution.ts';
import { hostTally } from './host-tally.ts';
import { isMiss, isSkip, isToldTooMany } from './read-record.ts';
import { tally } from './tally.ts';

export interface TrafficFigures {
  readonly resolvers: {
    readonly attempts: Counts;
    readonly skips: Counts;
    readonly failures: Counts;
    readonly retries: Counts;
  };
  readonly hosts: Readonly<Record<string, HostCounts>>;
  readonly exchanges: number;
  readonly status429: number;
  readonly receivedBytes: number;
  readonly sleepMs: number;
  readonly breakerOpens: number;
  readonly latency: Spread;
  readonly rateDelay: Spread;
  readonly cache: { readonly hits: number; readonly revalidated: number; readonly requests: number };
}

/** What was asked of whom, and what was decided on the way. */
export interface TrafficTally {
  add(record: AttemptRecord): void;
  figures(): TrafficFigures;
}

export function trafficTally(): TrafficTally {
  const resolvers = resolverTally();
  const hosts = hostTally();
  const cache = cacheTally();
  const breaker = breakerTally();
  const [latency, rateDelay] = [distribution(), distribution()];
  let exchanges = 0;
  let status429 = 0;
  let receivedBytes = 0;
  let sleepMs = 0;

  const addExchange = (record: AttemptRecord) => {
    exchanges++;
    if (isToldTooMany(record)) status429++;
    receivedBytes += record.size_bytes ?? 0;
    latency.add(record.duration_ms ?? 0);
    rateDelay.add(record.sleep_ms ?? 0);
  };
  return {
    add(record) {
      for (const part of [resolvers, hosts, cache, breaker]) part.add(record);
      sleepMs += record.sleep_ms ?? 0;
      if (isExchange(record)) addExchange(record);
    },
    figures: () => ({
      resolvers: resolvers.counts(),
      hosts: hosts.counts(),
      exchanges,
      status429,
      receivedBytes,
      sleepMs: Math.round(sleepMs),
      breakerOpens: breaker.opens(),
      latency: latency.spread(),
      rateDelay: rateDelay.spread(),
      cache: cache.counts(),
    }),
  };
}

function resolverTally() {
  const [attempts, skips, failures, retries] = [tally(), tally(), tally(), tally()];
  return {
    add(record: AttemptRecord) {
      const { resolver } = record;
      if (resolver === undefined) return;
      if (isExchange(record) || record.status === 'cache-hit') attempts.add(resolver);
      if (record.status === 'retry') retries.add(resolver);
      if (isSkip(record)) skips.add(`${resolver}:${record.reason ?? record.status}`);
      else if (isMiss(record)) failures.add(resolver);
    },
    counts: () => ({
      attempts: attempts.counts(),
      skips: skips.counts(),
      failures: failures.counts(),
      retries: retries.counts(),
    }),
  };
}

/** Artifacts have validators of their own; robots.txt is not asked for by works. */
function cacheTally() {
  let hits = 0;
  let revalidated = 0;
  let requests = 0;
  return {
    add(record: AttemptRecord) {
      if (record.role !== 'metadata' && record.role !== 'landing') return;
      if (record.status === 'cache-hit') hits++;
      else if (!isExchange(record)) return;
      else if (record.revalidated) revalidated++;
      requests++;
    },
    counts: () => ({ hits, revalidated, requests }),
  };
}

/** Refusals while a breaker is open are many; it opened once for all that lie between two exchanges with the host. */
function breakerTally() {
  const open = new Set<string>();
  let opens = 0;
  return {
    add(record: AttemptRecord) {
      const host = record.host ?? '';
      if (isExchange(record)) open.delete(host);
      if (record.status !== 'breaker-open' || open.has(host)) return;
      open.add(host);
      opens++;
    },
    opens: () => opens,
  };
}
