import { Failure } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { NO_PROGRESS } from '../core/progress.ts';
import type { Work } from '../core/work.ts';
import type { EnqueueCount, Ledger } from '../ledger/queue.ts';
import type { Pipeline } from '../pipeline/process-work.ts';
import { type Priority, priorityOf } from '../work/priority.ts';
import type { Page, Source } from '../work/source.ts';

export interface FeedDeps {
  readonly ledger: Pick<Ledger, 'enqueue' | 'cursor'>;
  readonly pipeline: Pick<Pipeline, 'firstRequest'>;
  readonly emit: Emit;
  readonly runId: string;
  readonly maxWorks: number | undefined;
  readonly priority: Priority;
  readonly isUrgent: boolean;
  /** `--force`: what earlier runs stored is not asked about. */
  readonly forget: boolean;
  /** Works were queued: the scheduler may look. */
  readonly queued: () => void;
}

export interface FeedEnd {
  readonly works: number;
  readonly rejects: number;
}

/** Streams the sources into the queue, each page with its cursor in one transaction; goes on where an earlier feed stopped. */
export async function feed(
  sources: readonly Source[],
  deps: FeedDeps,
  signal: AbortSignal,
): Promise<FeedEnd> {
  const total = { works: 0, rejects: 0 };
  for (const source of sources) {
    const place = await deps.ledger.cursor(deps.runId, source.name);
    if (place?.exhausted) continue;
    for await (const page of source.pages(place?.cursor, signal)) {
      signal.throwIfAborted();
      const left = (deps.maxWorks ?? Number.POSITIVE_INFINITY) - total.works;
      const works = page.works.slice(0, left);
      report(page, deps);
      await enqueue(source, { ...page, works }, deps);
      total.works += works.length;
      total.rejects += page.rejects.length;
      if (total.works >= (deps.maxWorks ?? Number.POSITIVE_INFINITY)) break;
    }
    await deps.ledger.enqueue({
      ...batchOf(deps),
      works: [],
      cursor: { source: source.name, cursor: undefined, exhausted: true },
    });
  }
  return total;
}

function report(page: Page, { emit }: FeedDeps): void {
  for (const { where, text, problem } of page.rejects) emit({ type: 'rejected', where, text, problem });
}

const batchOf = ({ runId, forget }: FeedDeps) => ({ runId, rearm: true, forget });

async function enqueue(source: Source, page: Page, deps: FeedDeps): Promise<void> {
  const works = await Promise.all(page.works.map((work) => queuedWork(work, deps)));
  const cursor =
    page.cursor === undefined
      ? {}
      : { cursor: { source: source.name, cursor: page.cursor, exhausted: false } };
  const count: EnqueueCount = await deps.ledger.enqueue({ ...batchOf(deps), works, ...cursor });
  deps.emit({ type: 'enqueued', ...count, rejected: page.rejects.length });
  deps.queued();
}

async function queuedWork(work: Work, { pipeline, priority, isUrgent }: FeedDeps) {
  const lane = await pipeline.firstRequest(work);
  return { work: { ...work, priority: priorityOf(work, priority, isUrgent) }, lane, progress: NO_PROGRESS };
}

/** A listing that broke off keeps its place; the run goes on with what it has and says so. */
export const listingProblem = (error: unknown): string | undefined =>
  error instanceof Failure
    ? `the listing stopped: ${error.message}; \`resume\` goes on from there`
    : undefined;
