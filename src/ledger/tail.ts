import type { Instant } from '../core/clock.ts';
import type { AttemptNote, OutcomeRecord } from '../core/manifest-record.ts';

/** How far somebody has read. Opaque to the reader. */
export interface TailMark {
  readonly attempt: number;
  readonly entry: number;
}

export interface TailPage {
  /** Oldest first. */
  readonly attempts: readonly TailAttempt[];
  readonly outcomes: readonly TailOutcome[];
  readonly mark: TailMark;
  /** More was there than fits a page. */
  readonly hasMore: boolean;
}

export type TailAttempt = Pick<
  AttemptNote,
  'status' | 'reason' | 'resolver' | 'verb' | 'role' | 'size_bytes' | 'duration_ms' | 'sleep_ms' | 'cache_hit'
>;
export type TailOutcome = Pick<OutcomeRecord, 'status' | 'reason' | 'resolver' | 'identity'>;

/**
 * What is new in the ledger, for those who count along: each row is handed over once, however large the ledger is.
 * Reading only, beside a running drainer too.
 */
export interface LedgerTail extends Disposable {
  /** Before the first record of the newest run. */
  start(): TailMark;
  after(mark: TailMark): TailPage;
  /** Jobs that wait, and those being worked on. */
  depth(): { readonly queued: number; readonly in_progress: number };
  /** Hosts that are left alone now because they kept failing. */
  failingHosts(now: Instant): readonly string[];
}
