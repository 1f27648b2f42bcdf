import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { entityHeaders } from './faults.ts';
import type { Entity, LabRequest, Reply } from './reply.ts';

/** One response on its way out. `sent` is told the body bytes handed to the socket. */
export interface Outlet {
  readonly response: ServerResponse;
  readonly sent: (bytes: number) => void;
}

const NOISE_CHUNK = 64 * 1024;
const DRIP_INTERVAL_MS = 100;

const header = (request: LabRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
};

const withoutWeakness = (tag: string): string => tag.trim().replace(/^W\//, '');

/** RFC 9110, 13.2.2: If-None-Match decides alone when present; weak comparison. */
function isNotModified(request: LabRequest, entity: Entity): boolean {
  const noneMatch = header(request, 'if-none-match');
  if (noneMatch !== undefined) {
    const { etag } = entity;
    if (etag === undefined) return false;
    return noneMatch
      .split(',')
      .some((tag) => tag.trim() === '*' || withoutWeakness(tag) === withoutWeakness(etag));
  }
  const since = Date.parse(header(request, 'if-modified-since') ?? '');
  return entity.lastModified !== undefined && Date.parse(entity.lastModified) <= since;
}

/** RFC 9110, 13.1.5: only a strong validator that still matches lets a range through. */
function rangeApplies(request: LabRequest, entity: Entity): boolean {
  const condition = header(request, 'if-range');
  if (condition === undefined) return true;
  if (condition.startsWith('W/')) return false;
  return condition === entity.etag || condition === entity.lastModified;
}

type Range = { readonly start: number; readonly end: number } | 'unsatisfiable' | undefined;

/** The last `count` bytes. */
const suffixOf = (count: number, length: number): Range =>
  count === 0 ? 'unsatisfiable' : { start: Math.max(0, length - count), end: length - 1 };

/** One byte range; several, or none that can be read, mean the whole body. */
function rangeOf(request: LabRequest, length: number): Range {
  const match = /^bytes=(?:(\d+)-(\d*)|-(\d+))$/.exec(header(request, 'range')?.trim() ?? '');
  if (!match) return undefined;
  const [, first, last, suffix] = match;
  if (suffix !== undefined) return suffixOf(Number(suffix), length);
  const start = Number(first);
  if (start >= length) return 'unsatisfiable';
  const end = last ? Math.min(Number(last), length - 1) : length - 1;
  return end < start ? undefined : { start, end };
}

/** Applies conditions and ranges to a file that has an entity. */
function negotiate(reply: Reply, entity: Entity, request: LabRequest): Reply {
  const headers = { ...reply.headers, ...entityHeaders(entity) };
  if (isNotModified(request, entity)) return { status: 304, headers: entityHeaders(entity) };
  const body = Buffer.isBuffer(reply.body) ? reply.body : Buffer.from(reply.body ?? '');
  if (headers['content-encoding'] !== undefined) return { ...reply, headers, body };
  const ranged = { ...headers, 'accept-ranges': 'bytes' };
  const range =
    request.method === 'GET' && rangeApplies(request, entity) ? rangeOf(request, body.length) : undefined;
  if (range === undefined) return { ...reply, headers: ranged, body };
  if (range === 'unsatisfiable')
    return { status: 416, headers: { 'content-range': `bytes */${body.length}` } };
  return {
    status: 206,
    headers: { ...ranged, 'content-range': `bytes ${range.start}-${range.end}/${body.length}` },
    body: body.subarray(range.start, range.end + 1),
    ...(reply.delivery && { delivery: reply.delivery }),
  };
}

function sendNoise(outlet: Outlet, bytes: number): void {
  const { response, sent } = outlet;
  const chunk = createHash('sha512').update('noise').digest();
  const block = Buffer.concat(Array.from({ length: NOISE_CHUNK / chunk.length }, () => chunk));
  let left = bytes;
  const more = (): void => {
    while (left > 0 && !response.destroyed) {
      const part = block.subarray(0, Math.min(left, block.length));
      left -= part.length;
      sent(part.length);
      if (!response.write(part)) return;
    }
    response.end();
  };
  response.on('drain', more);
  response.write('%PDF-1.4\n');
  more();
}

function sendSlowly(outlet: Outlet, body: Buffer, bytesPerSecond: number): void {
  const { response, sent } = outlet;
  const step = Math.max(1, Math.round((bytesPerSecond * DRIP_INTERVAL_MS) / 1000));
  let at = 0;
  const timer = setInterval(() => {
    response.write(body.subarray(at, at + step));
    sent(Math.min(step, body.length - at));
    at += step;
    if (at < body.length) return;
    clearInterval(timer);
    response.end();
  }, DRIP_INTERVAL_MS);
  response.on('close', () => clearInterval(timer));
}

/** Half of the body reaches the client before the connection goes away. */
function sendHalf(outlet: Outlet, body: Buffer, thenClose: boolean): void {
  const half = body.subarray(0, Math.floor(body.length / 2));
  outlet.sent(half.length);
  outlet.response.write(half, () => {
    if (thenClose) outlet.response.socket?.destroySoon();
  });
}

function sendOddly(reply: Reply, outlet: Outlet, body: Buffer): void {
  const { delivery } = reply;
  switch (delivery?.kind) {
    case 'noise':
      return sendNoise(outlet, delivery.bytes);
    case 'drip':
      return sendSlowly(outlet, body, delivery.bytesPerSecond);
    case 'cut':
      return sendHalf(outlet, body, true);
    case 'stall':
      return sendHalf(outlet, body, false);
    case 'short-range':
    case undefined:
      outlet.sent(body.length);
      outlet.response.end(body);
  }
}

const isShort = ({ status, delivery }: Reply): boolean => status === 206 && delivery?.kind === 'short-range';
const MISSING_BYTES = 5000;

function lengthOf(reply: Reply, body: Buffer): number | undefined {
  if (reply.status === 304 || reply.status === 204 || isShort(reply)) return undefined;
  if (reply.delivery?.kind !== 'noise') return body.length;
  return reply.delivery.announced ? reply.delivery.bytes + '%PDF-1.4\n'.length : undefined;
}

/** Sends the reply; returns the status that went out. */
export function deliver(reply: Reply, request: LabRequest, outlet: Outlet): number {
  const final = reply.status === 200 && reply.entity ? negotiate(reply, reply.entity, request) : reply;
  const whole = Buffer.isBuffer(final.body) ? final.body : Buffer.from(final.body ?? '');
  const body = isShort(final) ? whole.subarray(0, -MISSING_BYTES) : whole;
  const length = lengthOf(final, body);
  outlet.response.writeHead(final.status, {
    ...final.headers,
    ...(length !== undefined && { 'content-length': String(length) }),
  });
  if (request.method === 'HEAD' || final.status === 304) outlet.response.end();
  else sendOddly(final, outlet, body);
  return final.status;
}
