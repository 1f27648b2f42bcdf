import type { Clock } from '../core/clock.ts';
import type { DocumentReader } from '../core/document-reader.ts';
import { builtProgram } from '../platform/built-program.ts';
import { type ChildCaps, recycledChild } from '../platform/recycled-child.ts';
import type { ReadingTask } from './reader-thread.ts';

const THREAD = builtProgram(new URL('./reader-thread.ts', import.meta.url));

/**
 * A paper takes 10 to 20 ms, the slowest of 393 odd files 0.4 s. pdf.js keeps some of what it read: 88 MB over 200
 * files, so that a child is replaced before it weighs much.
 */
const CAPS: ChildCaps = {
  timeoutMs: 15_000,
  heapMb: 512,
  maxRssMb: 1024,
  maxQuestions: 500,
  recycleRssMb: 350,
};

export interface WiredReader extends DocumentReader, AsyncDisposable {
  /** Starts the reader before there is a document, so that the first one does not wait for it. */
  warmUp(): void;
}

/** Documents are read in one child process, recycled; it is started by `warmUp` or the first document. */
export function wireReader(clock: Clock, caps: ChildCaps = CAPS): WiredReader {
  const child = recycledChild(THREAD, caps, clock);

  async function ask<T>(
    task: ReadingTask,
    signal: AbortSignal,
  ): Promise<T | { kind: 'gave-up'; why: string }> {
    signal.throwIfAborted();
    const end = await child.ask(task);
    signal.throwIfAborted();
    switch (end.kind) {
      case 'answer':
        return end.value as T;
      case 'timeout':
        return { kind: 'gave-up', why: `reading it took longer than ${caps.timeoutMs / 1000} s` };
      case 'died':
        return { kind: 'gave-up', why: 'reading it took too much memory' };
    }
  }

  return {
    warmUp: () => void child.ask({ kind: 'warm-up' } satisfies ReadingTask),
    pdf: (path, signal) => ask({ kind: 'pdf', path }, signal),
    pdfProof: (path, signal) => ask({ kind: 'pdf-proof', path }, signal),
    article: (path, signal) => ask({ kind: 'article', path }, signal),
    [Symbol.asyncDispose]: () => child[Symbol.asyncDispose](),
  };
}
