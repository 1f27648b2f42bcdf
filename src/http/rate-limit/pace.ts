import type { Rate } from '../../core/rate.ts';
import type { Want } from './limiter.ts';

const DAY_MS = 86_400_000;

/**
 * Timers fire late, by a millisecond and more, and busy machines stand still for tens of them. If each start set the time of
 * the next, all of that would be lost: 9 % at 100 a second. So starts keep to a schedule: one that is late by at most
 * `forgivenMs` leaves the next where it was, though two starts are never closer than the interval less `CLOSER_MS`. What is
 * later was not waiting, and begins a new schedule.
 */
export const CLOSER_MS = 1;
/** Starts so close that a machine hardly keeps them apart are not caught up with: they would come in heaps. */
export const FORGIVEN = { intervals: 10, mostMs: 100, closeBelowMs: 5, closeMs: 3 } as const;

const forgivenMs = (intervalMs: number): number =>
  intervalMs < FORGIVEN.closeBelowMs
    ? FORGIVEN.closeMs
    : Math.min(intervalMs * FORGIVEN.intervals, FORGIVEN.mostMs);

/** A daily figure is what an upstream counts between two midnights, not a distance between two requests. */
export const isCounter = (rate: Rate): boolean => rate.periodMs >= DAY_MS;

export const intervalOf = (rate: Rate): number => rate.periodMs / rate.count;

/** The longest distance that one of the rates asks for; 0 where nothing spaces the starts. */
export function spacingOf(rates: readonly Rate[]): number {
  let longest = 0;
  for (const rate of rates) if (!isCounter(rate)) longest = Math.max(longest, intervalOf(rate));
  return longest;
}

/** Where a start stands in the schedule, after the one that was scheduled at `previous`. */
export function scheduled(previous: number, intervalMs: number, now: number): number {
  const due = previous + intervalMs;
  return now - due > forgivenMs(intervalMs) ? now : due;
}

/** Whether granting these takes anything at all. */
export const takesNothing = (wants: readonly Want[]): boolean =>
  wants.every(({ policy }) => policy.rates.length === 0);
