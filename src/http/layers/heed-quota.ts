import type { Clock, Instant } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import type { HostKey } from '../../core/url.ts';
import type { HttpResponse } from '../client.ts';
import { microUsd, type Purse } from '../purse.ts';
import type { Limiter } from '../rate-limit/limiter.ts';
import { hostLimitKey, type RatePolicies, rateRole } from '../rate-limit/policies.ts';
import { announcedQuota, type Budget, remainingBudget } from '../rate-limit/quota-headers.ts';
import { type Hop, type HopLayer, type HopSend, hostOf } from './hop.ts';

export interface QuotaDeps {
  readonly policies: Pick<RatePolicies, 'setQuota'>;
  readonly limiter: Pick<Limiter, 'pushBack'>;
  readonly clock: Clock;
  /** What may be spent a day beyond a host's free allowance. */
  readonly budget: { readonly usdPerDay: number };
  /** Counts what is spent beyond it. */
  readonly purse: Purse;
}

interface Account {
  /** No request until then: the day's budget is spent. */
  spentUntil: Instant;
}

/**
 * Heeds what APIs tell about themselves: announced rates set the limiter, and a spent budget keeps everyone away until it
 * begins anew. A 429 that only says that the budget is spent is not worth another try.
 */
export function heedQuota({ policies, limiter, clock, budget, purse }: QuotaDeps): HopLayer {
  const accounts = new Map<HostKey, Account>();
  const accountOf = (host: HostKey): Account => {
    const known = accounts.get(host) ?? { spentUntil: 0 };
    accounts.set(host, known);
    return known;
  };
  const refuse = (hop: Hop, until: Instant): never => {
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'budget-spent' });
  };
  /** The allowance first; then what was bought, up to what the operator gives. */
  const isSpent = async ({ remainingUsd, prepaidUsd, costUsd }: Budget): Promise<boolean> => {
    if (remainingUsd > 0 && remainingUsd >= costUsd) return false;
    const { spentUsd } = await purse.book(remainingUsd <= 0 ? costUsd : 0);
    return (
      prepaidUsd < costUsd || prepaidUsd <= 0 || microUsd(spentUsd + costUsd) > microUsd(budget.usdPerDay)
    );
  };
  const book = async (host: HostKey, left: Budget): Promise<Account> => {
    const account = accountOf(host);
    const resetAt = clock.now() + left.resetMs;
    if (await isSpent(left)) {
      account.spentUntil = resetAt;
      await limiter.pushBack(hostLimitKey(host), account.spentUntil);
    }
    return account;
  };
  const heedBudget = async (hop: Hop, response: HttpResponse, left: Budget): Promise<HttpResponse> => {
    const { spentUntil } = await book(hostOf(hop), left);
    if (response.status !== 429 || spentUntil <= clock.now()) return response;
    await response.body.discard();
    return refuse(hop, spentUntil);
  };

  const heeded = async (hop: Hop, next: HopSend): Promise<HttpResponse> => {
    const spentUntil = accounts.get(hostOf(hop))?.spentUntil ?? 0;
    if (spentUntil > clock.now()) refuse(hop, spentUntil);
    const response = await next(hop);
    const quota = announcedQuota(response.headers);
    if (quota) policies.setQuota(hostOf(hop), hop.role, quota);
    const left = remainingBudget(response.headers, () => clock.wall().getTime());
    return left ? heedBudget(hop, response, left) : response;
  };

  return (next) => (hop) => (hop.role === 'metadata' ? heeded(hop, next) : next(hop));
}
