import { canonicalUrl } from '../../core/url.ts';
import type { HeaderMap } from '../client.ts';
import type { Hop } from '../layers/hop.ts';
import { isSecretName } from '../redact-url.ts';
import { type Directives, parseCacheControl } from './cache-control.ts';
import { digestOf } from './digest.ts';

/** What the cache knows of a request: digests, and what it asks of caches. */
export interface CacheRequest {
  readonly hop: Hop;
  /** Of the URL: all its answers, for whomever, rest under it. */
  readonly key: string;
  readonly audience: string;
  readonly exactUrl: string;
  readonly directives: Directives;
  /** Values that must not be written anywhere. */
  readonly secrets: readonly string[];
  /** It carries what may open doors: only answers marked `public` are kept. */
  readonly isPrivileged: boolean;
  /** Nothing kept may answer it: it has conditions of its own, or must leave no trace. */
  readonly isForOrigin: boolean;
}

/** Names of request headers that carry credentials. */
const CREDENTIAL_HEADER = /^cookie2?$|auth|key|token|secret|credential|session|password/i;

/** A contact address says who asks; it opens nothing. */
const CONTACT = /^e?-?mail(?:to)?$/i;

const CONDITIONS = ['if-none-match', 'if-modified-since', 'if-match', 'if-unmodified-since', 'if-range'];

/**
 * Of the canonical form of a URL (query sorted, trackers and fragment dropped), together with the path as it is: `/a` and
 * `/a/` are different to relative links and often to servers.
 */
export const cacheKey = (url: URL): string => digestOf('url', canonicalUrl(url.href), url.pathname);

type Secret = readonly [name: string, value: string];

function secretsOf(hop: Hop, url: URL): Secret[] {
  const headers = Object.entries(hop.headers ?? {}).filter(([name]) => CREDENTIAL_HEADER.test(name));
  const parameters = [...url.searchParams].filter(([name]) => isSecretName(name));
  const user: Secret[] = url.password ? [['password', url.password]] : [];
  return [
    ...Object.entries(hop.secretQuery ?? {}),
    ...Object.entries(hop.secretHeaders ?? {}),
    ...headers,
    ...parameters,
    ...user,
  ].filter(([, value]) => value !== '');
}

export function readCacheRequest(hop: Hop): CacheRequest {
  const headers: HeaderMap = hop.headers ?? {};
  const url = new URL(hop.url);
  if (url.hash !== '') url.hash = '';
  const secrets = secretsOf(hop, url);
  const directives = parseCacheControl(headers['cache-control']);
  return {
    hop,
    key: cacheKey(url),
    audience: digestOf('audience', hop.role, ...secrets.map((secret) => secret.join('=')).toSorted()),
    exactUrl: digestOf('exact', url.href),
    directives,
    secrets: secrets.map(([, value]) => value),
    isPrivileged: secrets.some(([name]) => !CONTACT.test(name)),
    isForOrigin: directives.has('no-store') || CONDITIONS.some((name) => headers[name] !== undefined),
  };
}
