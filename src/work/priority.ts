import type { Work } from '../core/work.ts';

/** `orchestrator.priority`: which works of the queue go first. */
export type Priority = 'recent_first' | 'input_order';

/** Works of unknown year come after all others. */
const YEAR_UNKNOWN = 10_000;
/** Larger than any priority that comes from a year; far below `URGENT_BELOW`. */
const URGENT = 1_000_000;

/**
 * The place of a work in the queue; lower runs first. What the input said about a work stands; urgent works go before
 * all others, in their own order.
 */
export function priorityOf(work: Work, rule: Priority, urgent = false): number {
  const ordinary = work.priority ?? placeByYear(work, rule);
  return urgent ? ordinary - URGENT : ordinary;
}

/**
 * Mixes works of one year, the same way every time (FNV-1a of the id, in [0, 1)). Lists come in runs of one publisher;
 * asked for in that order, the sources would name the busiest host late, and the whole run would wait for it: 1.07 of the
 * bound of politeness in simulation, 1.01 when mixed.
 */
function spread(id: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < id.length; at++) hash = Math.imul(hash ^ id.charCodeAt(at), 0x01000193);
  return (hash >>> 0) / 2 ** 32;
}

function placeByYear({ id, year }: Work, rule: Priority): number {
  switch (rule) {
    case 'recent_first':
      return (year === undefined ? YEAR_UNKNOWN : YEAR_UNKNOWN - year) + spread(id);
    case 'input_order':
      return 0;
  }
}
