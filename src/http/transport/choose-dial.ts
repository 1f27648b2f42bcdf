import { isIP } from 'node:net';
import type { Dispatcher } from 'undici';
import { parsedUrl, pathAndQuery } from '../../core/url.ts';
import { matchHost } from '../address/host-pattern.ts';
import { skipsProxy } from '../address/no-proxy.ts';
import { bareHost } from '../address/url-policy.ts';
import type { HttpRequest } from '../client.ts';
import type { Dial } from './exchange.ts';

export interface Lines {
  /** To the host itself. */
  readonly direct: Dispatcher;
  /** Through the proxy, where there is one. */
  readonly proxied: Dispatcher;
  readonly noProxy: readonly string[];
  /** To origins the operator named. */
  readonly named: Dispatcher;
  /** Host pattern -> origin that is dialled instead; never for addresses. */
  readonly connectTo: Readonly<Record<string, string>>;
}

/** Secret parameters join the query here and nowhere earlier; the rest of it is sent as it was given. */
function pathOf(url: URL, secretQuery: HttpRequest['secretQuery']): string {
  if (!secretQuery) return pathAndQuery(url);
  const pairs = Object.entries(secretQuery).map(
    ([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`,
  );
  const query = [url.search.slice(1), ...pairs].filter((part) => part !== '').join('&');
  return query === '' ? url.pathname : `${url.pathname}?${query}`;
}

/** The origin that is dialled instead of the host of this URL, if any. */
export function connectTarget(connectTo: Lines['connectTo'], url: URL): string | undefined {
  const host = bareHost(url);
  return isIP(host) ? undefined : matchHost(connectTo, host);
}

const lineTo = (url: URL, { direct, proxied, noProxy }: Lines): Dispatcher =>
  skipsProxy(noProxy, url) ? direct : proxied;

/** `Host` and every policy stay those of the URL; only the address dialled is another. */
export function chooseDial(request: HttpRequest, lines: Lines): Dial {
  const url = parsedUrl(request);
  const target = connectTarget(lines.connectTo, url);
  const origin = target === undefined ? url.origin : new URL(target).origin;
  return {
    host: url.host,
    dispatcher: target === undefined ? lineTo(url, lines) : lines.named,
    origin,
    path: pathOf(url, request.secretQuery),
    headers: { host: url.host, ...request.headers, ...request.secretHeaders },
  };
}
