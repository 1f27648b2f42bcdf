import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createInflateRaw,
  createZstdDecompress,
} from 'node:zlib';
import { Failure } from '../../core/errors.ts';

/** A step of a body's way: takes bytes, hands what they mean to the next. */
export interface Decoder {
  write(chunk: Uint8Array): void | Promise<void>;
  /** Resolves when everything written has been handed on; rejects when the coding did not end where the body did. */
  end(): Promise<void>;
  close(): void;
}

export type Sink = (chunk: Uint8Array) => void | Promise<void>;

type Stream = ReturnType<typeof createGunzip>;

/** Output in small pieces, so that the limits are looked at before much memory is filled. */
const options = { chunkSize: 16 * 1024 };
/** 8 MiB windows are what RFC 8878 asks decoders to support; more is an attack. */
const zstdOptions = { ...options, params: { [constants.ZSTD_d_windowLogMax]: 23 } };

const CREATE: Readonly<Record<string, (first: Uint8Array) => Stream>> = {
  gzip: () => createGunzip(options),
  'x-gzip': () => createGunzip(options),
  // RFC 9110 8.4.1.2: zlib format; some servers send the bare stream. The low four bits of a zlib header are 8.
  deflate: (first) => (((first[0] ?? 0) & 0x0f) === 8 ? createInflate(options) : createInflateRaw(options)),
  br: () => createBrotliDecompress(options),
  zstd: () => createZstdDecompress(zstdOptions),
};

const MAX_CODINGS = 2;
/** Said by servers that mean: nothing was done to it. */
const NO_CODING = new Set(['', 'identity', 'none', 'binary', 'utf-8']);

const NONE: readonly string[] = [];

/**
 * The codings of a `Content-Encoding` that can be undone, in the order they were applied. What lies below one that nobody
 * knows stays as it is: servers name types, charsets and nothing at all there, and whoever reads the bytes sees what they
 * are. Throws `protocol-error` for more than anybody means.
 */
export function codingsOf(header: string | undefined): readonly string[] {
  if (header === undefined) return NONE;
  const codings = header
    .split(',')
    .map((coding) => coding.trim().toLowerCase())
    .filter((coding) => !NO_CODING.has(coding));
  if (codings.length > MAX_CODINGS) throw new Failure('protocol-error', 'more than two content codings');
  return codings.slice(codings.findLastIndex((coding) => !Object.hasOwn(CREATE, coding)) + 1);
}

function failureOf(cause: Error): Failure {
  const cut = 'code' in cause && cause.code === 'Z_BUF_ERROR';
  return cut
    ? new Failure('truncated', 'the compressed body ends too early', { cause })
    : new Failure('protocol-error', 'the compressed body cannot be decoded', { cause });
}

/** Undoes one coding. Its stream is made with the first bytes: `deflate` shows only there what it is. */
export function decoder(coding: string, sink: Sink): Decoder {
  let stream: Stream | undefined;
  let writtenBytes = 0;
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => undefined);
  const ended = Promise.withResolvers<void>();

  /** What comes from further down the way is passed on as it is. */
  const stop = (error: unknown): void => {
    broken.reject(error);
    stream?.destroy();
  };
  const handOn = (from: Stream, chunk: Uint8Array): void => {
    try {
      const wait = sink(chunk);
      if (!wait) return;
      from.pause();
      wait.then(() => from.resume(), stop);
    } catch (error) {
      stop(error);
    }
  };
  const open = (first: Uint8Array): Stream => {
    const create = CREATE[coding];
    if (!create) throw new Error(`no decoder for ${coding}`);
    const opened = create(first);
    opened.on('data', (chunk: Uint8Array) => handOn(opened, chunk));
    opened.on('error', (error) => stop(failureOf(error)));
    opened.on('end', ended.resolve);
    return opened;
  };

  return {
    write(chunk) {
      const target = (stream ??= open(chunk));
      writtenBytes += chunk.byteLength;
      const taken = new Promise<void>((resolve, reject) => {
        target.write(chunk, (error) => (error ? reject(failureOf(error)) : resolve()));
      });
      return Promise.race([taken, broken.promise]);
    },
    async end() {
      if (!stream) return;
      stream.end();
      await Promise.race([ended.promise, broken.promise]);
      // Inflate, Brotli and Zstandard stop reading where their stream ends and say nothing about the rest.
      if (stream.bytesWritten !== writtenBytes) {
        throw new Failure('protocol-error', 'bytes follow the end of the compressed body');
      }
    },
    close: () => stream?.destroy(),
  };
}
