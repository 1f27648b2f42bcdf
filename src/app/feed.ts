import { Failure, UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { InputLine } from '../core/input-line.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { NO_PROGRESS } from '../core/progress.ts';
import { cappedAt, NEW_RUN, type SourcePlace } from '../core/source-place.ts';
import type { Work } from '../core/work.ts';
import { isReadUntil } from '../ledger/input.ts';
import type { Ledger } from '../ledger/queue.ts';
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

interface Watch {
  readonly deps: FeedDeps;
  readonly signal: AbortSignal;
}

async function feedSource(source: Source, start: Standing, { deps, signal }: Watch): Promise<void> {
  let at = start;
  let isFull = await hasAllWorks(deps);
  let isCapped: boolean | undefined = isFull;
  try {
    for await (const page of isFull ? [] : pagesOf(source, start.cursor, { deps, signal })) {
      if (isFull) isCapped = true;
      if (isFull) break;
      signal.throwIfAborted();
      const after = advanced(at, page);
      const end = await enqueue(page, { ...after, source: source.name }, deps);
      // What is not committed is not listed.
      at = { ...after, listed: Math.max(at.listed, after.listed - end.left) };
      deps.counted.works += page.works.length - end.left;
      deps.counted.rejects += end.rejected;
      isFull = end.isFull;
      isCapped = isFull && hasMore(source, at, end);
      if (isFull && isCapped !== undefined) break;
    }
  } catch (error) {
    if (!isFull) throw await brokenOff(error, at, { source, deps, signal });
    // What stands behind the last work that is wanted need not be readable.
    isCapped = true;
  }
  if (deps.runId !== undefined) await markExhausted({ ...at, source: source.name }, isCapped === true, deps);
}

/** The error, once it is on record. */
async function brokenOff(
  error: unknown,
  at: Standing,
  { source, deps, signal }: Watch & { readonly source: Source },
): Promise<unknown> {
  const problem = source.isReadOnce && signal.aborted ? lostRest(source) : problemOf(error);
  if (problem !== undefined) await keepProblem(problem, { ...at, source: source.name }, deps);
  return error;
}

/** Whether a source has more than the run may have; `undefined`: its next page tells, which costs no request and no wait. */
function hasMore({ isReadOnce }: Source, { listed, of }: Standing, { unread }: PageEnd): boolean | undefined {
  if (unread > 0) return true;
  if (typeof of === 'number') return listed < of;
  return of === null || isReadOnce ? true : undefined;
}

/** What a person calls a source that cannot be read again. */
export const readOnceName = ({ name }: Source): string => {
  const input = name.replace(/^[a-z-]+:/, '');
  return input === 'stdin' ? 'standard input' : input;
};

const lostRest = (source: Source): string =>
  `the rest of ${readOnceName(source)} was not read when the run stopped and cannot be read again: ${NEW_RUN} with the whole list`;

async function* pagesOf(
  source: Source,
  from: string | undefined,
  { deps, signal }: Watch,
): AsyncIterable<Page> {
  if (source.isReadOnce && deps.isResumed) throw new Failure('bad-input', lostRest(source));
  yield* source.pages(from, signal);
}

/** Whether the run has as many distinct works as `max_works` lets it have. */
const hasAllWorks = async ({ ledger, runId, maxWorks }: FeedDeps): Promise<boolean> =>
  maxWorks !== undefined &&
  runId !== undefined &&
  (await ledger.countedInput(runId)).counted.works >= maxWorks;

/** How far a source has come: kept with each page. */
interface Standing {
  readonly cursor: string | undefined;
  readonly listed: number;
  /** Null: it has a length and has not said it. */
  readonly of: number | null | undefined;
}

/** A source without a cursor is read from its beginning, and counted anew. */
const standingAt = (place: SourcePlace | undefined): Standing => ({
  cursor: place?.cursor,
  listed: place?.exhausted || place?.cursor !== undefined ? (place.listed ?? 0) : 0,
  of: place?.of,
});

const advanced = (at: Standing, page: Page): Standing => ({
  cursor: page.cursor ?? at.cursor,
  listed: page.listed ?? at.listed + page.works.length,
  of: page.total === undefined ? at.of : page.total,
});

/** Whether a listing that ends with this error may go on later, and how that is said. */
export const problemOf = (error: unknown): string | undefined =>
  error instanceof Failure || error instanceof UserError ? error.message : undefined;

/** The requests that failed are on record too. */
async function keepProblem(problem: string, at: Place, deps: FeedDeps): Promise<void> {
  if (deps.runId === undefined) return;
  const cursor = { ...at, of: at.of ?? undefined, exhausted: false, problem };
  await deps.ledger.enqueue({ ...batchOf(deps), works: [], journal: deps.takeJournal(), cursor });
}

/** A source that has no length of its own has one when it was read to its end. */
async function markExhausted(at: Place, isCapped: boolean, deps: FeedDeps): Promise<void> {
  const of = at.of === undefined && !isCapped ? at.listed : (at.of ?? undefined);
  const problem = isCapped ? { problem: cappedAt(deps.maxWorks ?? 0) } : {};
  const cursor = { ...at, cursor: undefined, exhausted: true, of, ...problem };
  await deps.ledger.enqueue({ ...batchOf(deps), works: [], cursor });
}

function report(rejects: Page['rejects'], { emit }: FeedDeps): void {
  for (const { where, text, problem } of rejects) emit({ type: 'rejected', where, text, problem });
}

/** Queuing by hand names works for later: what is finished stays finished. */
const batchOf = ({ runId, forget }: FeedDeps) => ({ runId, rearm: runId !== undefined, forget });

type Place = Standing & { readonly source: string };

interface PageEnd {
  /** Lines that name no work, or turned out to name none. */
  readonly rejected: number;
  /** Works for which the run had no room, and lines behind the last for which it had. */
  readonly left: number;
  readonly unread: number;
  readonly isFull: boolean;
}

async function enqueue(page: Page, at: Place, deps: FeedDeps): Promise<PageEnd> {
  const works = await Promise.all(page.works.map((work) => queuedWork(work, { page, at, deps })));
  const cursor =
    deps.runId === undefined ? {} : { cursor: { ...at, of: at.of ?? undefined, exhausted: false } };
  const {
    rejects: refused = [],
    doubts = [],
    left = 0,
    full,
    ...count
  } = await deps.ledger.enqueue({
    ...batchOf(deps),
    works,
    ...(deps.maxWorks !== undefined && { maxWorks: deps.maxWorks }),
    rejects: page.rejects,
    ...(page.leftOut && { leftOut: page.leftOut }),
    ...(page.mended !== undefined && { mended: page.mended }),
    journal: deps.takeJournal(),
    ...cursor,
  });
  const isRead = (line: InputLine): boolean => isReadUntil(line, full);
  const rejects = [...page.rejects.filter(isRead), ...refused];
  report(rejects, deps);
  for (const { where, text, problem } of [...(page.doubts ?? []).filter(isRead), ...doubts])
    deps.emit({ type: 'rejected', where, text, problem, isTaken: true });
  deps.emit({ type: 'enqueued', ...count, rejected: rejects.length });
  deps.queued();
  const unread = left + page.rejects.length + refused.length - rejects.length;
  return { rejected: rejects.length, left, unread, isFull: full !== undefined };
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
