/** Milliseconds since the epoch on a clock that never jumps: for arithmetic, deadlines, leases and limits. */
export type Instant = number;

/**
 * Time, as the code may know it.
 * - `now` starts at the wall clock and then only moves forward at the speed of a stopwatch: a stepped wall clock never
 *   steals a lease or bursts a rate limit.
 * - `wall` is for timestamps and for comparing with dates other machines sent; it may jump.
 * - `sleep` resolves no earlier than asked and rejects with the signal's reason when aborted.
 * - `after` runs a callback once unless disposed first; it never keeps the process alive by itself.
 */
export interface Clock {
  now(): Instant;
  wall(): Date;
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
  after(ms: number, run: () => void): Disposable;
}
