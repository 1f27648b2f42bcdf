import type { Instant } from '../core/clock.ts';
import { GivenUp } from '../core/errors.ts';
import { isUrgent } from '../core/work.ts';
import type { LaneBacklog, Lease } from '../ledger/queue.ts';
import type { LeaseEnd } from '../pipeline/process-work.ts';
import { type Alarm, createAlarm } from './alarm.ts';
import { isTurn } from './is-progress.ts';
import { type LaneBoard, laneBoard } from './lane-board.ts';
import type { Room } from './room.ts';
import { type Running, type WorkerDeps, workOn } from './worker.ts';

/** How often the ledger's own counts are read at least: other processes add and pause. */
const REFRESH_MS = 1000;
/** …and at most, while pages of works are coming in. */
const REFRESH_SOON_MS = 100;
/** Weight of the last step in the average of their times. */
const NEWEST_SHARE = 0.02;

export interface SchedulerDeps extends WorkerDeps {
  readonly workers: number;
  /** Without it nothing but `workers` limits them. */
  readonly room?: Room;
  readonly maxPerHost: number;
  /** While nothing goes on, a run waits no longer than this, for hosts or for the network. */
  readonly maxWaitMs: number;
  /** Works do not wait in the lane of a host that is to be left alone for longer: they look for another way first. */
  readonly parkAfterMs: number;
  readonly shutdownGraceMs: number;
  /** Works may still be coming. */
  readonly isListing: () => boolean;
}

export interface DrainEnd {
  /** Works left queued because their hosts want to be left alone for longer than `maxWaitMs`, or nothing could be reached. */
  readonly waiting: number;
  /** When the earliest of them may go on. */
  readonly until: Instant | undefined;
  readonly wasStopped: boolean;
  /** It ended for want of a network. */
  readonly wasOffline?: boolean;
}

export interface Scheduler {
  /** Works until nothing is left that can be done in this run, or the signal stops it. Rejects when the ledger fails. */
  drain(stop: AbortSignal): Promise<DrainEnd>;
  /** Works were added, or a pause ended: look again now. */
  wake(): void;
  /** The ledger says these leases are no longer ours. */
  leasesLost(lost: readonly { readonly jobId: number; readonly token: number }[]): void;
}

interface State {
  readonly deps: SchedulerDeps;
  readonly board: LaneBoard;
  /** By lease, not by job: whoever was stopped for long may lease a job again while its lost lease still winds down. */
  readonly running: Set<Running>;
  readonly alarm: Alarm;
  refreshAt: Instant;
  /** Steps that may run at one time, as last heard, and those that do. */
  seats: number;
  busy: number;
  /** How long a step takes, on a moving average. */
  stepMs: number;
  failure: Error | undefined;
  /** When a work last went on. */
  progressAt: Instant;
  wasOffline: boolean;
}

export function createScheduler(deps: SchedulerDeps): Scheduler {
  const { parkAfterMs } = deps;
  const board = laneBoard(deps.gate, { batchSize: deps.pipeline.batchSize, parkAfterMs });
  const state: State = {
    deps,
    board,
    running: new Set(),
    alarm: createAlarm(deps.clock),
    refreshAt: 0,
    seats: deps.workers,
    busy: 0,
    stepMs: 0,
    failure: undefined,
    progressAt: deps.clock.now(),
    wasOffline: false,
  };
  return {
    drain: (stop) => drain(state, stop),
    wake() {
      state.refreshAt = Math.min(state.refreshAt, deps.clock.now() + REFRESH_SOON_MS);
      state.alarm.ring();
    },
    leasesLost(lost) {
      for (const { jobId, token } of lost) {
        const running = findRunning(state.running, jobId, token);
        if (!running) continue;
        running.isLive = false;
        running.abort.abort(new GivenUp('another worker holds this job now'));
      }
    },
  };
}

async function drain(state: State, stop: AbortSignal): Promise<DrainEnd> {
  const onStop = () => state.alarm.ring();
  stop.addEventListener('abort', onStop);
  try {
    for (;;) {
      if (state.failure) throw state.failure;
      if (stop.aborted) return await stopAll(state);
      // Asked before the counts are: whoever ends meanwhile, a listing or a work, may have queued what they do not show.
      noteNetwork(state);
      const mayQueue = state.deps.isListing() || state.running.size > 0;
      const backlog = await refreshIfDue(state);
      while (await leaseReady(state, stop)) continue;
      const end = backlog && !mayQueue && finished(state, backlog);
      if (end) return end;
      await state.alarm.wait(nextLook(state));
    }
  } finally {
    stop.removeEventListener('abort', onStop);
    await abortAll(state);
  }
}

async function refreshIfDue(state: State): Promise<readonly LaneBacklog[] | undefined> {
  const now = state.deps.clock.now();
  const isIdle = state.running.size === 0 && state.board.isEmpty();
  if (now < state.refreshAt && !isIdle) return undefined;
  const backlog = await state.deps.queue.lanes();
  state.refreshAt = now + REFRESH_MS;
  state.board.refresh(backlog, now);
  return backlog;
}

/**
 * Whether to ask again at once: a lane that gave fewer than it was asked for had taken the place of others, and is not
 * asked before the next refresh.
 */
async function leaseReady(state: State, stop: AbortSignal): Promise<boolean> {
  const { deps, board, running } = state;
  const now = deps.clock.now();
  state.seats = (await deps.room?.seats(deps.workers, state.busy)) ?? deps.workers;
  const free = state.seats - state.busy;
  if (free <= 0) return false;
  const picks = await board.pick(now, {
    free,
    seats: state.seats,
    stepMs: state.stepMs,
    maxPerHost: deps.maxPerHost,
    ...inFlight(running, deps.gate.siteOf),
  });
  if (picks.length === 0) return false;
  const leases = await deps.queue.lease(picks, deps.holder);
  const [suspects, others] = [
    leases.filter(({ isSuspect }) => isSuspect),
    leases.filter((one) => !one.isSuspect),
  ];
  for (const suspect of suspects) start(state, [suspect], stop);
  for (const [index, pick] of picks.entries()) {
    const own = others.filter(({ lane }) => lane.host === pick.lane.host && lane.role === pick.lane.role);
    board.leased(pick, own.length + (index === 0 ? suspects.length : 0), now);
    const groups = pick.isBatch ? [own] : own.map((lease) => [lease]);
    for (const group of groups) if (group.length > 0) start(state, group, stop);
  }
  return leases.length < picks.reduce((sum, { limit }) => sum + limit, 0);
}

const findRunning = (running: ReadonlySet<Running>, jobId: number, token: number): Running | undefined =>
  running.values().find(({ lease }) => lease.jobId === jobId && lease.token === token);

/** How many steps are under way at each host and each site. */
function inFlight(running: ReadonlySet<Running>, siteOf: (host: string) => string) {
  const atHost = new Map<string, number>();
  const atSite = new Map<string, number>();
  const count = (counts: Map<string, number>, name: string) => counts.set(name, (counts.get(name) ?? 0) + 1);
  for (const { lane, isLead } of running) {
    if (!isLead || lane.role === '') continue;
    count(atHost, lane.host);
    count(atSite, siteOf(lane.host));
  }
  return {
    inFlightOf: (host: string) => atHost.get(host) ?? 0,
    inFlightAt: (site: string) => atSite.get(site) ?? 0,
  };
}

/** Leases that are asked for together take one seat, as one step. */
function start(state: State, leases: readonly Lease[], stop: AbortSignal): void {
  const group = leases.map((lease, index): Running => {
    return { lease, lane: lease.lane, isLead: index === 0, isLive: true, abort: new AbortController() };
  });
  for (const running of group) state.running.add(running);
  state.busy += 1;
  const startedAt = state.deps.clock.now();
  workOn(group, state.deps, () => stop.aborted)
    .then((ends) => ends.forEach((end, index) => settled(state, end, leases[index])))
    .catch((error: unknown) => {
      state.failure ??= error instanceof Error ? error : new Error(String(error));
    })
    .finally(() => {
      for (const running of group) state.running.delete(running);
      state.busy -= 1;
      // The next suspect may be in any lane, and its turn has come only now.
      if (leases.some(({ isSuspect }) => isSuspect)) state.refreshAt = 0;
      state.stepMs += (state.deps.clock.now() - startedAt - state.stepMs) * NEWEST_SHARE;
      state.alarm.ring();
    });
}

function settled(state: State, end: LeaseEnd, lease: Lease | undefined): void {
  const { board, deps, busy } = state;
  if (end.kind === 'finish' || (end.kind === 'park' && isTurn(end.why))) state.progressAt = deps.clock.now();
  if (end.kind === 'park' && end.shortage) deps.room?.ranShort(end.shortage, busy);
  if (end.kind === 'park' || end.kind === 'retry')
    board.added(end.request, end.at, isUrgent(lease?.work.priority));
}

/** Nothing runs, nothing comes, and whatever waits waits too long. Judged on the ledger's counts, not on our own. */
function finished(state: State, backlog: readonly LaneBacklog[]): DrainEnd | undefined {
  const { deps, running } = state;
  if (running.size > 0) return undefined;
  const waits = backlog.filter(({ queued }) => queued > 0);
  const waiting = waits.reduce((sum, { queued }) => sum + queued, 0);
  const offlineSince = deps.room?.offlineSince();
  if (waiting > 0 && offlineSince !== undefined)
    return deps.clock.now() - offlineSince < deps.maxWaitMs
      ? undefined
      : { waiting, until: undefined, wasStopped: false, wasOffline: true };
  const wakeAt = waits.reduce(
    (earliest, { notBefore, nextAvailableAt }) => Math.min(earliest, Math.max(notBefore, nextAvailableAt)),
    Number.POSITIVE_INFINITY,
  );
  if (waiting > 0 && wakeAt <= state.progressAt + deps.maxWaitMs) return undefined;
  return { waiting, until: waiting > 0 ? wakeAt : undefined, wasStopped: false };
}

/** Time without a network is waited for by itself, and counts for nothing else. */
function noteNetwork(state: State): void {
  const isOffline = state.deps.room?.offlineSince() !== undefined;
  if (state.wasOffline && !isOffline) state.progressAt = state.deps.clock.now();
  state.wasOffline = isOffline;
}

const nextLook = ({ board, refreshAt, seats, busy, deps }: State): number => {
  const now = deps.clock.now();
  const due = busy < seats ? (board.nextDueAt() ?? refreshAt) : refreshAt;
  return Math.max(0, Math.min(due, refreshAt) - now);
};

/** Lets running steps end within the grace period, then aborts them; their works go back to the queue. */
async function stopAll(state: State): Promise<DrainEnd> {
  const { clock, shutdownGraceMs } = state.deps;
  const until = clock.now() + shutdownGraceMs;
  while (state.running.size > 0 && clock.now() < until) await state.alarm.wait(until - clock.now());
  await abortAll(state);
  const stats = await state.deps.queue.stats();
  return { waiting: stats.queued, until: undefined, wasStopped: true };
}

async function abortAll({ running, alarm }: State): Promise<void> {
  for (const { abort } of running) abort.abort(new GivenUp('the run is stopping'));
  while (running.size > 0) await alarm.wait(REFRESH_MS);
}
