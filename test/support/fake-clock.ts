import type { Clock, Instant } from '../../src/core/clock.ts';

interface Timer {
  readonly at: Instant;
  readonly run: () => void;
}

/** A clock that moves only when told to. `slept` lists every wait asked for, in order. */
export interface FakeClock extends Clock {
  /** Moves time forward, running timers in order, and lets promises settle between them. */
  advance(ms: number): Promise<void>;
  /** Moves time to the next timer until none is left, or `limitMs` of virtual time have passed. */
  runAll(limitMs?: number): Promise<void>;
  readonly slept: number[];
  readonly pending: number;
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
};

export function fakeClock(start: Instant = Date.UTC(2026, 0, 1)): FakeClock {
  let now = start;
  const timers = new Set<Timer>();
  const slept: number[] = [];
  const next = (): Timer | undefined => [...timers].sort((a, b) => a.at - b.at)[0];
  const after = (ms: number, run: () => void) => {
    const timer = { at: now + Math.max(0, ms), run };
    timers.add(timer);
    return { [Symbol.dispose]: () => void timers.delete(timer) };
  };
  const runUntil = async (until: Instant) => {
    await settle();
    for (let timer = next(); timer && timer.at <= until; timer = next()) {
      timers.delete(timer);
      now = Math.max(now, timer.at);
      timer.run();
      await settle();
    }
  };
  return {
    slept,
    get pending() {
      return timers.size;
    },
    now: () => now,
    wall: () => new Date(now),
    after,
    sleep(ms, signal) {
      slept.push(ms);
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        const abort = () => {
          timer[Symbol.dispose]();
          reject(signal?.reason as Error);
        };
        const timer = after(ms, () => {
          signal?.removeEventListener('abort', abort);
          resolve();
        });
        signal?.addEventListener('abort', abort, { once: true });
      });
    },
    async advance(ms) {
      const until = now + ms;
      await runUntil(until);
      now = until;
    },
    async runAll(limitMs = 24 * 3600_000) {
      const until = now + limitMs;
      await settle();
      for (let timer = next(); timer && timer.at <= until; timer = next()) await runUntil(timer.at);
    },
  };
}
