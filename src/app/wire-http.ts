import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { SecretMask } from '../core/mask-secrets.ts';
import { parsedUrl } from '../core/url.ts';
import { type UrlPolicy, urlPolicy } from '../http/address/url-policy.ts';
import type { BreakerSettings } from '../http/breaker/breaker.ts';
import { createHttpStack, type HttpStack } from '../http/create-http-client.ts';
import type { RetrySettings } from '../http/layers/retry-transient.ts';
import type { SlotSettings } from '../http/layers/take-slot.ts';
import type { Network } from '../http/network/network.ts';
import { networkWatch } from '../http/network/network-watch.ts';
import { networkOver } from '../http/network/over-line.ts';
import type { Purse } from '../http/purse.ts';
import type { Limiter } from '../http/rate-limit/limiter.ts';
import { slotsOver } from '../http/slots/over-line.ts';
import { slots as memorySlots, type Slots } from '../http/slots/slots.ts';
import { systemNames } from '../http/transport/resolve-name.ts';
import { type Transport, undiciTransport } from '../http/transport.ts';
import type { Resolver } from '../resolvers/resolver.ts';
import { identityOf } from './identity.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';
import { ratesOf } from './rates.ts';
import { wireCache } from './wire-cache.ts';
import { disposable, openLimiter } from './wire-limiter.ts';
import { wireRoute } from './wire-resolvers.ts';

/** The average speed is judged only after this long. */
const SLOW_AFTER_MS = 30_000;

export interface WiredHttp extends HttpStack, AsyncDisposable {
  readonly limiter: Limiter;
  readonly slots: Slots;
  readonly network: Network;
  /** Takes over the rates, slots, headers and budgets of another configuration. */
  reload(config: Config): void;
}

export interface HttpSurroundings {
  readonly version: string;
  readonly emit: Emit;
  readonly places: Places;
  /** In place of the one that the configuration names. */
  readonly limiter?: Limiter;
  /** Who may be asked, where it is not only the built-in ones. */
  readonly resolvers?: readonly Resolver[];
  /** Shared with everyone who works on the same ledger. */
  readonly purse?: Purse;
  /** Those of this configuration, where answers are kept or acted upon. */
  readonly secrets?: SecretMask;
}

/** The one HTTP stack of this configuration. */
export async function wireHttp(
  config: Config,
  platform: Platform,
  surroundings: HttpSurroundings,
): Promise<WiredHttp> {
  const { clock, random } = platform;
  const { http, robots, orchestrator } = config;
  const { emit, secrets } = surroundings;
  const urls = urlPolicyOf(config);
  const limiter = surroundings.limiter
    ? disposable(surroundings.limiter)
    : await openLimiter(config, platform, surroundings.places);
  const slots = platform.parent ? slotsOver(platform.parent) : memorySlots();
  const transport = await transportOf(config, platform, urls);
  const network = networkOf(config, platform, { ...surroundings, transport });
  const cache = wireCache(config, { ...surroundings, clock });
  const live = liveSettings(config, surroundings);
  const stack = createHttpStack({
    clock,
    random,
    transport: transport.send,
    limiter,
    network,
    peerOf: (hop) => transport.peerOf(parsedUrl(hop)),
    urls,
    identity: live.identity,
    ...(secrets && { secrets }),
    maxRedirects: http.max_redirects,
    robots: { enabled: robots.enabled, ttlMs: robots.ttl_seconds * 1000 },
    ...(cache && { cache }),
    retry: retryOf(config),
    breaker: breakerOf(config),
    slots: live.slots,
    places: slots,
    rates: ratesOf(config),
    budget: live.budget,
    ...(surroundings.purse && { purse: surroundings.purse }),
    warn: (message) => emit({ type: 'warning', message }),
    onBreaker: (host, state) => emit({ type: 'breaker', host, state }),
    parkAfterMs: orchestrator.park_after_s * 1000,
  });
  return {
    ...stack,
    limiter,
    slots,
    network,
    reload(next) {
      live.take(next);
      stack.setRates(ratesOf(next));
    },
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      cache?.[Symbol.dispose]();
      limiter[Symbol.dispose]();
    },
  };
}

/** One for all processes of a run: the parent judges. */
function networkOf(
  config: Config,
  { parent, clock }: Platform,
  { transport, emit, resolvers = [] }: HttpSurroundings & { readonly transport: Transport },
): Network {
  if (parent) return networkOver(parent, clock);
  return networkWatch({
    clock,
    probe: transport.probe,
    connectMs: config.http.timeout_connect_s * 1000,
    wanted: wantedPeers(config, resolvers, transport),
    onChange: (outage, lastedMs) => emit({ type: 'offline', ...(outage && { why: outage.why }), lastedMs }),
  });
}

/** Sources that works are asked for at, in their order. */
function wantedPeers(
  config: Config,
  resolvers: readonly Resolver[],
  transport: Transport,
): readonly string[] {
  const urls = wireRoute({ config, resolvers }).flatMap((tier) =>
    tier.resolvers.map(({ resolver, options }) => options.base_url ?? resolver.baseUrl),
  );
  const peers = urls.flatMap((url) => (url === undefined ? [] : [transport.peerOf(new URL(url))]));
  return [...new Set(peers)];
}

export const urlPolicyOf = ({ http }: Config): UrlPolicy =>
  urlPolicy({
    allowedPorts: http.allowed_ports,
    httpsOnly: http.https_only,
    allowHttpHosts: http.allow_http_hosts,
    allowPrivateAddresses: http.allow_private_addresses,
  });

const slotsOf = ({ http, orchestrator }: Config): SlotSettings => ({
  maxConnections: http.max_connections,
  maxPerHost: orchestrator.max_per_host,
  maxPerResolver: orchestrator.max_per_resolver,
});

/** Settings that the layers read anew for every request. */
function liveSettings(config: Config, { version, resolvers }: HttpSurroundings) {
  const identity = { ...identityOf(config, version, resolvers) };
  const slots = { ...slotsOf(config) };
  const budget = { usdPerDay: config.budgets.openalex_usd_per_day };
  return {
    identity,
    slots,
    budget,
    take(next: Config): void {
      Object.assign(identity, identityOf(next, version, resolvers));
      Object.assign(slots, slotsOf(next));
      budget.usdPerDay = next.budgets.openalex_usd_per_day;
    },
  };
}

async function transportOf(config: Config, platform: Platform, policy: UrlPolicy): Promise<Transport> {
  const { http } = config;
  return undiciTransport({
    clock: platform.clock,
    times: {
      connectMs: http.timeout_connect_s * 1000,
      headersMs: http.timeout_headers_s * 1000,
      idleMs: http.timeout_read_s * 1000,
      totalMs: http.timeout_total_s * 1000,
      minBytesPerSecond: http.min_bytes_per_s,
      slowAfterMs: SLOW_AFTER_MS,
    },
    maxBytes: config.download.max_bytes,
    policy,
    connectTo: http.connect_to,
    tls: {
      verify: http.verify_tls,
      ...(http.ca_file !== null && { ca: await pemOf(http.ca_file, platform) }),
    },
    ...(http.proxy !== null && { proxy: http.proxy, noProxy: http.no_proxy }),
    resolve: systemNames(),
  });
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

function retryOf({ http }: Config): RetrySettings {
  return {
    maxAttempts: http.retry.max_attempts,
    retryStatuses: http.retry.retry_statuses,
    strategy: http.retry.strategy,
    baseDelayMs: http.retry.base_delay_ms,
    maxDelayMs: http.retry.max_delay_ms,
    jitterMs: http.retry.jitter_ms,
    retryAfterCapMs: http.retry.retry_after_cap_s * 1000,
  };
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
