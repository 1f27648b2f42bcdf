import { Failure } from '../../core/errors.ts';
import type { BodySize, HeaderMap, HttpBody, HttpResponse } from '../client.ts';
import type { Hop } from '../layers/hop.ts';
import { singleRange } from './byte-range.ts';
import type { StoredHead } from './cache-store.ts';

/** A kept answer with its body, which was checked. */
export interface StoredAnswer {
  readonly head: StoredHead;
  readonly body: Uint8Array;
}

const NO_BYTES: BodySize = { wireBytes: 0, decodedBytes: 0 };

function bodyOf(bytes: Uint8Array, size: BodySize, maxBytes: number): HttpBody {
  return {
    async read(onChunk) {
      if (bytes.byteLength > maxBytes) {
        throw new Failure('too-large', `the body is larger than ${maxBytes} bytes`);
      }
      if (bytes.byteLength > 0) await onChunk(bytes);
      return size;
    },
    discard: async () => undefined,
  };
}

interface Part {
  readonly status: number;
  readonly headers: HeaderMap;
  readonly bytes: Uint8Array;
  readonly size: BodySize;
}

/** RFC 9110 14.2: a range is cut from a whole, uncoded body; where that cannot be done it is left to the origin. */
function partOf({ head, body }: StoredAnswer, range: string): Part | undefined {
  if (head.status !== 200 || head.headers['content-encoding'] !== undefined) return undefined;
  const found = singleRange(range, body.byteLength);
  if (!found) return undefined;
  const bytes = body.subarray(found.first, found.last + 1);
  const headers = {
    ...head.headers,
    'content-range': `bytes ${found.first}-${found.last}/${body.byteLength}`,
    'content-length': String(bytes.byteLength),
  };
  return {
    status: 206,
    headers,
    bytes,
    size: { wireBytes: bytes.byteLength, decodedBytes: bytes.byteLength },
  };
}

function wholeOf({ head, body }: StoredAnswer, hop: Hop): Part {
  const { status, headers, size } = head;
  return hop.method === 'HEAD'
    ? { status, headers, bytes: new Uint8Array(), size: NO_BYTES }
    : { status, headers, bytes: body, size };
}

/** Whether the request can be answered from what is kept. */
export const canReplay = (answer: StoredAnswer, { headers, method }: Hop): boolean => {
  const range = headers?.['range'];
  return range === undefined || (method === 'GET' && partOf(answer, range) !== undefined);
};

/** The kept answer as the origin would send it, with its age (RFC 9111 5.1) unless it was just validated. */
export function replay(answer: StoredAnswer, hop: Hop, ageMs?: number): HttpResponse {
  const range = hop.headers?.['range'];
  const { status, headers, bytes, size } =
    (range === undefined ? undefined : partOf(answer, range)) ?? wholeOf(answer, hop);
  return {
    status,
    headers: { ...headers, ...(ageMs !== undefined && { age: String(Math.floor(ageMs / 1000)) }) },
    body: bodyOf(bytes, size, hop.maxBytes ?? Infinity),
    url: hop.url,
    hops: [hop.url],
  };
}
