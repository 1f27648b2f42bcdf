import type { Clock, Instant } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import type { Role } from '../../core/manifest-record.ts';
import type { HostKey } from '../../core/url.ts';
import type { HttpResponse } from '../client.ts';
import type { Lanes } from '../rate-limit/lanes.ts';
import type { Limiter, Want } from '../rate-limit/limiter.ts';
import { CLOSER_MS } from '../rate-limit/pace.ts';
import { longestSpacingMs, type RatePolicies, rateRole } from '../rate-limit/policies.ts';
import { spacingMs } from '../rate-limit/rate-settings.ts';
import { type Hop, type HopLayer, type HopSend, hopFacts, hostOf } from './hop.ts';
import { type Line, leaveBeyond, type Turn, waitingLines } from './waiting-lines.ts';

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

/** A connection that takes longer to stand, beyond the interval, holds up nobody else. */
const CONNECTS_WITHIN_MS = 250;

interface Granted {
  readonly at: Instant;
  readonly wants: readonly Want[];
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
 * Sends, and leaves the lines when the request has left: until then nobody behind it may be granted a start. Starts that
 * may follow each other within a millisecond are not kept apart, and nobody is held up for long by a slow connection.
 */
async function sendAway(
  { held }: Turn,
  { clock }: Pick<RateDeps, 'clock'>,
  send: (onSent: () => void) => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const answer = send(() => leaveBeyond(held, 0));
  const patience = held.map(({ intervalMs, leave }) => {
    if (intervalMs > CLOSER_MS) return clock.after(intervalMs + CONNECTS_WITHIN_MS, leave);
    leave();
    return undefined;
  });
  try {
    return await answer;
  } finally {
    leaveBeyond(held, 0);
    for (const timer of patience) timer?.[Symbol.dispose]();
  }
}

/** That of the host and role, then those of the totals. */
function linesFor(hop: Hop, policies: RatePolicies): readonly Line[] {
  const host = hostOf(hop);
  const shared = policies.totals(host).wants;
  const own = policies.wants(host, hop.role, hop.resolver).filter((want) => !shared.includes(want));
  return [
    { key: laneKey(host, hop.role), intervalMs: longestSpacingMs(own) },
    ...shared.map(({ key, policy }) => ({ key, intervalMs: spacingMs(policy) })),
  ];
}

/** A refusal by a total keeps the place in its line; any other gives up all but the line of host and role. */
const placesKept = ({ held }: Turn, by: string | undefined): number =>
  1 +
  Math.max(
    0,
    held.findIndex(({ key }) => key === by),
  );

function noteLoss(hop: Hop, error: unknown): void {
  if (error instanceof Failure)
    hop.note({ ...hopFacts(hop), status: 'download-error', reason: error.reason });
}

/**
 * Waits for the turn of this request, in order of arrival, and then lets it go at once. Nobody stands here longer than
 * `parkAfterMs`, the time behind others included. Without an answer of the limiter nothing goes.
 *
 * Requests of one host and role stand in one line. Its head goes on to the line of its host, where the heads of the other
 * roles stand, and from there to that of its domain, where the other hosts do: so each role and each host has its turn,
 * however fast another is. Whoever is refused for a reason of its own waits outside the lines that it shares.
 */
export function limitRate({ limiter, policies, lanes, clock, parkAfterMs }: RateDeps): HopLayer {
  const { enter, refuseBeyond, waitUntil } = waitingLines({ lanes, clock, parkAfterMs });
  const wantsOf = (hop: Hop): readonly Want[] => policies.wants(hostOf(hop), hop.role, hop.resolver);
  const ask = async (turn: Turn): Promise<Granted | undefined> => {
    const wants = wantsOf(turn.hop);
    const grant = await limiter.tryAcquire(wants);
    if (grant.granted)
      return isStale(grant.at, clock.now(), longestSpacingMs(wants)) ? undefined : { at: grant.at, wants };
    refuseBeyond(turn, grant.notBefore);
    leaveBeyond(turn.held, placesKept(turn, grant.by));
    await waitUntil(turn, grant.notBefore);
    return undefined;
  };
  const acquire = async (turn: Turn, lines: readonly Line[]): Promise<Granted> => {
    for (;;) {
      for (const line of lines.slice(turn.held.length)) await enter(turn, line);
      try {
        const granted = await ask(turn);
        if (granted) return granted;
      } catch (error) {
        noteLoss(turn.hop, error);
        throw error;
      }
    }
  };
  const inOrder = async (turn: Turn, lines: readonly Line[], next: HopSend): Promise<HttpResponse> => {
    const { hop, startedAt } = turn;
    try {
      const granted = await acquire(turn, lines);
      return await sendAway(turn, { clock }, (left) =>
        next({
          ...hop,
          sleptMs: clock.now() - startedAt,
          onSent: () => {
            countFromSending(granted, clock.now(), limiter);
            left();
          },
        }),
      );
    } finally {
      leaveBeyond(turn.held, 0);
    }
  };

  return (next) => async (hop) => {
    const turn: Turn = { hop, startedAt: clock.now(), held: [] };
    if (longestSpacingMs(wantsOf(hop)) > 0) return inOrder(turn, linesFor(hop, policies), next);
    await acquire(turn, []);
    return next({ ...hop, sleptMs: clock.now() - turn.startedAt });
  };
}
