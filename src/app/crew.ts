import type { Clock, Instant } from '../core/clock.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Ledger } from '../ledger/queue.ts';
import { isProgress } from '../workers/is-progress.ts';
import type { DrainEnd, Scheduler } from '../workers/scheduler.ts';
import type { EngineMember } from './engine-member.ts';
import type { ToEngine } from './engine-messages.ts';

export interface CrewDeps {
  readonly size: number;
  /** Starts an engine process for this seat. */
  readonly hire: (seat: number, start: { readonly isListing: boolean; readonly emit: Emit }) => EngineMember;
  readonly ledger: Pick<Ledger, 'abandon' | 'lanes' | 'stats' | 'onLeasesLost'>;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly configHash: () => string;
  readonly leaseTtlMs: number;
  /** How often to look whether they live. */
  readonly lookMs: number;
  /** While nothing goes on, a run waits no longer. */
  readonly maxWaitMs: number;
  readonly shutdownGraceMs: number;
  /** Works may still be coming. */
  readonly isListing: () => boolean;
  /** Since when nothing can be reached. */
  readonly offlineSince: () => Instant | undefined;
}

/** The engine processes of a run, worked with as if they were one scheduler. */
export interface Crew extends Scheduler {
  tell(message: ToEngine): void;
}

/** How often to look whether everything is done. */
const JUDGE_MS = 200;
/** What a process may take, beyond the grace period, to say goodbye. */
const GOODBYE_MS = 500;
/** A process that is silent for so many lease times is wedged for good, and replaced. */
const WEDGED_AFTER = 4;
/** So many deaths without a work that ended in between: something else is wrong than one bad work. */
const MAX_DEATHS = 10;
const RESTART_MS = 100;
const MAX_RESTART_MS = 5000;

const NOTHING_LEFT: DrainEnd = { waiting: 0, until: undefined, wasStopped: false };

interface State {
  readonly deps: CrewDeps;
  readonly members: Set<EngineMember>;
  /** Their leases were given to others while they were silent. */
  readonly silent: Set<EngineMember>;
  /** Ended by us, for no fault of the works they held. */
  readonly dismissed: Set<EngineMember>;
  /** Nothing is left to do: the processes may end. */
  isOver: boolean;
  deathsInARow: number;
  /** When a work last went on. */
  progressAt: Instant;
}

export function createCrew(deps: CrewDeps): Crew {
  const state: State = {
    deps,
    members: new Set(),
    silent: new Set(),
    dismissed: new Set(),
    isOver: false,
    deathsInARow: 0,
    progressAt: deps.clock.now(),
  };
  const tell = (message: ToEngine): void => tellAll(state, message);
  const crew: Crew = {
    tell,
    drain: (stop) => drain(state, stop),
    wake: () => tell({ engine: 'wake' }),
    leasesLost: (lost) => tell({ engine: 'lost', lost }),
  };
  deps.ledger.onLeasesLost(crew.leasesLost);
  return crew;
}

const tellAll = ({ members }: State, message: ToEngine): void => {
  for (const member of members) member.post(message);
};

function dismiss(state: State, members: Iterable<EngineMember>): void {
  for (const member of members) {
    state.dismissed.add(member);
    member.kill();
  }
}

async function drain(state: State, stop: AbortSignal): Promise<DrainEnd> {
  const { deps, members } = state;
  const done = new AbortController();
  const background = [
    watch(state, done.signal),
    judge(state, done.signal),
    obeyStop(state, stop, done.signal),
  ];
  // A failure of one of them ends the run like that of a process.
  const failed = Promise.all(background).then(() => new Promise<never>(() => {}));
  const seats = Array.from({ length: deps.size }, (_, seat) => keepSeat(state, seat, stop));
  try {
    const ends = await Promise.race([Promise.all(seats), failed]);
    if (stop.aborted)
      return { ...NOTHING_LEFT, waiting: (await deps.ledger.stats()).queued, wasStopped: true };
    return ends.reduce((all, end) => (end.waiting > all.waiting ? end : all), NOTHING_LEFT);
  } finally {
    done.abort();
    state.isOver = true;
    dismiss(state, members);
    await Promise.allSettled([...seats, ...background]);
  }
}

/** One process after the other, until one has nothing left to do. */
async function keepSeat(state: State, seat: number, stop: AbortSignal): Promise<DrainEnd> {
  const { deps, members } = state;
  const emit: Emit = (event) => {
    if (event.type === 'outcome') state.deathsInARow = 0;
    if (isProgress(event)) state.progressAt = deps.clock.now();
    deps.emit(event);
  };
  for (;;) {
    const member = deps.hire(seat, { isListing: !state.isOver, emit });
    members.add(member);
    if (stop.aborted) member.post({ engine: 'stop' });
    const over = await member.over;
    members.delete(member);
    state.silent.delete(member);
    if (over.kind === 'ended') return over.end;
    const reclaimed = await bury(state, member);
    if (over.kind === 'failed') throw over.error;
    if (stop.aborted || (state.isOver && reclaimed === 0)) return NOTHING_LEFT;
    await countDeath(state, over.how, stop);
  }
}

/** Its works wait again at once; those that keep killing their process are ended. Resolves to how many wait. */
async function bury(state: State, member: EngineMember): Promise<number> {
  const { deps, dismissed } = state;
  const { reclaimed, ended } = await deps.ledger.abandon({
    workerId: member.workerId,
    hasDied: !dismissed.delete(member),
    at: deps.clock.wall().toISOString(),
    configHash: deps.configHash(),
  });
  for (const record of ended) {
    state.deathsInARow = 0;
    deps.emit({ type: 'outcome', record });
    deps.emit({
      type: 'warning',
      message: `${record.doc_id} has killed its process too often and is given up`,
    });
  }
  if (reclaimed > 0) tellAll(state, { engine: 'wake' });
  return reclaimed;
}

async function countDeath(state: State, how: string, stop: AbortSignal): Promise<void> {
  const { clock, emit } = state.deps;
  state.deathsInARow += 1;
  if (state.deathsInARow >= MAX_DEATHS) {
    throw new UserError(
      `engine processes keep dying (${how}), ${MAX_DEATHS} in a row without a work done`,
      3,
    );
  }
  emit({
    type: 'warning',
    message: `an engine process died (${how}); its works wait again, and another takes its place`,
  });
  const delayMs = Math.min(RESTART_MS * 2 ** (state.deathsInARow - 1), MAX_RESTART_MS);
  await clock.sleep(delayMs, stop).catch(() => undefined);
}

/** Sleeps until it is time to look again; `false` when there is nothing to look at any more. */
const again = ({ deps: { clock } }: State, ms: number, done: AbortSignal): Promise<boolean> =>
  clock.sleep(ms, done).then(
    () => true,
    () => false,
  );

/**
 * Gives the works of a silent process to others, as its leases would have run out by now if it held them itself. Looks
 * are counted, not time: a parent that was stopped for long hears first what its processes said meanwhile.
 */
async function watch(state: State, done: AbortSignal): Promise<void> {
  const { leaseTtlMs, lookMs, emit } = state.deps;
  while (await again(state, lookMs, done)) {
    for (const member of state.members) {
      const silentMs = member.countSilence() * lookMs;
      if (silentMs < leaseTtlMs) state.silent.delete(member);
      else if (silentMs >= leaseTtlMs * WEDGED_AFTER) member.kill();
      else if (!state.silent.has(member)) {
        state.silent.add(member);
        emit({
          type: 'warning',
          message: `engine process ${member.workerId} is silent; its works are given to others`,
        });
        await takeAway(state, member);
      }
    }
  }
}

async function takeAway(state: State, { workerId }: EngineMember): Promise<void> {
  const { ledger, clock, configHash } = state.deps;
  const at = clock.wall().toISOString();
  await ledger.abandon({ workerId, hasDied: false, at, configHash: configHash() });
  tellAll(state, { engine: 'wake' });
}

/** A single process sees for itself that nothing is left; of several, each sees only what it has leased. */
async function judge(state: State, done: AbortSignal): Promise<void> {
  const { deps, members } = state;
  while (await again(state, JUDGE_MS, done)) {
    if (deps.isListing() || !(await nothingLeft(state))) continue;
    state.isOver = true;
    tellAll(state, { engine: 'listed' });
    const leaving = [...members];
    if (await again(state, deps.shutdownGraceMs + GOODBYE_MS, done)) dismiss(state, leaving);
    return;
  }
}

/** Nothing is in flight, and whatever waits waits too long. */
async function nothingLeft({ deps, progressAt }: State): Promise<boolean> {
  const { ledger, clock, maxWaitMs, offlineSince } = deps;
  const latest = progressAt + maxWaitMs;
  const lanes = await ledger.lanes();
  if (lanes.some(({ inFlight }) => inFlight > 0)) return false;
  const since = offlineSince();
  if (since !== undefined) return clock.now() - since >= maxWaitMs;
  return lanes.every(
    ({ queued, notBefore, nextAvailableAt }) => queued === 0 || Math.max(notBefore, nextAvailableAt) > latest,
  );
}

/** Passes a stop on, and ends those that do not obey in time. */
async function obeyStop(state: State, stop: AbortSignal, done: AbortSignal): Promise<void> {
  const { shutdownGraceMs } = state.deps;
  const either = AbortSignal.any([stop, done]);
  if (!either.aborted) {
    await new Promise<void>((resolve) => either.addEventListener('abort', () => resolve(), { once: true }));
  }
  if (done.aborted) return;
  tellAll(state, { engine: 'stop' });
  if (await again(state, shutdownGraceMs + GOODBYE_MS, done)) dismiss(state, state.members);
}
