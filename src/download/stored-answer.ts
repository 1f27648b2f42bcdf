import type { Store } from '../artifacts/store.ts';
import type { HttpResponse } from '../http/client.ts';
import type { PageRead, Twin } from './download.ts';

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

/** As much as is read of a landing page. */
const MAX_PAGE_BYTES = 2 * 1024 * 1024;

const PAGE = /^(?:text\/html|application\/xhtml\+xml)\b/i;

/** The same answer with a memory of what is read of it: the page, if it is one and was read to its end. */
export function rememberPage(response: HttpResponse): {
  readonly response: HttpResponse;
  readonly page: () => PageRead | undefined;
} {
  if (!PAGE.test(response.headers['content-type'] ?? '')) return { response, page: () => undefined };
  const { status, headers, url, hops, body } = response;
  const chunks: Uint8Array[] = [];
  let size = 0;
  let isWhole = false;
  return {
    response: {
      ...response,
      body: {
        discard: () => body.discard(),
        async read(onChunk) {
          const end = await body.read((chunk) => {
            size += chunk.byteLength;
            if (size <= MAX_PAGE_BYTES) chunks.push(chunk.slice());
            return onChunk(chunk);
          });
          isWhole = size <= MAX_PAGE_BYTES;
          return end;
        },
      },
    },
    page: () => (isWhole ? { status, headers, url, hops, bytes: Buffer.concat(chunks) } : undefined),
  };
}

/** A page that was read already, as the answer to the plan for its full text. Its length is now that of what was decoded. */
export function readAnswer({ bytes, headers, ...answer }: PageRead): HttpResponse {
  const size = bytes.byteLength;
  return {
    ...answer,
    headers:
      headers['content-length'] === undefined ? headers : { ...headers, 'content-length': String(size) },
    body: {
      async read(onChunk) {
        await onChunk(bytes);
        return { wireBytes: size, decodedBytes: size };
      },
      discard: async () => undefined,
    },
  };
}
