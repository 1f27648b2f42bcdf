import { parseRate, type Rate } from '../../core/rate.ts';
import type { HostKey } from '../../core/url.ts';
import type { RatePolicy, RateRole } from './limiter.ts';
import { spacingOf } from './pace.ts';

/** `"5/second"`, or several rates that must all allow. */
export type RateSpec =
  | string
  | { readonly rates: readonly string[]; readonly burst?: number; readonly maxConcurrent?: number };

type RolePolicies = Readonly<Partial<Record<RateRole, RateSpec>>>;

/** `host`: all roles of a host together; `domain`: all hosts of a registrable domain together; `null`: no such limit. */
type TotalPolicies = Readonly<Partial<Record<'host' | 'domain', RateSpec | null>>>;

export type EntryPolicies = RolePolicies & TotalPolicies;

export interface RateSettings {
  /** For hosts without a policy; a role without a default is not limited, a total without one follows the roles. */
  readonly default: EntryPolicies;
  /** Host or domain -> role or total -> rate. The exact host wins over its parent domains, the nearest of them first. */
  readonly policies: Readonly<Record<string, EntryPolicies>>;
  /** Resolver -> rate of all its requests together, beside that of the host. */
  readonly resolvers: Readonly<Record<string, RateSpec>>;
  /** Entries that are only a cautious start: what such a host announces replaces them. Others it can only lower. */
  readonly steered?: readonly string[];
}

export const RATE_ROLES = ['metadata', 'landing', 'artifact'] as const;

export const UNLIMITED: RatePolicy = { rates: [], burst: 1 };

const rateOf = (text: string): Rate => {
  const rate = parseRate(text);
  if (!rate) throw new Error(`not a rate: ${text}`);
  return rate;
};

export function policyOf(spec: RateSpec): RatePolicy {
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

/** What the nearest entry for this host says under this name; `undefined` when none does. */
export function nearestEntry<Name extends keyof EntryPolicies>(
  { policies }: RateSettings,
  host: HostKey,
  name: Name,
): { readonly entry: string; readonly spec: NonNullable<EntryPolicies[Name]> | null } | undefined {
  for (const entry of entriesFor(host)) {
    const spec = Object.hasOwn(policies, entry) ? policies[entry]?.[name] : undefined;
    if (spec !== undefined) return { entry, spec };
  }
  return undefined;
}
