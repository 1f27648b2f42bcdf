import { configHash } from '../config/hash.ts';
import { Failure, UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { NEW_RUN } from '../core/source-place.ts';
import type { Ledger } from '../ledger/queue.ts';
import type { Source } from '../work/source.ts';
import { endedWell } from './ended-well.ts';
import { type FeedDeps, type FeedEnd, feed, problemOf, readOnceName } from './feed.ts';
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
 * what it has, says so, and is not finished.
 */
export async function listWorks(listing: Listing, halt: AbortSignal): Promise<FeedEnd> {
  const { request, runId, ledger, engine, emit } = listing;
  const { loaded, wanted, platform } = request;
  const { config } = loaded;
  const journal = listingJournal(
    { runId, configHash: configHash(loaded), workerId: String(process.pid) },
    { clock: platform.clock, emit, orderOf: orderIn(wireRoute(loaded)) },
  );
  const total: FeedEnd = { works: 0, rejects: 0, earlier: 0 };
  let all: readonly Source[] = [];
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
      isResumed: request.resumes !== undefined,
      priority: config.orchestrator.priority,
      isUrgent: request.urgent,
      forget: request.force,
      takeJournal: journal.take,
      queued: engine.scheduler.wake,
      counted: total,
    };
    all = [...(request.sources ?? []).map(foreign), ...sources];
    await announce(all, listing);
    await feedRest(all, deps, { listing, halt });
  } catch (error) {
    if (!request.stop.aborted) throw error;
    emit({ type: 'warning', message: await stoppedListing(all, listing) });
  }
  return total;
}

/** What a listing is still to do is on record before it begins: one that was killed is known to be incomplete. */
async function announce(sources: readonly Source[], { runId, ledger }: Listing): Promise<void> {
  for (const { name } of sources) {
    if (await ledger.cursor(runId, name)) continue;
    const cursor = { source: name, cursor: undefined, exhausted: false, listed: 0 };
    await ledger.enqueue({ runId, works: [], rearm: true, forget: false, cursor });
  }
}

/** A source of somebody else's making may throw what it likes: its listing breaks off, and its message is told. */
const foreign = (source: Source): Source => ({
  ...source,
  async *pages(from, signal) {
    try {
      yield* source.pages(from, signal);
    } catch (cause) {
      if (signal.aborted || cause instanceof Failure || cause instanceof UserError) throw cause;
      const message = cause instanceof Error ? cause.message : String(cause);
      throw new Failure('internal-error', `the source ${source.name} failed: ${message}`, { cause });
    }
  },
});

/** One source after the other. Where one breaks off, those after it are listed all the same. */
async function feedEach(
  sources: readonly Source[],
  deps: FeedDeps,
  { listing: { emit }, halt }: { listing: Listing; halt: AbortSignal },
): Promise<void> {
  for (const source of sources) {
    try {
      await feed([source], deps, halt);
    } catch (error) {
      const problem = problemOf(error);
      // An input that cannot be read at all is a mistake of the call, as long as nothing has begun.
      const isMistake = error instanceof UserError && deps.counted.works === 0;
      if (problem === undefined || halt.aborted || isMistake) throw error;
      emit({ type: 'warning', message: brokenOff(problem) });
    }
  }
}

/** All works of the sources, less those that a manifest says ended well. */
async function feedRest(
  sources: readonly Source[],
  deps: FeedDeps,
  { listing, halt }: { listing: Listing; halt: AbortSignal },
): Promise<void> {
  const { request, emit } = listing;
  const { resumeFrom } = request.wanted;
  if (resumeFrom === undefined) return feedEach(sources, deps, { listing, halt });
  const root = placesOf(request.loaded.config).artifacts;
  using ended = await endedWell(resumeFrom, root, request.platform);
  await feedEach(sources.map(ended.without), deps, { listing, halt });
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

const GOES_ON = '`resume` goes on from there';

async function stoppedListing(sources: readonly Source[], { ledger, runId }: Listing): Promise<string> {
  for (const source of sources.filter((one) => one.isReadOnce))
    if (!(await ledger.cursor(runId, source.name))?.exhausted)
      return `the listing was stopped; the rest of ${readOnceName(source)} was not read, and \`resume\` cannot read it`;
  return `the listing was stopped; ${GOES_ON}`;
}

const brokenOff = (problem: string): string =>
  `the listing broke off: ${problem}${problem.includes(NEW_RUN) ? '' : `; ${GOES_ON}`}`;
