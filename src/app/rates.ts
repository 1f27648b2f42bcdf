import { isDeepStrictEqual } from 'node:util';
import { type Config, resolverOptions } from '../config/schema.ts';
import { DEFAULT_POLICIES } from '../http/default-policies.ts';
import type { EntryPolicy, RateOption } from '../http/options.ts';
import type { EntryPolicies, RateSettings, RateSpec } from '../http/rate-limit/rate-settings.ts';

/** Upstreams that tell with every answer what they grant: ours is only a start, unless somebody set another. */
const TELLING = ['api.crossref.org'];

/** What the configuration says about rates, as the limiter's policies take it. */
export function ratesOf(config: Config): RateSettings {
  const { default: fallback, policies } = config.rate_limit;
  const resolvers: Record<string, RateSpec> = {};
  for (const name of config.resolvers.order) {
    const { rate_limit: rate, min_interval_s: interval } = resolverOptions(config, name);
    if (rate !== null) resolvers[name] = rate;
    if (interval !== null) resolvers[name] = `1/${interval}second`;
  }
  return {
    default: entryOf(fallback),
    policies: Object.fromEntries(Object.entries(policies).map(([host, rates]) => [host, entryOf(rates)])),
    resolvers,
    steered: TELLING.filter((host) => isDeepStrictEqual(policies[host], DEFAULT_POLICIES[host])),
  };
}

const entryOf = (rates: EntryPolicy): EntryPolicies =>
  Object.fromEntries(
    Object.entries(rates).flatMap(([name, rate]) =>
      rate === undefined ? [] : [[name, rate === null ? null : specOf(rate)]],
    ),
  );

const specOf = (rate: RateOption): RateSpec =>
  typeof rate === 'string'
    ? rate
    : {
        rates: rate.rates,
        burst: rate.burst,
        ...(rate.max_concurrent !== null && { maxConcurrent: rate.max_concurrent }),
      };
