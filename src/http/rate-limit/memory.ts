import type { Clock, Instant } from '../../core/clock.ts';
import type { Rate } from '../../core/rate.ts';
import type { Limiter, Want } from './limiter.ts';

const DAY_MS = 86_400_000;
/** Beyond this many keys, those that hold nothing any more are dropped. */
const SWEEP_AT = 10_000;

/** Per rate of the policy: the theoretical arrival time (GCRA), or the window and how much of it is used. */
interface Meter {
  tat: Instant;
  window: number;
  used: number;
}

interface KeyState {
  blockedUntil: Instant;
  readonly meters: Meter[];
}

/** A daily figure is what an upstream counts between two midnights, not a distance between two requests. */
const isCounter = (rate: Rate): boolean => rate.periodMs >= DAY_MS;

function earliest(meter: Meter, rate: Rate, terms: { burst: number; now: Instant }): Instant {
  if (!isCounter(rate)) return meter.tat - (terms.burst - 1) * (rate.periodMs / rate.count);
  const window = Math.floor(terms.now / rate.periodMs);
  return meter.window === window && meter.used >= rate.count ? (window + 1) * rate.periodMs : 0;
}

function spend(meter: Meter, rate: Rate, now: Instant): void {
  if (!isCounter(rate)) {
    meter.tat = Math.max(meter.tat, now) + rate.periodMs / rate.count;
    return;
  }
  const window = Math.floor(now / rate.periodMs);
  meter.used = meter.window === window ? meter.used + 1 : 1;
  meter.window = window;
}

/** The limiter of one process: the generic cell rate algorithm per key, in a map. */
export function memoryLimiter(clock: Clock): Limiter {
  const states = new Map<string, KeyState>();
  let sweepAt = SWEEP_AT;

  const sweep = (): void => {
    const now = clock.now();
    for (const [key, { blockedUntil, meters }] of states) {
      if (blockedUntil <= now && meters.every((meter) => meter.tat <= now && meter.used === 0))
        states.delete(key);
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
    (state.meters[index] ??= { tat: 0, window: -1, used: 0 });

  const readyAt = (wants: readonly Want[], now: Instant): Instant => {
    let ready = 0;
    for (const { key, policy } of wants) {
      const state = states.get(key);
      if (!state) continue;
      ready = Math.max(ready, state.blockedUntil);
      for (const [index, rate] of policy.rates.entries()) {
        ready = Math.max(ready, earliest(meterOf(state, index), rate, { burst: policy.burst, now }));
      }
    }
    return ready;
  };

  return {
    async tryAcquire(wants) {
      const now = clock.now();
      const notBefore = readyAt(wants, now);
      if (notBefore > now) return { granted: false, notBefore };
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
    readyAt: async (wants) => readyAt(wants, clock.now()),
  };
}
