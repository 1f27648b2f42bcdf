import type { Role } from '../core/manifest-record.ts';
import type { AccessLog } from './access-log.ts';
import type { HostFacts, SiteFacts } from './host-record.ts';

/** What a polite client keeps to; `undefined` where nothing was promised. */
export interface Promises {
  minGapMs?(host: string, role: Role): number | undefined;
  /** Between two requests to a host, whatever they are for. */
  minHostGapMs?(host: string): number | undefined;
  /** Between two requests to the hosts of a site, by the name of the site. */
  minSiteGapMs?(site: string): number | undefined;
  maxConcurrent?(host: string): number | undefined;
  /** Share and milliseconds a gap may be short: clocks and sockets jitter. */
  readonly toleranceShare?: number;
  readonly toleranceMs?: number;
}

export interface Violation {
  readonly kind:
    | 'gap'
    | 'host-total'
    | 'site-total'
    | 'concurrency'
    | 'robots'
    | 'retry-after'
    | 'private-address';
  readonly host: string;
  readonly message: string;
}

export interface Verdict {
  readonly hosts: readonly HostFacts[];
  readonly sites: readonly SiteFacts[];
  readonly violations: readonly Violation[];
}

interface Seen {
  readonly seenMs: number | undefined;
  readonly promisedMs: number | undefined;
}

/** Whether two requests came closer than promised; where nothing was promised or seen, they did not. */
function isTooClose({ seenMs, promisedMs }: Seen, promises: Promises): boolean {
  const { toleranceShare = 0.02, toleranceMs = 2 } = promises;
  if (seenMs === undefined || promisedMs === undefined) return false;
  return seenMs < promisedMs - Math.max(toleranceMs, promisedMs * toleranceShare);
}

const apart = (what: string, { seenMs = 0, promisedMs }: Seen): string =>
  `two ${what} ${seenMs.toFixed(1)} ms apart, promised ${promisedMs} ms`;

function gapViolations(facts: HostFacts, promises: Promises): Violation[] {
  const found: Violation[] = [];
  for (const role of ['metadata', 'landing', 'artifact', 'robots'] as const) {
    const seen = { seenMs: facts.smallestGapMs[role], promisedMs: promises.minGapMs?.(facts.host, role) };
    if (!isTooClose(seen, promises)) continue;
    found.push({ kind: 'gap', host: facts.host, message: apart(`${role} requests`, seen) });
  }
  const total = { seenMs: facts.smallestTotalGapMs, promisedMs: promises.minHostGapMs?.(facts.host) };
  if (isTooClose(total, promises))
    found.push({ kind: 'host-total', host: facts.host, message: apart('requests', total) });
  return found;
}

function siteViolations({ site, smallestGapMs }: SiteFacts, promises: Promises): Violation[] {
  const seen = { seenMs: smallestGapMs, promisedMs: promises.minSiteGapMs?.(site) };
  if (!isTooClose(seen, promises)) return [];
  return [{ kind: 'site-total', host: site, message: apart('requests to hosts of the site', seen) }];
}

function concurrencyViolations(facts: HostFacts, promises: Promises): Violation[] {
  const promised = promises.maxConcurrent?.(facts.host);
  if (promised === undefined || facts.maxConcurrent <= promised) return [];
  const message = `${facts.maxConcurrent} requests at once, promised ${promised}`;
  return [{ kind: 'concurrency', host: facts.host, message }];
}

/** Holds the log against what the client promised, and against robots.txt and Retry-After in any case. */
export function judge(log: AccessLog, promises: Promises = {}): Verdict {
  const [hosts, sites] = [log.hosts(), log.sites()];
  const measured = [
    ...hosts.flatMap((facts) => [
      ...gapViolations(facts, promises),
      ...concurrencyViolations(facts, promises),
    ]),
    ...sites.flatMap((facts) => siteViolations(facts, promises)),
  ];
  const breached = log.breaches().map(({ kind, host, path, startMs }) => ({
    kind,
    host,
    message: `${path} at ${startMs.toFixed(0)} ms`,
  }));
  return { hosts, sites, violations: [...measured, ...breached] };
}
