import type { CatalogEntry, RunRow } from './catalog.ts';
import type { Queue } from './queue.ts';

/** How a work ended, as far as a display shows it. `id` grows with every ending. */
export interface EndedRow
  extends Pick<
    CatalogEntry,
    'doc_id' | 'status' | 'reason' | 'resolver' | 'host' | 'size_bytes' | 'identity' | 'title' | 'created_at'
  > {
  readonly id: number;
}

/** A work that was searched for, and how it stands. */
export interface FoundWork {
  readonly doc_id: string;
  readonly title: string | null;
  readonly year: number | null;
  /** Of its job; null where it has none. */
  readonly state: string | null;
  /** Of its newest ending. */
  readonly status: string | null;
  readonly reason: string | null;
}

/**
 * What a display needs of a ledger that somebody else writes: counters and what is new. No call costs more in a large
 * ledger than in a small one.
 */
export interface LedgerWatch extends Pick<Queue, 'stats' | 'lanes'>, AsyncDisposable {
  newestRun(): Promise<RunRow | undefined>;
  /** Works of the run that ended after `afterId`, in order, at most `limit`. */
  ended(runId: string, afterId: number, limit: number): Promise<readonly EndedRow[]>;
}
