import type { Instant } from '../core/clock.ts';
import type { Shortage } from '../core/errors.ts';

/** What the machine leaves to the run: disk space, open files, a network. Asked before works are leased. */
export interface Room {
  /** How many of `workers` works may run now, `running` of them already; 0 while the disk is full or nothing can be reached. */
  seats(workers: number, running: number): Promise<number>;
  /** Since when nothing can be reached. */
  offlineSince(): Instant | undefined;
  /** A work was given back because something ran short while `running` works were under way. */
  ranShort(shortage: Shortage, running: number): void;
}
