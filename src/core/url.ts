/** `host`, or `host:port` where the port is not the default: the key of limits, breakers and queues. */
export type HostKey = string;

/** Query parameters that only track who came from where. */
const TRACKING = /^(utm_[a-z_]+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid|_ga|_gl)$/;

export const parseUrl = (text: string, relativeTo?: string): URL | undefined =>
  URL.parse(text, relativeTo) ?? undefined;

export const isHttpUrl = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** The one key function. WHATWG parsing has already lower-cased the host and dropped the default port. */
export const hostKey = (url: URL): HostKey => url.host.replace(/[.](?=:|$)/, '');

/**
 * The URL under which cache, limiter, dedupe and catalog know a resource (SPEC 6.1). Never sent: the request itself uses
 * the URL as given.
 */
export function canonicalUrl(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  url.hash = '';
  for (const name of new Set(url.searchParams.keys())) {
    if (TRACKING.test(name.toLowerCase())) url.searchParams.delete(name);
  }
  url.searchParams.sort();
  if (url.pathname.length > 1 && url.pathname.endsWith('/')) url.pathname = url.pathname.replace(/\/+$/, '');
  return url.pathname === '/' && !url.search ? url.href.replace(/\/$/, '') : url.href;
}
