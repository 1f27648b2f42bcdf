import type { AttemptRecord, OutcomeRecord, Role } from './manifest-record.ts';

/** `down`: left alone for the rest of the run. */
export type BreakerState = 'closed' | 'half-open' | 'open' | 'down';

/** What stages announce while a run goes on. Only `telemetry/` and the progress display listen. */
export type Event =
  | { readonly type: 'attempt'; readonly record: AttemptRecord }
  | { readonly type: 'outcome'; readonly record: OutcomeRecord; readonly title?: string }
  | {
      readonly type: 'parked';
      readonly docId: string;
      readonly host: string;
      readonly role: Role | '';
      readonly untilMs: number;
      readonly why: string;
    }
  | {
      readonly type: 'enqueued';
      readonly added: number;
      readonly rearmed: number;
      readonly duplicates: number;
      readonly rejected: number;
    }
  /** An input that names no work. `text` is as it stood there. */
  | {
      readonly type: 'rejected';
      readonly where: string;
      readonly text: string;
      readonly problem: string;
      /** It does name one; what it says beside that cannot be used, or contradicts another line. */
      readonly isTaken?: boolean;
    }
  | { readonly type: 'listing-done' }
  /** The circuit breaker of a host has changed. */
  | { readonly type: 'breaker'; readonly host: string; readonly state: BreakerState }
  /** No host can be reached: nothing is sent but probes, and works wait as they are. Without `why`: that is over. */
  | { readonly type: 'offline'; readonly why?: string; readonly lastedMs: number }
  | { readonly type: 'warning'; readonly message: string }
  /** Something an operator asked for has happened. */
  | { readonly type: 'notice'; readonly message: string };

/** Never throws and never waits: a listener that cannot keep up drops. */
export type Emit = (event: Event) => void;
