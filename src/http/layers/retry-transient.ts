import { isArchived } from '../../core/archived.ts';
import type { Clock } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { asksToWait, Failure, type Reason, reasonOfAnswer } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';
import type { HttpResponse } from '../client.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import { hostLimitKey, rateRole } from '../rate-limit/policies.ts';
import { quietMs } from '../retry/quiet-times.ts';
import { retryAfterMs } from '../retry/retry-after.ts';
import { type Hop, type HopLayer, type HopSend, hopFacts, hostOf } from './hop.ts';

export interface RetrySettings {
  /** Tries of one hop, the first included. */
  readonly maxAttempts: number;
  readonly retryStatuses: readonly number[];
  readonly strategy: 'exponential' | 'constant';
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  readonly jitterMs: number;
  /** A `Retry-After` up to this (and up to `parkAfterMs`) is waited for; beyond it the work is parked. */
  readonly retryAfterCapMs: number;
}

export interface RetryDeps extends RetrySettings {
  readonly parkAfterMs: number;
  readonly clock: Clock;
  readonly random: Random;
  readonly limiter: Limiter;
}

/** Trouble on the way that may be gone a moment later. */
const TRANSIENT = new Set<Reason>(['conn-error', 'timeout', 'dns-error']);

/** A name that does not exist will not exist in a second either; the job may try another day. */
const isUnknownName = (failure: Failure): boolean =>
  failure.cause instanceof Error && 'code' in failure.cause && failure.cause.code === 'ENOTFOUND';

type Outcome = { readonly response: HttpResponse } | { readonly failure: Failure };

/**
 * A further try whose turn is too far away is not made. The work would be parked, come back with all its tries, and so
 * ask a slow host that is down again and again.
 */
async function attempt(next: HopSend, hop: Hop, last: Failure | undefined): Promise<Outcome> {
  try {
    return { response: await next(hop) };
  } catch (error) {
    if (error instanceof Failure && TRANSIENT.has(error.reason) && !isUnknownName(error))
      return { failure: error };
    throw last && error instanceof Deferred && error.why === 'rate' ? last : error;
  }
}

const failureOf = (response: HttpResponse): Failure =>
  new Failure(reasonOfAnswer(response), `answered with status ${response.status}`, {
    url: response.url,
    httpStatus: response.status,
  });

/** Whatever means 429 is tried again where 429 is. */
const isRetryableBy =
  (statuses: readonly number[]) =>
  (hop: Hop, response: HttpResponse): boolean =>
    (statuses.includes(response.status) ||
      (asksToWait(response) && statuses.includes(429)) ||
      quietMs(hostOf(hop), response.status) !== undefined) &&
    !isArchived(response);

/** The one retry policy: each try passes breaker, slot and rate again. */
export function retryTransient(deps: RetryDeps): HopLayer {
  const { clock, random, limiter } = deps;

  const backoffMs = (tries: number): number => {
    const grown = deps.strategy === 'constant' ? deps.baseDelayMs : deps.baseDelayMs * 2 ** (tries - 1);
    return Math.min(Math.min(grown, deps.maxDelayMs) + deps.jitterMs * random.next(), deps.parkAfterMs);
  };
  const isRetryable = isRetryableBy(deps.retryStatuses);

  /** 429 and Retry-After concern everyone who asks this host, in this process and in others. */
  const waitAfter = async (hop: Hop, response: HttpResponse, tries: number): Promise<number> => {
    const askedMs = retryAfterMs(response, clock.wall().getTime()) ?? quietMs(hostOf(hop), response.status);
    const waitMs = askedMs || backoffMs(tries);
    const until = clock.now() + waitMs;
    if (askedMs || asksToWait(response)) await limiter.pushBack(hostLimitKey(hostOf(hop)), until);
    if (waitMs <= Math.min(deps.retryAfterCapMs, deps.parkAfterMs) || !askedMs) return waitMs;
    await response.body.discard();
    const wait = {
      status: 'retry',
      reason: 'retry-after',
      retry_after_s: askedMs / 1000,
      sleep_ms: 0,
    } as const;
    hop.note({ ...hopFacts({ ...hop, attempt: tries }), ...wait, http_status: response.status });
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'retry-after' });
  };

  const pause = async (hop: Hop, waitMs: number, response?: HttpResponse): Promise<void> => {
    const asked = response && retryAfterMs(response, clock.wall().getTime());
    await response?.body.discard();
    hop.note({
      ...hopFacts(hop),
      status: 'retry',
      reason: asked ? 'retry-after' : 'backoff',
      sleep_ms: Math.round(waitMs),
      ...(asked !== undefined && { retry_after_s: asked / 1000 }),
      ...(response && { http_status: response.status }),
    });
    await clock.sleep(waitMs, hop.signal);
  };

  return (next) => async (hop) => {
    const maxAttempts = hop.maxAttempts ?? deps.maxAttempts;
    let last: Failure | undefined;
    for (let tries = 1; ; tries++) {
      const tried = { ...hop, attempt: tries };
      const outcome = await attempt(next, tried, last);
      if ('failure' in outcome) {
        last = outcome.failure;
        if (tries >= maxAttempts) throw last;
        await pause(tried, backoffMs(tries));
        continue;
      }
      const { response } = outcome;
      if (!isRetryable(hop, response)) return response;
      const waitMs = await waitAfter(hop, response, tries);
      if (tries >= maxAttempts) return response;
      last = failureOf(response);
      await pause(tried, waitMs, response);
    }
  };
}
