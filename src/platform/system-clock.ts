import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Instant } from '../core/clock.ts';
import { nextTurn } from './next-turn.ts';

/** Node caps timers at 2^31 - 1 ms and fires longer ones at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * Timers count whole milliseconds, and are late by one on average: much, where a rate allows a request every ten. What is
 * left of a wait this short is not slept but looked through, turn by turn of the event loop.
 */
const EXACT_BELOW_MS = 20;

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
        if (ms >= EXACT_BELOW_MS)
          await wait(Math.min(Math.ceil(left), LONGEST_TIMER_MS), undefined, signal ? { signal } : {});
        else if (left >= 2) await wait(Math.floor(left) - 1, undefined, signal ? { signal } : {});
        else await nextTurn();
        if (signal?.aborted) break;
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
