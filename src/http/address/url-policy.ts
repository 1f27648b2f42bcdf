import { isIP } from 'node:net';
import { Failure } from '../../core/errors.ts';
import { redactUrl } from '../redact-url.ts';
import { matchHost } from './host-pattern.ts';
import { isPublicAddress } from './public-address.ts';

export interface UrlPolicySettings {
  readonly allowedPorts: readonly number[];
  /** http URLs are tried as https, except for the hosts of `allowHttpHosts` (names or `*.suffix`). */
  readonly httpsOnly: boolean;
  readonly allowHttpHosts: readonly string[];
  /** `host:port` of private servers that may be asked all the same, over http too; IPv6 as `[::1]:8080`. */
  readonly allowPrivateAddresses: readonly string[];
}

/** What may be asked, decided on the parsed URL and on the address behind it. */
export interface UrlPolicy {
  /** The URL to ask (https instead of http where that is the rule); throws `blocked-address` for what must not be asked. */
  admit(url: URL): URL;
  /** Whether plain http to this URL was explicitly allowed. */
  allowsPlainHttp(url: URL): boolean;
  /** Whether this address may be connected to for a URL with this host and port. */
  mayConnect(address: string, target: { readonly host: string; readonly port: number }): boolean;
}

/** Names that lead inside by convention or standard (RFC 6761, 6762, 7686, 8375, 9476 and common practice). */
const INTERNAL_SUFFIX =
  /(?:^|[.])(?:localhost|local|internal|intranet|private|corp|home|lan|localdomain|home[.]arpa|in-addr[.]arpa|ip6[.]arpa|test|invalid|onion|alt)$/;

/** The host without brackets and without the dot of the root. */
export function bareHost({ hostname }: URL): string {
  if (hostname.startsWith('[')) return hostname.slice(1, -1);
  return hostname.endsWith('.') ? hostname.slice(0, -1) : hostname;
}

const portOf = (url: URL): number => Number(url.port) || (url.protocol === 'https:' ? 443 : 80);

const joined = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;

/** The same URL over https; an explicit port stays (WHATWG drops 443 as it dropped 80). */
export function asHttps(url: URL): URL {
  const upgraded = new URL(url);
  upgraded.protocol = 'https:';
  return upgraded;
}

const isInternalName = (host: string): boolean => !host.includes('.') || INTERNAL_SUFFIX.test(host);

export function urlPolicy(settings: UrlPolicySettings): UrlPolicy {
  const exceptions = new Set(settings.allowPrivateAddresses.map((entry) => entry.toLowerCase()));
  const plainHttp = Object.fromEntries(settings.allowHttpHosts.map((host) => [host.toLowerCase(), true]));
  const isException = (host: string, port: number): boolean =>
    exceptions.size > 0 && exceptions.has(joined(host, port));

  const allowsPlainHttp = (url: URL): boolean =>
    isException(bareHost(url), portOf(url)) || matchHost(plainHttp, bareHost(url)) === true;

  const objection = (url: URL): string | undefined => {
    const host = bareHost(url);
    if (url.protocol !== 'https:' && url.protocol !== 'http:')
      return `the scheme ${url.protocol} is not allowed`;
    if (url.username || url.password) return 'a URL with user or password is not allowed';
    if (isException(host, portOf(url))) return undefined;
    if (!settings.allowedPorts.includes(portOf(url))) return `port ${portOf(url)} is not allowed`;
    if (isIP(host)) return isPublicAddress(host) ? undefined : `${host} is not a public address`;
    return isInternalName(host) ? `${host} is an internal name` : undefined;
  };

  return {
    admit(url) {
      const target =
        url.protocol === 'http:' && settings.httpsOnly && !allowsPlainHttp(url) ? asHttps(url) : url;
      const problem = objection(target);
      if (problem === undefined) return target;
      throw new Failure('blocked-address', problem, { url: redactUrl(url.href), host: url.host });
    },
    allowsPlainHttp,
    mayConnect: (address, { host, port }) =>
      isPublicAddress(address) || isException(address, port) || isException(host.toLowerCase(), port),
  };
}
