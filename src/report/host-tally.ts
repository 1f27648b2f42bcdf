import type { AttemptRecord, Role } from '../core/manifest-record.ts';
import { type HostCounts, isExchange } from '../core/metrics.ts';
import { type Distribution, distribution } from './distribution.ts';
import { isMiss, isToldTooMany, startMs } from './read-record.ts';
import { type SmallestGap, smallestGap } from './smallest-gap.ts';

interface Host {
  requests: number;
  bytes: number;
  status429: number;
  failures: number;
  retries: number;
  slowed: number;
  maxStretch: number;
  sleepMs: number;
  readonly latency: Distribution;
  readonly gaps: Map<Role, SmallestGap>;
}

/** There may be very many hosts. */
const LATENCY_DIGITS = 2;

const newHost = (): Host => ({
  requests: 0,
  bytes: 0,
  status429: 0,
  failures: 0,
  retries: 0,
  slowed: 0,
  maxStretch: 1,
  sleepMs: 0,
  latency: distribution(LATENCY_DIGITS),
  gaps: new Map(),
});

/** What each host was asked, how it answered, and how fast one request followed another. */
export interface HostTally {
  add(record: AttemptRecord): void;
  counts(): Readonly<Record<string, HostCounts>>;
}

export function hostTally(): HostTally {
  const hosts = new Map<string, Host>();
  const hostOf = (name: string): Host => {
    const known = hosts.get(name) ?? newHost();
    hosts.set(name, known);
    return known;
  };
  return {
    add(record) {
      if (record.host === undefined) return;
      const host = hostOf(record.host);
      host.sleepMs += record.sleep_ms ?? 0;
      if (record.status === 'retry') host.retries++;
      if (record.status === 'slowed') addSlowDown(host, record);
      if (isMiss(record)) host.failures++;
      if (isExchange(record)) addExchange(host, record);
    },
    counts: () => Object.fromEntries([...hosts].map(([name, host]) => [name, countsOf(host)])),
  };
}

function addSlowDown(host: Host, { extra }: AttemptRecord): void {
  host.slowed++;
  const stretch = extra?.['stretch'];
  if (typeof stretch === 'number') host.maxStretch = Math.max(host.maxStretch, stretch);
}

function addExchange(host: Host, record: AttemptRecord): void {
  host.requests++;
  host.bytes += record.size_bytes ?? 0;
  if (isToldTooMany(record)) host.status429++;
  host.latency.add(record.duration_ms ?? 0);
  if (record.role === undefined) return;
  const gap = host.gaps.get(record.role) ?? smallestGap();
  host.gaps.set(record.role, gap);
  gap.add(startMs(record));
}

function countsOf(host: Host): HostCounts {
  const gaps = [...host.gaps].flatMap(([role, gap]) => {
    const ms = gap.value();
    return ms === undefined ? [] : [[role, Math.round(ms)] as const];
  });
  return {
    requests: host.requests,
    bytes: host.bytes,
    status_429: host.status429,
    failures: host.failures,
    retries: host.retries,
    slowed: host.slowed,
    max_stretch: host.maxStretch,
    sleep_ms: Math.round(host.sleepMs),
    latency_p50_ms: host.latency.percentile(0.5),
    latency_p95_ms: host.latency.percentile(0.95),
    min_gap_ms: Object.fromEntries(gaps),
  };
}
