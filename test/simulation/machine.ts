import type { VirtualClock } from '../../bench/simulation/virtual-clock.ts';
import type { Clock } from '../../src/core/clock.ts';
import type { Faults } from './faults.ts';
import type { Trace } from './trace.ts';

/** Thrown into code of a dead process by calls that cannot simply never return. Nobody is left to see it. */
class Killed extends Error {}

/** A blow at one step of a process: the step is a call of a port, and the blow falls before or after its effect. */
export interface Blow {
  /** Its number among all calls, or among those of one name. */
  readonly at: number;
  readonly name?: string;
  readonly isBefore: boolean;
  readonly isDeadly: boolean;
  /** Of a write that is under way: how much of it happens. */
  readonly share: number;
  readonly fall: (process: SimProcess) => void;
}

/**
 * One simulated process. Killing it means: its calls never return, its timers never fire. So "killed at any await" is a
 * number of a step, and nothing of a dead process reaches the world.
 */
export interface SimProcess {
  readonly name: string;
  readonly clock: Clock;
  readonly isDead: () => boolean;
  /** A call of a port. `torn` does part of the effect, for a kill in the middle of it. */
  call<T>(what: string, effect: () => T | Promise<T>, torn?: (share: number) => void): Promise<T>;
  /** The same for a port that answers at once; throws `Killed` in a dead process. */
  callNow<T>(what: string, effect: () => T, undo?: () => void): T;
  kill(): void;
  /** Stopped (SIGSTOP): nothing moves until it is continued; replies and timers come late. */
  freeze(ms: number): void;
  /** When it last came back from being stopped; `-Infinity` when never. */
  readonly thawedAt: () => number;
  onDeath(run: () => void): void;
  readonly steps: () => number;
  strikeAt(blow: Blow): void;
}

export interface Machine {
  readonly time: VirtualClock;
  readonly trace: Trace;
  readonly faults: Faults;
  /** How far the wall clock is off. */
  wallOffsetMs: number;
  start(name: string): SimProcess;
}

/** A new one each time: one for all would hold on to everyone who ever waited for it. */
const never = (): Promise<never> => new Promise(() => {});

/** More than the busiest honest seed needs by far: whoever comes here goes round in circles. */
const MAX_STEPS = 60_000;

export function createMachine(time: VirtualClock, trace: Trace, faults: Faults): Machine {
  const machine: Machine = {
    time,
    trace,
    faults,
    wallOffsetMs: 0,
    start: (name) => startProcess(machine, name),
  };
  return machine;
}

function startProcess(machine: Machine, name: string): SimProcess {
  const { time, trace } = machine;
  const listeners: (() => void)[] = [];
  const blows: Blow[] = [];
  const named = new Map<string, number>();
  let isDead = false;
  let steps = 0;
  let frozenUntil = Number.NEGATIVE_INFINITY;

  const kill = (): void => {
    if (isDead) return;
    isDead = true;
    trace.note(name, 'dies');
    for (const run of listeners.splice(0)) run();
  };
  const thaw = async (): Promise<void> => {
    while (!isDead && time.now() < frozenUntil) await time.sleep(frozenUntil - time.now());
  };
  const nextBlow = (what: string): Blow | undefined => {
    steps += 1;
    if (steps > MAX_STEPS) throw new Error(`${name} made ${MAX_STEPS} calls: it goes round in circles`);
    trace.note(name, what);
    if (blows.length === 0) return undefined;
    const call = what.split(' ', 1)[0]!;
    const calls = (named.get(call) ?? 0) + 1;
    named.set(call, calls);
    return blows.find((blow) =>
      blow.name === undefined ? blow.at === steps : blow.name === call && blow.at === calls,
    );
  };
  const process: SimProcess = {
    name,
    clock: processClock(machine, { isDead: () => isDead, frozenUntil: () => frozenUntil }),
    isDead: () => isDead,
    kill,
    steps: () => steps,
    thawedAt: () => frozenUntil,
    strikeAt: (blow) => void blows.push(blow),
    onDeath: (run) => void listeners.push(run),
    freeze(ms) {
      frozenUntil = Math.max(frozenUntil, time.now() + ms);
      trace.note(name, `is stopped for ${Math.round(ms)} ms`);
    },
    async call(what, effect, torn) {
      if (isDead) return never();
      const blow = nextBlow(what);
      if (blow?.isBefore) {
        if (blow.isDeadly) torn?.(blow.share);
        blow.fall(process);
        if (time.now() < frozenUntil) await thaw();
        if (isDead) return never();
      }
      try {
        const done = effect();
        if (blow && !blow.isBefore) blow.fall(process);
        const value = await done;
        if (time.now() < frozenUntil) await thaw();
        return isDead ? never() : value;
      } catch (error) {
        if (time.now() < frozenUntil) await thaw();
        if (isDead) return never();
        throw error;
      }
    },
    callNow(what, effect, undo) {
      if (isDead) throw new Killed();
      const blow = nextBlow(what);
      if (blow?.isBefore) {
        blow.fall(process);
        if (isDead) {
          undo?.();
          throw new Killed();
        }
      }
      const value = effect();
      if (blow && !blow.isBefore) blow.fall(process);
      if (isDead) throw new Killed();
      return value;
    },
  };
  return process;
}

interface Life {
  readonly isDead: () => boolean;
  readonly frozenUntil: () => number;
}

/** `now` starts at the wall clock and then only moves with the stopwatch, as the real clock does. */
function processClock(machine: Machine, life: Life): Clock {
  const { time } = machine;
  const offsetMs = machine.wallOffsetMs;
  const whenAwake = (run: () => void): void => {
    if (life.isDead()) return;
    if (time.now() < life.frozenUntil()) time.after(life.frozenUntil() - time.now(), () => whenAwake(run));
    else run();
  };
  return {
    now: () => time.now() + offsetMs,
    wall: () => new Date(time.now() + machine.wallOffsetMs),
    after: (ms, run) => time.after(ms, () => whenAwake(run)),
    sleep(ms, signal) {
      if (life.isDead()) return never();
      return new Promise<void>((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const abort = (): void => {
          timer[Symbol.dispose]();
          reject(signal?.reason as Error);
        };
        const timer = time.after(ms, () =>
          whenAwake(() => {
            signal?.removeEventListener('abort', abort);
            resolve();
          }),
        );
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
  };
}
