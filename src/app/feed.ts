import { Failure, UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { NO_PROGRESS } from '../core/progress.ts';
import { NEW_RUN, type SourcePlace } from '../core/source-place.ts';
import type { Work } from '../core/work.ts';
import type { EnqueueCount, Ledger } from '../ledger/queue.ts';
import type { Pipeline } from '../pipeline/process-work.ts';
import { type Priority, priorityOf } from '../work/priority.ts';
import type { Page, Source } from '../work/source.ts';

export interface FeedDeps {
  readonly ledger: Pick<Ledger, 'enqueue' | 'cursor' | 'countedInput'>;
  readonly pipeline: Pick<Pipeline, 'firstRequest'>;
  readonly emit: Emit;
  /** `undefined`: for whichever run comes; no place is kept then. */
  readonly runId: string | undefined;
  /** Distinct works of the whole run, over all its stops. */
  readonly maxWorks: number | undefined;
  /** The run was stopped before. */
  readonly isResumed: boolean;
  readonly priority: Priority;
  readonly isUrgent: boolean;
  /** `--force`: what earlier runs stored is not asked about. */
  readonly forget: boolean;
  /** Records of the listing's own requests since the last page. */
  readonly takeJournal: () => readonly AttemptRecord[];
  readonly counted: FeedEnd;
  /** Works were queued: the scheduler may look. */
  readonly queued: () => void;
}

/** How far a feed has come; still told when it breaks off. */
export interface FeedEnd {
  works: number;
  rejects: number;
  /** Works that its sources had listed before this feed began. */
  earlier: number;
}

/** Streams the sources into the queue, each page with its cursor in one transaction; goes on where an earlier feed stopped. */
export async function feed(sources: readonly Source[], deps: FeedDeps, signal: AbortSignal): Promise<void> {
  for (const source of sources) {
    const place = deps.runId === undefined ? undefined : await deps.ledger.cursor(deps.runId, source.name);
    const start = standingAt(place);
    deps.counted.earlier += start.listed;
    if (!place?.exhausted) await feedSource(source, start, { deps, signal });
  }
}

async function feedSource(
  source: Source,
  start: Standing,
  { deps, signal }: { readonly deps: FeedDeps; readonly signal: AbortSignal },
): Promise<void> {
  const total = deps.counted;
  let at = start;
  try {
    for await (const page of pagesOf(source, start.cursor, { deps, signal })) {
      signal.throwIfAborted();
      report(page.rejects, deps);
      const after = advanced(at, page, page.works.length);
      const { refused, left } = await enqueue(page, { ...after, source: source.name }, deps);
      // What is not committed is not listed.
      at = { ...after, listed: after.listed - left };
      total.works += page.works.length - left;
      total.rejects += page.rejects.length + refused;
      if (await isFull(deps)) break;
    }
  } catch (error) {
    const problem = source.isReadOnce && signal.aborted ? lostRest(source) : problemOf(error);
    if (problem !== undefined) await keepProblem(problem, { ...at, source: source.name }, deps);
    throw error;
  }
  if (deps.runId !== undefined) await markExhausted(source, at, deps);
}

/** What a person calls a source that cannot be read again. */
export const readOnceName = ({ name }: Source): string => {
  const input = name.replace(/^[a-z-]+:/, '');
  return input === 'stdin' ? 'standard input' : input;
};

const lostRest = (source: Source): string =>
  `the rest of ${readOnceName(source)} was not read when the run stopped and cannot be read again: ${NEW_RUN} with the whole list`;

/** Nothing where the run has all the works it may have. */
async function* pagesOf(
  source: Source,
  from: string | undefined,
  { deps, signal }: { readonly deps: FeedDeps; readonly signal: AbortSignal },
): AsyncIterable<Page> {
  if (await isFull(deps)) return;
  if (source.isReadOnce && deps.isResumed) throw new Failure('bad-input', lostRest(source));
  yield* source.pages(from, signal);
}

/** Whether the run has as many distinct works as `max_works` lets it have. */
const isFull = async ({ ledger, runId, maxWorks }: FeedDeps): Promise<boolean> =>
  maxWorks !== undefined &&
  runId !== undefined &&
  (await ledger.countedInput(runId)).counted.works >= maxWorks;

/** How far a source has come: kept with each page. */
interface Standing {
  readonly cursor: string | undefined;
  readonly listed: number;
  readonly of: number | undefined;
}

/** A source without a cursor is read from its beginning, and counted anew. */
const standingAt = (place: SourcePlace | undefined): Standing => ({
  cursor: place?.cursor,
  listed: place?.exhausted || place?.cursor !== undefined ? (place.listed ?? 0) : 0,
  of: place?.of,
});

const advanced = (at: Standing, page: Page, works: number): Standing => ({
  cursor: page.cursor ?? at.cursor,
  listed: page.listed ?? at.listed + works,
  of: page.total ?? at.of,
});

/** Whether a listing that ends with this error may go on later, and how that is said. */
export const problemOf = (error: unknown): string | undefined =>
  error instanceof Failure || error instanceof UserError ? error.message : undefined;

/** The requests that failed are on record too. */
async function keepProblem(problem: string, at: Place, deps: FeedDeps): Promise<void> {
  if (deps.runId === undefined) return;
  const cursor = { ...at, exhausted: false, problem };
  await deps.ledger.enqueue({ ...batchOf(deps), works: [], journal: deps.takeJournal(), cursor });
}

/** Where `max_works` ended the listing, so many were wanted and no more. */
const markExhausted = (source: Source, { listed }: Standing, deps: FeedDeps): Promise<EnqueueCount> =>
  deps.ledger.enqueue({
    ...batchOf(deps),
    works: [],
    cursor: { source: source.name, cursor: undefined, exhausted: true, listed, of: listed },
  });

function report(rejects: Page['rejects'], { emit }: FeedDeps): void {
  for (const { where, text, problem } of rejects) emit({ type: 'rejected', where, text, problem });
}

/** Queuing by hand names works for later: what is finished stays finished. */
const batchOf = ({ runId, forget }: FeedDeps) => ({ runId, rearm: runId !== undefined, forget });

type Place = Standing & { readonly source: string };

interface PageEnd {
  /** Works that turned out to be none. */
  readonly refused: number;
  /** Works for which the run had no room. */
  readonly left: number;
}

async function enqueue(page: Page, at: Place, deps: FeedDeps): Promise<PageEnd> {
  const works = await Promise.all(page.works.map((work) => queuedWork(work, { page, at, deps })));
  const cursor = deps.runId === undefined ? {} : { cursor: { ...at, exhausted: false } };
  const {
    rejects = [],
    doubts = [],
    left = 0,
    ...count
  } = await deps.ledger.enqueue({
    ...batchOf(deps),
    works,
    ...(deps.maxWorks !== undefined && { maxWorks: deps.maxWorks }),
    rejects: page.rejects,
    ...(page.leftOut && { leftOut: page.leftOut }),
    journal: deps.takeJournal(),
    ...cursor,
  });
  report(rejects, deps);
  for (const { where, text, problem } of [...(page.doubts ?? []), ...doubts])
    deps.emit({ type: 'rejected', where, text, problem, isTaken: true });
  deps.emit({ type: 'enqueued', ...count, rejected: page.rejects.length + rejects.length });
  deps.queued();
  return { refused: rejects.length, left };
}

async function queuedWork(
  work: Work,
  { page, at, deps }: { readonly page: Page; readonly at: Place; readonly deps: FeedDeps },
) {
  const { pipeline, priority, isUrgent } = deps;
  const lane = await pipeline.firstRequest(work);
  const line = page.lines?.get(work) ?? { where: at.source, text: work.id };
  return {
    work: { ...work, priority: priorityOf(work, priority, isUrgent) },
    lane,
    progress: NO_PROGRESS,
    line,
  };
}
