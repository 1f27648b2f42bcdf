import type { Config } from '../config/schema.ts';
import { resolverOptions } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import { urlPolicy } from '../http/address/url-policy.ts';
import type { BreakerSettings } from '../http/breaker/breaker.ts';
import { createHttpStack, type HttpStack } from '../http/create-http-client.ts';
import type { RateOption, RolePolicy } from '../http/options.ts';
import type { Limiter } from '../http/rate-limit/limiter.ts';
import { memoryLimiter } from '../http/rate-limit/memory.ts';
import type { RateSettings, RateSpec, RolePolicies } from '../http/rate-limit/policies.ts';
import { systemNames } from '../http/transport/resolve-name.ts';
import { undiciTransport } from '../http/transport.ts';
import type { Platform } from './platform.ts';

/** The average speed is judged only after this long. */
const SLOW_AFTER_MS = 30_000;

export interface WiredHttp extends HttpStack, AsyncDisposable {
  readonly limiter: Limiter;
}

/** The one HTTP stack of this configuration. */
export async function wireHttp(config: Config, platform: Platform, version: string): Promise<WiredHttp> {
  const { clock, random } = platform;
  const { http, robots, orchestrator } = config;
  const urls = urlPolicy({
    allowedPorts: http.allowed_ports,
    httpsOnly: http.https_only,
    allowHttpHosts: http.allow_http_hosts,
    allowPrivateAddresses: http.allow_private_addresses,
  });
  const limiter = limiterOf(config, platform);
  const transport = undiciTransport({
    clock,
    times: {
      connectMs: http.timeout_connect_s * 1000,
      headersMs: http.timeout_headers_s * 1000,
      idleMs: http.timeout_read_s * 1000,
      totalMs: http.timeout_total_s * 1000,
      minBytesPerSecond: http.min_bytes_per_s,
      slowAfterMs: SLOW_AFTER_MS,
    },
    maxBytes: config.download.max_bytes,
    policy: urls,
    connectTo: http.connect_to,
    tls: {
      verify: http.verify_tls,
      ...(http.ca_file !== null && { ca: await pemOf(http.ca_file, platform) }),
    },
    ...(http.proxy !== null && { proxy: http.proxy }),
    resolve: systemNames(),
  });
  const stack = createHttpStack({
    clock,
    random,
    transport: transport.send,
    limiter,
    urls,
    identity: { userAgent: userAgent(config, version), hostHeaders: http.headers },
    maxRedirects: http.max_redirects,
    robots: { enabled: robots.enabled, ttlMs: robots.ttl_seconds * 1000 },
    retry: {
      maxAttempts: http.retry.max_attempts,
      retryStatuses: http.retry.retry_statuses,
      strategy: http.retry.strategy,
      baseDelayMs: http.retry.base_delay_ms,
      maxDelayMs: http.retry.max_delay_ms,
      jitterMs: http.retry.jitter_ms,
      retryAfterCapMs: http.retry.retry_after_cap_s * 1000,
    },
    breaker: breakerOf(config),
    slots: {
      maxConnections: http.max_connections,
      maxPerHost: orchestrator.max_per_host,
      maxPerResolver: orchestrator.max_per_resolver,
    },
    rates: ratesOf(config),
    parkAfterMs: orchestrator.park_after_s * 1000,
  });
  return { ...stack, limiter, [Symbol.asyncDispose]: () => transport[Symbol.asyncDispose]() };
}

async function pemOf(path: string, { files }: Platform): Promise<string> {
  try {
    return Buffer.from(await files.read(path)).toString('utf8');
  } catch (error) {
    throw new UserError(
      `http.ca_file: ${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
      2,
      error,
    );
  }
}

function limiterOf({ rate_limit }: Config, { clock }: Platform): Limiter {
  switch (rate_limit.backend) {
    case 'memory':
      return memoryLimiter(clock);
    case 'multiprocess':
    case 'sqlite':
    case 'redis':
    case 'postgres':
      throw new UserError(
        `rate_limit.backend: ${rate_limit.backend} is not part of this version; use memory`,
      );
  }
}

function userAgent({ http, mailto }: Config, version: string): string {
  const named = http.user_agent.replaceAll('{version}', version);
  return mailto === null
    ? named.replace(/\s*\(\+mailto:\{mailto\}\)/, '').replaceAll('{mailto}', '')
    : named.replaceAll('{mailto}', mailto);
}

function breakerOf({ http }: Config): BreakerSettings | undefined {
  const { enabled, failure_threshold, window_s, open_s, open_factor, max_open_s, half_open_trials } =
    http.breaker;
  if (!enabled) return undefined;
  return {
    failureThreshold: failure_threshold,
    windowMs: window_s * 1000,
    openMs: open_s * 1000,
    openFactor: open_factor,
    maxOpenMs: max_open_s * 1000,
    halfOpenTrials: half_open_trials,
  };
}

function ratesOf(config: Config): RateSettings {
  const { default: fallback, policies } = config.rate_limit;
  const resolvers: Record<string, RateSpec> = {};
  for (const name of config.resolvers.order) {
    const { rate_limit: rate, min_interval_s: interval } = resolverOptions(config, name);
    if (rate !== null) resolvers[name] = rate;
    if (interval !== null) resolvers[name] = `1/${interval}second`;
  }
  return {
    default: rolesOf(fallback),
    policies: Object.fromEntries(Object.entries(policies).map(([host, roles]) => [host, rolesOf(roles)])),
    resolvers,
  };
}

const rolesOf = (roles: RolePolicy): RolePolicies =>
  Object.fromEntries(
    Object.entries(roles).flatMap(([role, rate]) => (rate === undefined ? [] : [[role, specOf(rate)]])),
  );

const specOf = (rate: RateOption): RateSpec =>
  typeof rate === 'string'
    ? rate
    : {
        rates: rate.rates,
        burst: rate.burst,
        ...(rate.max_concurrent !== null && { maxConcurrent: rate.max_concurrent }),
      };
