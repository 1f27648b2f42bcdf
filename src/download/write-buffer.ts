export interface WriteBuffer {
  /** Returns a promise only when something was written: the sender is then held back until the disk has it. */
  add(chunk: Uint8Array): void | Promise<void>;
  flush(): Promise<void>;
}

/**
 * Gathers the small chunks a socket gives (16 to 64 KiB) into writes of `sizeBytes`: one trip to the file system instead
 * of dozens, from one buffer that is used again, so that a download never holds more than that.
 */
export function writeBuffer(
  sizeBytes: number,
  write: (chunk: Uint8Array) => void | Promise<void>,
): WriteBuffer {
  let buffer: Uint8Array | undefined;
  let used = 0;

  async function flush(): Promise<void> {
    if (!buffer || used === 0) return;
    await write(buffer.subarray(0, used));
    used = 0;
  }

  async function spill(chunk: Uint8Array): Promise<void> {
    await flush();
    // What alone fills the buffer needs no copy.
    if (chunk.byteLength >= sizeBytes) await write(chunk);
    else keep(chunk);
  }

  function keep(chunk: Uint8Array): void {
    buffer ??= Buffer.allocUnsafe(sizeBytes);
    buffer.set(chunk, used);
    used += chunk.byteLength;
  }

  return {
    add: (chunk) => (used + chunk.byteLength > sizeBytes ? spill(chunk) : keep(chunk)),
    flush,
  };
}
