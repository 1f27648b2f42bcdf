import { createHash } from 'node:crypto';

/** One digest over several texts that no other list of texts has. */
export const digestOf = (...texts: readonly string[]): string =>
  createHash('sha256').update(JSON.stringify(texts)).digest('base64url');

export const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
