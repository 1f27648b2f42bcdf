import type { Event } from '../core/events.ts';

/** Works that wait their turn go on; those that wait for a host to recover, or for the network, do not. */
const TURNS: ReadonlySet<string> = new Set(['rate', 'batch', 'batched', 'disk-full', 'open-files']);

export const isTurn = (why: string): boolean => TURNS.has(why);

/** Whether a run goes on: what it may wait for is counted from here. */
export const isProgress = (event: Event): boolean =>
  event.type === 'outcome' ||
  (event.type === 'offline' && event.why === undefined) ||
  event.type === 'enqueued' ||
  (event.type === 'parked' && isTurn(event.why));
