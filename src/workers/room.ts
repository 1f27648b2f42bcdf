import type { Shortage } from '../core/errors.ts';

/** What the machine leaves to the run: disk space and open files. Asked before works are leased. */
export interface Room {
  /** How many of `workers` works may run now, `running` of them already; 0 while the disk is full. */
  seats(workers: number, running: number): Promise<number>;
  /** A work was given back because something ran short while `running` works were under way. */
  ranShort(shortage: Shortage, running: number): void;
}
