import { onAbort } from './on-abort.ts';

/** What `wait` gives, or the signal's reason as soon as it is aborted. The wait itself goes on. */
export async function orAborted<T>(wait: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<never>();
  const forget = onAbort(signal, () => reject(signal.reason as Error));
  try {
    return await Promise.race([wait, promise]);
  } finally {
    forget();
  }
}
