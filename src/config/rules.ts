import { canBeClaimed, KNOWN_LICENSES } from '../core/accepted-licenses.ts';
import { readLicense } from '../core/claims.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import { nearest } from './nearest.ts';
import { type Config, resolverOptions } from './schema.ts';
import type { Problem } from './setting.ts';

type Rule = (config: Config, resolvers: readonly string[]) => readonly Problem[];

const when = (isWrong: boolean, path: readonly string[], text: string): readonly Problem[] =>
  isWrong ? [{ path, text }] : [];

/** Resolvers from elsewhere may claim licences of their own. */
const isBuiltIn = (name: string): boolean => RESOLVERS.some((resolver) => resolver.name === name);

function noSuchLicense(license: string): string {
  const close = nearest(readLicense(license) ?? '', KNOWN_LICENSES);
  return `is ${JSON.stringify(license)}, which no source claims: no work could be accepted by it${
    close === undefined
      ? `; give the address of the licence, or one of: ${KNOWN_LICENSES.join(' | ')}`
      : `; did you mean ${close}?`
  }`;
}

/** What no key can say alone. */
const RULES: readonly Rule[] = [
  (config, resolvers) =>
    resolvers.flatMap((name) => {
      const { min_interval_s, rate_limit } = resolverOptions(config, name);
      const text = `cannot stand beside resolvers.${name}.rate_limit: both say how often to ask`;
      return when(
        min_interval_s !== null && rate_limit !== null,
        ['resolvers', name, 'min_interval_s'],
        text,
      );
    }),
  ({ orchestrator }) =>
    when(
      orchestrator.heartbeat_seconds * 2 > orchestrator.lease_ttl_seconds,
      ['orchestrator', 'heartbeat_seconds'],
      'must be at most half of orchestrator.lease_ttl_seconds, or a single late heartbeat loses the lease',
    ),
  ({ orchestrator }, resolvers) =>
    Object.keys(orchestrator.max_per_resolver).flatMap((name) =>
      when(
        !resolvers.includes(name),
        ['orchestrator', 'max_per_resolver', name],
        'names no resolver that is known',
      ),
    ),
  ({ http: { retry } }) =>
    when(
      retry.base_delay_ms > retry.max_delay_ms,
      ['http', 'retry', 'base_delay_ms'],
      'must be at most http.retry.max_delay_ms',
    ),
  ({ http: { breaker } }) =>
    when(
      breaker.open_s > breaker.max_open_s,
      ['http', 'breaker', 'open_s'],
      'must be at most http.breaker.max_open_s',
    ),
  ({ http: { cache } }) =>
    when(
      cache.backend === 'redis' && cache.url === null,
      ['http', 'cache', 'backend'],
      'redis needs http.cache.url',
    ),
  ({ rate_limit: { backend, url } }) =>
    when(
      (backend === 'redis' || backend === 'postgres') && url === null,
      ['rate_limit', 'backend'],
      `${backend} needs rate_limit.url`,
    ),
  ({ storage }) =>
    when(
      storage.backend === 'postgres' && storage.connection_string === null,
      ['storage', 'backend'],
      'postgres needs storage.connection_string',
    ),
  ({ telemetry }) =>
    when(
      telemetry.sinks.includes('otlp') && telemetry.otlp.endpoint === null,
      ['telemetry', 'sinks'],
      'otlp needs telemetry.otlp.endpoint',
    ),
  ({ telemetry }) =>
    when(
      telemetry.sinks.includes('prometheus') && telemetry.prometheus.port === null,
      ['telemetry', 'sinks'],
      'prometheus needs telemetry.prometheus.port',
    ),
  ({ licenses }, resolvers) =>
    resolvers.every(isBuiltIn)
      ? licenses.accept.flatMap((license, at) =>
          when(!canBeClaimed(license), ['licenses', 'accept', String(at)], noSuchLicense(license)),
        )
      : [],
  ({ http }) => {
    const unknown = /\{(?!version\}|mailto\})[^}]*\}/.exec(http.user_agent)?.[0];
    return when(
      unknown !== undefined,
      ['http', 'user_agent'],
      `knows {version} and {mailto} only, not ${unknown}`,
    );
  },
];

export const brokenRules: Rule = (config, resolvers) => RULES.flatMap((rule) => rule(config, resolvers));

/** Settings that are allowed but probably not meant. */
export const doubts = (config: Config, resolvers: readonly string[]): readonly string[] =>
  resolvers
    .filter(
      (name) => resolverOptions(config, name).enabled === true && !config.resolvers.order.includes(name),
    )
    .map((name) => `config: resolvers.${name} is enabled but not in resolvers.order, so it does not run`);
