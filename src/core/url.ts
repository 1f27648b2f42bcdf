/** `host`, or `host:port` where the port is not the default: the key of limits, breakers and queues. */
export type HostKey = string;

/** Query parameters that only track who came from where. */
const TRACKING = /^(utm_[a-z_]+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|igshid|yclid|_ga|_gl)$/;

export const parseUrl = (text: string, relativeTo?: string): URL | undefined =>
  URL.parse(text, relativeTo) ?? undefined;

/** The URL of a request that may have been parsed before; nobody changes it. */
export const parsedUrl = ({
  url,
  parsed,
}: {
  readonly url: string;
  readonly parsed?: URL | undefined;
}): URL => parsed ?? new URL(url);

export const isHttpUrl = (url: URL): boolean => url.protocol === 'https:' || url.protocol === 'http:';

/** Path and query to the letter: `search` does not tell of a `?` with nothing behind it, which some servers tell apart. */
export const pathAndQuery = ({ href, pathname, search }: URL): string =>
  search === '' && /^[^#]*\?(?:#|$)/.test(href) ? `${pathname}?` : pathname + search;

/** The one key function. WHATWG parsing has already lower-cased the host and dropped the default port. */
export const hostKey = (url: URL): HostKey => url.host.replace(/[.](?=:|$)/, '');

/** Where none of these stands and no slash ends the path, the parser has done all there is to do. */
const isPlain = (text: string): boolean => !/[?#%]/.test(text);

/** By hand: a pattern anchored at the end would take quadratic time on a long run of slashes. */
function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 1 && path[end - 1] === '/') end--;
  return path.slice(0, end);
}

/**
 * The URL under which cache, limiter, dedupe and catalog know a resource (SPEC 6.1). Never sent: the request itself uses
 * the URL as given. Escapes are upper-cased, since RFC 3986 section 6.2.2.1 calls both spellings the same. `parsed`, the
 * same URL where it is at hand, is left as it is.
 */
export function canonicalUrl(text: string, parsed?: URL): string {
  const url = parsed ?? parseUrl(text);
  if (!url) return text;
  return isPlain(text) && !url.pathname.endsWith('/') ? url.href : normalised(parsed ? new URL(url) : url);
}

function normalised(url: URL): string {
  if (url.href.includes('#')) url.hash = '';
  if (url.href.includes('?')) {
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

/**
 * What a work knows an address by that it has asked: plain http is asked over https, so both are one; a fragment is never
 * sent.
 */
export const addressKey = (text: string): string =>
  canonicalUrl(text).replace(/^http:(?=\/\/[^/?#:]+(?:[/?#]|$))/, 'https:');
