import type { Role } from '../../core/manifest-record.ts';
import { parseRate, type Rate } from '../../core/rate.ts';
import type { HostKey } from '../../core/url.ts';
import type { RatePolicy, RateRole, Want } from './limiter.ts';
import { intervalOf, isCounter, spacingOf } from './pace.ts';
import { perLane } from './per-lane.ts';

/** `"5/second"`, or several rates that must all allow. */
export type RateSpec =
  | string
  | { readonly rates: readonly string[]; readonly burst?: number; readonly maxConcurrent?: number };

export type RolePolicies = Readonly<Partial<Record<RateRole, RateSpec>>>;

export interface RateSettings {
  /** For hosts without a policy; a role without a default is not limited. */
  readonly default: RolePolicies;
  /** Host or domain -> role -> rate. The exact host wins over its parent domains, the nearest of them first. */
  readonly policies: Readonly<Record<string, RolePolicies>>;
  /** Resolver -> rate of all its requests together, beside that of the host. */
  readonly resolvers: Readonly<Record<string, RateSpec>>;
  /** Entries that are only a cautious start: what such a host announces replaces them. Others it can only lower. */
  readonly steered?: readonly string[];
}

/** What a host announces about itself in the headers of its answers. */
export interface Quota {
  readonly rate?: Rate;
  readonly maxConcurrent?: number;
}

/** What applies to a host in a role, and under which entry it was found (`default` for none). */
interface FoundPolicy {
  readonly policy: RatePolicy;
  readonly entry: string;
  /** Whether it keeps a distance between two starts even before it is stretched. */
  readonly isSpaced: boolean;
}

export interface RatePolicies {
  find(host: HostKey, role: Role): FoundPolicy;
  /** What a request must be granted: push-backs and crawl delay of the host, the rate of (host, role), that of the resolver. */
  wants(host: HostKey, role: Role, resolver?: string): readonly Want[];
  /**
   * Requests at one time that the host bears in all roles together: where every role that the host has rates for names
   * `max_concurrent`, the largest of them.
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
  /** Time between two starts; 0 where nothing spaces them. */
  intervalMs(host: HostKey, role: Role): number;
}

export const rateRole = (role: Role): RateRole => (role === 'robots' ? 'landing' : role);

/** The key under which a whole host is pushed back. */
export const hostLimitKey = (host: HostKey): string => `host ${host}`;

const UNLIMITED: RatePolicy = { rates: [], burst: 1 };

const rateOf = (text: string): Rate => {
  const rate = parseRate(text);
  if (!rate) throw new Error(`not a rate: ${text}`);
  return rate;
};

function policyOf(spec: RateSpec): RatePolicy {
  if (typeof spec === 'string') return { rates: [rateOf(spec)], burst: 1 };
  const { rates, burst = 1, maxConcurrent } = spec;
  return { rates: rates.map(rateOf), burst, ...(maxConcurrent !== undefined && { maxConcurrent }) };
}

export const spacingMs = ({ rates }: RatePolicy): number => spacingOf(rates);

/** `a.b.org:81`, `a.b.org`, `b.org`, `org`. */
function entriesFor(host: HostKey): string[] {
  const name = host.replace(/:\d+$/, '');
  const labels = name.split('.');
  return [...new Set([host, ...labels.map((_, index) => labels.slice(index).join('.'))])];
}

function search(settings: RateSettings, host: HostKey, role: RateRole): Omit<FoundPolicy, 'isSpaced'> {
  for (const entry of entriesFor(host)) {
    const spec = Object.hasOwn(settings.policies, entry) ? settings.policies[entry]?.[role] : undefined;
    if (spec !== undefined) return { policy: policyOf(spec), entry };
  }
  const spec = settings.default[role];
  return { policy: spec === undefined ? UNLIMITED : policyOf(spec), entry: 'default' };
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

const ROLES = ['metadata', 'landing', 'artifact'] as const;

/** Looks rates up: one key function, one order. */
// oxlint-disable-next-line max-lines-per-function -- one table of what holds, and all that changes it
export function ratePolicies(initial: RateSettings): RatePolicies {
  let settings = initial;
  let resolverWants = resolverWantsOf(initial);
  const floors = new Map<HostKey, RatePolicy>();
  const quotas = new Map<string, Quota>();
  const stretches = new Map<string, number>();
  const limits = new Map<HostKey, number>();

  const agreed = (host: HostKey, role: RateRole): Omit<FoundPolicy, 'isSpaced'> => {
    const configured = search(settings, host, role);
    const quota = quotas.get(`${host} ${role}`);
    if (!quota) return configured;
    const isSteered = settings.steered?.includes(configured.entry) ?? false;
    return { ...configured, policy: underQuota(configured.policy, quota, isSteered) };
  };
  const lookUp = (host: HostKey, role: RateRole): FoundPolicy => {
    const { policy, entry } = agreed(host, role);
    const factor = stretches.get(`${host} ${role}`) ?? 1;
    return { policy: stretched(policy, factor), entry, isSpaced: spacingMs(policy) > 0 };
  };
  const found = perLane(lookUp);
  const find = (host: HostKey, role: Role): FoundPolicy => found.of(host, rateRole(role));
  const lookUpAtOnce = (host: HostKey): number => {
    const own = ROLES.map((role) => find(host, role)).filter(({ entry }) => entry !== 'default');
    const most = own.map(({ policy }) => policy.maxConcurrent ?? Infinity);
    return most.length === 0 ? Infinity : Math.max(...most);
  };
  const forget = (host: HostKey): void => {
    found.forget(host);
    prepared.forget(host);
    limits.delete(host);
  };
  const floorOf = (host: HostKey, role: Role): RatePolicy =>
    (role === 'metadata' ? undefined : floors.get(host)) ?? UNLIMITED;
  const prepared = perLane((host, role): readonly Want[] => [
    { key: hostLimitKey(host), policy: floorOf(host, role) },
    { key: `${host} ${role}`, policy: find(host, role).policy },
  ]);

  return {
    find,
    wants(host, role, resolver) {
      const known = prepared.of(host, rateRole(role));
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
      forget(host);
    },
    isSpaced: (host, role) => find(host, role).isSpaced,
    stretch(host, role, factor) {
      stretches.set(`${host} ${rateRole(role)}`, factor);
      forget(host);
    },
    replace(next) {
      settings = next;
      resolverWants = resolverWantsOf(next);
      found.clear();
      prepared.clear();
      limits.clear();
    },
    intervalMs: (host, role) => Math.max(spacingMs(find(host, role).policy), spacingMs(floorOf(host, role))),
  };
}
