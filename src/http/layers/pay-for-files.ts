import type { Clock } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { Failure } from '../../core/errors.ts';
import { FILE_PRICES_USD } from '../../core/prices.ts';
import type { HttpResponse } from '../client.ts';
import type { Purse } from '../purse.ts';
import { remainingBudget } from '../rate-limit/quota-headers.ts';
import { type Hop, type HopLayer, type HopSend, hopFacts, hostOf } from './hop.ts';

export interface PaymentDeps {
  readonly purse: Purse;
  readonly clock: Clock;
  /** What may be spent a day; read anew each time. */
  readonly budget: { readonly usdPerDay: number };
}

const DAY_MS = 86_400_000;

/**
 * Files that cost money are fetched within the day's budget only, whichever source named them. The price is booked before
 * the request leaves, so that processes that share a purse never spend more together, and put right when the answer tells
 * another one. A request that failed on its way counts as paid: it may have been.
 */
export function payForFiles({ purse, clock, budget }: PaymentDeps): HopLayer {
  const refuse = (hop: Hop, waitMs: number): never => {
    throw new Deferred({
      until: clock.now() + waitMs,
      host: hostOf(hop),
      role: 'artifact',
      why: 'budget-spent',
    });
  };
  const pay = async (hop: Hop, priceUsd: number): Promise<void> => {
    if (budget.usdPerDay <= 0) {
      hop.note({ ...hopFacts(hop), status: 'content-policy-skip', reason: 'budget-spent' });
      throw new Failure('budget-spent', 'the file costs money, and `budgets` gives none', { url: hop.url });
    }
    const { isBooked } = await purse.book(priceUsd, budget.usdPerDay);
    if (!isBooked) refuse(hop, DAY_MS - (clock.wall().getTime() % DAY_MS));
  };
  const settle = async (hop: Hop, response: HttpResponse, priceUsd: number): Promise<void> => {
    const told = remainingBudget(response.headers, () => clock.wall().getTime());
    if (told && told.costUsd !== priceUsd) await purse.book(told.costUsd - priceUsd);
    if (response.status !== 429 || !told || told.remainingUsd + told.prepaidUsd >= priceUsd) return;
    await response.body.discard();
    refuse(hop, told.resetMs);
  };

  const paid = async (hop: Hop, priceUsd: number, next: HopSend): Promise<HttpResponse> => {
    await pay(hop, priceUsd);
    try {
      const response = await next(hop);
      await settle(hop, response, priceUsd);
      return response;
    } catch (error) {
      // Never sent: its turn has not come.
      if (error instanceof Deferred && error.why === 'rate') await purse.book(-priceUsd);
      throw error;
    }
  };

  return (next) => (hop) => {
    const priceUsd = hop.role === 'artifact' ? FILE_PRICES_USD[hostOf(hop)] : undefined;
    return priceUsd === undefined ? next(hop) : paid(hop, priceUsd, next);
  };
}
