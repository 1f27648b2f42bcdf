import type { Clock, Instant } from '../core/clock.ts';
import type { BreakerState, Emit } from '../core/events.ts';
import type { OutcomeRecord, Role } from '../core/manifest-record.ts';
import type { LaneBacklog, Queue } from '../ledger/queue.ts';
import { assembleState } from './assemble-state.ts';
import { liveCounts } from './live-counts.ts';
import type { DashboardSource, LookUp } from './source.ts';
import type { DashboardState, EndedWork, HostRow } from './state.ts';

export interface RunSourceDeps {
  readonly run: { readonly run_id: string; readonly started_at: string };
  /** Where the records of the run lie. */
  readonly folder?: string;
  readonly queue: Pick<Queue, 'stats' | 'lanes'>;
  readonly gate: {
    readyAt(host: string, role: Role): Promise<Instant>;
    intervalMs(host: string, role: Role): number;
  };
  readonly clock: Clock;
  readonly lookUp: LookUp;
  /** Works of this run that ended before it was interrupted. */
  readonly earlier: AsyncIterable<EndedWork>;
}

/** A run that shows itself: counted from its own events, with what only it knows of hosts. */
export interface RunSource extends DashboardSource {
  readonly listen: Emit;
}

/** A title may be learnt on the way: the record knows it then. */
function endedOf(record: OutcomeRecord, title: string | undefined): EndedWork {
  const learnt = record.extra?.['title'];
  return {
    doc_id: record.doc_id,
    title: title ?? (typeof learnt === 'string' ? learnt : null),
    status: record.status,
    reason: record.reason,
    resolver: record.resolver ?? null,
    host: record.host ?? null,
    size_bytes: record.size_bytes ?? 0,
    identity: record.identity ?? null,
    at: record.timestamp,
  };
}

export async function runSource(deps: RunSourceDeps): Promise<RunSource> {
  const { run, queue, gate, clock, lookUp } = deps;
  const counts = liveCounts(clock, deps.folder);
  const breakers = new Map<string, BreakerState>();
  for await (const work of deps.earlier) counts.ended(work);

  const hostRow = async ({ lane, queued, inFlight, notBefore, why }: LaneBacklog): Promise<HostRow> => {
    const { host, role } = lane;
    const readyAt = role === '' ? 0 : await gate.readyAt(host, role);
    const now = clock.now();
    return {
      host,
      role,
      queued,
      in_flight: inFlight,
      interval_ms: role === '' ? 0 : gate.intervalMs(host, role),
      waits_ms: Math.round(Math.max(0, readyAt - now, notBefore - now)),
      why: notBefore > now ? why : '',
      breaker: breakers.get(host) ?? 'closed',
    };
  };
  return {
    ...lookUp,
    async state(): Promise<DashboardState> {
      const [stats, lanes] = await Promise.all([queue.stats(), queue.lanes()]);
      const shown = { ...run, state: stats.offline === undefined ? 'running' : 'offline', finished_at: null };
      return assembleState({ run: shown, seenFrom: 'run', queue: stats, lanes, counts, hostRow });
    },
    listen(event) {
      if (event.type === 'outcome') counts.ended(endedOf(event.record, event.title));
      if (event.type === 'breaker') breakers.set(event.host, event.state);
      if (event.type === 'warning') counts.warned(event.message);
    },
  };
}
