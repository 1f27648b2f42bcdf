import { addAbortSignal } from 'node:stream';

/** The bytes piped into the process. A stop is heard while it waits for more. */
export const standardInput = (signal: AbortSignal): AsyncIterable<Uint8Array> =>
  addAbortSignal(signal, process.stdin) as AsyncIterable<Uint8Array>;
