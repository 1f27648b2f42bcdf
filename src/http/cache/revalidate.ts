import type { Clock } from '../../core/clock.ts';
import { Failure, type Reason } from '../../core/errors.ts';
import type { HeaderMap, HttpResponse } from '../client.ts';
import type { Hop } from '../layers/hop.ts';
import type { StoredHead } from './cache-store.ts';
import { initialAgeMs } from './freshness.ts';
import { updatedHeaders } from './kept-headers.ts';

/** The request with the validators of the kept answer; `undefined` where it has none. */
export function conditionalHop(hop: Hop, { headers }: StoredHead): Hop | undefined {
  const { etag, 'last-modified': lastModified } = headers;
  if (hop.method !== 'GET' || (etag === undefined && lastModified === undefined)) return undefined;
  const { range: _range, ...asked } = hop.headers ?? {};
  return {
    ...hop,
    headers: {
      ...asked,
      ...(etag !== undefined && { 'if-none-match': etag }),
      ...(lastModified !== undefined && { 'if-modified-since': lastModified }),
    },
    note: (note) => hop.note(note.status === 'http-304' ? { ...note, revalidated: true } : note),
  };
}

const isStrong = (etag: string | undefined): etag is string => etag !== undefined && !etag.startsWith('W/');

/** RFC 9111 4.3.4: a 304 with a strong validator that is not ours speaks of another answer. */
export const confirms = (update: HeaderMap, { headers }: StoredHead): boolean =>
  !isStrong(update['etag']) || update['etag'] === headers['etag'];

/** RFC 9111 4.3.5: whether an answer to HEAD describes the body that is kept. */
export function describes({ status, headers }: HttpResponse, kept: StoredHead): boolean {
  const same = ['etag', 'last-modified', 'content-length'].every(
    (name) => headers[name] === undefined || headers[name] === kept.headers[name],
  );
  return status === 200 && kept.status === 200 && same;
}

/** The kept answer as the origin now describes it. */
export function freshened(
  head: StoredHead,
  update: HeaderMap,
  times: { sentAt: number; clock: Clock },
): StoredHead {
  const { clock, sentAt } = times;
  const receivedAt = clock.now();
  const wall = clock.wall();
  return {
    ...head,
    headers: updatedHeaders(head.headers, update, wall),
    initialAgeMs: initialAgeMs(update, { delayMs: receivedAt - sentAt, wallMs: wall.getTime() }),
    receivedAt,
  };
}

const UNREACHABLE = new Set<Reason>(['conn-error', 'timeout', 'dns-error', 'breaker-open', 'too-slow']);

/** The origin could not be asked. A bad certificate is no such case: someone answered. */
export const isUnreachable = (error: unknown): boolean =>
  error instanceof Failure && UNREACHABLE.has(error.reason);

/** RFC 5861 4. */
export const isServerError = ({ status }: HttpResponse): boolean => [500, 502, 503, 504].includes(status);
