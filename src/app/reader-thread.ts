import { parentPort } from 'node:worker_threads';
import type { PdfProof, PdfReading, TextReading } from '../core/document-reader.ts';
import { textDecoder } from '../download/text-decoder.ts';
import { nodeFiles } from '../platform/node-files.ts';

/** What the reader's thread is asked: one answer each. */
export type ReadingTask =
  | { readonly kind: 'pdf' | 'pdf-proof' | 'article'; readonly path: string }
  /** Loads what reading a PDF needs. */
  | { readonly kind: 'warm-up' };

const files = nodeFiles();

async function readArticle(bytes: Uint8Array): Promise<TextReading> {
  const { articleText } = await import('../download/html-text/article-text.ts');
  try {
    const text = articleText(textDecoder(bytes, false).decode(bytes));
    return text === undefined ? { kind: 'no-article' } : { kind: 'read', text };
  } catch (error) {
    // Deep pages exhaust the stack, odd ones meet gaps in the DOM: either way there is no text.
    return { kind: 'gave-up', why: error instanceof Error ? error.message.slice(0, 200) : 'unknown trouble' };
  }
}

async function readPdf(bytes: Uint8Array): Promise<PdfReading> {
  const reader = await import('../download/reader/read-pdf.ts');
  return reader.readPdf(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

async function provePdf(bytes: Uint8Array): Promise<PdfProof> {
  const reader = await import('../download/reader/prove-pdf.ts');
  return reader.provePdf(bytes);
}

async function warmUp(): Promise<{ readonly kind: 'ready' }> {
  const reader = await import('../download/reader/read-pdf.ts');
  await reader.loadReader();
  return { kind: 'ready' };
}

type Answer = PdfReading | PdfProof | TextReading | { readonly kind: 'ready' };

async function answer(task: ReadingTask): Promise<Answer> {
  if (task.kind === 'warm-up') return warmUp();
  const bytes = await files.read(task.path);
  switch (task.kind) {
    case 'pdf':
      return readPdf(bytes);
    case 'pdf-proof':
      return provePdf(bytes);
    case 'article':
      return readArticle(bytes);
  }
}

// pdf.js leaves rejected promises behind when objects are broken; the call that needed them reports it.
process.on('unhandledRejection', () => {});
parentPort?.on('message', (task: ReadingTask) => {
  void answer(task).then(
    (reading) => parentPort?.postMessage(reading),
    (error: unknown) => parentPort?.postMessage({ kind: 'gave-up', why: String(error).slice(0, 200) }),
  );
});
