import type { HttpResponse } from '../client.ts';
import { parseCacheControl } from './cache-control.ts';
import type { CacheRequest } from './cache-request.ts';
import { isHeuristicallyCacheable, isKept, isUnderstood } from './status-codes.ts';
import { varyNames } from './vary.ts';

type Answer = Pick<HttpResponse, 'status' | 'headers'>;

/** RFC 9111 5.2.2.3: who understands the status may overlook the `no-store` that is meant for the others. */
function isForbidden({ status, headers }: Answer): boolean {
  const directives = parseCacheControl(headers['cache-control']);
  if (directives.has('must-understand')) return !isUnderstood(status);
  return directives.has('no-store');
}

/** It says nothing at all about keeping it. */
export const isSilent = ({ status, headers }: Answer): boolean =>
  status === 200 &&
  ['cache-control', 'expires', 'pragma', 'last-modified'].every((name) => headers[name] === undefined);

/** It says itself that it may be kept, or its status does, and it can be of use later: while fresh, or by revalidation. */
function isWorthKeeping({ status, headers }: Answer): boolean {
  const directives = parseCacheControl(headers['cache-control']);
  if (headers['etag'] === undefined && headers['last-modified'] === undefined) {
    if (directives.isWhole('no-cache')) return false;
    return directives.has('max-age') || headers['expires'] !== undefined;
  }
  return (
    ['max-age', 'public', 'private'].some((name) => directives.has(name)) ||
    headers['expires'] !== undefined ||
    isHeuristicallyCacheable(status)
  );
}

const spellings = (secret: string): string[] => [secret, encodeURIComponent(secret)];

/** Whether a secret of the request comes back in the answer: such an answer is not written down. */
export const repeatsSecret = (request: CacheRequest, text: string | Uint8Array): boolean =>
  request.secrets
    .flatMap(spellings)
    .some((secret) =>
      typeof text === 'string'
        ? text.includes(secret)
        : Buffer.from(text.buffer, text.byteOffset, text.byteLength).includes(secret),
    );

/**
 * RFC 9111 3 and 3.5, stricter in one point: what was asked for with a credential is kept only when it is `public`.
 * `isWanted` stands for what the answer does not say of itself.
 */
export function isStorable(request: CacheRequest, answer: Answer, isWanted: boolean): boolean {
  const { status, headers } = answer;
  return (
    request.hop.method === 'GET' &&
    isKept(status) &&
    !request.directives.has('no-store') &&
    !isForbidden(answer) &&
    (isWanted || isWorthKeeping(answer)) &&
    varyNames(headers) !== undefined &&
    (!request.isPrivileged || parseCacheControl(headers['cache-control']).has('public')) &&
    !repeatsSecret(request, Object.values(headers).join('\n'))
  );
}
