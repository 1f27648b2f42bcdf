import type { Instant } from '../../core/clock.ts';
import type { Role } from '../../core/manifest-record.ts';
import type { Rate } from '../../core/rate.ts';

/** Roles that have rates of their own; robots.txt is fetched at the rate of landing pages. */
export type RateRole = Exclude<Role, 'robots'>;

/** All `rates` must allow a start; `burst` starts may follow each other at once before the spacing holds. */
export interface RatePolicy {
  readonly rates: readonly Rate[];
  readonly burst: number;
  /** Requests in flight at one time; counted by the slots, not by the limiter. */
  readonly maxConcurrent?: number;
}

/** A key and the policy it is held to. A policy without rates asks only whether the key is pushed back. */
export interface Want {
  readonly key: string;
  readonly policy: RatePolicy;
}

export type Grant =
  | { readonly granted: true; readonly at: Instant }
  | {
      readonly granted: false;
      readonly notBefore: Instant;
      /** The key that refuses, of several the one that does so for longest; absent where no key could be asked. */
      readonly by?: string;
    };

/**
 * Who may start now. There are no reservations: a refusal says when to ask again, and nothing is held for the asker.
 * - `tryAcquire` takes one start of every key, or of none; between two granted starts of a key lies at least the interval
 *   of each of its rates (less what `burst` forgives, and less a millisecond to make up for timers that fire late), and a daily
 *   figure is never exceeded within its UTC window. A key asked for under another rate than before is held to the new one.
 * - `pushBack` keeps every asker of the key away until then; it never brings an earlier push-back forward.
 * - `readyAt` takes nothing; a time that has passed means: now.
 * A limiter that cannot reach its shared state rejects with `storage-error`: it never lets a request through for want of
 * an answer.
 */
export interface Limiter {
  tryAcquire(wants: readonly Want[]): Promise<Grant>;
  pushBack(key: string, until: Instant): Promise<void>;
  readyAt(wants: readonly Want[]): Promise<Instant>;
}
