import type { HeaderMap } from '../client.ts';
import { parseCacheControl } from './cache-control.ts';
import { splitList } from './split-list.ts';

/** Of the connection, not of the answer (RFC 9111 3.1). */
const OF_THE_CONNECTION = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * What a 304 does not change: the body is the old one, and these describe it (RFC 9111 3.2). Servers are known to send a
 * default type or the coding of an empty body along.
 */
const OF_THE_BODY = ['content-length', 'content-encoding', 'content-type', 'content-range'];

const without = (headers: HeaderMap, names: readonly string[]): HeaderMap =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));

/** The headers that are kept of an answer. It gets a date if it has none: its age is counted from it (RFC 9110 6.6.1). */
export function keptHeaders(headers: HeaderMap, receivedOn: Date): HeaderMap {
  const named = splitList(headers['connection'] ?? '').map((name) => name.toLowerCase());
  const unvalidated = parseCacheControl(headers['cache-control']).fields('no-cache');
  return {
    date: receivedOn.toUTCString(),
    ...without(headers, [...OF_THE_CONNECTION, ...named, ...unvalidated]),
  };
}

/** The kept headers after a 304 or an answer to HEAD said the body is still the same. */
export function updatedHeaders(kept: HeaderMap, update: HeaderMap, receivedOn: Date): HeaderMap {
  const { age: _age, ...rest } = kept;
  return { ...rest, ...without(keptHeaders(update, receivedOn), OF_THE_BODY) };
}
