import { configHash } from '../config/hash.ts';
import { Failure } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Ledger } from '../ledger/queue.ts';
import type { Source } from '../work/source.ts';
import { endedWell } from './ended-well.ts';
import { type FeedDeps, type FeedEnd, feed } from './feed.ts';
import { listingJournal } from './listing-journal.ts';
import { placesOf } from './places.ts';
import type { RunRequest } from './run-request.ts';
import type { Engine } from './wire.ts';
import { orderIn, wireRoute } from './wire-resolvers.ts';
import { wireSources } from './wire-sources.ts';

export interface Listing {
  readonly request: RunRequest;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly engine: Engine;
  readonly emit: Emit;
}

/**
 * Lists the run's inputs into the queue. A listing that breaks off or is stopped keeps its place: the run goes on with
 * what it has, and says so.
 */
export async function listWorks(listing: Listing, halt: AbortSignal): Promise<FeedEnd> {
  const { request, runId, ledger, engine, emit } = listing;
  const { loaded, wanted, platform } = request;
  const { config } = loaded;
  const journal = listingJournal(
    { runId, configHash: configHash(loaded), workerId: String(process.pid) },
    { clock: platform.clock, emit, orderOf: orderIn(wireRoute(loaded)) },
  );
  const total = { works: 0, rejects: 0 };
  try {
    await doAgain(listing, total);
    const sources = wireSources(config, wanted, {
      platform,
      client: engine.client,
      note: journal.note,
      current: engine.config,
    });
    const deps = {
      ledger,
      pipeline: engine.pipeline,
      emit,
      runId,
      maxWorks: config.inputs.max_works ?? undefined,
      priority: config.orchestrator.priority,
      isUrgent: request.urgent,
      forget: request.force,
      takeJournal: journal.take,
      queued: engine.scheduler.wake,
      counted: total,
    };
    await feedRest([...(request.sources ?? []), ...sources], deps, { listing, halt });
  } catch (error) {
    const problem = request.stop.aborted ? 'the listing was stopped' : brokenOff(error);
    if (problem === undefined) throw error;
    emit({ type: 'warning', message: `${problem}; \`resume\` goes on from there` });
  }
  return total;
}

/** All works of the sources, less those that a manifest says ended well. */
async function feedRest(
  sources: readonly Source[],
  deps: FeedDeps,
  { listing: { request, emit }, halt }: { listing: Listing; halt: AbortSignal },
): Promise<void> {
  const { resumeFrom } = request.wanted;
  if (resumeFrom === undefined) return feed(sources, deps, halt);
  const root = placesOf(request.loaded.config).artifacts;
  using ended = await endedWell(resumeFrom, root, request.platform);
  await feed(sources.map(ended.without), deps, halt);
  const { leftOut, changed } = ended.counts;
  const again = changed > 0 ? `; the files of ${changed} others have changed, and they are done again` : '';
  emit({ type: 'notice', message: `${leftOut} works ended well in ${resumeFrom} and are left out${again}` });
}

/** Works re-armed in one transaction: the ledger answers heartbeats in between. */
const BATCH = 500;

async function doAgain({ request, runId, ledger, engine, emit }: Listing, total: FeedEnd): Promise<void> {
  const { again = [], force } = request;
  for (let from = 0; from < again.length; from += BATCH) {
    const works = again.slice(from, from + BATCH);
    const rearmed = await ledger.rearm({ runId, works, forget: force });
    total.works += works.length;
    emit({ type: 'enqueued', added: 0, rearmed, duplicates: works.length - rearmed, rejected: 0 });
    engine.scheduler.wake();
  }
}

const brokenOff = (error: unknown): string | undefined =>
  error instanceof Failure ? `the listing broke off: ${error.message}` : undefined;
