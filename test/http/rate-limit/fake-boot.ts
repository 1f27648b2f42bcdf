import type { Clock } from '../../../src/core/clock.ts';
import type { BootClock } from '../../../src/platform/boot-clock.ts';

/** A machine that was started an hour before the clock of the test was. */
export function fakeBoot(clock: Pick<Clock, 'now'>, id = 'boot-1'): BootClock {
  const startedAt = clock.now() - 3_600_000;
  return { id, uptimeMs: () => clock.now() - startedAt };
}
