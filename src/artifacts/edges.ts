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
  let head: Uint8Array | undefined;
  let tail: Uint8Array = new Uint8Array(0);
  let sizeBytes = begunAt;
  return {
    add(chunk) {
      if (sizeBytes === 0) head = Buffer.from(chunk.subarray(0, HEAD_BYTES));
      tail =
        chunk.byteLength >= TAIL_BYTES
          ? Buffer.from(chunk.subarray(-TAIL_BYTES))
          : Buffer.concat([tail.subarray(chunk.byteLength - TAIL_BYTES), chunk]);
      sizeBytes += chunk.byteLength;
    },
    find({ start, end }) {
      const tailAt = sizeBytes - tail.byteLength;
      if (start >= tailAt) return tail.subarray(start - tailAt, end - tailAt);
      return head && end <= head.byteLength ? head.subarray(start, end) : undefined;
    },
  };
}
