import type { HostKey } from '../../core/url.ts';
import type { SiteOf } from '../site-of.ts';
import type { RatePolicy, RateRole, Want } from './limiter.ts';
import { isCounter } from './pace.ts';
import {
  nearestEntry,
  policyOf,
  RATE_ROLES,
  type RateSettings,
  type RateSpec,
  spacingMs,
  UNLIMITED,
} from './rate-settings.ts';

/** Of a role: its policy, and the entry it was found under (`default` for none). */
export interface Configured {
  readonly policy: RatePolicy;
  readonly entry: string;
}

/** What all roles of a host, or all hosts of a domain, may start together. Without rates nothing is limited. */
interface FoundTotal extends Want {
  /** The entry that names it, or `default`; `undefined` where it follows the policies of the roles. */
  readonly entry: string | undefined;
  /** The role or the host whose policy it follows. */
  readonly follows: string | undefined;
}

export interface Totals {
  readonly host: FoundTotal;
  readonly domain: FoundTotal;
  /** Those that limit anything, the host's first. */
  readonly wants: readonly Want[];
}

export interface TotalDeps {
  readonly settings: RateSettings;
  readonly siteOf: SiteOf;
  /** What was configured for a role, or announced by the host; not how it is slowed down for the time being. */
  readonly agreed: (host: HostKey, role: RateRole) => Configured;
  /** Hosts that announced something. */
  readonly announced: readonly HostKey[];
}

/** A domain bears what so many of its fastest host bear, as long as nobody says otherwise. */
export const HOSTS_OF_A_DOMAIN = 4;

const hostTotalKey = (host: HostKey): string => `total ${host}`;
const domainTotalKey = (site: string): string => `domain ${site}`;

interface Pace {
  readonly policy: RatePolicy;
  readonly follows: string;
}

/** A policy that keeps no distance is faster than any that does. */
const isFaster = (one: RatePolicy, other: RatePolicy): boolean => spacingMs(one) < spacingMs(other);

/**
 * Daily figures are left out: they count what one kind of request may cost an upstream, and its role is held to them. A
 * burst that one of them allows is not taken back.
 */
function fastestOf(paces: readonly Pace[], times = 1): Pace | undefined {
  let fastest = paces[0];
  for (const pace of paces) if (fastest && isFaster(pace.policy, fastest.policy)) fastest = pace;
  if (!fastest) return undefined;
  const rates = spacingMs(fastest.policy) > 0 ? fastest.policy.rates.filter((rate) => !isCounter(rate)) : [];
  return {
    policy: {
      rates: rates.map(({ count, periodMs }) => ({ count: count * times, periodMs })),
      burst: Math.max(...paces.map(({ policy }) => policy.burst)),
    },
    follows: fastest.follows,
  };
}

const named = (key: string, spec: RateSpec | null, entry: string): FoundTotal => ({
  key,
  policy: spec === null ? UNLIMITED : policyOf(spec),
  entry,
  follows: undefined,
});

const following = (key: string, pace: Pace | undefined): FoundTotal => ({
  key,
  policy: pace?.policy ?? UNLIMITED,
  entry: undefined,
  follows: pace?.follows,
});

/** The default as it is named, unless policies of a host need more. */
const atLeast = (key: string, spec: RateSpec, needed: Pace | undefined): FoundTotal =>
  needed && isFaster(needed.policy, policyOf(spec)) ? following(key, needed) : named(key, spec, 'default');

const isOwn = (entry: string): boolean => entry !== 'default';

function fastestRole(
  { agreed }: TotalDeps,
  host: HostKey,
  counts: (entry: string) => boolean,
): Pace | undefined {
  return fastestOf(
    RATE_ROLES.flatMap((role) => {
      const { policy, entry } = agreed(host, role);
      return counts(entry) ? [{ policy, follows: role }] : [];
    }),
  );
}

function hostTotal(deps: TotalDeps, host: HostKey): FoundTotal {
  const { settings } = deps;
  const key = hostTotalKey(host);
  const own = nearestEntry(settings, host, 'host');
  if (own) return named(key, own.spec, own.entry);
  const spec = settings.default.host;
  if (spec === null) return named(key, spec, 'default');
  if (spec === undefined)
    return following(
      key,
      fastestRole(deps, host, () => true),
    );
  return atLeast(key, spec, fastestRole(deps, host, isOwn));
}

/** What a host bears: its total, or where it has none what its fastest role does. */
function paceOf(deps: TotalDeps, host: HostKey): Pace {
  const { policy } = hostTotal(deps, host);
  const borne = spacingMs(policy) > 0 ? policy : fastestRole(deps, host, () => true)?.policy;
  return { policy: borne ?? UNLIMITED, follows: host };
}

/** What the policies of a host itself ask for. */
function ownPace(deps: TotalDeps, host: HostKey): Pace[] {
  const { policy, entry } = hostTotal(deps, host);
  const isNamed = entry !== undefined && isOwn(entry) && spacingMs(policy) > 0;
  const pace = isNamed ? { policy } : fastestRole(deps, host, isOwn);
  return pace ? [{ policy: pace.policy, follows: host }] : [];
}

function domainTotal(deps: TotalDeps, site: string, members: readonly HostKey[]): FoundTotal {
  const { settings } = deps;
  const key = domainTotalKey(site);
  const own = nearestEntry(settings, site, 'domain');
  if (own) return named(key, own.spec, own.entry);
  const spec = settings.default.domain;
  if (spec === null) return named(key, spec, 'default');
  if (spec !== undefined)
    return atLeast(key, spec, fastestOf(members.flatMap((host) => ownPace(deps, host))));
  const paces = [...new Set([site, ...members])].map((host) => paceOf(deps, host));
  return following(key, fastestOf(paces, HOSTS_OF_A_DOMAIN));
}

/**
 * The totals beside the rates per role. What is named counts: under the nearest entry, else in the defaults, which a host
 * with policies of its own may exceed as far as these need. What is not named follows the roles: a host bears in all what
 * its fastest role bears, a domain four times what the fastest of its known hosts bears. Each is worked out once.
 */
export function totalsOver(deps: TotalDeps): (host: HostKey) => Totals {
  const { settings, siteOf, announced } = deps;
  const bySite = Map.groupBy([...Object.keys(settings.policies), ...announced], siteOf);
  const domains = new Map<string, FoundTotal>();
  const hosts = new Map<HostKey, Totals>();
  const ofDomain = (site: string): FoundTotal => {
    const known = domains.get(site) ?? domainTotal(deps, site, bySite.get(site) ?? []);
    domains.set(site, known);
    return known;
  };
  const lookUp = (host: HostKey): Totals => {
    const [own, domain] = [hostTotal(deps, host), ofDomain(siteOf(host))];
    return { host: own, domain, wants: [own, domain].filter(({ policy }) => policy.rates.length > 0) };
  };
  return (host) => {
    const known = hosts.get(host) ?? lookUp(host);
    hosts.set(host, known);
    return known;
  };
}
