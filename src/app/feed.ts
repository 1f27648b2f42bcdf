import type { Emit } from '../core/events.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
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
  /** `undefined`: for whichever run comes; no place is kept then. */
  readonly runId: string | undefined;
  readonly maxWorks: number | undefined;
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
}

/** Streams the sources into the queue, each page with its cursor in one transaction; goes on where an earlier feed stopped. */
export async function feed(sources: readonly Source[], deps: FeedDeps, signal: AbortSignal): Promise<void> {
  const total = deps.counted;
  for (const source of sources) {
    const place = deps.runId === undefined ? undefined : await deps.ledger.cursor(deps.runId, source.name);
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
    if (deps.runId !== undefined) await markExhausted(source, deps);
  }
}

const markExhausted = (source: Source, deps: FeedDeps): Promise<EnqueueCount> =>
  deps.ledger.enqueue({
    ...batchOf(deps),
    works: [],
    cursor: { source: source.name, cursor: undefined, exhausted: true },
  });

function report(page: Page, { emit }: FeedDeps): void {
  for (const { where, text, problem } of page.rejects) emit({ type: 'rejected', where, text, problem });
}

/** Queuing by hand names works for later: what is finished stays finished. */
const batchOf = ({ runId, forget }: FeedDeps) => ({ runId, rearm: runId !== undefined, forget });

async function enqueue(source: Source, page: Page, deps: FeedDeps): Promise<void> {
  const works = await Promise.all(page.works.map((work) => queuedWork(work, deps)));
  const cursor =
    page.cursor === undefined
      ? {}
      : { cursor: { source: source.name, cursor: page.cursor, exhausted: false } };
  const count: EnqueueCount = await deps.ledger.enqueue({
    ...batchOf(deps),
    works,
    journal: deps.takeJournal(),
    ...cursor,
  });
  deps.emit({ type: 'enqueued', ...count, rejected: page.rejects.length });
  deps.queued();
}

async function queuedWork(work: Work, { pipeline, priority, isUrgent }: FeedDeps) {
  const lane = await pipeline.firstRequest(work);
  return { work: { ...work, priority: priorityOf(work, priority, isUrgent) }, lane, progress: NO_PROGRESS };
}
