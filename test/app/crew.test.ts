import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type CrewDeps, createCrew } from '../../src/app/crew.ts';
import type { EngineMember } from '../../src/app/engine-member.ts';
import type { ToEngine } from '../../src/app/engine-messages.ts';
import type { Event } from '../../src/core/events.ts';
import type { Abandonment, LaneBacklog } from '../../src/ledger/queue.ts';
import { fakeClock } from '../support/fake-clock.ts';

type End = Awaited<EngineMember['over']>;

/** An engine process that does what the test says. */
function actor(seat: number, life: number) {
  const over = Promise.withResolvers<End>();
  const told: ToEngine[] = [];
  let looks = 0;
  const member: EngineMember = {
    workerId: `seat ${seat} life ${life}`,
    over: over.promise,
    post: (message) => void told.push(message),
    countSilence: () => ++looks,
    kill: () => over.resolve({ kind: 'died', how: 'SIGKILL' }),
  };
  return {
    member,
    told: () => told.map(({ engine }) => engine),
    speak: () => (looks = 0),
    end: () => over.resolve({ kind: 'ended', end: { waiting: 0, until: undefined, wasStopped: false } }),
    die: () => over.resolve({ kind: 'died', how: 'SIGSEGV' }),
  };
}

const IN_FLIGHT: LaneBacklog = {
  lane: { host: 'a.org', role: 'artifact' },
  queued: 0,
  inFlight: 1,
  notBefore: 0,
  why: '',
  isUrgent: false,
  nextAvailableAt: 0,
};

function stage(more: Partial<CrewDeps> = {}) {
  const clock = fakeClock();
  const actors: ReturnType<typeof actor>[] = [];
  const abandoned: Abandonment[] = [];
  const events: Event[] = [];
  const state = { backlog: [IN_FLIGHT] as LaneBacklog[], reclaimed: 0 };
  const crew = createCrew({
    size: 2,
    hire: (seat) => {
      const one = actor(seat, actors.length);
      actors.push(one);
      return one.member;
    },
    ledger: {
      abandon: async (one) => {
        abandoned.push(one);
        return { reclaimed: state.reclaimed, ended: [] };
      },
      lanes: async () => state.backlog,
      stats: async () => ({ queued: 7, in_progress: 0, done: 0, skipped: 0, error: 0, paused: false }),
      onLeasesLost: () => {},
    },
    clock,
    emit: (event) => void events.push(event),
    configHash: () => 'hash',
    leaseTtlMs: 1000,
    lookMs: 100,
    maxWaitMs: 60_000,
    shutdownGraceMs: 500,
    isListing: () => false,
    offlineSince: () => undefined,
    ...more,
  });
  return { clock, actors, abandoned, events, state, crew };
}

const never = new AbortController().signal;

describe('a crew of engine processes', () => {
  test('ends when nothing is left to do, and not before', async () => {
    const { clock, actors, state, crew } = stage();
    const draining = crew.drain(never);
    await clock.advance(500);
    expect(actors.map(({ told }) => told())).toEqual([[], []]);
    state.backlog = [];
    await clock.advance(300);
    expect(actors.map(({ told }) => told())).toEqual([['listed'], ['listed']]);
    actors.forEach(({ end }) => end());
    expect(await draining).toEqual({ waiting: 0, until: undefined, wasStopped: false });
  });

  test('a process that dies is replaced, and what it held is reclaimed as that of a dead one', async () => {
    const { clock, actors, abandoned, events, crew } = stage();
    const draining = crew.drain(never);
    actors[0]!.die();
    await turn();
    expect(abandoned).toMatchObject([{ workerId: 'seat 0 life 0', hasDied: true }]);
    await clock.advance(150);
    expect(actors.map(({ member }) => member.workerId)).toContain('seat 0 life 2');
    expect(events).toContainEqual(expect.objectContaining({ type: 'warning' }));
    actors.forEach(({ end }) => end());
    await draining;
  });

  test('processes that do nothing but die end the run', async () => {
    const { clock, actors, crew } = stage();
    const draining = expect(crew.drain(never)).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringContaining('keep dying'),
    });
    for (let death = 0; death < 12; death++) {
      actors.at(-1)!.die();
      await clock.advance(5000);
      actors.forEach(({ speak }) => speak());
    }
    await draining;
  });

  test('a silent process loses its works once, is blamed for nothing, and is not replaced while it may wake up', async () => {
    const { clock, actors, abandoned, crew } = stage();
    const draining = crew.drain(never);
    for (let look = 0; look < 15; look++) {
      actors[1]!.speak();
      await clock.advance(100);
    }
    expect(abandoned).toMatchObject([{ workerId: 'seat 0 life 0', hasDied: false }]);
    expect(actors).toHaveLength(2);
    expect(actors[1]!.told()).toContain('wake');
    actors.forEach(({ end }) => end());
    await draining;
  });

  test('a process that stays silent is taken for wedged, and replaced', async () => {
    const { clock, actors, abandoned, crew } = stage();
    const draining = crew.drain(never);
    for (let look = 0; look < 45; look++) {
      actors.slice(1).forEach(({ speak }) => speak());
      await clock.advance(100);
    }
    expect(abandoned.map(({ hasDied }) => hasDied)).toEqual([false, true]);
    expect(actors.length).toBeGreaterThan(2);
    actors.forEach(({ end }) => end());
    await draining;
  });

  test('a stop is passed on; who does not obey in time is ended, and its works are not blamed', async () => {
    const { clock, actors, abandoned, crew } = stage();
    const stop = new AbortController();
    const draining = crew.drain(stop.signal);
    stop.abort();
    await turn();
    expect(actors.map(({ told }) => told())).toEqual([['stop'], ['stop']]);
    actors[0]!.end();
    await clock.advance(1200);
    expect(await draining).toMatchObject({ waiting: 7, wasStopped: true });
    expect(abandoned).toMatchObject([{ workerId: 'seat 1 life 1', hasDied: false }]);
  });
});
