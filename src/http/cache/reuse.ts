import type { Instant } from '../../core/clock.ts';
import { type Directives, parseCacheControl } from './cache-control.ts';
import type { CacheRequest } from './cache-request.ts';
import type { StoredHead } from './cache-store.ts';
import { ageMs, lifetimeMs } from './freshness.ts';
import { fits } from './vary.ts';

/** Of the kept answers the newest that this request may have (RFC 9111 4 and 4.1). */
export function chooseAnswer(heads: readonly StoredHead[], request: CacheRequest): StoredHead | undefined {
  return heads
    .filter(
      (head) =>
        head.audience === request.audience &&
        (head.exactUrl === undefined || head.exactUrl === request.exactUrl) &&
        fits(request.hop, head.chosenBy),
    )
    .toSorted((a, b) => b.receivedAt - a.receivedAt)[0];
}

/** `use` as it is; `use-and-refresh`: at once, while a new one is fetched; `validate`: ask the origin first. */
export type Reuse = 'use' | 'use-and-refresh' | 'validate';

interface Times {
  readonly age: number;
  readonly lifetime: number;
  readonly staleness: number;
}

function timesOf(head: StoredHead, directives: Directives, now: Instant): Times {
  const age = ageMs(head, now);
  const lifetime = lifetimeMs(head, directives);
  return { age, lifetime, staleness: age - lifetime };
}

/** Whether the age is one the request accepts. `immutable` answers are not asked for again by a reload (RFC 8246). */
function satisfies(asked: Directives, { age, lifetime }: Times, isImmutable: boolean): boolean {
  const maxAge = asked.ms('max-age');
  const minFresh = asked.ms('min-fresh');
  const isReload = maxAge === 0 && isImmutable && lifetime > age;
  if (maxAge !== undefined && age >= maxAge && !isReload) return false;
  return minFresh === undefined || lifetime - age >= minFresh;
}

/** `max-stale` without a value accepts any staleness. */
function acceptedStalenessMs(asked: Directives): number {
  if (!asked.has('max-stale')) return 0;
  return asked.isWhole('max-stale') ? Infinity : (asked.ms('max-stale') ?? 0);
}

export function reuseOf(head: StoredHead, request: CacheRequest, now: Instant): Reuse {
  const asked = request.directives;
  const directives = parseCacheControl(head.headers['cache-control']);
  if (asked.has('no-cache') || directives.isWhole('no-cache')) return 'validate';
  const times = timesOf(head, directives, now);
  if (!satisfies(asked, times, directives.has('immutable'))) return 'validate';
  if (times.staleness < 0) return 'use';
  if (directives.has('must-revalidate')) return 'validate';
  if (times.staleness < acceptedStalenessMs(asked)) return 'use';
  return times.staleness < (directives.ms('stale-while-revalidate') ?? 0) ? 'use-and-refresh' : 'validate';
}

/** Without a connection a stale answer is better than none (RFC 9111 4.2.4), but not one of last month. */
const UNREACHABLE_GRACE_MS = 24 * 3600_000;

/**
 * Whether a stale answer may stand in for an error: within `stale-if-error` (RFC 5861) for any, without it only where the
 * origin cannot be reached at all.
 */
export function mayStandIn(
  head: StoredHead,
  request: CacheRequest,
  { now, isUnreachable }: { readonly now: Instant; readonly isUnreachable: boolean },
): boolean {
  const asked = request.directives;
  const directives = parseCacheControl(head.headers['cache-control']);
  if (['no-cache', 'max-age', 'min-fresh'].some((name) => asked.has(name))) return false;
  if (directives.has('must-revalidate') || directives.isWhole('no-cache')) return false;
  const { staleness } = timesOf(head, directives, now);
  const graceMs = asked.ms('stale-if-error') ?? directives.ms('stale-if-error');
  return staleness < (graceMs ?? (isUnreachable ? UNREACHABLE_GRACE_MS : 0));
}
