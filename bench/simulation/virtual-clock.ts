import type { Clock, Instant } from '../../src/core/clock.ts';
import { minHeap } from '../../src/workers/min-heap.ts';

/** Time that jumps from event to event; everything due at one moment runs before time goes on. */
export interface VirtualClock extends Clock {
  /** Runs events until the promise settles. Rejects when nothing is left to happen. */
  until<T>(promise: Promise<T>): Promise<T>;
}

/** Promise chains that never leave the event loop settle in one turn of it; ports of the ledger take up to three. */
const SETTLING_TURNS = 4;

export function virtualClock(
  start: Instant = Date.UTC(2026, 0, 1),
  settlingTurns = SETTLING_TURNS,
): VirtualClock {
  /** Lets every promise chain that can go on do so. */
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < settlingTurns; turn++) await new Promise((resolve) => setImmediate(resolve));
  };
  let now = start;
  const heap = minHeap<{ run: (() => void) | undefined }>();
  const after = (ms: number, run: () => void) => {
    const timer: { run: (() => void) | undefined } = { run };
    heap.push(now + Math.max(0, ms), timer);
    return {
      [Symbol.dispose]: () => {
        timer.run = undefined;
      },
    };
  };
  return {
    now: () => now,
    wall: () => new Date(now),
    after,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason as Error);
        after(ms, resolve);
        signal?.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      });
    },
    async until(promise) {
      let isDone = false;
      const settled = promise.finally(() => {
        isDone = true;
      });
      settled.catch(() => undefined);
      await settle();
      while (!isDone) {
        const at = heap.peekKey();
        if (at === undefined) throw new Error('nothing is left to happen');
        now = Math.max(now, at);
        while ((heap.peekKey() ?? Number.POSITIVE_INFINITY) <= now) heap.pop()?.item.run?.();
        await settle();
      }
      return settled;
    },
  };
}
