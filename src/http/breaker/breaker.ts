import type { Clock, Instant } from '../../core/clock.ts';
import type { BreakerState } from '../../core/events.ts';

/**
 * One host's circuit breaker.
 *
 *   closed --`failureThreshold` failures within `windowMs`--> open for `openMs`
 *   open --its time is over--> half-open: `halfOpenTrials` requests are let through as trials
 *   half-open --every trial succeeded--> closed, the next opening is short again
 *   half-open --one trial failed--> open, longer by `openFactor`, at most `maxOpenMs`
 *   half-open --a trial failed after `maxOpenMs` for the second time--> down for the rest of the run
 *
 * A ticket belongs to the state it was given in: what ends after the state has changed says nothing about the new one.
 */
export interface BreakerSettings {
  readonly failureThreshold: number;
  readonly windowMs: number;
  readonly openMs: number;
  readonly openFactor: number;
  readonly maxOpenMs: number;
  readonly halfOpenTrials: number;
}

interface Ticket {
  readonly era: number;
}

type Admission =
  | { readonly kind: 'go'; readonly ticket: Ticket }
  | { readonly kind: 'wait'; readonly until: Instant }
  | { readonly kind: 'down' };

export type Verdict = 'good' | 'bad' | 'none';

export interface Breaker {
  admit(): Admission;
  /** Exactly once per ticket. `none`: the exchange says nothing about the host (given up by the caller). */
  report(ticket: Ticket, verdict: Verdict): void;
  /** When `admit` would let a request in, or end it as down: now or a time that has passed means at once. */
  readyAt(): Instant;
}

/** While all trials are under way, others look again after this time. */
const TRIALS_BUSY_MS = 1000;
const DOWN_AFTER_FAILURES_AT_MAX = 2;

// oxlint-disable-next-line max-lines-per-function -- one state machine, read as one
export function breaker(
  settings: BreakerSettings,
  clock: Clock,
  onChange: (state: BreakerState) => void = () => {},
): Breaker {
  let state: BreakerState = 'closed';
  let era = 0;
  let failures: Instant[] = [];
  let openMs = settings.openMs;
  let openUntil: Instant = 0;
  let trialsGiven = 0;
  let trialsGood = 0;
  let failuresAtMax = 0;

  const enter = (next: BreakerState): void => {
    if (next !== state) onChange(next);
    state = next;
    era++;
    failures = [];
    trialsGiven = 0;
    trialsGood = 0;
  };
  const openFor = (ms: number): void => {
    enter('open');
    openMs = Math.min(ms, settings.maxOpenMs);
    openUntil = clock.now() + openMs;
  };
  const failTrial = (): void => {
    if (openMs >= settings.maxOpenMs) failuresAtMax++;
    if (failuresAtMax >= DOWN_AFTER_FAILURES_AT_MAX) enter('down');
    else openFor(openMs * settings.openFactor);
  };
  const close = (): void => {
    enter('closed');
    openMs = settings.openMs;
    failuresAtMax = 0;
  };
  const countFailure = (): void => {
    const now = clock.now();
    failures = [...failures.filter((at) => at > now - settings.windowMs), now];
    if (failures.length >= settings.failureThreshold) openFor(settings.openMs);
  };
  const reportTrial = (verdict: Verdict): void => {
    if (verdict === 'bad') failTrial();
    else if (verdict === 'none') trialsGiven--;
    else if (++trialsGood >= settings.halfOpenTrials) close();
  };
  const waitsUntil = (): Instant => {
    if (state === 'open') return openUntil;
    const busy = state === 'half-open' && trialsGiven >= settings.halfOpenTrials;
    return busy ? clock.now() + TRIALS_BUSY_MS : 0;
  };

  return {
    admit() {
      if (state === 'down') return { kind: 'down' };
      const until = waitsUntil();
      if (until > clock.now()) return { kind: 'wait', until };
      if (state === 'open') enter('half-open');
      if (state === 'half-open') trialsGiven++;
      return { kind: 'go', ticket: { era } };
    },
    report(ticket, verdict) {
      if (ticket.era !== era) return;
      if (state === 'half-open') reportTrial(verdict);
      else if (state === 'closed' && verdict === 'bad') countFailure();
    },
    readyAt: waitsUntil,
  };
}
