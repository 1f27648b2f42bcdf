import type { Clock, Instant } from '../../core/clock.ts';
import { Failure, OutOfRoom, type Reason } from '../../core/errors.ts';
import { Offline } from '../../core/offline.ts';
import type { HttpBody, HttpResponse } from '../client.ts';
import type { Network, Trouble, TroubleKind } from '../network/network.ts';
import { troubleKind } from '../network/trouble-of.ts';
import { type Hop, type HopLayer, hostOf } from './hop.ts';

export interface NetworkDeps {
  readonly network: Network;
  readonly clock: Clock;
  /** Who is dialled for this request: the host, the proxy, or what `connect_to` names. */
  readonly peerOf: (hop: Hop) => string;
}

/** Trouble that a broken network makes. */
const OF_THE_WAY = new Set<Reason>([
  'conn-error',
  'timeout',
  'dns-error',
  'tls-error',
  'too-slow',
  'size-mismatch',
]);

/** A connection that does not stand by then is asked about. */
const SLOW_MS = 700;

/** A request that has no connection yet. */
interface Unsent {
  readonly peer: string;
  readonly startedAt: Instant;
  readonly giveUp: (error: Error) => void;
  isAskedAbout: boolean;
}

/** Requests that wait for a connection: given up as soon as there is nothing to connect to. */
function unsentRequests({ network, clock }: NetworkDeps) {
  const unsent = new Set<Unsent>();
  let isLooking = false;
  const giveUpAll = (): void => {
    const outage = network.outage();
    if (!outage) return;
    for (const one of unsent) one.giveUp(new Offline(outage.since, outage.why));
  };
  const askAbout = (one: Unsent): void => {
    one.isAskedAbout = true;
    const { peer, startedAt } = one;
    void network
      .judge({ peer, startedAt, kind: 'unclear', why: 'no connection stands' })
      .then(giveUpAll, () => {});
  };
  const look = (): void => {
    isLooking = false;
    const now = clock.now();
    for (const one of unsent) if (!one.isAskedAbout && now - one.startedAt >= SLOW_MS) askAbout(one);
    lookLater();
  };
  const lookLater = (): void => {
    if (isLooking || unsent.size === 0) return;
    isLooking = true;
    clock.after(SLOW_MS / 2, look);
  };
  network.onChange(giveUpAll);
  return {
    add(one: Unsent): void {
      unsent.add(one);
      lookLater();
    },
    delete: (one: Unsent): void => void unsent.delete(one),
  };
}

/**
 * Tells trouble with the network from trouble with a host. While nothing can be reached no request passes; one that broke
 * because of it is no failure of its host: no breaker, retry or attempt counts it.
 */
export function heedNetwork(deps: NetworkDeps): HopLayer {
  const { network, clock, peerOf } = deps;
  const unsent = unsentRequests(deps);

  const offline = (why: string): Offline => {
    const outage = network.outage();
    return new Offline(outage?.since ?? clock.now(), outage?.why ?? why);
  };
  /** The error as it is to be taken. */
  const judged = async (
    error: unknown,
    trouble: Omit<Trouble, 'kind' | 'why'>,
    outages: number,
  ): Promise<unknown> => {
    if (!(error instanceof Failure) || error instanceof OutOfRoom || !OF_THE_WAY.has(error.reason))
      return error;
    if (network.outage() || network.outages() !== outages) return offline(error.message);
    const kind: TroubleKind = troubleKind(error);
    // One that broke off says nothing about the way to others; one that fell silent may.
    if (!error.isUnreached && error.reason !== 'timeout') return error;
    const verdict = await network.judge({ ...trouble, kind, why: error.message });
    return verdict === 'network' ? offline(error.message) : error;
  };

  return (next) => async (hop) => {
    if (network.outage()) throw offline('');
    const outages = network.outages();
    const trouble = { peer: peerOf(hop), startedAt: clock.now() };
    let waiting: Unsent | undefined;
    const isOnItsWay = (): void => {
      if (waiting) unsent.delete(waiting);
      waiting = undefined;
    };
    const watched: Hop = {
      ...hop,
      onWaiting(giveUp) {
        waiting = { ...trouble, giveUp, isAskedAbout: false };
        unsent.add(waiting);
      },
      onSent() {
        isOnItsWay();
        hop.onSent?.();
      },
    };
    let response: HttpResponse;
    try {
      response = await next(watched);
    } catch (error) {
      throw await judged(error, trouble, outages);
    } finally {
      isOnItsWay();
    }
    network.heard(trouble.peer);
    const { body } = response;
    const watchedBody: HttpBody = {
      read: (onChunk) =>
        body.read(onChunk).catch(async (error: unknown) => {
          throw await judged(error, { peer: trouble.peer, startedAt: clock.now() }, outages);
        }),
      discard: () => body.discard(),
    };
    return { ...response, body: watchedBody };
  };
}

/** Where the transport dials the host itself. */
export const hostItself = (hop: Hop): string => hostOf(hop);
