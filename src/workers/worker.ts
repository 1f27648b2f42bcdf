import type { Clock } from '../core/clock.ts';
import type { Emit } from '../core/events.ts';
import { NO_PROGRESS } from '../core/progress.ts';
import type { Holder, Lane, Lease, Queue } from '../ledger/queue.ts';
import type { LeaseEnd, Pipeline } from '../pipeline/process-work.ts';
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
  isLive: boolean;
  readonly abort: AbortController;
}

/** Works on one lease to its end and commits that end. Rejects only when the ledger fails. */
export async function workOn(
  running: Running,
  deps: WorkerDeps,
  isStopping: () => boolean,
): Promise<LeaseEnd> {
  const { lease, abort } = running;
  const { runId, token, work, progress, attempts, known } = lease;
  const held = { runId, token, work, progress, attempts, request: lease.lane, ...(known && { known }) };
  const end = await deps.pipeline.run(held, {
    workerId: deps.holder.workerId,
    signal: abort.signal,
    isStopping,
    readyAt: ({ host, role }) => (role === '' ? Promise.resolve(0) : deps.gate.readyAt(host, role)),
    checkpoint: (state) => deps.queue.checkpoint(lease, state),
    leaseIsLive: () => running.isLive,
    turnsTo: (request) => {
      running.lane = request;
    },
  });
  running.isLive = await commit(end, lease, deps);
  return end;
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
      const waitMs = Math.max(0, at - clock.now());
      if (done)
        emit({
          type: 'parked',
          docId: lease.work.id,
          ...request,
          untilMs: clock.wall().getTime() + waitMs,
          why,
        });
      return done;
    }
    case 'retry': {
      const { reason, at, request, journal } = end;
      return queue.retry(lease, { reason, at, lane: request, progress: NO_PROGRESS, journal });
    }
  }
}
