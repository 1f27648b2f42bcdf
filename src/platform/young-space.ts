import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation at its first size, so that it is collected often. Every chunk from a socket is a tiny object
 * that holds 64 KiB outside the heap: in a young generation grown to 32 MB hundreds of them lie dead for long. Measured
 * with 64 downloads of 50 MB at once: 202 MB instead of 274 MB resident, for 7 % more processor time.
 */
export const keepYoungSpaceSmall = (): void => setFlagsFromString('--semi-space-growth-factor=1');
