import { createHash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import type { Context, MiddlewareHandler } from 'hono';

export interface GuardSettings {
  /** What the server listens on, as it was named. */
  readonly host: string;
  readonly token: string;
  readonly port: () => number;
}

export const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || /^127(?:[.]\d{1,3}){3}$/.test(host);

const isAnyAddress = (host: string): boolean => host === '0.0.0.0' || host === '::';

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** In the same time whatever the difference is. */
const isSame = (a: string, b: string): boolean => timingSafeEqual(digest(a), digest(b));

/** Name and port of a `Host` header; an address of IPv6 without its brackets. */
function readHost(header: string): { readonly name: string; readonly port: number } | undefined {
  const parts = /^(?:\[([0-9a-f:.]+)\]|([^:[\]/@]+))(?::(\d{1,5}))?$/i.exec(header);
  if (!parts) return undefined;
  return { name: (parts[1] ?? parts[2] ?? '').toLowerCase(), port: Number(parts[3] ?? 80) };
}

/**
 * A page elsewhere can have its own name point here (DNS rebinding); the name it was asked under gives it away. On every
 * address of the machine only addresses are answered, since a name could be anyone's.
 */
function isOurs(header: string | undefined, { host, port }: GuardSettings): boolean {
  const asked = header === undefined ? undefined : readHost(header);
  if (!asked || asked.port !== port()) return false;
  if (isLoopback(asked.name)) return isLoopback(host) || isAnyAddress(host);
  return asked.name === host.toLowerCase() || (isAnyAddress(host) && isIP(asked.name) !== 0);
}

const bearerOf = (context: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];

/** Browsers ask for a name and a password; the password is the token. */
function basicOf(context: Context): string | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
  return encoded === undefined
    ? undefined
    : /:(.*)$/s.exec(Buffer.from(encoded, 'base64').toString('utf8'))?.[1];
}

const originOf = (context: Context): string => `http://${context.req.header('host') ?? ''}`;

const refuse = (context: Context, status: 401 | 403 | 421, error: string): Response =>
  context.json({ error }, status);

/** Asked under a name of ours, and on every address but loopback only with the token. */
export const onlyOurs =
  (settings: GuardSettings): MiddlewareHandler =>
  async (context, next) => {
    if (!isOurs(context.req.header('host'), settings))
      return refuse(context, 421, 'this name is not mine: ask under the address that was printed');
    if (isLoopback(settings.host)) return next();
    const given = bearerOf(context) ?? basicOf(context);
    if (given !== undefined && isSame(given, settings.token)) return next();
    context.header('www-authenticate', 'Basic realm="contentdownload: the password is the token"');
    return refuse(context, 401, 'the token that was printed is needed');
  };

/** No other page may read along. Programs send neither header. */
export const sameOriginOnly: MiddlewareHandler = async (context, next) => {
  const site = context.req.header('sec-fetch-site');
  const origin = context.req.header('origin');
  const isForeign =
    (site !== undefined && site !== 'same-origin' && site !== 'none') ||
    (origin !== undefined && origin !== originOf(context));
  return isForeign ? refuse(context, 403, 'not from another page') : next();
};

/**
 * What changes something must come from our own page, and carry the token in a header that no browser adds by itself.
 * Browsers say where a request comes from only to addresses they trust, so that on plain http beyond loopback the
 * origin and the token must do.
 */
export const deliberateOnly =
  ({ host, token }: GuardSettings): MiddlewareHandler =>
  async (context, next) => {
    const site = context.req.header('sec-fetch-site');
    const isOwnPage =
      context.req.header('origin') === originOf(context) &&
      (site === 'same-origin' || (site === undefined && !isLoopback(host)));
    if (!isOwnPage) return refuse(context, 403, 'only from the dashboard itself');
    const given = bearerOf(context);
    if (given === undefined || !isSame(given, token))
      return refuse(context, 401, 'the token that was printed is needed');
    return next();
  };

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** On every answer, also refusals. */
export const strictHeaders: MiddlewareHandler = async (context, next) => {
  await next();
  const set = (name: string, value: string) => context.res.headers.set(name, value);
  set('content-security-policy', CONTENT_POLICY);
  set('x-content-type-options', 'nosniff');
  set('x-frame-options', 'DENY');
  set('referrer-policy', 'no-referrer');
  set('cross-origin-resource-policy', 'same-origin');
  set('cross-origin-opener-policy', 'same-origin');
  set('cache-control', 'no-store');
};
