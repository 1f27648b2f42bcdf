import type { Role } from '../../core/manifest-record.ts';
import type { Rate } from '../../core/rate.ts';
import type { HostKey } from '../../core/url.ts';
import { type SiteOf, siteLookup } from '../site-of.ts';
import type { RatePolicy, RateRole, Want } from './limiter.ts';
import { intervalOf, isCounter } from './pace.ts';
import { perLane } from './per-lane.ts';
import {
  nearestEntry,
  policyOf,
  RATE_ROLES,
  type RateSettings,
  spacingMs,
  UNLIMITED,
} from './rate-settings.ts';
import { type Configured, type Totals, totalsOver } from './totals.ts';

/** What a host announces about itself in the headers of its answers. */
export interface Quota {
  readonly rate?: Rate;
  readonly maxConcurrent?: number;
}

/** What applies to a host in a role, and under which entry it was found (`default` for none). */
interface FoundPolicy extends Configured {
  /** Whether it keeps a distance between two starts even before it is stretched. */
  readonly isSpaced: boolean;
}

export interface RatePolicies {
  find(host: HostKey, role: Role): FoundPolicy;
  /** What all roles of this host may start together, and all hosts of its registrable domain. */
  totals(host: HostKey): Totals;
  /**
   * What a request must be granted: push-backs and crawl delay of the host, the rate of (host, role), the totals of host and
   * domain, the rate of the resolver.
   */
  wants(host: HostKey, role: Role, resolver?: string): readonly Want[];
  /**
   * Requests at one time that the host bears in all roles together: what its total names as `max_concurrent`; where every
   * role that the host has rates for names one, at most the largest of them.
   */
  atOnce(host: HostKey): number;
  /** The host asked for at least this distance between two crawling requests (`Crawl-delay`). */
  setFloor(host: HostKey, intervalMs: number): void;
  /** The host announced how much it bears in this role. */
  setQuota(host: HostKey, role: Role, quota: Quota): void;
  /** Whether the policy itself keeps a distance between two starts. */
  isSpaced(host: HostKey, role: Role): boolean;
  /** Asks a host so many times slower than its policy allows; 1 ends it. Nothing makes it faster than the policy. */
  stretch(host: HostKey, role: Role, factor: number): void;
  /** Takes new settings over at once; what hosts asked for, announced and could not bear stays. */
  replace(settings: RateSettings): void;
  /** Time between two starts, by whichever limit asks for most; 0 where nothing spaces them. */
  intervalMs(host: HostKey, role: Role): number;
}

export const rateRole = (role: Role): RateRole => (role === 'robots' ? 'landing' : role);

/** The key under which a whole host is pushed back. */
export const hostLimitKey = (host: HostKey): string => `host ${host}`;

function search(settings: RateSettings, host: HostKey, role: RateRole): Configured {
  const own = nearestEntry(settings, host, role);
  const spec = own?.spec ?? settings.default[role];
  return { policy: spec === undefined ? UNLIMITED : policyOf(spec), entry: own?.entry ?? 'default' };
}

/** A steered policy becomes what the host announced, daily figures aside; any other is only made stricter. */
function underQuota(policy: RatePolicy, quota: Quota, isSteered: boolean): RatePolicy {
  const { rate, maxConcurrent } = quota;
  const stricter = (own: Rate): Rate => {
    if (!rate || isCounter(own)) return own;
    return isSteered || intervalOf(rate) > intervalOf(own) ? rate : own;
  };
  const rates = policy.rates.map(stricter);
  const limits = [maxConcurrent, ...(isSteered && maxConcurrent !== undefined ? [] : [policy.maxConcurrent])];
  const limit = Math.min(...limits.filter((one) => one !== undefined));
  return {
    rates: rate && rates.every(isCounter) ? [...rates, rate] : rates,
    burst: policy.burst,
    ...(Number.isFinite(limit) && { maxConcurrent: limit }),
  };
}

/** Where a policy keeps no distance, this one is stretched. */
const LEAST_INTERVAL_MS = 100;

function stretched(policy: RatePolicy, factor: number): RatePolicy {
  if (factor <= 1) return policy;
  const rates = policy.rates.map((rate) =>
    isCounter(rate) ? rate : { ...rate, periodMs: rate.periodMs * factor },
  );
  const added = rates.every(isCounter) ? [{ count: 1, periodMs: LEAST_INTERVAL_MS * factor }] : [];
  return { ...policy, rates: [...rates, ...added], burst: 1 };
}

/** The distance between two starts that the slowest of these asks for. */
export function longestSpacingMs(wants: readonly Want[]): number {
  let longest = 0;
  for (const { policy } of wants) longest = Math.max(longest, spacingMs(policy));
  return longest;
}

/** Most answers repeat what the one before said. */
const isSameQuota = (known: Quota | undefined, quota: Quota): boolean =>
  known !== undefined &&
  known.maxConcurrent === quota.maxConcurrent &&
  known.rate?.count === quota.rate?.count &&
  known.rate?.periodMs === quota.rate?.periodMs;

const resolverWantsOf = ({ resolvers }: RateSettings): ReadonlyMap<string, Want> =>
  new Map(
    Object.entries(resolvers).map(([name, spec]) => [
      name,
      { key: `resolver ${name}`, policy: policyOf(spec) },
    ]),
  );

/** Looks rates up: one key function, one order. */
// oxlint-disable-next-line max-lines-per-function -- one table of what holds, and all that changes it
export function ratePolicies(initial: RateSettings, siteOf: SiteOf = siteLookup()): RatePolicies {
  let settings = initial;
  let resolverWants = resolverWantsOf(initial);
  const floors = new Map<HostKey, RatePolicy>();
  const quotas = new Map<string, Quota>();
  const announced = new Set<HostKey>();
  const stretches = new Map<string, number>();
  const limits = new Map<HostKey, number>();

  const agreed = (host: HostKey, role: RateRole): Configured => {
    const configured = search(settings, host, role);
    const quota = quotas.get(`${host} ${role}`);
    if (!quota) return configured;
    const isSteered = settings.steered?.includes(configured.entry) ?? false;
    return { ...configured, policy: underQuota(configured.policy, quota, isSteered) };
  };
  const workOutTotals = () => totalsOver({ settings, siteOf, agreed, announced: [...announced] });
  let totals = workOutTotals();
  const lookUp = (host: HostKey, role: RateRole): FoundPolicy => {
    const { policy, entry } = agreed(host, role);
    const factor = stretches.get(`${host} ${role}`) ?? 1;
    return { policy: stretched(policy, factor), entry, isSpaced: spacingMs(policy) > 0 };
  };
  const found = perLane(lookUp);
  const find = (host: HostKey, role: Role): FoundPolicy => found.of(host, rateRole(role));
  const lookUpAtOnce = (host: HostKey): number => {
    const own = RATE_ROLES.map((role) => find(host, role)).filter(({ entry }) => entry !== 'default');
    const most = own.map(({ policy }) => policy.maxConcurrent ?? Infinity);
    const inAll = totals(host).host.policy.maxConcurrent ?? Infinity;
    return Math.min(inAll, most.length === 0 ? Infinity : Math.max(...most));
  };
  const forget = (host: HostKey): void => {
    found.forget(host);
    prepared.forget(host);
    limits.delete(host);
  };
  const forgetAll = (): void => {
    totals = workOutTotals();
    found.clear();
    prepared.clear();
    limits.clear();
  };
  const floorOf = (host: HostKey, role: Role): RatePolicy =>
    (role === 'metadata' ? undefined : floors.get(host)) ?? UNLIMITED;
  const prepared = perLane((host, role): readonly Want[] => [
    { key: hostLimitKey(host), policy: floorOf(host, role) },
    { key: `${host} ${role}`, policy: find(host, role).policy },
    ...totals(host).wants,
  ]);
  const wantsOf = (host: HostKey, role: Role): readonly Want[] => prepared.of(host, rateRole(role));

  return {
    find,
    totals: (host) => totals(host),
    wants(host, role, resolver) {
      const known = wantsOf(host, role);
      const own = resolver === undefined ? undefined : resolverWants.get(resolver);
      return own ? [...known, own] : known;
    },
    atOnce(host) {
      const known = limits.get(host) ?? lookUpAtOnce(host);
      limits.set(host, known);
      return known;
    },
    setFloor(host, intervalMs) {
      floors.set(host, { rates: intervalMs > 0 ? [{ count: 1, periodMs: intervalMs }] : [], burst: 1 });
      prepared.forget(host);
    },
    setQuota(host, role, quota) {
      const key = `${host} ${rateRole(role)}`;
      if (isSameQuota(quotas.get(key), quota)) return;
      quotas.set(key, quota);
      announced.add(host);
      // The total of its domain may change with it, and so what every host of the domain is held to.
      forgetAll();
    },
    isSpaced: (host, role) => find(host, role).isSpaced,
    stretch(host, role, factor) {
      stretches.set(`${host} ${rateRole(role)}`, factor);
      forget(host);
    },
    replace(next) {
      settings = next;
      resolverWants = resolverWantsOf(next);
      forgetAll();
    },
    intervalMs: (host, role) => longestSpacingMs(wantsOf(host, role)),
  };
}
