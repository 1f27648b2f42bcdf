import type { BufferPool } from './buffer-pool.ts';

export interface WriteBuffer {
  /** Returns a promise only when something was written: the sender is then held back until the disk has it. */
  add(chunk: Uint8Array): void | Promise<void>;
  /** Writes what is left and gives the buffer back. */
  flush(): Promise<void>;
  /** Gives the buffer back with whatever is in it. */
  drop(): void;
}

/**
 * Gathers the small chunks a socket gives (16 to 64 KiB) into large writes: one trip to the file system instead of
 * dozens, from one buffer, so that a download never holds more than that.
 */
export function writeBuffer(
  pool: BufferPool,
  write: (chunk: Uint8Array, isAll: boolean) => void | Promise<void>,
): WriteBuffer {
  let buffer: Uint8Array | undefined;
  let used = 0;
  let hasWritten = false;

  async function empty(isLast: boolean): Promise<void> {
    if (!buffer || used === 0) return;
    const isAll = isLast && !hasWritten;
    hasWritten = true;
    await write(buffer.subarray(0, used), isAll);
    used = 0;
  }

  async function spill(into: Uint8Array, chunk: Uint8Array): Promise<void> {
    await empty(false);
    hasWritten = true;
    // What alone fills the buffer needs no copy.
    if (chunk.byteLength >= into.byteLength) await write(chunk, false);
    else keep(into, chunk);
  }

  function keep(into: Uint8Array, chunk: Uint8Array): void {
    into.set(chunk, used);
    used += chunk.byteLength;
  }

  function drop(): void {
    if (buffer) pool.give(buffer);
    buffer = undefined;
    used = 0;
  }

  return {
    add(chunk) {
      const into = (buffer ??= pool.take());
      return used + chunk.byteLength > into.byteLength ? spill(into, chunk) : keep(into, chunk);
    },
    async flush() {
      await empty(true);
      drop();
    },
    drop,
  };
}
