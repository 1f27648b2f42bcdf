import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Instant } from '../core/clock.ts';

/** Node caps timers at 2^31 - 1 ms and fires longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

const ownStopwatch = (): (() => Instant) => {
  const origin = performance.timeOrigin;
  return () => origin + performance.now();
};

/** `now`: the stopwatch of another process, where several must agree on instants. */
export function systemClock(now: () => Instant = ownStopwatch()): Clock {
  return {
    now,
    wall: () => new Date(),
    async sleep(ms, signal) {
      const until = now() + ms;
      for (let left = ms; left > 0; left = until - now()) {
        // A timer may fire up to a millisecond early: waiting again keeps the promise "no earlier than asked".
        await wait(Math.min(Math.ceil(left), LONGEST_TIMER_MS), undefined, signal ? { signal } : {});
      }
      signal?.throwIfAborted();
    },
    after(ms, run) {
      const timer = setTimeout(run, Math.min(ms, LONGEST_TIMER_MS));
      timer.unref();
      return { [Symbol.dispose]: () => clearTimeout(timer) };
    },
  };
}
