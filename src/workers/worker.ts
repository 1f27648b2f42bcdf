import type { Clock, Instant } from '../core/clock.ts';
import type { Emit, Event } from '../core/events.ts';
import type { Holder, Lane, Lease, Queue } from '../ledger/queue.ts';
import type { Batched, Holding, LeaseEnd, Pipeline } from '../pipeline/process-work.ts';
import type { HostGate } from './host-gate.ts';

export interface WorkerDeps {
  readonly queue: Queue;
  readonly pipeline: Pipeline;
  readonly gate: HostGate;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly holder: Holder;
}

/** A lease being worked on. */
export interface Running {
  readonly lease: Lease;
  /** The lane of its current step. */
  lane: Lane;
  /** Of leases that are asked for together, the one that stands for all. */
  readonly isLead: boolean;
  isLive: boolean;
  readonly abort: AbortController;
}

/** Works on one lease, or on several that are asked for together, and commits how each ends. Rejects only when the ledger fails. */
export async function workOn(
  group: readonly Running[],
  deps: WorkerDeps,
  isStopping: () => boolean,
): Promise<readonly LeaseEnd[]> {
  const works = group.map((running) => batched(running, deps, isStopping));
  const [first] = works;
  const ends =
    first && works.length === 1
      ? [await deps.pipeline.run(first.held, first.holding)]
      : await deps.pipeline.runBatch(works);
  await Promise.all(
    group.map(async (running, index) => {
      const end = ends[index];
      if (end) running.isLive = await commit(end, running.lease, deps);
    }),
  );
  return ends;
}

function batched(running: Running, deps: WorkerDeps, isStopping: () => boolean): Batched {
  const { lease, abort } = running;
  const { runId, token, work, progress, attempts, known } = lease;
  const held = { runId, token, work, progress, attempts, request: lease.lane, ...(known && { known }) };
  const holding: Holding = {
    workerId: deps.holder.workerId,
    signal: abort.signal,
    isStopping,
    readyAt: ({ host, role }) => (role === '' ? Promise.resolve(0) : deps.gate.readyAt(host, role)),
    checkpoint: (state) => deps.queue.checkpoint(lease, state),
    leaseIsLive: () => running.isLive,
    replaceFile: (move) => deps.queue.replaceFile(lease, move),
    turnsTo: (request) => {
      running.lane = request;
    },
  };
  return { held, holding };
}

function waiting(
  { work }: Lease,
  { request, at, why }: { readonly request: Lane; readonly at: Instant; readonly why: string },
  clock: Clock,
): Event {
  const waitMs = Math.max(0, at - clock.now());
  return { type: 'parked', docId: work.id, ...request, untilMs: clock.wall().getTime() + waitMs, why };
}

/** `false`: the lease was lost, and with it the right to say how the work ended. */
async function commit(end: LeaseEnd, lease: Lease, { queue, emit, clock }: WorkerDeps): Promise<boolean> {
  switch (end.kind) {
    case 'finish': {
      const done = await queue.finish(lease, end.ending);
      const { title } = lease.work;
      if (done) emit({ type: 'outcome', record: end.ending.record, ...(title !== undefined && { title }) });
      return done;
    }
    case 'park': {
      const { progress, request, at, why, pushBack, journal } = end;
      const done = await queue.park(lease, { progress, next: { lane: request, at, why, pushBack }, journal });
      if (done) emit(waiting(lease, { request, at, why }, clock));
      return done;
    }
    case 'retry': {
      const { reason, at, request, progress, journal } = end;
      const done = await queue.retry(lease, { reason, at, lane: request, progress, journal });
      if (done) emit(waiting(lease, { request, at, why: 'backoff' }, clock));
      return done;
    }
  }
}
