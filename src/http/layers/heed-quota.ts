import type { Clock, Instant } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import type { HostKey } from '../../core/url.ts';
import type { HttpResponse } from '../client.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import { hostLimitKey, type RatePolicies, rateRole } from '../rate-limit/policies.ts';
import { announcedQuota, type Budget, remainingBudget } from '../rate-limit/quota-headers.ts';
import { type Hop, type HopLayer, hostOf } from './hop.ts';

export interface QuotaDeps {
  readonly policies: Pick<RatePolicies, 'setQuota'>;
  readonly limiter: Pick<Limiter, 'pushBack'>;
  readonly clock: Clock;
  /** What may be spent a day beyond a host's free allowance. */
  readonly budget: { readonly usdPerDay: number };
}

interface Account {
  /** No request until then: the day's budget is spent. */
  spentUntil: Instant;
  /** Paid beyond the allowance since the last reset. */
  paidUsd: number;
  resetAt: Instant;
}

/**
 * Heeds what APIs tell about themselves: announced rates set the limiter, and a spent budget keeps everyone away until it
 * begins anew. A 429 that only says that the budget is spent is not worth another try.
 */
export function heedQuota({ policies, limiter, clock, budget }: QuotaDeps): HopLayer {
  const accounts = new Map<HostKey, Account>();
  const accountOf = (host: HostKey): Account => {
    const known = accounts.get(host) ?? { spentUntil: 0, paidUsd: 0, resetAt: 0 };
    accounts.set(host, known);
    return known;
  };
  const refuse = (hop: Hop, until: Instant): never => {
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'budget-spent' });
  };
  /** The allowance first; then what was bought, up to what the operator gives. */
  const isSpent = (account: Account, { remainingUsd, prepaidUsd, costUsd }: Budget): boolean => {
    if (remainingUsd > 0 && remainingUsd >= costUsd) return false;
    return prepaidUsd < costUsd || prepaidUsd <= 0 || account.paidUsd + costUsd > budget.usdPerDay;
  };
  const book = async (host: HostKey, left: Budget): Promise<Account> => {
    const account = accountOf(host);
    const now = clock.now();
    if (now >= account.resetAt) account.paidUsd = 0;
    account.resetAt = now + left.resetMs;
    if (left.remainingUsd <= 0) account.paidUsd += left.costUsd;
    if (isSpent(account, left)) {
      account.spentUntil = account.resetAt;
      await limiter.pushBack(hostLimitKey(host), account.spentUntil);
    }
    return account;
  };
  const heed = async (hop: Hop, response: HttpResponse): Promise<HttpResponse> => {
    const host = hostOf(hop);
    const quota = announcedQuota(response.headers);
    if (quota) policies.setQuota(host, hop.role, quota);
    const left = remainingBudget(response.headers, clock.wall().getTime());
    if (!left) return response;
    const { spentUntil } = await book(host, left);
    if (response.status !== 429 || spentUntil <= clock.now()) return response;
    await response.body.discard();
    return refuse(hop, spentUntil);
  };

  return (next) => async (hop) => {
    if (hop.role !== 'metadata') return next(hop);
    const spentUntil = accounts.get(hostOf(hop))?.spentUntil ?? 0;
    if (spentUntil > clock.now()) refuse(hop, spentUntil);
    return heed(hop, await next(hop));
  };
}
