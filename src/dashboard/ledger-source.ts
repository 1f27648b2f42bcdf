import type { Clock } from '../core/clock.ts';
import type { Role } from '../core/manifest-record.ts';
import type { RunRow } from '../ledger/catalog.ts';
import type { LaneBacklog } from '../ledger/queue.ts';
import type { EndedRow, LedgerWatch } from '../ledger/watch.ts';
import { assembleState } from './assemble-state.ts';
import { type LiveCounts, liveCounts } from './live-counts.ts';
import type { DashboardSource, LookUp } from './source.ts';
import type { EndedWork, HostRow } from './state.ts';

/** Rows read at a stretch: about 3 ms. */
const PAGE_ROWS = 500;

type Watch = Pick<LedgerWatch, 'stats' | 'lanes' | 'newestRun' | 'ended'>;

export interface LedgerSourceDeps {
  readonly watch: Watch;
  readonly clock: Clock;
  readonly lookUp: LookUp;
  /** Lets others run between two pages. */
  readonly nextTurn: () => Promise<void>;
  /** Where the records of a run lie. */
  readonly folderOf?: (run: RunRow) => string;
  /** Time between two starts under the configuration stored with the run. */
  readonly intervalsOf: (run: RunRow) => (host: string, role: Role) => number;
}

const endedOf = ({ id: _id, created_at, size_bytes, ...row }: EndedRow): EndedWork => ({
  ...row,
  size_bytes: size_bytes ?? 0,
  at: created_at,
});

/** What ended in a run so far, page by page. */
export async function* endedWorks(
  watch: Pick<LedgerWatch, 'ended'>,
  runId: string,
  nextTurn: () => Promise<void>,
): AsyncIterable<EndedWork> {
  for (let after = 0; ; await nextTurn()) {
    const rows = await watch.ended(runId, after, PAGE_ROWS);
    for (const row of rows) yield endedOf(row);
    if (rows.length < PAGE_ROWS) return;
    after = rows.at(-1)?.id ?? after;
  }
}

/** What is counted of one run, and how far. */
interface Followed {
  readonly run: RunRow;
  readonly counts: LiveCounts;
  readonly intervalMs: (host: string, role: Role) => number;
  lastId: number;
}

/** The newest run of a ledger, beside it or after it: what is new is read and counted, nothing twice. */
export function ledgerSource(deps: LedgerSourceDeps): DashboardSource {
  const { watch, clock, lookUp, nextTurn } = deps;
  const nothing = liveCounts(clock);
  let followed: Followed | undefined;
  /** Reads are one after the other, whoever asks. */
  let last: Promise<unknown> = Promise.resolve();

  const followNewest = async (): Promise<{ readonly run: RunRow; readonly at: Followed } | undefined> => {
    const run = await watch.newestRun();
    if (!run) return undefined;
    if (followed?.run.run_id !== run.run_id)
      followed = {
        run,
        counts: liveCounts(clock, deps.folderOf?.(run)),
        intervalMs: deps.intervalsOf(run),
        lastId: 0,
      };
    return { run, at: followed };
  };
  const catchUp = async (at: Followed): Promise<void> => {
    for (;;) {
      const rows = await watch.ended(at.run.run_id, at.lastId, PAGE_ROWS);
      for (const row of rows) at.counts.ended(endedOf(row));
      at.lastId = rows.at(-1)?.id ?? at.lastId;
      if (rows.length < PAGE_ROWS) return;
      await nextTurn();
    }
  };
  const read = async () => {
    const newest = await followNewest();
    if (newest) await catchUp(newest.at);
    const [queue, lanes] = await Promise.all([watch.stats(), watch.lanes()]);
    const { run, at } = newest ?? {};
    const now = clock.now();
    const hostRow = async ({ lane, queued, inFlight, notBefore, why }: LaneBacklog): Promise<HostRow> => ({
      host: lane.host,
      role: lane.role,
      queued,
      in_flight: inFlight,
      interval_ms: at && lane.role !== '' ? at.intervalMs(lane.host, lane.role) : 0,
      waits_ms: Math.max(0, Math.round(notBefore - now)),
      why: notBefore > now ? why : '',
      breaker: notBefore > now && why === 'breaker-open' ? 'open' : null,
    });
    const shown = run && {
      run_id: run.run_id,
      state: run.state === 'running' && queue.offline !== undefined ? 'offline' : run.state,
      started_at: run.started_at,
      finished_at: run.finished_at,
    };
    const counts = at?.counts ?? nothing;
    return assembleState({ run: shown ?? null, seenFrom: 'ledger', queue, lanes, counts, hostRow });
  };
  return {
    ...lookUp,
    state() {
      const next = last.then(read);
      last = next.catch(() => undefined);
      return next;
    },
  };
}
