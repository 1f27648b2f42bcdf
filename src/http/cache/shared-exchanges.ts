import type { HttpResponse } from '../client.ts';
import { orAborted } from '../or-aborted.ts';

/** Exchanges under way whose answer others may be able to use. */
export interface SharedExchanges {
  /** Runs one. It calls `settled` when its answer is kept, or will not be; failing says so as well. */
  run(id: string, exchange: (settled: () => void) => Promise<HttpResponse>): Promise<HttpResponse>;
  /** The end of the one under way, if there is one. Told at once: whoever hears of none begins before anyone else can. */
  underWay(id: string, signal: AbortSignal): Promise<void> | undefined;
}

/**
 * Whoever waits looks into the cache again and takes what stands there by the rules of the cache, so nothing is shared that
 * could not be stored and reused (RFC 9111 4).
 */
export function sharedExchanges(): SharedExchanges {
  const ends = new Map<string, Promise<void>>();
  return {
    async run(id, exchange) {
      const { promise, resolve } = Promise.withResolvers<void>();
      ends.set(id, promise);
      const settled = (): void => {
        if (ends.get(id) === promise) ends.delete(id);
        resolve();
      };
      try {
        return await exchange(settled);
      } catch (error) {
        settled();
        throw error;
      }
    },
    underWay(id, signal) {
      const end = ends.get(id);
      return end && orAborted(end, signal);
    },
  };
}
