import type { Clock, Instant } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import { Failure } from '../../core/errors.ts';
import type { Role } from '../../core/manifest-record.ts';
import type { HostKey } from '../../core/url.ts';
import type { HttpResponse } from '../client.ts';
import type { Lanes } from '../rate-limit/lanes.ts';
import type { Limiter, Want } from '../rate-limit/limiter.ts';
import { CLOSER_MS } from '../rate-limit/pace.ts';
import { type RatePolicies, rateRole, spacingMs } from '../rate-limit/policies.ts';
import { type Hop, type HopLayer, type HopSend, hopFacts, hostOf } from './hop.ts';

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

/** A request sent later than this after its grant is told to the limiter: the next start counts from the sending. */
const LATE_SHARE = 0.02;
const LATE_AT_LEAST_MS = 1;
/** A grant older than this part of the interval is not used: the next start may have been granted meanwhile. */
const STALE_SHARE = 0.5;

/** Who waits longer looks again this often: a new configuration may have made the wait shorter. */
const LOOK_AGAIN_MS = 1000;

/** A connection that takes longer to stand, beyond the interval, holds up nobody else. */
const CONNECTS_WITHIN_MS = 250;

interface Turn {
  readonly hop: Hop;
  readonly lane: string;
  readonly startedAt: Instant;
}

interface Granted {
  readonly at: Instant;
  readonly wants: readonly Want[];
}

/** On its way: a promise that is not waited for by handing it on. */
interface Sending {
  readonly answer: Promise<HttpResponse>;
}

const spacingOf = (wants: readonly Want[]): number =>
  Math.max(...wants.map(({ policy }) => spacingMs(policy)));

/**
 * Between a grant and the wire lie new connections, other processes, collections of garbage and machines that stand still.
 * What matters to a host is when requests reach it: one that left late pushes the next back.
 */
function countFromSending({ at, wants }: Granted, sentAt: Instant, limiter: Limiter): void {
  for (const { key, policy } of wants) {
    const intervalMs = spacingMs(policy);
    const isLate = sentAt - at > Math.max(LATE_AT_LEAST_MS, intervalMs * LATE_SHARE);
    if (policy.burst === 1 && intervalMs > CLOSER_MS && isLate)
      void limiter.pushBack(key, sentAt + intervalMs - CLOSER_MS);
  }
}

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
  const acquire = async (turn: Turn): Promise<Granted> => {
    const { hop, lane } = turn;
    for (;;) {
      const wants = wantsOf(hop);
      const intervalMs = spacingOf(wants);
      const grant = await ask(hop, wants);
      if (grant.granted) {
        const staleMs = Math.max(LATE_AT_LEAST_MS, intervalMs * STALE_SHARE);
        if (intervalMs === 0 || clock.now() - grant.at <= staleMs) return { at: grant.at, wants };
        continue;
      }
      refuseBeyond(turn, grant.notBefore);
      headStarts.set(lane, grant.notBefore);
      await clock
        .sleep(Math.min(Math.max(0, grant.notBefore - clock.now()), LOOK_AGAIN_MS), hop.signal)
        .finally(() => headStarts.delete(lane));
    }
  };
  /** The lane is held until the request has left, so that nobody behind it is granted a start while it is late. */
  const sendInTurn = async (turn: Turn, next: HopSend): Promise<Sending> => {
    const granted = await acquire(turn);
    const left = Promise.withResolvers<void>();
    const onSent = (): void => {
      countFromSending(granted, clock.now(), limiter);
      left.resolve();
    };
    const answer = next({ ...turn.hop, sleptMs: clock.now() - turn.startedAt, onSent });
    using _patience = clock.after(spacingOf(granted.wants) + CONNECTS_WITHIN_MS, left.resolve);
    await Promise.race([left.promise, answer.catch(() => {})]);
    return { answer };
  };
  const inOrder = async (turn: Turn, intervalMs: number, next: HopSend): Promise<HttpResponse> => {
    const { hop, lane, startedAt } = turn;
    const ahead = lanes.length(lane);
    if (ahead > 0) refuseBeyond(turn, (headStarts.get(lane) ?? startedAt) + ahead * intervalMs);
    const { answer } = await lanes.queue(lane, hop.signal, () => sendInTurn(turn, next));
    return answer;
  };

  return (next) => async (hop) => {
    const startedAt = clock.now();
    const turn = { hop, lane: laneKey(hostOf(hop), hop.role), startedAt };
    const intervalMs = spacingOf(wantsOf(hop));
    if (intervalMs > 0) return inOrder(turn, intervalMs, next);
    await acquire(turn);
    return next({ ...hop, sleptMs: clock.now() - startedAt });
  };
}
