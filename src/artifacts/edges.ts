/** The first and the last bytes of a file while it is written: what checks ask for first, without a trip to the disk. */
export interface Edges {
  add(chunk: Uint8Array): void;
  /** `undefined`: not all of it is at hand. */
  find(range: { readonly start: number; readonly end: number }): Uint8Array | undefined;
}

const HEAD_BYTES = 4 * 1024;
/** The tail that PDF readers search for the end, and the section it points at where that is just before. */
const TAIL_BYTES = 36 * 1024;

/** Copies what it keeps: writers use their buffers again. `begunAt`: how many bytes the file has that were not seen. */
export function edges(begunAt: number): Edges {
  const head = Buffer.allocUnsafeSlow(HEAD_BYTES);
  /** Filled from its end. */
  const tail = Buffer.allocUnsafeSlow(TAIL_BYTES);
  let headBytes = 0;
  let tailBytes = 0;
  let sizeBytes = begunAt;

  function addToTail(chunk: Uint8Array): void {
    const last = chunk.subarray(-TAIL_BYTES);
    tail.copyWithin(0, last.byteLength);
    tail.set(last, TAIL_BYTES - last.byteLength);
    tailBytes = Math.min(TAIL_BYTES, tailBytes + last.byteLength);
  }
  return {
    add(chunk) {
      if (sizeBytes === headBytes && headBytes < HEAD_BYTES) {
        const first = chunk.subarray(0, HEAD_BYTES - headBytes);
        head.set(first, headBytes);
        headBytes += first.byteLength;
      }
      addToTail(chunk);
      sizeBytes += chunk.byteLength;
    },
    find({ start, end }) {
      const tailAt = sizeBytes - tailBytes;
      const shift = TAIL_BYTES - sizeBytes;
      if (start >= tailAt && end <= sizeBytes) return Buffer.from(tail.subarray(start + shift, end + shift));
      return end <= headBytes ? Buffer.from(head.subarray(start, end)) : undefined;
    },
  };
}
