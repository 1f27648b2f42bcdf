import type { Copy } from './behaviour.ts';
import type { DepositPlace } from './deposit-names.ts';

/** A copy that one of the smaller sources has. `url`: where it is, for those that only index the files of others. */
export interface Deposit {
  readonly at: DepositPlace;
  readonly copy: Copy;
  readonly url?: string;
}
