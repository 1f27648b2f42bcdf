import type { Role } from '../core/manifest-record.ts';
import type { AccessLog } from './access-log.ts';
import type { HostFacts } from './host-record.ts';

/** What a polite client keeps to; `undefined` where nothing was promised. */
export interface Promises {
  minGapMs?(host: string, role: Role): number | undefined;
  maxConcurrent?(host: string): number | undefined;
  /** Share and milliseconds a gap may be short: clocks and sockets jitter. */
  readonly toleranceShare?: number;
  readonly toleranceMs?: number;
}

export interface Violation {
  readonly kind: 'gap' | 'concurrency' | 'robots' | 'retry-after' | 'private-address';
  readonly host: string;
  readonly message: string;
}

export interface Verdict {
  readonly hosts: readonly HostFacts[];
  readonly violations: readonly Violation[];
}

function gapViolations(facts: HostFacts, promises: Promises): Violation[] {
  const { toleranceShare = 0.02, toleranceMs = 2 } = promises;
  const found: Violation[] = [];
  for (const role of ['metadata', 'landing', 'artifact', 'robots'] as const) {
    const seen = facts.smallestGapMs[role];
    const promised = promises.minGapMs?.(facts.host, role);
    if (seen === undefined || promised === undefined) continue;
    if (seen >= promised - Math.max(toleranceMs, promised * toleranceShare)) continue;
    const message = `two ${role} requests ${seen.toFixed(1)} ms apart, promised ${promised} ms`;
    found.push({ kind: 'gap', host: facts.host, message });
  }
  return found;
}

function concurrencyViolations(facts: HostFacts, promises: Promises): Violation[] {
  const promised = promises.maxConcurrent?.(facts.host);
  if (promised === undefined || facts.maxConcurrent <= promised) return [];
  const message = `${facts.maxConcurrent} requests at once, promised ${promised}`;
  return [{ kind: 'concurrency', host: facts.host, message }];
}

/** Holds the log against what the client promised, and against robots.txt and Retry-After in any case. */
export function judge(log: AccessLog, promises: Promises = {}): Verdict {
  const hosts = log.hosts();
  const measured = hosts.flatMap((facts) => [
    ...gapViolations(facts, promises),
    ...concurrencyViolations(facts, promises),
  ]);
  const breached = log.breaches().map(({ kind, host, path, startMs }) => ({
    kind,
    host,
    message: `${path} at ${startMs.toFixed(0)} ms`,
  }));
  return { hosts, violations: [...measured, ...breached] };
}
