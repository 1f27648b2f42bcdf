/** `host`, or `host:port` where the port is not the default: the key of limits, breakers and queues. */
export type HostKey = string;

/** Query parameters that only track who came from where. */
const TRACKING = /^(utm_[a-z_]+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid|_ga|_gl)$/;

export const parseUrl = (text: string, relativeTo?: string): URL | undefined =>
  URL.parse(text, relativeTo) ?? undefined;

export const isHttpUrl = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** The one key function. WHATWG parsing has already lower-cased the host and dropped the default port. */
export const hostKey = (url: URL): HostKey => url.host.replace(/[.](?=:|$)/, '');

/** By hand: a pattern anchored at the end would take quadratic time on a long run of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/**
 * The URL under which cache, limiter, dedupe and catalog know a resource (SPEC 6.1). Never sent: the request itself uses
 * the URL as given. Escapes are upper-cased, since RFC 3986 section 6.2.2.1 calls both spellings the same.
 */
export function canonicalUrl(text: string): string {
  const url = parseUrl(text);
  if (!url) return text;
  if (text.includes('#')) url.hash = '';
  if (text.includes('?')) {
    for (const name of new Set(url.searchParams.keys())) {
      if (TRACKING.test(name.toLowerCase())) url.searchParams.delete(name);
    }
    url.searchParams.sort();
  }
  const path = withoutTrailingSlashes(url.pathname).replace(/%[0-9a-f]{2}/gi, (escape) =>
    escape.toUpperCase(),
  );
  if (path !== url.pathname) url.pathname = path;
  return url.pathname === '/' && !url.search ? url.href.replace(/\/$/, '') : url.href;
}
