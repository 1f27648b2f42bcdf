import type { Clock, Instant } from '../core/clock.ts';
import type { BreakerState } from '../core/events.ts';
import type { Role } from '../core/manifest-record.ts';
import { type SecretMask, secretMask } from '../core/mask-secrets.ts';
import type { Random } from '../core/random.ts';
import type { HostKey } from '../core/url.ts';
import { type UrlPolicy } from './address/url-policy.ts';
import type { BreakerSettings } from './breaker/breaker.ts';
import { type BreakerRegistry, breakerRegistry } from './breaker/breaker-registry.ts';
import type { CacheStore } from './cache/cache-store.ts';
import type { HttpClient, Send } from './client.ts';
import { breakCircuit } from './layers/break-circuit.ts';
import { cacheResponses } from './layers/cache-responses.ts';
import { easeOff } from './layers/ease-off.ts';
import { followRedirects } from './layers/follow-redirects.ts';
import { guardUrl } from './layers/guard-url.ts';
import { heedNetwork, hostItself } from './layers/heed-network.ts';
import { heedQuota } from './layers/heed-quota.ts';
import { hideSecrets } from './layers/hide-secrets.ts';
import type { Hop, HopLayer, HopSend } from './layers/hop.ts';
import { laneKey, limitRate } from './layers/limit-rate.ts';
import { obeyRobots } from './layers/obey-robots.ts';
import { payForFiles } from './layers/pay-for-files.ts';
import { readRefusals } from './layers/read-refusals.ts';
import { recordAttempts } from './layers/record-attempts.ts';
import { rememberAnswers } from './layers/remember-answers.ts';
import { type RetrySettings, retryTransient } from './layers/retry-transient.ts';
import { type Identity, roleHeaders } from './layers/role-headers.ts';
import { type SlotSettings, takeSlot } from './layers/take-slot.ts';
import type { Network } from './network/network.ts';
import { memoryPurse, type Purse } from './purse.ts';
import { bearOutages } from './rate-limit/bear-outages.ts';
import { type Lanes, lanes } from './rate-limit/lanes.ts';
import type { Limiter } from './rate-limit/limiter.ts';
import { type RatePolicies, ratePolicies } from './rate-limit/policies.ts';
import { type RateSettings, spacingMs } from './rate-limit/rate-settings.ts';
import { keptRobots } from './robots/kept-robots.ts';
import { robotsCache } from './robots/robots-cache.ts';
import { productToken } from './robots/robots-txt.ts';
import { siteLookup } from './site-of.ts';
import { type Slots, slots } from './slots/slots.ts';

export interface HttpStackDeps {
  readonly clock: Clock;
  readonly random: Random;
  /** Puts one request on the wire; see `undiciTransport`. */
  readonly transport: Send;
  readonly limiter: Limiter;
  /** Whether anything can be reached; without it every trouble is its host's. */
  readonly network?: Network;
  /** Who is dialled for a request, where it is not its host. */
  readonly peerOf?: (hop: Hop) => string;
  /** Shared with the transport, which holds connections to the same rules. */
  readonly urls: UrlPolicy;
  readonly identity: Identity;
  /** The secrets of the configuration; without it none is known. */
  readonly secrets?: SecretMask;
  readonly maxRedirects: number;
  readonly robots: { readonly enabled: boolean; readonly ttlMs: number };
  /** Without it every request is put on the wire. */
  readonly cache?: CacheStore;
  readonly retry: RetrySettings;
  /** `undefined`: no host is ever left alone. */
  readonly breaker: BreakerSettings | undefined;
  readonly slots: SlotSettings;
  /** Who counts them, where it is not this stack alone. */
  readonly places?: Slots;
  readonly rates: RateSettings;
  /** What may be spent a day beyond the free allowance of a host that tells its prices; read anew each time. */
  readonly budget?: { readonly usdPerDay: number };
  /** What was spent today; without it this process alone counts. */
  readonly purse?: Purse;
  /** Told what an operator should know, such as rate limits that cannot be reached. */
  readonly warn?: (message: string) => void;
  /** Told when a host's breaker opens, tries the host again, or closes. */
  readonly onBreaker?: (host: HostKey, state: BreakerState) => void;
  /** Waits longer than this are not waited for: `Deferred` is thrown. */
  readonly parkAfterMs: number;
}

export interface HttpStack {
  readonly client: HttpClient;
  /** What the scheduler may know of politeness; nothing is taken by asking. */
  readonly gate: {
    readyAt(host: HostKey, role: Role): Promise<Instant>;
    intervalMs(host: HostKey, role: Role): number;
    totals(host: HostKey): { readonly hostMs: number; readonly siteMs: number };
    totalsReadyAt(host: HostKey): Promise<{ readonly host: Instant; readonly site: Instant }>;
    siteOf(host: HostKey): string;
  };
  /** Holds every request from now on to these rates, also those that already wait. */
  setRates(rates: RateSettings): void;
}

const stack = (innermost: HopSend, layers: readonly HopLayer[]): HopSend =>
  layers.reduceRight((next, layer) => layer(next), innermost);

const NOTHING_BEYOND = { usdPerDay: 0 };
const NO_SECRETS = secretMask([]);

/** Hardly any scholarly API says how long its answers hold; asked again within the hour, they would say the same. */
const UNSTATED_MS = 3600_000;

/** RFC 9309 2.3.1.2. */
const ROBOTS_REDIRECTS = 5;

/** Builds the one HTTP stack. The list IS the policy: the outermost layer first. */
export function createHttpStack(deps: HttpStackDeps): HttpStack {
  const {
    clock,
    urls,
    identity,
    parkAfterMs,
    network,
    budget = NOTHING_BEYOND,
    purse = memoryPurse(clock),
    warn = () => {},
    secrets = NO_SECRETS,
  } = deps;
  const limiter = bearOutages({ limiter: deps.limiter, clock, warn });
  const siteOf = siteLookup();
  const policies = ratePolicies(deps.rates, siteOf);
  const waiting = lanes();
  const breakers = deps.breaker && breakerRegistry(deps.breaker, clock, deps.onBreaker ?? (() => {}));
  const before = (maxRedirects: number): HopLayer[] => [
    followRedirects({ maxRedirects, policy: urls, mask: secrets.mask }), // each hop passes every layer below, under its own host
    guardUrl(urls), // no inside address, no plain http, no absurd URL
    roleHeaders(identity), // built afresh for (role, origin) on every hop
  ];
  const send = stack(deps.transport, [
    hideSecrets(secrets), // what servers repeat of our secrets stays here
    ...before(deps.maxRedirects),
    obeyRobots({
      enabled: deps.robots.enabled,
      agent: productToken(identity.userAgent),
      cache: robotsCache(clock, deps.robots.ttlMs),
      kept: keptRobots(deps.cache, clock, deps.robots.ttlMs),
      clock,
      setFloor: policies.setFloor,
      around: (next) => stack(next, before(ROBOTS_REDIRECTS)),
    }), // a disallowed URL reaches nothing below
    rememberAnswers({ clock }), // an API is asked once in a run about an identifier
    ...(deps.cache ? [cacheResponses({ store: deps.cache, clock, unstatedMs: UNSTATED_MS })] : []), // a hit spends no token
    retryTransient({ ...deps.retry, parkAfterMs, clock, random: deps.random, limiter }),
    ...(breakers ? [breakCircuit(breakers)] : []), // inside retry: every try counts
    takeSlot(deps.slots, deps.places ?? slots(), { ...policies, siteOf }), // resolver and host, until the body has ended
    payForFiles({ purse, clock, budget }), // booked before it is asked for
    heedQuota({ policies, limiter, clock, budget, purse }), // what hosts announce sets the layer below
    limitRate({ limiter, policies, lanes: waiting, clock, parkAfterMs }), // inside retry: every try waits its turn
    easeOff({ policies, clock }), // what the answers tell stretches the intervals of the layer above
    ...(network ? [heedNetwork({ network, clock, peerOf: deps.peerOf ?? hostItself })] : []), // nothing passes while nothing can be reached
    recordAttempts(clock), // one record per request on the wire
    readRefusals(clock), // innermost: "too many requests" under another status is known to all layers above
  ]);
  return {
    client: { send },
    gate: { ...gateOver({ limiter, policies, waiting, clock, breakers }), siteOf },
    setRates: policies.replace,
  };
}

interface GateDeps {
  readonly limiter: Limiter;
  readonly policies: RatePolicies;
  readonly waiting: Lanes;
  readonly clock: Clock;
  readonly breakers: BreakerRegistry | undefined;
}

const gateOver = ({
  limiter,
  policies,
  waiting,
  clock,
  breakers,
}: GateDeps): Omit<HttpStack['gate'], 'siteOf'> => ({
  readyAt: async (host, role) => {
    const readyAt = Math.max(await limiter.readyAt(policies.wants(host, role)), breakers?.readyAt(host) ?? 0);
    // Those who already stand in line go first.
    const ahead = waiting.length(laneKey(host, role));
    return ahead === 0 ? readyAt : Math.max(readyAt, clock.now()) + ahead * policies.intervalMs(host, role);
  },
  intervalMs: policies.intervalMs,
  totals: (host) => {
    const { host: own, domain } = policies.totals(host);
    return { hostMs: spacingMs(own.policy), siteMs: spacingMs(domain.policy) };
  },
  totalsReadyAt: async (host) => {
    const { host: own, domain } = policies.totals(host);
    return { host: await limiter.readyAt([own]), site: await limiter.readyAt([domain]) };
  },
});
