import type { Instant } from './clock.ts';

/**
 * No host can be reached: the machine has no network, or no names, or no proxy. No `Failure`, since it says nothing about a
 * host, a source or a file: whoever holds a work gives it back as it was, and nothing is counted.
 */
export class Offline extends Error {
  readonly since: Instant;

  constructor(since: Instant, why: string) {
    super(why);
    this.name = 'Offline';
    this.since = since;
  }
}

/** A time without network. */
export interface Outage {
  readonly since: Instant;
  /** In words, for people: "no host can be reached: …". */
  readonly why: string;
}
