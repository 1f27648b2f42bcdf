import type { Clock } from '../core/clock.ts';
import type { Files } from '../core/files.ts';
import type { Random } from '../core/random.ts';
import { nodeFiles } from '../platform/node-files.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';

/** The outside world as ports: what a simulation replaces. */
export interface Platform {
  readonly clock: Clock;
  readonly random: Random;
  readonly files: Files;
}

export const systemPlatform = (): Platform => ({
  clock: systemClock(),
  random: systemRandom(),
  files: nodeFiles(),
});
