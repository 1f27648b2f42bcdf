import type { Work } from '../core/work.ts';

/** `orchestrator.priority`: which works of the queue go first. */
export type Priority = 'recent_first' | 'input_order';

/** Works of unknown year come after all others. */
const YEAR_UNKNOWN = 10_000;
/** Larger than any priority that comes from a year. */
const URGENT = 1_000_000;

/**
 * The place of a work in the queue; lower runs first. What the input said about a work stands; urgent works go before
 * all others, in their own order.
 */
export function priorityOf(work: Work, rule: Priority, urgent = false): number {
  const ordinary = work.priority ?? placeByYear(work.year, rule);
  return urgent ? ordinary - URGENT : ordinary;
}

function placeByYear(year: number | undefined, rule: Priority): number {
  switch (rule) {
    case 'recent_first':
      return year === undefined ? YEAR_UNKNOWN : YEAR_UNKNOWN - year;
    case 'input_order':
      return 0;
  }
}
