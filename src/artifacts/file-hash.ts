import type { Hash } from 'node:crypto';

/** SHA-256 of a whole file in memory, on another thread. */
export type HashAll = (bytes: Uint8Array) => Promise<string>;

/** The hash of a file while it is written. */
export interface FileHash {
  /** `isWhole`: these bytes are all of the file. Until the promise resolves they must not change. */
  add(bytes: Uint8Array, isWhole: boolean): Promise<unknown> | undefined;
  hex(): Promise<string>;
}

/** Below, handing the bytes to another thread takes as long as hashing them. */
const WORTH_A_TRIP_BYTES = 256 * 1024;

/** Hashes as the bytes pass, in `hash`; a whole file is left to `hashAll`, where there is one and it is worth it. */
export function fileHash(hash: Hash, hashAll: HashAll | undefined): FileHash {
  let beside: Promise<string> | undefined;
  return {
    add(bytes, isWhole) {
      if (isWhole && hashAll && bytes.byteLength >= WORTH_A_TRIP_BYTES) beside = hashAll(bytes);
      else hash.update(bytes);
      return beside;
    },
    hex: async () => beside ?? hash.digest('hex'),
  };
}
