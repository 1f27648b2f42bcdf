import type { Clock, Instant } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import type { Lanes } from '../rate-limit/lanes.ts';
import type { Limiter, Want } from '../rate-limit/limiter.ts';
import { type RatePolicies, rateRole, spacingMs } from '../rate-limit/policies.ts';
import { type Hop, type HopLayer, hostOf } from './hop.ts';

export interface RateDeps {
  readonly limiter: Limiter;
  readonly policies: RatePolicies;
  readonly lanes: Lanes;
  readonly clock: Clock;
  /** A longer wait is not waited for here: the work is parked. */
  readonly parkAfterMs: number;
}

/** A grant older than this part of the interval would let two starts come too close together. */
const STALE_SHARE = 0.02;
const STALE_AT_LEAST_MS = 1;

interface Turn {
  readonly hop: Hop;
  readonly lane: string;
  readonly wants: readonly Want[];
  readonly intervalMs: number;
  readonly startedAt: Instant;
}

/**
 * Waits for the turn of this request, in order of arrival, and then lets it go at once. Nobody stands here longer than
 * `parkAfterMs`, the time behind others included.
 */
export function limitRate({ limiter, policies, lanes, clock, parkAfterMs }: RateDeps): HopLayer {
  /** When the head of a lane expects to start; unknown while it is asking. */
  const headStarts = new Map<string, Instant>();

  const refuseBeyond = ({ hop, startedAt }: Turn, until: Instant): void => {
    if (until - startedAt <= parkAfterMs) return;
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'rate' });
  };
  const acquire = async (turn: Turn): Promise<void> => {
    const { hop, lane, wants, intervalMs } = turn;
    const staleMs = intervalMs > 0 ? Math.max(STALE_AT_LEAST_MS, intervalMs * STALE_SHARE) : Infinity;
    for (;;) {
      const grant = await limiter.tryAcquire(wants);
      if (grant.granted && clock.now() - grant.at <= staleMs) return;
      if (grant.granted) continue;
      refuseBeyond(turn, grant.notBefore);
      headStarts.set(lane, grant.notBefore);
      await clock
        .sleep(Math.max(0, grant.notBefore - clock.now()), hop.signal)
        .finally(() => headStarts.delete(lane));
    }
  };

  const inOrder = async (turn: Turn): Promise<void> => {
    const { hop, lane, intervalMs, startedAt } = turn;
    const ahead = lanes.length(lane);
    if (ahead > 0) refuseBeyond(turn, (headStarts.get(lane) ?? startedAt) + ahead * intervalMs);
    await lanes.queue(lane, hop.signal, () => acquire(turn));
  };

  return (next) => async (hop) => {
    const host = hostOf(hop);
    const lane = `${host} ${rateRole(hop.role)}`;
    const wants = policies.wants(host, hop.role, hop.resolver);
    const intervalMs = Math.max(...wants.map(({ policy }) => spacingMs(policy)));
    const startedAt = clock.now();
    const turn = { hop, lane, wants, intervalMs, startedAt };
    if (intervalMs > 0) await inOrder(turn);
    else await acquire(turn);
    return next({ ...hop, sleptMs: clock.now() - startedAt });
  };
}
