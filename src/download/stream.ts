import { createHash } from 'node:crypto';
import type { Staged } from '../artifacts/store.ts';
import { Failure } from '../core/errors.ts';
import type { Candidate } from '../core/plan.ts';
import type { HttpBody } from '../http/client.ts';
import type { BufferPool } from './buffer-pool.ts';
import { type PageFacts, readPage } from './read-page.ts';
import { type Sniffed, sniff } from './sniff.ts';
import { writeBuffer } from './write-buffer.ts';
import { checkXml, type XmlVerdict } from './xml-check.ts';

export interface Intake {
  readonly maxBytes: number;
  readonly buffers: BufferPool;
  /** Whether bytes of this kind are worth storing until they are judged. */
  readonly keeps: (kind: Sniffed) => boolean;
  readonly stage: () => Promise<Staged>;
  readonly checksum?: Candidate['checksum'];
  /** May `keep` the bytes of a transfer that broke; what it leaves is discarded. */
  readonly salvage?: (staged: Staged, error: unknown) => Promise<void>;
}

/** A body that has passed by, and what was seen of it. */
export interface Received {
  readonly kind: Sniffed;
  readonly sizeBytes: number;
  /** Length as sent, before decoding; absent when the transfer was stopped because enough had been seen. */
  readonly wireBytes?: number;
  /** Bytes that lay here before this transfer. */
  readonly begunBytes?: number;
  readonly staged?: Staged;
  readonly page?: PageFacts;
  readonly xml?: XmlVerdict;
  /** Hash by the algorithm of the expected checksum. */
  readonly checksumHex?: string;
  /** Of a PDF: a run of zeros longer than programs write, as of a block that was lost. */
  readonly hasHole?: true;
}

/** Papers have no such run: none of 363 odd files at hand does. One across two chunks is found when twice as long. */
const HOLE = Buffer.alloc(4096);

/** Enough to find a PDF header, and the root of a page behind a long comment. */
const HEAD_BYTES = 64 * 1024;

type Seen = Pick<Received, 'page' | 'xml' | 'checksumHex' | 'hasHole'>;

/** What reads along: its findings do not depend on where the bytes go. */
interface Checks {
  readonly kind: Sniffed;
  /** Nothing that follows can change what they find. */
  isFull(): boolean;
  write(chunk: Uint8Array): void;
  end(): Seen;
}

interface Sink {
  readonly kind: Sniffed;
  readonly staged: Staged | undefined;
  /** Nothing that follows can change the verdict. */
  isSated(): boolean;
  write(chunk: Uint8Array): void | Promise<void>;
  end(): Promise<Seen>;
  /** The transfer broke: what was staged is salvaged or discarded. */
  abandon(error: unknown): Promise<void>;
}

/** A body whose first bytes lie here already. */
export interface Begun {
  readonly sizeBytes: number;
  readonly sink: Sink;
}

const asBuffer = (chunk: Uint8Array): Buffer => Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);

function startChecks(kind: Sniffed, { keeps, checksum }: Pick<Intake, 'keeps' | 'checksum'>): Checks {
  const isKept = keeps(kind);
  const page = kind === 'html' ? readPage() : undefined;
  const xml = kind === 'xml' && isKept ? checkXml() : undefined;
  const hash = isKept && checksum ? createHash(checksum.algorithm) : undefined;
  const looksForHoles = kind === 'pdf' && isKept;
  let hasHole: true | undefined;
  return {
    kind,
    isFull: () => page?.isFull() ?? true,
    write(chunk) {
      page?.write(chunk);
      xml?.write(chunk);
      hash?.update(chunk);
      if (looksForHoles && !hasHole && asBuffer(chunk).includes(HOLE)) hasHole = true;
    },
    end: () => ({
      ...(page && { page: page.end() }),
      ...(xml && { xml: xml.end() }),
      ...(hasHole && { hasHole }),
      ...(hash && { checksumHex: hash.digest('hex') }),
    }),
  };
}

/** Where bytes of a kind go: to the store, past the checks that read along, or nowhere. */
function sinkOver(checks: Checks, staged: Staged | undefined, intake: Intake): Sink {
  const buffer = staged && writeBuffer(intake.buffers, staged.write);
  return {
    kind: checks.kind,
    staged,
    isSated: () => !staged && checks.isFull(),
    write(chunk) {
      checks.write(chunk);
      return buffer?.add(chunk);
    },
    async end() {
      await buffer?.flush();
      return checks.end();
    },
    async abandon(error) {
      if (!staged) return;
      try {
        if (!intake.salvage) return;
        await buffer?.flush();
        await intake.salvage(staged, error);
      } catch (trouble) {
        if (!(trouble instanceof Failure)) throw trouble;
      } finally {
        buffer?.drop();
        await staged.discard();
      }
    },
  };
}

async function openSink(kind: Sniffed, intake: Intake): Promise<Sink> {
  const staged = intake.keeps(kind) ? await intake.stage() : undefined;
  return sinkOver(startChecks(kind, intake), staged, intake);
}

/**
 * Takes up a broken transfer: the bytes `adopt` hands over pass the checks as if they had just come. `undefined` when
 * there is nothing to take up.
 */
export async function takeUp(
  intake: Intake,
  adopt: (onChunk: (chunk: Uint8Array) => void) => Promise<Staged | undefined>,
): Promise<Begun | undefined> {
  let checks: Checks | undefined;
  let sizeBytes = 0;
  const staged = await adopt((chunk) => {
    checks ??= startChecks(sniff(Buffer.from(chunk.subarray(0, HEAD_BYTES))), intake);
    checks.write(chunk);
    sizeBytes += chunk.byteLength;
  });
  return staged && checks && { sizeBytes, sink: sinkOver(checks, staged, intake) };
}

/**
 * Lets a body pass: its first bytes decide what it is and where the rest goes. No Node stream is involved; the chunks of
 * the transport are looked at, hashed and written as they come, and a slow disk holds the sender back. A rejection
 * leaves nothing behind but what was salvaged.
 */
export async function receive(body: HttpBody, intake: Intake, begun?: Begun): Promise<Received> {
  const enough = new Error('enough of this body was read');
  const head: Uint8Array[] = [];
  let sizeBytes = begun?.sizeBytes ?? 0;
  let sink = begun?.sink;
  let pending: unknown;

  async function decide(): Promise<Sink> {
    const start = Buffer.concat(head);
    head.length = 0;
    sink = await openSink(sniff(start), intake);
    await sink.write(start);
    return sink;
  }

  function collect(chunk: Uint8Array): void | Promise<void> {
    head.push(Buffer.from(chunk)); // a copy: the transport goes on using its memory
    if (sizeBytes < HEAD_BYTES) return undefined;
    return decide().then(({ isSated }) => {
      if (isSated()) throw enough;
    });
  }

  /** Returns a promise only when there is something to wait for: most chunks are merely copied. */
  function onChunk(chunk: Uint8Array): void | Promise<void> {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > intake.maxBytes)
      throw new Failure('too-large', `the body is larger than ${intake.maxBytes} bytes`);
    const wait = sink ? sink.write(chunk) : collect(chunk);
    if (sink?.isSated()) throw enough;
    pending = wait;
    return wait;
  }

  try {
    const size = await body.read(onChunk).catch((error: unknown) => {
      if (error === enough) return undefined;
      throw error;
    });
    const { kind, staged, end } = sink ?? (await decide());
    const seen = await end();
    const isWhole = size !== undefined;
    return {
      kind,
      sizeBytes,
      ...(isWhole && { wireBytes: size.wireBytes }),
      ...(begun && { begunBytes: begun.sizeBytes }),
      ...(staged && { staged }),
      ...seen,
    };
  } catch (error) {
    // The transfer may break while a chunk is still being written, or its file being made.
    await Promise.allSettled([pending]);
    await sink?.abandon(error);
    throw error;
  }
}
