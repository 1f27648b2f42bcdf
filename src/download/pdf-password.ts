import { createCipheriv, createHash } from 'node:crypto';
import type { PdfDictionary } from './pdf-dictionary.ts';

/** Stands in for the characters a password lacks (ISO 32000-1, algorithm 2). */
const PADDING = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');

const hashed = (algorithm: string, ...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash(algorithm);
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** OpenSSL 3 no longer offers RC4; PDF 1.x needs it. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const state = Uint8Array.from({ length: 256 }, (_, index) => index);
  const at = (index: number): number => state[index & 255] ?? 0;
  const swap = (one: number, other: number) => {
    const kept = at(one);
    state[one & 255] = at(other);
    state[other & 255] = kept;
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255;
    swap(i, j);
  }
  const out = Buffer.from(data);
  for (let n = 0, i = 0, j = 0; n < out.length; n++) {
    i = (i + 1) & 255;
    j = (j + at(i)) & 255;
    swap(i, j);
    out[n] = (out[n] ?? 0) ^ at(at(i) + at(j));
  }
  return out;
}

/** Revisions 2 to 4: ISO 32000-1, algorithms 2, 4 and 5. */
function opensByRc4(dictionary: PdfDictionary, id: Uint8Array, user: Buffer): boolean | undefined {
  const revision = dictionary.number('R') ?? 0;
  const owner = dictionary.string('O');
  const permissions = dictionary.number('P');
  if (!owner || permissions === undefined) return undefined;
  const bits = dictionary.number('V') === 4 ? 128 : (dictionary.number('Length') ?? 40);
  const length = revision === 2 ? 5 : Math.min(16, Math.max(5, bits >> 3));
  const flags = Buffer.alloc(4);
  flags.writeInt32LE(permissions | 0);
  const plainMetadata =
    revision >= 4 && dictionary.isFalse('EncryptMetadata') ? Buffer.alloc(4, 0xff) : Buffer.alloc(0);
  let key = hashed('md5', PADDING, owner.subarray(0, 32), flags, id, plainMetadata);
  if (revision === 2) return rc4(key.subarray(0, 5), PADDING).equals(user.subarray(0, 32));
  for (let round = 0; round < 50; round++) key = hashed('md5', key.subarray(0, length));
  let proof = hashed('md5', PADDING, id);
  for (let round = 0; round < 20; round++) {
    proof = rc4(
      key.subarray(0, length).map((byte) => byte ^ round),
      proof,
    );
  }
  return proof.equals(user.subarray(0, 16));
}

/** The hardened hash of revision 6 for an empty password: ISO 32000-2, algorithm 2.B. */
function hash2B(salt: Uint8Array): Buffer {
  let key = hashed('sha256', salt);
  for (let round = 0, last = 0; round < 64 || last > round - 32; round++) {
    const cipher = createCipheriv('aes-128-cbc', key.subarray(0, 16), key.subarray(16, 32));
    cipher.setAutoPadding(false);
    const mixed = cipher.update(Buffer.concat(Array.from({ length: 64 }, () => key)));
    const remainder = mixed.subarray(0, 16).reduce((sum, byte) => sum + byte, 0) % 3;
    key = hashed(['sha256', 'sha384', 'sha512'][remainder] ?? 'sha256', mixed);
    last = mixed.at(-1) ?? 0;
  }
  return key.subarray(0, 32);
}

/**
 * Whether readers can open an encrypted PDF without being given anything: its user password is empty, as in the many
 * papers that only forbid printing. `undefined` where the dictionary does not say enough to know.
 */
export function opensWithoutPassword(dictionary: PdfDictionary, id: Uint8Array): boolean | undefined {
  if ((dictionary.name('Filter') ?? 'Standard') !== 'Standard') return false;
  // Only attachments are encrypted.
  if (dictionary.name('StmF') === 'Identity') return true;
  const revision = dictionary.number('R');
  const user = dictionary.string('U');
  if (revision === undefined || !user) return undefined;
  if (revision <= 4) return opensByRc4(dictionary, id, user);
  const salt = user.subarray(32, 40);
  const proof = revision === 5 ? hashed('sha256', salt) : hash2B(salt);
  return proof.equals(user.subarray(0, 32));
}
