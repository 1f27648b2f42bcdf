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
const LATE_SHARE = 0.01;
const LATE_AT_LEAST_MS = 1;
/** A grant older than this part of the interval is not used: the next start may have been granted meanwhile. */
const STALE_SHARE = 0.5;

/** Who waits longer looks again this often: a new configuration may have made the wait shorter. */
const LOOK_AGAIN_MS = 1000;

/** A connection that takes longer to stand, beyond the interval, holds up nobody else. */
const CONNECTS_WITHIN_MS = 250;

interface Turn {
  readonly hop: Hop;
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

function spacingOf(wants: readonly Want[]): number {
  let longest = 0;
  for (const { policy } of wants) longest = Math.max(longest, spacingMs(policy));
  return longest;
}

const isStale = (grantedAt: Instant, now: Instant, intervalMs: number): boolean =>
  intervalMs > 0 && now - grantedAt > Math.max(LATE_AT_LEAST_MS, intervalMs * STALE_SHARE);

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
 * Sends, and resolves when the request has left: until then nobody behind it may be granted a start. Starts that may follow
 * each other within a millisecond are not kept apart.
 */
async function sendAway(
  granted: Granted,
  { clock, limiter }: Pick<RateDeps, 'clock' | 'limiter'>,
  send: (onSent: () => void) => Promise<HttpResponse>,
): Promise<Sending> {
  const left = Promise.withResolvers<void>();
  const answer = send(() => {
    countFromSending(granted, clock.now(), limiter);
    left.resolve();
  });
  const intervalMs = spacingOf(granted.wants);
  if (intervalMs <= CLOSER_MS) return { answer };
  using _patience = clock.after(intervalMs + CONNECTS_WITHIN_MS, left.resolve);
  await Promise.race([left.promise, answer.catch(() => {})]);
  return { answer };
}

function noteLoss(hop: Hop, error: unknown): void {
  if (error instanceof Failure)
    hop.note({ ...hopFacts(hop), status: 'download-error', reason: error.reason });
}

/**
 * Waits for the turn of this request, in order of arrival, and then lets it go at once. Nobody stands here longer than
 * `parkAfterMs`, the time behind others included. Without an answer of the limiter nothing goes.
 */
export function limitRate({ limiter, policies, lanes, clock, parkAfterMs }: RateDeps): HopLayer {
  /** When the head of a lane expects to start; unknown while it is asking. */
  const headStarts = new Map<string, Instant>();

  const wantsOf = (hop: Hop): readonly Want[] => policies.wants(hostOf(hop), hop.role, hop.resolver);
  const laneOf = (hop: Hop): string => laneKey(hostOf(hop), hop.role);
  const refuseBeyond = ({ hop, startedAt }: Turn, until: Instant): void => {
    if (until - startedAt <= parkAfterMs) return;
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'rate' });
  };
  const waitUntil = async ({ hop }: Turn, instant: Instant): Promise<void> => {
    const lane = laneOf(hop);
    headStarts.set(lane, instant);
    try {
      await clock.sleep(Math.min(Math.max(0, instant - clock.now()), LOOK_AGAIN_MS), hop.signal);
    } finally {
      headStarts.delete(lane);
    }
  };
  const acquire = async (turn: Turn): Promise<Granted> => {
    for (;;) {
      const wants = wantsOf(turn.hop);
      try {
        const grant = await limiter.tryAcquire(wants);
        if (grant.granted && !isStale(grant.at, clock.now(), spacingOf(wants)))
          return { at: grant.at, wants };
        if (grant.granted) continue;
        refuseBeyond(turn, grant.notBefore);
        await waitUntil(turn, grant.notBefore);
      } catch (error) {
        noteLoss(turn.hop, error);
        throw error;
      }
    }
  };
  const inOrder = async (turn: Turn, intervalMs: number, next: HopSend): Promise<HttpResponse> => {
    const { hop, startedAt } = turn;
    const lane = laneOf(hop);
    const ahead = lanes.length(lane);
    if (ahead > 0) refuseBeyond(turn, (headStarts.get(lane) ?? startedAt) + ahead * intervalMs);
    const { answer } = await lanes.queue(lane, hop.signal, async () =>
      sendAway(await acquire(turn), { clock, limiter }, (onSent) =>
        next({ ...hop, sleptMs: clock.now() - startedAt, onSent }),
      ),
    );
    return answer;
  };

  return (next) => async (hop) => {
    const turn = { hop, startedAt: clock.now() };
    const intervalMs = spacingOf(wantsOf(hop));
    if (intervalMs > 0) return inOrder(turn, intervalMs, next);
    await acquire(turn);
    return next({ ...hop, sleptMs: clock.now() - turn.startedAt });
  };
}
