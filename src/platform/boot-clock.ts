import { readFileSync } from 'node:fs';
import { hostname, uptime } from 'node:os';
import type { Clock } from '../core/clock.ts';

/** The stopwatch of the machine: the same for all its processes, untouched by steps of the wall clock. */
export interface BootClock {
  /** Another one after every start of the machine. */
  readonly id: string;
  /** Milliseconds of the stopwatch. */
  uptimeMs(): number;
}

/** Where the kernel has no id of its own: the minute the machine was started, as the wall clock tells it. */
const guessedId = (): string => `${hostname()} ${Math.round((Date.now() / 1000 - uptime()) / 60)}`;

function bootId(): string {
  try {
    return readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
  } catch {
    return guessedId();
  }
}

/** `process.hrtime` reads the monotonic clock of the system (CLOCK_MONOTONIC), which all processes share. */
export const bootClock = (): BootClock => ({
  id: bootId(),
  uptimeMs: () => Number(process.hrtime.bigint()) / 1e6,
});

const READINGS = 5;

/**
 * What to add to an instant of this process to have a reading of the stopwatch: always the same. The process may be put
 * aside between two readings, by milliseconds on a busy machine, so the closest of several counts.
 */
export function stopwatchOffset(clock: Pick<Clock, 'now'>, boot: BootClock): number {
  let closest = { apartMs: Number.POSITIVE_INFINITY, offset: 0 };
  for (let turn = 0; turn < READINGS; turn++) {
    const before = boot.uptimeMs();
    const now = clock.now();
    const apartMs = boot.uptimeMs() - before;
    if (apartMs < closest.apartMs) closest = { apartMs, offset: before + apartMs / 2 - now };
  }
  return closest.offset;
}
