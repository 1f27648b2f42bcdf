import type { LoadedConfig } from '../config/assemble-config.ts';
import { exactOrigin } from '../config/print-config.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import { resolverRoute } from '../config/settle-resolvers.ts';
import type { RateOption } from '../http/options.ts';
import { HOSTS_OF_A_DOMAIN } from '../http/rate-limit/totals.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import { limitsFile } from './wire-limiter.ts';

const LIMITS = ['metadata', 'landing', 'artifact', 'host', 'domain'] as const;

/** Totals that nobody names. */
const FOLLOWING: Readonly<Partial<Record<string, string>>> = {
  host: 'what its fastest role bears',
  domain: `${HOSTS_OF_A_DOMAIN} times what its fastest host bears`,
};

interface AskedResolver {
  readonly position: number;
  readonly name: string;
  readonly tier: string;
  /** Where it asks; `null` for one that visits many hosts. */
  readonly base_url: string | null;
  readonly rate: string | null;
  readonly api_key: 'set' | 'unset';
}

/** One rate, where it applies and who said so. */
interface StatedRate {
  readonly entry: string;
  /** Or `host`, `domain`: the totals. */
  readonly role: string;
  readonly rate: string;
  readonly origin: string;
}

/** What a run under this configuration would do, as plain data. */
export interface ExplainedConfig {
  readonly resolvers: readonly AskedResolver[];
  readonly tier_parallel: boolean;
  readonly disabled: readonly { readonly name: string; readonly why: string }[];
  readonly limits: {
    readonly backend: string;
    readonly counted_by: string;
    readonly rates: readonly StatedRate[];
    readonly max_per_host: number;
    readonly max_per_resolver: Readonly<Record<string, number>>;
    readonly max_connections: number;
    readonly park_after_s: number;
  };
  readonly retry: Config['http']['retry'];
  readonly breaker: Config['http']['breaker'];
  readonly timeouts: Readonly<Record<string, number>>;
  readonly robots: Config['robots'];
}

/** `5/second and 90000/day, bursts of 3, 2 at once`. */
function rateText(rate: RateOption): string {
  if (typeof rate === 'string') return rate;
  return [
    rate.rates.join(' and '),
    ...(rate.burst > 1 ? [`bursts of ${rate.burst}`] : []),
    ...(rate.max_concurrent !== null ? [`${rate.max_concurrent} at once`] : []),
  ].join(', ');
}

/** Who counts, in the words of an operator. */
export function countedBy(config: Config, { parent }: Pick<Platform, 'parent'>): string {
  const { processes } = config.orchestrator;
  switch (config.rate_limit.backend) {
    case 'memory':
    case 'multiprocess':
      if (parent) return 'the parent process';
      return processes > 1 ? `the first process, for all ${processes} of a run` : 'this process alone';
    case 'sqlite':
      return `all processes that share ${limitsFile(config, placesOf(config))}`;
    case 'redis':
    case 'postgres':
      return 'a service (not part of this version)';
  }
}

export function explainConfig(loaded: LoadedConfig, platform: Pick<Platform, 'parent'>): ExplainedConfig {
  const { config } = loaded;
  const { http, orchestrator } = config;
  return {
    resolvers: askedResolvers(loaded),
    tier_parallel: config.resolvers.tier_parallel,
    disabled: disabledResolvers(loaded),
    limits: {
      backend: config.rate_limit.backend,
      counted_by: countedBy(config, platform),
      rates: statedRates(loaded),
      max_per_host: orchestrator.max_per_host,
      max_per_resolver: orchestrator.max_per_resolver,
      max_connections: http.max_connections,
      park_after_s: orchestrator.park_after_s,
    },
    retry: http.retry,
    breaker: http.breaker,
    timeouts: {
      connect_s: http.timeout_connect_s,
      headers_s: http.timeout_headers_s,
      read_s: http.timeout_read_s,
      total_s: http.timeout_total_s,
      min_bytes_per_s: http.min_bytes_per_s,
    },
    robots: config.robots,
  };
}

function askedResolvers({ config, resolvers }: LoadedConfig): readonly AskedResolver[] {
  const byName = new Map(resolvers.map((resolver) => [resolver.name, resolver]));
  const asked = resolverRoute(config).flatMap(({ tier, resolvers }) =>
    resolvers.map((name) => ({ name, tier })),
  );
  return asked.map(({ name, tier }, index) => {
    const { base_url, rate_limit, min_interval_s, api_key } = resolverOptions(config, name);
    const rate = min_interval_s === null ? rate_limit : `1/${min_interval_s}second`;
    return {
      position: index + 1,
      name,
      tier,
      base_url: base_url ?? byName.get(name)?.baseUrl ?? null,
      rate: rate === null ? null : rateText(rate),
      api_key: api_key === null ? 'unset' : 'set',
    };
  });
}

function disabledResolvers({ config, origins, resolvers: all }: LoadedConfig): ExplainedConfig['disabled'] {
  const runs = new Set(resolverRoute(config).flatMap(({ resolvers }) => resolvers));
  const why = (name: string, enabledByDefault: boolean): string => {
    const listed = config.resolvers.order.includes(name);
    const from = exactOrigin(origins, ['resolvers', name, 'enabled']);
    if (listed) return `resolvers.${name}.enabled is false (from ${from})`;
    if (!enabledByDefault) return 'off by default: name it in resolvers.order to enable it';
    return `not in resolvers.order (from ${exactOrigin(origins, ['resolvers', 'order'])})`;
  };
  return all
    .filter(({ name }) => !runs.has(name))
    .map(({ name, enabledByDefault }) => ({
      name,
      why: why(name, enabledByDefault),
    }));
}

/** The default first, then every entry in the order of its name. */
function statedRates({ config, origins }: LoadedConfig): readonly StatedRate[] {
  const { default: fallback, policies } = config.rate_limit;
  const entries = Object.entries(policies).sort(([a], [b]) => (a < b ? -1 : 1));
  return [['default', fallback] as const, ...entries].flatMap(([entry, rates]) =>
    LIMITS.flatMap((role) => {
      const rate = rates[role];
      const path =
        entry === 'default' ? ['rate_limit', 'default', role] : ['rate_limit', 'policies', entry, role];
      const text = statedText(rate) ?? (entry === 'default' ? FOLLOWING[role] : undefined);
      return text === undefined ? [] : [{ entry, role, rate: text, origin: exactOrigin(origins, path) }];
    }),
  );
}

const statedText = (rate: RateOption | null | undefined): string | undefined =>
  rate === null ? 'not limited' : rate === undefined ? undefined : rateText(rate);
