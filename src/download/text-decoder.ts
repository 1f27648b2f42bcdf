import { TextDecoder } from 'node:util';

export type { TextDecoder } from 'node:util';

/** Encoding by byte order mark. */
function markOf(head: Uint8Array): string | undefined {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  return undefined;
}

/** Encoding by what the document says of itself in its first kilobyte. */
const declaredIn = (head: Uint8Array): string | undefined =>
  /(?:encoding|charset)\s*=\s*["']?\s*([\w.:-]{2,40})/i.exec(
    new TextDecoder('latin1').decode(head.subarray(0, 1024)),
  )?.[1];

/**
 * A decoder for markup whose first bytes are `head`: byte order mark, then the document's own word, then UTF-8. An
 * encoding nobody knows reads as UTF-8. With `isStrict`, bytes that the encoding does not have throw a TypeError.
 */
export function textDecoder(head: Uint8Array, isStrict: boolean): TextDecoder {
  const options = { fatal: isStrict };
  try {
    return new TextDecoder(markOf(head) ?? declaredIn(head) ?? 'utf-8', options);
  } catch (error) {
    if (error instanceof RangeError) return new TextDecoder('utf-8', options);
    throw error;
  }
}
