import { brotliCompressSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { readDecoded } from '../../../src/http/transport/decode-body.ts';
import { inflow } from '../../../src/http/transport/inflow.ts';
import type { FuzzedReader, Turn } from '../reader.ts';
import { ODD } from './odd.ts';

const MAX_BYTES = 4 * 1024 * 1024;
const CODINGS = [
  ['gzip'],
  ['br'],
  ['zstd'],
  ['deflate'],
  ['gzip', 'br'],
  ['gzip', 'gzip'],
  ['gzip', 'zstd'],
] as const;
const PACK = { gzip: gzipSync, br: brotliCompressSync, zstd: zstdCompressSync, deflate: deflateSync };

/** The text packed, and broken at a place that depends on it. */
function packed(text: string, codings: readonly (keyof typeof PACK)[]): Buffer {
  let bytes: Buffer = Buffer.from(text);
  for (const coding of codings)
    bytes =
      text.length % 4 === 0 ? Buffer.concat([PACK[coding](bytes), PACK[coding]('')]) : PACK[coding](bytes);
  if (text.length % 3 === 0 && bytes.length > 0)
    bytes[(text.length * 31) % bytes.length]! ^= 1 << (text.length % 8);
  return text.length % 5 === 0 ? bytes.subarray(0, -1 - (text.length % 7)) : bytes;
}

async function decode(text: string, turn: Turn): Promise<number> {
  const codings = CODINGS[text.length % CODINGS.length] ?? [];
  const bytes = packed(text, codings);
  await turn();
  const body = inflow({ pause: () => undefined, resume: () => undefined, abort: () => undefined });
  let decoded = 0;
  const read = readDecoded(
    body,
    { codings, maxBytes: MAX_BYTES },
    (chunk) => void (decoded += chunk.byteLength),
  );
  read.catch(() => undefined);
  for (let at = 0; at < bytes.length; at += 16_384) body.push(bytes.subarray(at, at + 16_384));
  body.end();
  await read;
  return decoded;
}

export const BODIES: readonly FuzzedReader[] = [
  {
    name: 'coded bodies',
    cap: 1024 * 1024,
    tokens: [...ODD, 'words ', '\u001f\u008b'],
    share: 200,
    run: decode,
  },
];
