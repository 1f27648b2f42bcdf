import type { Grouping } from '../core/grouping.ts';
import type { IdentityState } from '../core/identity.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import type { InputCounts } from '../core/metrics.ts';
import type { OutcomeKind } from '../core/outcome.ts';
import type { SourcePlace } from '../core/source-place.ts';

export interface RunRow {
  readonly run_id: string;
  readonly config_hash: string;
  readonly config_json: string;
  readonly started_at: string;
  readonly finished_at: string | null;
  readonly state: string;
}

export interface GroupRow {
  readonly key: string;
  readonly works: number;
  readonly bytes: number;
  readonly outcomes: Readonly<Partial<Record<OutcomeKind, number>>>;
}

export type SqlValue = string | number | bigint | null | Uint8Array;

export interface QueryResult {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly SqlValue[])[];
  /** More rows existed than were returned. */
  readonly truncated: boolean;
}

/** One row of `catalog_entries` (SPEC 9). */
export interface CatalogEntry {
  readonly doc_id: string;
  readonly run_id: string;
  readonly status: OutcomeKind;
  readonly reason: string;
  readonly classification: string | null;
  readonly resolver: string | null;
  readonly tier: string | null;
  readonly url: string | null;
  readonly canonical_url: string | null;
  readonly host: string | null;
  readonly path: string | null;
  readonly sha256: string | null;
  readonly size_bytes: number | null;
  readonly mime: string | null;
  readonly license: string | null;
  readonly version: string | null;
  readonly year: number | null;
  readonly title: string | null;
  /** Whether the file is the work; null where there is no file. */
  readonly identity: IdentityState | null;
  readonly identity_score: number | null;
  /** What was found in the file, as JSON. */
  readonly identity_evidence: string | null;
  readonly attempts: number;
  readonly duration_ms: number;
  readonly config_hash: string;
  readonly created_at: string;
}

/**
 * What was done: reading only, beside a running drainer too. Every method reads a consistent snapshot.
 */
export interface Catalog extends AsyncDisposable {
  runs(): Promise<readonly RunRow[]>;
  /** How each work ended in the run, in order of ending. */
  entries(runId: string): AsyncIterable<CatalogEntry>;
  /** What is stored for the works of the run: of each its newest entry with a file, of whichever run. */
  stored(runId: string): AsyncIterable<CatalogEntry>;
  /** Every recorded exchange and decision of the run, in order of commit. */
  attempts(runId: string): AsyncIterable<AttemptRecord>;
  /** What the lines of the run's input came to; `undefined` for a run whose input was never counted. */
  input(runId: string): Promise<InputCounts | undefined>;
  /** How far each source of the run's works was listed. */
  places(runId: string): Promise<readonly SourcePlace[]>;
  /** Files that lie in `quarantine/` for works of the run, whichever run set them aside. */
  setAside(runId: string): Promise<number>;
  /** Works of the run that still wait. */
  waiting(runId: string): Promise<number>;
  stats(groupBy: Grouping, runId?: string): Promise<readonly GroupRow[]>;
  /** Any SELECT; everything else, and everything that could write or reach another file, is refused by the database itself. */
  query(sql: string, limits: { readonly maxRows: number; readonly timeoutMs: number }): Promise<QueryResult>;
}
