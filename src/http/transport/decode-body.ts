import { Failure } from '../../core/errors.ts';
import type { BodySize } from '../client.ts';
import { type Decoder, decoder, type Sink } from './decoders.ts';
import type { Inflow } from './inflow.ts';

export interface DecodeSettings {
  readonly codings: readonly string[];
  /** Largest decoded body. */
  readonly maxBytes: number;
}

/**
 * Text compresses 5 to 30 times, a bomb more than a thousand times: beyond this ratio, once there is more than a little,
 * nobody means well.
 */
const MAX_RATIO = 200;
const RATIO_FROM_BYTES = 1024 * 1024;

/**
 * Reads a body through its codings, the last applied first, and stops it where it grows past its limits. They hold after
 * every coding: 3 KB of brotli are gigabytes of empty gzip members, which in turn are nothing.
 */
export async function readDecoded(body: Inflow, settings: DecodeSettings, onChunk: Sink): Promise<BodySize> {
  let wireBytes = 0;
  let decodedBytes = 0;
  const refuseMore = (bytes: number): void => {
    if (bytes <= settings.maxBytes) return;
    throw new Failure('too-large', `the body is larger than ${settings.maxBytes} bytes`);
  };
  const refuseDecoded = (bytes: number): void => {
    refuseMore(bytes);
    if (bytes <= RATIO_FROM_BYTES || bytes <= wireBytes * MAX_RATIO) return;
    throw new Failure('too-large', `the body decodes to more than ${MAX_RATIO} times its size`);
  };
  /** What one coding may hand to the next, or to the reader. */
  const limited = (next: Sink): Sink => {
    let bytes = 0;
    return (chunk) => {
      bytes += chunk.byteLength;
      refuseDecoded(bytes);
      return next(chunk);
    };
  };

  const chain: Decoder[] = [];
  let first: Sink = (chunk) => {
    decodedBytes += chunk.byteLength;
    return onChunk(chunk);
  };
  for (const coding of settings.codings) {
    const step = decoder(coding, limited(first));
    chain.unshift(step);
    first = step.write;
  }
  try {
    await body.read((chunk) => {
      wireBytes += chunk.byteLength;
      // Codings have parts that stand for nothing (empty members, comments): without end, they decode to nothing.
      refuseMore(wireBytes);
      return first(chunk);
    });
    for (const step of chain) await step.end();
    return { wireBytes, decodedBytes };
  } finally {
    for (const step of chain) step.close();
  }
}
