import type { LoadedConfig } from '../config/assemble-config.ts';
import { exactOrigin } from '../config/print-config.ts';
import { mapMarked } from '../config/redact.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import { Failure, type Reason, UserError } from '../core/errors.ts';
import type { Role } from '../core/manifest-record.ts';
import { canonicalUrl, type HostKey, hostKey, parseUrl } from '../core/url.ts';
import type { HeaderMap } from '../http/client.ts';
import { roleHeaders } from '../http/layers/role-headers.ts';
import { ratePolicies, rateRole } from '../http/rate-limit/policies.ts';
import { spacingMs } from '../http/rate-limit/rate-settings.ts';
import { MAX_LATENCY_STRETCH, MAX_STRETCH } from '../http/rate-limit/strain.ts';
import type { Totals } from '../http/rate-limit/totals.ts';
import { redactUrl } from '../http/redact-url.ts';
import { siteLookup } from '../http/site-of.ts';
import { connectTarget } from '../http/transport/choose-dial.ts';
import { countedBy } from './explain.ts';
import { identityOf } from './identity.ts';
import type { Platform } from './platform.ts';
import { policyText } from './policy-text.ts';
import { ratesOf } from './rates.ts';
import { urlPolicyOf } from './wire-http.ts';

const ROLES = ['metadata', 'landing', 'artifact', 'robots'] as const;
const MASK = '***';

/** What holds for one role at this host. */
interface ExplainedRole {
  readonly role: Role;
  readonly rate: string;
  /** The entry of `rate_limit.policies` it was found under, or `default`; and who wrote it. */
  readonly entry: string;
  readonly origin: string;
  /** Between two starts of this role alone. */
  readonly interval_ms: number;
  /** Which limit keeps two requests in this role apart: its own rate, or the total of the host or the domain. */
  readonly bound_by: 'role' | 'host' | 'domain' | null;
  readonly max_concurrent: number | null;
  readonly robots: 'obeyed' | 'exempt' | 'off';
  readonly headers: HeaderMap;
}

/** What all requests to the host, or to all hosts of its registrable domain, share. */
interface ExplainedTotal {
  readonly of: string;
  readonly rate: string;
  /** The entry of `rate_limit.policies` that names it, or `default`; `null` where it follows the policies of the roles. */
  readonly entry: string | null;
  readonly origin: string;
  readonly interval_ms: number;
  readonly max_concurrent: number | null;
}

type Guard =
  | { readonly verdict: 'allowed'; readonly note: string }
  | { readonly verdict: 'refused'; readonly reason: Reason; readonly message: string };

/** Which policies apply to a URL and why, as plain data without secrets. */
export interface ExplainedUrl {
  readonly url: string;
  readonly guard: Guard;
  /** What would be asked: https instead of http where that is the rule. */
  readonly asked_as: string | null;
  readonly https_upgrade: boolean;
  readonly canonical_url: string;
  readonly host_key: string;
  /** The origin dialled instead of the host. */
  readonly connect_to: string | null;
  readonly proxy: boolean;
  readonly roles: readonly ExplainedRole[];
  /** Beside the rates of the roles; `null` where nothing would be asked. */
  readonly totals: { readonly host: ExplainedTotal; readonly domain: ExplainedTotal } | null;
  readonly counted_by: string;
  /** Resolvers that ask this host, and whether they have a key for it. */
  readonly resolvers: readonly { readonly name: string; readonly api_key: 'set' | 'unset' }[];
  readonly slots: { readonly max_per_host: number; readonly max_connections: number };
  /** How many times slower than these rates a host is asked at most that refuses, or answers slower than usual. */
  readonly slows_down: { readonly refusals_up_to: number; readonly latency_up_to: number };
  readonly breaker: Config['http']['breaker'];
  readonly retry: Config['http']['retry'];
}

export interface UrlQuestion {
  readonly url: string;
  readonly version: string;
}

export function explainUrl(
  { url: text, version }: UrlQuestion,
  loaded: LoadedConfig,
  platform: Pick<Platform, 'parent'>,
): ExplainedUrl {
  const { config } = loaded;
  const url = parseUrl(text);
  if (!url) throw new UserError(`--url: "${redactUrl(text)}" is not a URL; write it with https://`);
  const { guard, asked } = judge(config, url);
  const target = asked ?? url;
  return {
    url: redactUrl(text),
    guard,
    asked_as: asked ? redactUrl(asked.href) : null,
    https_upgrade: asked !== undefined && url.protocol === 'http:' && asked.protocol === 'https:',
    canonical_url: canonicalUrl(redactUrl(target.href)),
    host_key: hostKey(target),
    connect_to: connectTarget(config.http.connect_to, target) ?? null,
    proxy: config.http.proxy !== null,
    roles: asked ? rolesAt(asked, loaded, version) : [],
    totals: asked ? totalsAt(hostKey(asked), loaded) : null,
    counted_by: countedBy(config, platform),
    resolvers: resolversAt(target, loaded),
    slots: {
      max_per_host: config.orchestrator.max_per_host,
      max_connections: config.http.max_connections,
    },
    slows_down: { refusals_up_to: MAX_STRETCH, latency_up_to: MAX_LATENCY_STRETCH },
    breaker: config.http.breaker,
    retry: config.http.retry,
  };
}

function judge(config: Config, url: URL): { guard: Guard; asked?: URL } {
  try {
    const asked = urlPolicyOf(config).admit(url);
    const note = 'the address connected to is judged again';
    return { guard: { verdict: 'allowed', note }, asked };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { guard: { verdict: 'refused', reason: error.reason, message: error.message } };
  }
}

function rolesAt(url: URL, loaded: LoadedConfig, version: string): readonly ExplainedRole[] {
  const { config, origins, schema } = loaded;
  const policies = ratePolicies(ratesOf(config));
  const masked = mapMarked(config, schema, (value, kind) =>
    kind === 'secret' && value !== null ? MASK : value,
  ) as Config;
  return ROLES.map((role) => {
    const { policy, entry } = policies.find(hostKey(url), role);
    const key = entry === 'default' ? ['rate_limit', 'default'] : ['rate_limit', 'policies', entry];
    const isCrawling = role === 'landing' || role === 'artifact';
    return {
      role,
      rate: policyText(policy),
      entry,
      origin: exactOrigin(origins, [...key, rateRole(role)]),
      interval_ms: spacingMs(policy),
      bound_by: boundBy(spacingMs(policy), policies.totals(hostKey(url))),
      max_concurrent: policy.maxConcurrent ?? null,
      robots: !isCrawling ? 'exempt' : config.robots.enabled ? 'obeyed' : 'off',
      headers: headersFor(url, role, { config: masked, version }),
    };
  });
}

/** Where several ask for the same distance, the first of role, host and domain. */
function boundBy(roleMs: number, { host, domain }: Totals): ExplainedRole['bound_by'] {
  const [hostMs, domainMs] = [spacingMs(host.policy), spacingMs(domain.policy)];
  if (Math.max(roleMs, hostMs, domainMs) === 0) return null;
  if (roleMs >= Math.max(hostMs, domainMs)) return 'role';
  return hostMs >= domainMs ? 'host' : 'domain';
}

function totalsAt(host: HostKey, { config, origins }: LoadedConfig): ExplainedUrl['totals'] {
  const siteOf = siteLookup();
  const totals = ratePolicies(ratesOf(config), siteOf).totals(host);
  const explained = (kind: 'host' | 'domain', of: string): ExplainedTotal => {
    const { policy, entry, follows } = totals[kind];
    const key = entry === 'default' ? ['rate_limit', 'default'] : ['rate_limit', 'policies', entry ?? ''];
    return {
      of,
      rate: policyText(policy),
      entry: entry ?? null,
      origin: entry === undefined ? followsText(kind, follows) : exactOrigin(origins, [...key, kind]),
      interval_ms: spacingMs(policy),
      max_concurrent: policy.maxConcurrent ?? null,
    };
  };
  return { host: explained('host', host), domain: explained('domain', siteOf(host)) };
}

function followsText(kind: 'host' | 'domain', follows: string | undefined): string {
  if (follows === undefined) return 'no role is limited';
  return kind === 'host' ? `follows role ${follows}` : `follows host ${follows}`;
}

/** What the stack itself would send: its own layer is asked. */
function headersFor(
  url: URL,
  role: Role,
  { config, version }: { config: Config; version: string },
): HeaderMap {
  let seen: HeaderMap = {};
  const { accept } = config.download;
  const send = roleHeaders(identityOf(config, version))((hop) => {
    seen = hop.headers ?? {};
    return Promise.reject(new Error('nothing is sent'));
  });
  const signal = new AbortController().signal;
  const own = role === 'artifact' && accept !== null ? { headers: { accept } } : {};
  void send({ url: url.href, method: 'GET', role, signal, note: () => {}, ...own }).catch(() => {});
  return seen;
}

function resolversAt(url: URL, { config, resolvers }: LoadedConfig): ExplainedUrl['resolvers'] {
  return resolvers.flatMap(({ name, baseUrl }) => {
    const { base_url, api_key } = resolverOptions(config, name);
    const asks = parseUrl(base_url ?? baseUrl ?? '');
    if (!asks || hostKey(asks) !== hostKey(url)) return [];
    return [{ name, api_key: api_key === null ? ('unset' as const) : ('set' as const) }];
  });
}
