import type { Claim } from '../core/outcome.ts';
import { type Miss, NO_PROGRESS, type Progress, REACHES } from '../core/progress.ts';
import { addressKey } from '../core/url.ts';

/** How far it came. A breaker that is open says less than any answer, refusal or timeout: nothing was asked. */
export const isFurther = (one: Miss, other: Miss): boolean => reachOf(one) > reachOf(other);

const reachOf = ({ reach, reason }: Miss): number =>
  2 * REACHES.indexOf(reach) - (reason === 'breaker-open' ? 1 : 0);

/**
 * The state of the next try of the job: from the start, but for a file that a stopped process may still give its name,
 * and for what the end must tell of all tries.
 */
export const nextTry = (progress: Progress, attempts: number): Progress => ({
  ...NO_PROGRESS,
  attempts,
  activeMs: progress.activeMs,
  ...(progress.publishing && { publishing: progress.publishing }),
  earlier: { misses: missesEver(progress), claims: claimsEver(progress) },
});

/** Everything that was tried in this run, in order. */
export const missesEver = ({ earlier, misses }: Progress): readonly Miss[] => [
  ...(earlier?.misses ?? []),
  ...misses,
];

/** Every place that was named in this run, once for each source. */
export function claimsEver({ earlier, claims }: Progress): readonly Claim[] {
  if (!earlier) return claims;
  const keyOf = ({ resolver, url }: Claim): string => `${resolver} ${url}`;
  const repeated = new Set(claims.map(keyOf));
  return [...earlier.claims.filter((claim) => !repeated.has(keyOf(claim))), ...claims];
}

/** What each source and each place came to over all tries: the furthest, and of equals the last. */
export function missesOverAll(progress: Progress): readonly Miss[] {
  const { earlier, misses, claims } = progress;
  if (!earlier) return misses;
  const hasNamed = new Set(claims.map(({ resolver }) => resolver));
  const merged = new Map<string, Miss>();
  for (const miss of earlier.misses) {
    // A source that has answered since hides no copy any more.
    if (!(miss.isOfSource && hasNamed.has(miss.resolver))) merge(merged, miss);
  }
  for (const miss of misses) merge(merged, miss);
  return [...merged.values()];
}

function merge(merged: Map<string, Miss>, miss: Miss): void {
  const key =
    miss.isOfSource || miss.url === undefined ? `source ${miss.resolver}` : `url ${addressKey(miss.url)}`;
  const before = merged.get(key);
  const isKept = before && (miss.isOfSource ? miss.reason === 'breaker-open' : isFurther(before, miss));
  if (!isKept) merged.set(key, miss);
}
