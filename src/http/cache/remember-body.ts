import type { BodySize, HttpBody } from '../client.ts';

/** Larger bodies are let through and not kept. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** A body nobody wants, such as a redirect's, is read this far in order to keep it; connections are drained as far anyway. */
const MAX_UNWANTED_BYTES = 64 * 1024;

class Unwanted extends Error {}

/** The body as it is, remembered while it passes; kept when it came to its end and is neither too long nor too telling. */
export function rememberBody(
  body: HttpBody,
  announcedBytes: number,
  keep: (bytes: Buffer, size: BodySize) => Promise<void>,
): HttpBody {
  const readInto = async (onChunk: Parameters<HttpBody['read']>[0]): Promise<BodySize> => {
    let chunks: Uint8Array[] | undefined = announcedBytes > MAX_BODY_BYTES ? undefined : [];
    let length = 0;
    const size = await body.read((chunk) => {
      length += chunk.byteLength;
      if (length > MAX_BODY_BYTES) chunks = undefined;
      chunks?.push(chunk.slice());
      return onChunk(chunk);
    });
    if (chunks) await keep(Buffer.concat(chunks), size);
    return size;
  };
  return {
    read: readInto,
    async discard() {
      if (announcedBytes > MAX_UNWANTED_BYTES) return body.discard();
      let length = 0;
      await readInto((chunk) => {
        length += chunk.byteLength;
        if (length > MAX_UNWANTED_BYTES) throw new Unwanted('not wanted');
      }).catch(() => undefined);
    },
  };
}
