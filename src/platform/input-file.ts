import { close, constants, fstat, open, read, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import { promisify } from 'node:util';

const [openFd, statFd, closeFd, readFd] = [
  promisify(open),
  promisify(fstat),
  promisify(close),
  promisify(read),
];
const CHUNK_BYTES = 1024 * 1024;
/** Of a process: another one finds something else under the same name. */
const OF_THE_PROCESS = /^\/(?:dev\/fd\/\d+|dev\/stdin|proc\/(?:self|\d+)\/fd\/\d+)$/;

/** Whether what was not read of it is gone: a named pipe, `<(…)`, a device. */
export function isReadOnce(path: string): boolean {
  if (OF_THE_PROCESS.test(path)) return true;
  const facts = statSync(path, { throwIfNoEntry: false });
  return facts !== undefined && !facts.isFile() && !facts.isDirectory();
}

/**
 * The bytes of what a person named as input; links are followed. A stop is heard while it waits for a writer, or for more
 * from one: a pipe is opened without waiting and read by the event loop, since a thread that waits in the kernel cannot
 * be called back.
 */
export async function* inputFile(path: string, signal: AbortSignal): AsyncIterable<Uint8Array> {
  const fd = await openFd(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const facts = await statFd(fd);
  if (facts.isFIFO()) {
    yield* addAbortSignal(signal, new Socket({ fd, readable: true, writable: false }));
    return;
  }
  try {
    for (;;) {
      signal.throwIfAborted();
      const { bytesRead, buffer } = await readFd(fd, Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
      if (bytesRead === 0) return;
      yield buffer.subarray(0, bytesRead);
    }
  } finally {
    await closeFd(fd);
  }
}
