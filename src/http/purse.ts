import type { Clock } from '../core/clock.ts';

interface Booking {
  /** `false`: it would have been more than the limit, and nothing was booked. */
  readonly isBooked: boolean;
  /** What was spent today, this booking included. */
  readonly spentUsd: number;
}

/** What was spent today (UTC), by everyone who shares the purse; a booking is durable before it resolves. */
export interface Purse {
  /** Negative amounts give back what was booked and not paid. */
  book(usd: number, limitUsd?: number): Promise<Booking>;
}

const MICRO = 1e6;

/** Sums of cents drift in binary fractions; millionths of a dollar are counted whole. */
export const microUsd = (usd: number): number => Math.round(usd * MICRO);

/** A purse of this process alone. */
export function memoryPurse(clock: Clock): Purse {
  let day = '';
  let spent = 0;
  return {
    async book(usd, limitUsd = Number.POSITIVE_INFINITY) {
      const today = clock.wall().toISOString().slice(0, 10);
      if (today !== day) spent = 0;
      day = today;
      const isBooked = spent + microUsd(usd) <= limitUsd * MICRO;
      if (isBooked) spent += microUsd(usd);
      return { isBooked, spentUsd: spent / MICRO };
    },
  };
}
