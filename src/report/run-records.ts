import { UserError } from '../core/errors.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import type { Catalog, CatalogEntry, RunRow } from '../ledger/catalog.ts';
import type { ClaimedPlace } from './source-tally.ts';

/** All that a run left behind, as far as figures are made of it. The two lists are read once each. */
export interface RunRecords {
  readonly run: Pick<RunRow, 'run_id' | 'config_hash' | 'started_at' | 'finished_at'>;
  readonly entries: AsyncIterable<CatalogEntry>;
  readonly attempts: AsyncIterable<AttemptRecord>;
  readonly waiting: number;
  /** Whether earlier runs may have filled the cache: the target for cache hits holds from the second run on. */
  readonly hasPredecessor: boolean;
  /** Stored files whose bytes were found to differ from the catalog; undefined where nobody looked. */
  readonly corrupt?: number;
  /** The places that sources named for the work of an entry; absent where nobody can tell. */
  readonly claimsOf?: (entry: CatalogEntry) => Promise<readonly ClaimedPlace[]>;
}

/** What only the caller can know. */
export interface KnownOfRun {
  /** For a run that ends now and is not yet closed in the ledger. */
  readonly finishedAt?: string;
  readonly corrupt?: number;
  readonly claimsOf?: RunRecords['claimsOf'];
}

export async function recordsOfRun(
  catalog: Pick<Catalog, 'runs' | 'entries' | 'attempts' | 'waiting'>,
  runId: string,
  { finishedAt, corrupt, claimsOf }: KnownOfRun = {},
): Promise<RunRecords> {
  const runs = await catalog.runs();
  const run = runs.find(({ run_id }) => run_id === runId);
  if (!run) throw new UserError(`the ledger has no run ${runId}`);
  return {
    run: finishedAt === undefined ? run : { ...run, finished_at: finishedAt },
    entries: catalog.entries(runId),
    attempts: catalog.attempts(runId),
    waiting: await catalog.waiting(runId),
    hasPredecessor: runs.some(({ started_at }) => started_at < run.started_at),
    ...(corrupt !== undefined && { corrupt }),
    ...(claimsOf && { claimsOf }),
  };
}
