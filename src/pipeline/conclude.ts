import { type Reason, reasonFacts } from '../core/errors.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import type { Miss, Progress, Reach } from '../core/progress.ts';
import { isFurther, missesEver, missesOverAll } from './earlier-tries.ts';

/** How far a request must have come to end with this reason. */
const REACH_OF: Readonly<Partial<Record<Reason, Reach>>> = {
  timeout: 'connection',
  'conn-error': 'connection',
  'tls-error': 'connection',
  'dns-error': 'connection',
  'breaker-open': 'connection',
  'http-4xx': 'response',
  'http-5xx': 'response',
  'retry-after': 'response',
  'redirect-loop': 'response',
  'too-many-redirects': 'response',
  'policy-type': 'response',
  'policy-size': 'response',
  'protocol-error': 'response',
  robots: 'plan',
  'blocked-address': 'plan',
  'https-only': 'plan',
  'policy-license': 'plan',
  'duplicate-url': 'plan',
  'no-identifier': 'identifier',
  'no-candidates': 'identifier',
};

/** For a plan that was fetched: whatever is not listed was found out by looking at bytes. */
export const reachOfFetch = (reason: Reason): Reach => REACH_OF[reason] ?? 'bytes';

/**
 * For a resolver that was asked: trouble with a source may hide a copy, so it outranks "robots" or "nothing found" when
 * it may pass, but it never outranks what happened to a real plan.
 */
export function reachOfAsk(reason: Reason): Reach {
  const reach = REACH_OF[reason] ?? 'plan';
  if (reach === 'identifier' || reach === 'plan') return reach;
  return reasonFacts(reason).retry === 'no' ? 'identifier' : 'connection';
}

/** The one honest reason of a work that gave nothing: that of the attempt that came furthest; ties: the last tier, then the best plan. */
function furthestMiss(misses: readonly Miss[]): Miss | undefined {
  let furthest: Miss | undefined;
  for (const miss of misses) {
    if (!furthest || isFurther(miss, furthest)) furthest = miss;
    else if (isFurther(furthest, miss)) continue;
    else if (miss.tier !== furthest.tier) furthest = miss;
    else if (furthest.reason === 'no-identifier' && miss.reach === 'identifier') furthest = miss;
  }
  return furthest;
}

export interface Verdict {
  readonly kind: OutcomeKind;
  readonly reason: Reason;
  readonly miss: Miss | undefined;
}

const KIND_OF = { good: 'saved', skipped: 'skipped', failed: 'failed', quarantined: 'quarantined' } as const;

/** How this try of a work ends for which no artifact was found. */
export function verdictOnTry({ earlier: _earlier, ...progress }: Progress, maxFetches: number): Verdict {
  return verdictOn(progress, maxFetches);
}

/** How a work ends for which no artifact was found, by all its tries in this run. */
export function verdictOn(progress: Progress, maxFetches: number): Verdict {
  if (progress.fetches >= maxFetches) return { kind: 'failed', reason: 'attempt-limit', miss: undefined };
  const misses = missesOverAll(progress);
  const identified = misses.filter(({ reason }) => reason !== 'no-identifier');
  const miss = furthestMiss(identified.length > 0 ? identified : misses);
  const reason = miss?.reason ?? 'no-candidates';
  return { kind: KIND_OF[reasonFacts(reason).outcome], reason, miss };
}

/** Whether a failed job is worth another attempt later (SPEC 11.2). */
export function mayPass(reason: Reason, attemptsSoFar: number): boolean {
  const { retry } = reasonFacts(reason);
  return retry === 'yes' || (retry === 'once' && attemptsSoFar === 0);
}

export const fallbackChain = (progress: Progress): readonly string[] =>
  missesEver(progress).map((miss) => `${miss.resolver}:${miss.reason}`);
