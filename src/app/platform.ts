import type { Clock } from '../core/clock.ts';
import type { Files } from '../core/files.ts';
import type { Random } from '../core/random.ts';
import { type BootClock, bootClock } from '../platform/boot-clock.ts';
import type { Line } from '../platform/line.ts';
import { nodeFiles } from '../platform/node-files.ts';
import { systemClock } from '../platform/system-clock.ts';
import { systemRandom } from '../platform/system-random.ts';

/** The outside world as ports: what a simulation replaces. */
export interface Platform {
  readonly clock: Clock;
  /** Time that all processes of the machine agree on. */
  readonly boot: BootClock;
  readonly random: Random;
  readonly files: Files;
  /** The process that owns what several share; `undefined` in one that nobody started for that. */
  readonly parent?: Line;
}

export const systemPlatform = (): Platform => ({
  clock: systemClock(),
  boot: bootClock(),
  random: systemRandom(),
  files: nodeFiles(),
});
