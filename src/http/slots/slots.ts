import { onAbort } from '../on-abort.ts';

/** Places under a name, at most `limit` of them taken at one time. */
export interface Place {
  readonly key: string;
  readonly limit: number;
}

/**
 * Bounded concurrency under names, first come first served.
 * Places are taken one after the other in the order given: callers that always name the kinds in the same order (resolver,
 * site, host, role, all) cannot block each other for ever.
 */
export interface Slots {
  /** Resolves to the function that gives all places back; it may be called more than once. */
  take(places: readonly Place[], signal: AbortSignal): Promise<() => void>;
}

interface Counter {
  used: number;
  readonly waiting: Set<() => void>;
}

export function slots(): Slots {
  const counters = new Map<string, Counter>();

  const release = (key: string): void => {
    const counter = counters.get(key);
    if (!counter) return;
    const [next] = counter.waiting;
    if (next) {
      counter.waiting.delete(next);
      next();
    } else if (--counter.used === 0) counters.delete(key);
  };

  /** A place freed by another is handed on without being counted down: nobody slips in between. */
  const wait = (counter: Counter, key: string, signal: AbortSignal): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const enter = () => {
      forget();
      resolve();
    };
    const forget = onAbort(signal, () => {
      counter.waiting.delete(enter);
      if (counter.used === 0 && counter.waiting.size === 0) counters.delete(key);
      reject(signal.reason as Error);
    });
    counter.waiting.add(enter);
    return promise;
  };

  const takeOne = ({ key, limit }: Place, signal: AbortSignal): Promise<void> | undefined => {
    const counter = counters.get(key) ?? { used: 0, waiting: new Set() };
    counters.set(key, counter);
    if (counter.used >= limit) return wait(counter, key, signal);
    counter.used++;
    return undefined;
  };

  return {
    async take(places, signal) {
      signal.throwIfAborted();
      const held: string[] = [];
      const giveBack = () => {
        for (const key of held.splice(0)) release(key);
      };
      try {
        for (const place of places) {
          const turn = takeOne(place, signal);
          if (turn) await turn;
          held.push(place.key);
        }
      } catch (error) {
        giveBack();
        throw error;
      }
      return giveBack;
    },
  };
}
