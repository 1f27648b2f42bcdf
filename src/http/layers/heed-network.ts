import type { Clock, Instant } from '../../core/clock.ts';
import { Failure, OutOfRoom, type Reason } from '../../core/errors.ts';
import { Offline } from '../../core/offline.ts';
import type { HttpBody, HttpResponse } from '../client.ts';
import type { Network, Trouble } from '../network/network.ts';
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
const SLOW_MS = 500;
/** So is an answer that has not come when nothing else has come either; again after twice the time. */
const SILENT_MS = 1000;
const LOOK_MS = 250;

/** A request that has had no answer yet. */
interface Unanswered {
  readonly peer: string;
  readonly startedAt: Instant;
  /** While it has no connection: gives it up. */
  giveUp: ((error: Error) => void) | undefined;
  askAt: Instant;
}

/** Watches requests that wait: those without a connection are given up as soon as there is nothing to connect to. */
function unansweredRequests({ network, clock }: NetworkDeps) {
  const waiting = new Set<Unanswered>();
  let isLooking = false;
  const giveUpAll = (): void => {
    const outage = network.outage();
    if (!outage) return;
    for (const one of waiting) one.giveUp?.(new Offline(outage.since, outage.why));
  };
  const askAbout = (one: Unanswered, now: Instant): void => {
    const { peer, startedAt, giveUp } = one;
    one.askAt = now + Math.max(SILENT_MS, now - startedAt);
    const since = giveUp ? startedAt : now - SILENT_MS;
    void network
      .judge({ peer, startedAt: since, kind: 'unclear', why: 'nothing answers' })
      .then(giveUpAll, () => {});
  };
  const look = (): void => {
    isLooking = false;
    const now = clock.now();
    for (const one of waiting) if (now >= one.askAt) askAbout(one, now);
    lookLater();
  };
  const lookLater = (): void => {
    if (isLooking || waiting.size === 0) return;
    isLooking = true;
    clock.after(LOOK_MS, look);
  };
  network.onChange(giveUpAll);
  return {
    add(one: Unanswered): void {
      waiting.add(one);
      lookLater();
    },
    delete: (one: Unanswered): void => void waiting.delete(one),
  };
}

/** The error of an exchange as it is to be taken. */
type Judged = (error: unknown, trouble: Omit<Trouble, 'kind' | 'why'>, outages: number) => Promise<unknown>;

const errorJudge =
  (network: Network, offline: (why: string) => Offline): Judged =>
  async (error, trouble, outages) => {
    if (!(error instanceof Failure) || error instanceof OutOfRoom || !OF_THE_WAY.has(error.reason))
      return error;
    const { message: why, reason } = error;
    if (network.outage() || network.outages() !== outages) return offline(why);
    const told = { ...trouble, kind: troubleKind(error), why, isName: reason === 'dns-error' };
    return (await network.judge(told)) === 'network' ? offline(why) : error;
  };

/**
 * Tells trouble with the network from trouble with a host. While nothing can be reached no request passes; one that broke
 * because of it is no failure of its host: no breaker, retry or attempt counts it.
 */
export function heedNetwork(deps: NetworkDeps): HopLayer {
  const { network, clock, peerOf } = deps;
  const unanswered = unansweredRequests(deps);
  const offline = (why: string): Offline => {
    const outage = network.outage();
    return new Offline(outage?.since ?? clock.now(), outage?.why ?? why);
  };
  const judged = errorJudge(network, offline);

  return (next) => async (hop) => {
    if (network.outage()) throw offline('');
    const outages = network.outages();
    const startedAt = clock.now();
    const peer = peerOf(hop);
    const mine: Unanswered = { peer, startedAt, giveUp: undefined, askAt: startedAt + SILENT_MS };
    const watched: Hop = {
      ...hop,
      onWaiting(giveUp) {
        mine.giveUp = giveUp;
        mine.askAt = startedAt + SLOW_MS;
      },
      onSent() {
        if (mine.giveUp) network.heard(peer, true);
        mine.giveUp = undefined;
        mine.askAt = clock.now() + SILENT_MS;
        hop.onSent?.();
      },
    };
    unanswered.add(mine);
    let response: HttpResponse;
    try {
      response = await next(watched);
    } catch (error) {
      throw await judged(error, { peer, startedAt }, outages);
    } finally {
      unanswered.delete(mine);
    }
    network.heard(peer, false);
    const fails = async (error: unknown): Promise<never> => {
      throw await judged(error, { peer, startedAt: clock.now() }, outages);
    };
    return { ...response, body: watchedBody(response.body, fails) };
  };
}

const watchedBody = (body: HttpBody, fails: (error: unknown) => Promise<never>): HttpBody => ({
  read: (onChunk) => body.read(onChunk).catch(fails),
  discard: () => body.discard(),
});

/** Where the transport dials the host itself. */
export const hostItself = (hop: Hop): string => hostOf(hop);
