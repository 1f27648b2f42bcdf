import { Failure } from '../../core/errors.ts';
import { type Mask, maskSecrets } from '../../core/mask-secrets.ts';
import { parseUrl } from '../../core/url.ts';
import { asHttps, type UrlPolicy } from '../address/url-policy.ts';
import type { HttpResponse } from '../client.ts';
import { redactUrl } from '../redact-url.ts';
import type { Hop, HopLayer } from './hop.ts';

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

/** Headers of a request that mean the same anywhere; any other may be a credential and stays with its origin. */
const PORTABLE =
  /^(?:accept|accept-language|content-type|range|if-range|if-none-match|if-modified-since|if-match|if-unmodified-since|cache-control)$/i;

export interface RedirectSettings {
  readonly maxRedirects: number;
  readonly policy: Pick<UrlPolicy, 'allowsPlainHttp'>;
  /** Hides the secrets of the configuration. */
  readonly mask: Mask;
}

const withoutFragment = (url: string): string => url.replace(/#.*$/s, '');

/**
 * A server may repeat a secret it was sent in its redirect. Parameters with it are dropped: they are added again where they
 * belong, and nowhere else. Any other place is refused, unless it is the origin the secret belongs to.
 */
function withoutSecrets(url: URL, first: Hop, maskKnown: Mask): URL {
  const own = Object.entries({ ...first.secretQuery, ...first.secretHeaders });
  const maskOwn = maskSecrets(own.map(([name, value]) => ({ name, value })));
  const isAtHome = url.origin === new URL(first.url).origin;
  const mask: Mask = isAtHome ? maskOwn : (text) => maskKnown(maskOwn(text));
  if (mask(url.href) === url.href) return url;
  for (const [name, value] of url.searchParams.entries().toArray())
    if (mask(value) !== value) url.searchParams.delete(name, value);
  if (isAtHome || mask(url.href) === url.href) return url;
  throw new Failure('protocol-error', 'redirected to another origin with a secret in the address', {
    host: url.host,
  });
}

/** What the next origin may see of a request made for the first one. */
function strippedFor(hop: Hop, origin: string, firstOrigin: string): Hop {
  if (origin === firstOrigin) return hop;
  const { secretHeaders: _headers, secretQuery: _query, headers, ...rest } = hop;
  const portable = Object.entries(headers ?? {}).filter(([name]) => PORTABLE.test(name));
  return { ...rest, headers: Object.fromEntries(portable) };
}

/** RFC 9110 15.4: after 303 always, after 301 and 302 by custom, a POST becomes a GET without its body. */
function methodAfter(hop: Hop, status: number): Hop {
  if (hop.method !== 'POST' || status === 307 || status === 308) return hop;
  const { body: _body, headers, ...rest } = hop;
  const kept = Object.entries(headers ?? {}).filter(([name]) => name.toLowerCase() !== 'content-type');
  return { ...rest, method: 'GET', headers: Object.fromEntries(kept) };
}

/**
 * Follows redirects by itself, so that every hop passes every layer under its own host and nothing bound to one origin
 * reaches another. There is no cookie jar: a URL that comes back is a loop. URLs are compared as sent, not by their
 * canonical form, since `/a` to `/a/` is an honest redirect.
 */
export function followRedirects({ maxRedirects, policy, mask }: RedirectSettings): HopLayer {
  const nextUrl = (response: HttpResponse, first: Hop): { url: URL; downgraded: boolean } => {
    const target = parseUrl(response.headers['location'] ?? '', response.url);
    if (!target) {
      throw new Failure('protocol-error', 'redirected to something that is no URL', {
        url: redactUrl(response.url),
        httpStatus: response.status,
      });
    }
    const downgraded =
      target.protocol === 'http:' && response.url.startsWith('https:') && !policy.allowsPlainHttp(target);
    return { url: withoutSecrets(downgraded ? asHttps(target) : target, first, mask), downgraded };
  };

  return (next) => async (first) => {
    const hops: string[] = [];
    let whole = first;
    let hop = first;
    for (;;) {
      const response = await next(hop);
      hops.push(response.url);
      if (!REDIRECTS.has(response.status) || !response.headers['location']) return { ...response, hops };
      await response.body.discard();
      const { url, downgraded } = nextUrl(response, first);
      const details = { url: redactUrl(url.href), host: url.host, httpStatus: response.status };
      if (hops.some((seen) => withoutFragment(seen) === withoutFragment(url.href))) {
        throw downgraded
          ? new Failure('https-only', 'redirected back to plain http', details)
          : new Failure('redirect-loop', 'redirected in a circle', details);
      }
      if (hops.length > maxRedirects) {
        throw new Failure('too-many-redirects', `more than ${maxRedirects} redirects`, details);
      }
      if (first.isKnown?.(url.href))
        return { ...response, url: url.href, hops: [...hops, url.href], leadsToKnown: true };
      const [firstUrl = first.url] = hops;
      const origin = new URL(firstUrl).origin;
      whole = methodAfter(whole, response.status);
      hop = { ...strippedFor(whole, url.origin, origin), url: url.href };
    }
  };
}
