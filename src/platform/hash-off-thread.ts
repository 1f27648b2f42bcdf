/** SHA-256 by the thread pool: a megabyte takes a millisecond, which the event loop has for others. */
export const sha256OffThread = async (bytes: Uint8Array): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>)).toString('hex');
