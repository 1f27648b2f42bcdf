import type { Store } from '../artifacts/store.ts';
import type { HttpResponse } from '../http/client.ts';
import type { Twin } from './download.ts';

/**
 * A stored file as the answer it once was, so that its bytes pass every check for the work that adopts them: the same URL
 * may be the right paper for one work and the wrong one for another.
 */
export function storedAnswer(store: Store, twin: Twin, url: string): HttpResponse {
  const { path, mime, sizeBytes, etag, lastModified } = twin;
  return {
    status: 200,
    headers: {
      'content-type': mime,
      'content-length': String(sizeBytes),
      ...(etag !== undefined && { etag }),
      ...(lastModified !== undefined && { 'last-modified': lastModified }),
    },
    url,
    hops: [url],
    body: {
      async read(onChunk) {
        let bytes = 0;
        for await (const chunk of store.open(path)) {
          bytes += chunk.byteLength;
          await onChunk(chunk);
        }
        return { wireBytes: bytes, decodedBytes: bytes };
      },
      discard: async () => undefined,
    },
  };
}
