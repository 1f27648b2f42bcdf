import type { Clock, Instant } from '../../core/clock.ts';
import type { Rate } from '../../core/rate.ts';
import type { Limiter, Want } from './limiter.ts';
import { CLOSER_MS, intervalOf, isCounter, scheduled } from './pace.ts';

/** Beyond this many keys, those that hold nothing any more are dropped. */
const SWEEP_AT = 10_000;
const NEVER = Number.NEGATIVE_INFINITY;

/**
 * Per rate of the policy: the last start, as scheduled and as it was, or the window and how much of it is used. This is the
 * generic cell rate algorithm with the last start kept instead of the next arrival, so that a changed rate holds at once.
 */
interface Meter {
  due: Instant;
  start: Instant;
  window: number;
  used: number;
  /** From then on it holds nobody back. */
  freeAt: Instant;
}

interface KeyState {
  blockedUntil: Instant;
  readonly meters: Meter[];
}

function earliest(meter: Meter, rate: Rate, terms: { burst: number; now: Instant }): Instant {
  const interval = intervalOf(rate);
  if (!isCounter(rate) && terms.burst > 1) return meter.due + (2 - terms.burst) * interval;
  if (!isCounter(rate)) return Math.max(meter.due, meter.start - CLOSER_MS) + interval;
  const window = Math.floor(terms.now / rate.periodMs);
  return meter.window === window && meter.used >= rate.count ? (window + 1) * rate.periodMs : 0;
}

function spend(meter: Meter, rate: Rate, now: Instant): void {
  if (!isCounter(rate)) {
    meter.due = scheduled(meter.due, intervalOf(rate), now);
    meter.start = now;
    meter.freeAt = Math.max(meter.due, now) + intervalOf(rate);
    return;
  }
  const window = Math.floor(now / rate.periodMs);
  meter.used = meter.window === window ? meter.used + 1 : 1;
  meter.window = window;
  meter.freeAt = (window + 1) * rate.periodMs;
}

/** The limiter of one process: the generic cell rate algorithm per key, in a map. */
export function memoryLimiter(clock: Clock): Limiter {
  const states = new Map<string, KeyState>();
  let sweepAt = SWEEP_AT;

  const sweep = (): void => {
    const now = clock.now();
    for (const [key, { blockedUntil, meters }] of states) {
      if (blockedUntil <= now && meters.every((meter) => meter.freeAt <= now)) states.delete(key);
    }
    sweepAt = Math.max(SWEEP_AT, states.size * 2);
  };
  const stateOf = (key: string): KeyState => {
    const known = states.get(key);
    if (known) return known;
    if (states.size >= sweepAt) sweep();
    const fresh: KeyState = { blockedUntil: 0, meters: [] };
    states.set(key, fresh);
    return fresh;
  };
  const meterOf = (state: KeyState, index: number): Meter =>
    (state.meters[index] ??= { due: NEVER, start: NEVER, window: -1, used: 0, freeAt: 0 });

  const keyReadyAt = ({ key, policy }: Want, now: Instant): Instant => {
    const state = states.get(key);
    if (!state) return 0;
    let ready = state.blockedUntil;
    for (const [index, rate] of policy.rates.entries()) {
      ready = Math.max(ready, earliest(meterOf(state, index), rate, { burst: policy.burst, now }));
    }
    return ready;
  };
  const readyAt = (wants: readonly Want[], now: Instant): { at: Instant; by: string } => {
    let [at, by] = [0, ''];
    for (const want of wants) {
      const ready = keyReadyAt(want, now);
      if (ready > at) [at, by] = [ready, want.key];
    }
    return { at, by };
  };

  return {
    async tryAcquire(wants) {
      const now = clock.now();
      const { at: notBefore, by } = readyAt(wants, now);
      if (notBefore > now) return { granted: false, notBefore, by };
      for (const { key, policy } of wants) {
        if (policy.rates.length === 0) continue;
        const state = stateOf(key);
        for (const [index, rate] of policy.rates.entries()) spend(meterOf(state, index), rate, now);
      }
      return { granted: true, at: now };
    },
    async pushBack(key, until) {
      const state = stateOf(key);
      state.blockedUntil = Math.max(state.blockedUntil, until);
    },
    readyAt: async (wants) => readyAt(wants, clock.now()).at,
  };
}
