import type { Clock } from '../core/clock.ts';

/** Sleep that anyone can end early; a ring while nobody sleeps ends the next sleep at once. */
export interface Alarm {
  ring(): void;
  wait(ms: number): Promise<void>;
}

export function createAlarm(clock: Clock): Alarm {
  let rung = false;
  let wakeUp: (() => void) | undefined;
  return {
    ring() {
      rung = true;
      wakeUp?.();
    },
    async wait(ms) {
      if (!rung && ms > 0) {
        const { promise, resolve } = Promise.withResolvers<void>();
        wakeUp = resolve;
        using _timer = clock.after(ms, resolve);
        await promise;
      }
      wakeUp = undefined;
      rung = false;
    },
  };
}
