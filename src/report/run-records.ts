import { UserError } from '../core/errors.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import type { InputCounts, ListingFigures } from '../core/metrics.ts';
import type { SourcePlace } from '../core/source-place.ts';
import type { Catalog, CatalogEntry, RunRow } from '../ledger/catalog.ts';
import type { ClaimedPlace } from './source-tally.ts';

/** All that a run left behind, as far as figures are made of it. The two lists are read once each. */
export interface RunRecords {
  readonly run: Pick<RunRow, 'run_id' | 'config_hash' | 'started_at' | 'finished_at'>;
  /** It is not finished, and nobody works on it. */
  readonly isInterrupted?: boolean;
  readonly entries: AsyncIterable<CatalogEntry>;
  readonly attempts: AsyncIterable<AttemptRecord>;
  readonly waiting: number;
  readonly input?: InputCounts;
  /** How far each source of works was listed; absent where nobody can tell. */
  readonly places?: readonly SourcePlace[];
  /** As an earlier summary tells it. */
  readonly listing?: ListingFigures;
  /** Whether earlier runs may have filled the cache: the target for cache hits holds from the second run on. */
  readonly hasPredecessor: boolean;
  /** Stored files whose bytes were found to differ from the catalog; undefined where nobody looked. */
  readonly corrupt?: number;
  /** Files in `quarantine/` for works of the run; undefined where nobody can tell. */
  readonly setAside?: number;
  /** The work that an entry was found to be the same as; absent where nobody can tell. */
  readonly duplicateOf?: (entry: CatalogEntry) => Promise<string | undefined>;
  /** The places that sources named for the work of an entry; absent where nobody can tell. */
  readonly claimsOf?: (entry: CatalogEntry) => Promise<readonly ClaimedPlace[]>;
}

/** What only the caller can know. */
export interface KnownOfRun {
  /** For a run that ends now and is not yet closed in the ledger. */
  readonly finishedAt?: string;
  /** For a run that is given up now. */
  readonly isInterrupted?: boolean;
  readonly corrupt?: number;
  readonly claimsOf?: RunRecords['claimsOf'];
  readonly duplicateOf?: RunRecords['duplicateOf'];
}

export async function recordsOfRun(
  catalog: Pick<Catalog, 'runs' | 'entries' | 'attempts' | 'places' | 'waiting' | 'input' | 'setAside'>,
  runId: string,
  { finishedAt, isInterrupted, corrupt, claimsOf, duplicateOf }: KnownOfRun = {},
): Promise<RunRecords> {
  const runs = await catalog.runs();
  const run = runs.find(({ run_id }) => run_id === runId);
  if (!run) throw new UserError(`the ledger has no run ${runId}`);
  const input = await catalog.input(runId);
  return {
    run: finishedAt === undefined ? run : { ...run, finished_at: finishedAt },
    isInterrupted: isInterrupted ?? run.state === 'interrupted',
    entries: catalog.entries(runId),
    attempts: catalog.attempts(runId),
    waiting: await catalog.waiting(runId),
    places: await catalog.places(runId),
    hasPredecessor: runs.some(({ started_at }) => started_at < run.started_at),
    ...(input && { input }),
    ...(corrupt !== undefined && { corrupt }),
    setAside: await catalog.setAside(runId),
    ...(claimsOf && { claimsOf }),
    ...(duplicateOf && { duplicateOf }),
  };
}
