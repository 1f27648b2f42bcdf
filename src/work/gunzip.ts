import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { Failure } from '../core/errors.ts';

const MAGIC_BYTES = 2;
/** Real lists shrink by 5 to 20; far beyond that, on this much output, the file is a bomb. */
const BOMB_RATIO = 200;
const BOMB_BYTES = 1024 ** 3;

/** The bytes as they are, or unpacked when they begin like gzip (RFC 1952). Streams: nothing is held as a whole. */
export async function* gunzipIfNeeded(bytes: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  const chunks = bytes[Symbol.asyncIterator]();
  const head: Uint8Array[] = [];
  let size = 0;
  while (size < MAGIC_BYTES) {
    const next = await chunks.next();
    if (next.done) break;
    head.push(next.value);
    size += next.value.byteLength;
  }
  const rest: AsyncIterable<Uint8Array> = { [Symbol.asyncIterator]: () => chunks };
  const whole = joined(Buffer.concat(head), rest);
  const [first, second] = Buffer.concat(head);
  yield* first === 0x1f && second === 0x8b ? gunzipped(whole) : whole;
}

async function* joined(head: Uint8Array, rest: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (head.byteLength > 0) yield head;
  yield* rest;
}

async function* gunzipped(packed: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  let packedBytes = 0;
  let unpackedBytes = 0;
  const counted = async function* () {
    for await (const chunk of packed) {
      packedBytes += chunk.byteLength;
      yield chunk;
    }
  };
  const gunzip = createGunzip();
  const source = Readable.from(counted(), { objectMode: false });
  source.on('error', (error) => gunzip.destroy(error)).pipe(gunzip);
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) {
      unpackedBytes += chunk.byteLength;
      if (unpackedBytes > BOMB_BYTES && unpackedBytes > packedBytes * BOMB_RATIO)
        throw new Failure('too-large', 'the gzip data unpack to more than a list can be');
      yield chunk;
    }
  } catch (cause) {
    throw isZlibError(cause)
      ? new Failure('truncated', 'the gzip data are damaged or cut off', { cause })
      : cause;
  } finally {
    source.destroy();
    gunzip.destroy();
  }
}

const isZlibError = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
