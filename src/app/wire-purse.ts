import type { Clock } from '../core/clock.ts';
import { microUsd, type Purse } from '../http/purse.ts';
import type { WorkingLedger } from '../ledger/queue.ts';

/** What was spent today stands in the ledger: it outlives the process, and all who work on it share it. */
export const ledgerPurse = (ledger: Pick<WorkingLedger, 'spend'>, clock: Clock): Purse => ({
  async book(usd, limitUsd) {
    const { isBooked, spentMicroUsd } = await ledger.spend({
      day: clock.wall().toISOString().slice(0, 10),
      microUsd: microUsd(usd),
      ...(limitUsd !== undefined && { limitMicroUsd: microUsd(limitUsd) }),
    });
    return { isBooked, spentUsd: spentMicroUsd / microUsd(1) };
  },
});
