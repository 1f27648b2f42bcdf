import type { Clock, Instant } from '../../core/clock.ts';
import type { BreakerState } from '../../core/events.ts';
import type { HostKey } from '../../core/url.ts';
import { type Breaker, type BreakerSettings, breaker } from './breaker.ts';

/** One breaker per host, made when the host is first asked. */
export interface BreakerRegistry {
  of(host: HostKey): Breaker;
  /** Without making one: a host never asked is ready. */
  readyAt(host: HostKey): Instant;
}

export function breakerRegistry(
  settings: BreakerSettings,
  clock: Clock,
  onChange: (host: HostKey, state: BreakerState) => void,
): BreakerRegistry {
  const breakers = new Map<HostKey, Breaker>();
  return {
    of(host) {
      const known = breakers.get(host) ?? breaker(settings, clock, (state) => onChange(host, state));
      breakers.set(host, known);
      return known;
    },
    readyAt: (host) => breakers.get(host)?.readyAt() ?? 0,
  };
}
