/** The bytes piped into the process. */
export const standardInput = (): AsyncIterable<Uint8Array> => process.stdin as AsyncIterable<Uint8Array>;
