import type { Clock, Instant } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { Failure } from '../../core/errors.ts';
import type { Role } from '../../core/manifest-record.ts';
import type { HostKey } from '../../core/url.ts';
import type { Lanes } from '../rate-limit/lanes.ts';
import type { Limiter, Want } from '../rate-limit/limiter.ts';
import { type RatePolicies, rateRole, spacingMs } from '../rate-limit/policies.ts';
import { type Hop, type HopLayer, hopFacts, hostOf } from './hop.ts';

export interface RateDeps {
  readonly limiter: Limiter;
  readonly policies: RatePolicies;
  readonly lanes: Lanes;
  readonly clock: Clock;
  /** A longer wait is not waited for here: the work is parked. */
  readonly parkAfterMs: number;
}

/** Requests of one host and role stand in one line. */
export const laneKey = (host: HostKey, role: Role): string => `${host} ${rateRole(role)}`;

/** A grant older than this part of the interval would let two starts come too close together. */
const STALE_SHARE = 0.02;
const STALE_AT_LEAST_MS = 1;
/** Below this interval a late grant is dated anew; above it, it is hardly ever late, and dropped. */
const DATED_ANEW_BELOW_MS = 1000;

/** Who waits longer looks again this often: a new configuration may have made the wait shorter. */
const LOOK_AGAIN_MS = 1000;

interface Turn {
  readonly hop: Hop;
  readonly lane: string;
  readonly startedAt: Instant;
}

const spacingOf = (wants: readonly Want[]): number =>
  Math.max(...wants.map(({ policy }) => spacingMs(policy)));

/**
 * Waits for the turn of this request, in order of arrival, and then lets it go at once. Nobody stands here longer than
 * `parkAfterMs`, the time behind others included. Without an answer of the limiter nothing goes.
 */
export function limitRate({ limiter, policies, lanes, clock, parkAfterMs }: RateDeps): HopLayer {
  /** When the head of a lane expects to start; unknown while it is asking. */
  const headStarts = new Map<string, Instant>();

  const wantsOf = (hop: Hop): readonly Want[] => policies.wants(hostOf(hop), hop.role, hop.resolver);
  const refuseBeyond = ({ hop, startedAt }: Turn, until: Instant): void => {
    if (until - startedAt <= parkAfterMs) return;
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'rate' });
  };
  const ask = async (hop: Hop, wants: readonly Want[]) => {
    try {
      return await limiter.tryAcquire(wants);
    } catch (error) {
      if (error instanceof Failure)
        hop.note({ ...hopFacts(hop), status: 'download-error', reason: error.reason });
      throw error;
    }
  };
  /**
   * A late grant of a fast rate is not worth an interval of waiting: its keys are pushed back as if it were of now, as long
   * as nobody can have been granted the next start. `false`: too late for that.
   */
  const dateAnew = async (grantedAt: Instant, wants: readonly Want[], staleMs: number): Promise<boolean> => {
    const latest = grantedAt + spacingOf(wants) / 2;
    for (let now = clock.now(); now <= latest; now = clock.now()) {
      for (const { key, policy } of wants)
        if (policy.burst === 1 && spacingMs(policy) > 0) await limiter.pushBack(key, now + spacingMs(policy));
      if (clock.now() - now <= staleMs) return true;
    }
    return false;
  };
  const acquire = async (turn: Turn): Promise<void> => {
    const { hop, lane } = turn;
    for (;;) {
      const wants = wantsOf(hop);
      const intervalMs = spacingOf(wants);
      const staleMs = intervalMs > 0 ? Math.max(STALE_AT_LEAST_MS, intervalMs * STALE_SHARE) : Infinity;
      const grant = await ask(hop, wants);
      if (grant.granted && clock.now() - grant.at <= staleMs) return;
      if (grant.granted && intervalMs < DATED_ANEW_BELOW_MS && (await dateAnew(grant.at, wants, staleMs)))
        return;
      if (grant.granted) continue;
      refuseBeyond(turn, grant.notBefore);
      headStarts.set(lane, grant.notBefore);
      await clock
        .sleep(Math.min(Math.max(0, grant.notBefore - clock.now()), LOOK_AGAIN_MS), hop.signal)
        .finally(() => headStarts.delete(lane));
    }
  };

  const inOrder = async (turn: Turn, intervalMs: number): Promise<void> => {
    const { hop, lane, startedAt } = turn;
    const ahead = lanes.length(lane);
    if (ahead > 0) refuseBeyond(turn, (headStarts.get(lane) ?? startedAt) + ahead * intervalMs);
    await lanes.queue(lane, hop.signal, () => acquire(turn));
  };

  return (next) => async (hop) => {
    const startedAt = clock.now();
    const turn = { hop, lane: laneKey(hostOf(hop), hop.role), startedAt };
    const intervalMs = spacingOf(wantsOf(hop));
    if (intervalMs > 0) await inOrder(turn, intervalMs);
    else await acquire(turn);
    return next({ ...hop, sleptMs: clock.now() - startedAt });
  };
}
