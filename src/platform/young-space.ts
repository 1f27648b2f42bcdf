import { setFlagsFromString } from 'node:v8';

/**
 * Keeps V8's young generation small, so that it is collected often. Every chunk from a socket is a tiny object that holds
 * 64 KiB outside the heap: in a young generation of 32 MB hundreds of them lie dead for long. Measured with 64 downloads of
 * 50 MB at once: 228 MB instead of 280 MB resident, for about 7 % more processor time.
 */
export const keepYoungSpaceSmall = (): void => setFlagsFromString('--scavenger-max-new-space-capacity-mb=2');
