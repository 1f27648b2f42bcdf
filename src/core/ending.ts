import type { AttemptRecord, OutcomeRecord } from './manifest-record.ts';
import type { Outcome } from './outcome.ts';

/** Everything that is committed at once when a work ends (DESIGN 4). */
export interface Ending {
  readonly outcome: Outcome;
  readonly record: OutcomeRecord;
  readonly journal: readonly AttemptRecord[];
}
