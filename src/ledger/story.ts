import type { Identifiers } from '../core/identifiers.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import type { Work } from '../core/work.ts';
import type { CatalogEntry } from './catalog.ts';

/** One row of `claims`: what a source said of a place, whether or not it won. */
export interface ClaimRow {
  readonly resolver: string;
  readonly url: string;
  readonly license: string | null;
  readonly version: string | null;
  readonly host_type: string | null;
  readonly evidence: string | null;
}

/** The work's job as it stands now. */
export interface JobFacts {
  readonly state: 'queued' | 'in_progress' | 'done' | 'skipped' | 'error';
  readonly run_id: string;
  /** Job attempts used up. */
  readonly attempts: number;
  readonly last_error: string | null;
  /** Where its next request goes; empty where none is needed. */
  readonly host_key: string;
  readonly role: string;
  /** An instant of the clock port; 0: it may run now. */
  readonly available_at: number;
}

/** All that is known of one work, over all runs, in order. */
export interface WorkStory {
  readonly work: Work;
  /** Every name it goes by, its canonical one included. */
  readonly names: readonly string[];
  readonly job: JobFacts | undefined;
  readonly entries: readonly CatalogEntry[];
  readonly attempts: readonly AttemptRecord[];
  readonly claims: readonly ClaimRow[];
  /** Works that were queued on their own and found to be this one. */
  readonly duplicates: readonly DuplicateWork[];
}

/** A work that ended in a run as the same as another. */
export interface DuplicateWork {
  readonly doc_id: string;
  readonly run_id: string;
}

/** The ledger seen from one work: reading only, beside a running drainer too. */
export interface Stories extends AsyncDisposable {
  /** The work that these identifiers name (ADR 27). */
  find(ids: Identifiers): Promise<WorkStory | undefined>;
  /** The work that goes by the name of this one, where it was found to be the same as another. */
  duplicateOf(docId: string): Promise<string | undefined>;
  claims(docId: string): Promise<readonly ClaimRow[]>;
  /** Works of the run that still wait, in the order they were queued. */
  waiting(runId: string): AsyncIterable<Work>;
  /** The works of these ids, as far as they are known. */
  works(ids: readonly string[]): AsyncIterable<Work>;
}
