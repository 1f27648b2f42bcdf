import { type Mask, maskDeep } from '../core/mask-secrets.ts';
import type { Ledger } from '../ledger/queue.ts';

/** The same ledger, to which nothing secret is written: rows and manifest lines are made from what passes here. */
export const maskedLedger = (ledger: Ledger, mask: Mask): Ledger => ({
  ...ledger,
  enqueue: (page) => ledger.enqueue(maskDeep(page, mask)),
  checkpoint: (lease, progress) => ledger.checkpoint(lease, maskDeep(progress, mask)),
  park: (lease, parking) => ledger.park(lease, maskDeep(parking, mask)),
  retry: (lease, retrial) => ledger.retry(lease, maskDeep(retrial, mask)),
  release: (lease, journal) => ledger.release(lease, maskDeep(journal, mask)),
  finish: (lease, ending) => ledger.finish(lease, maskDeep(ending, mask)),
});
