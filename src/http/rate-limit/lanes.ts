import { orAborted } from '../or-aborted.ts';

/** Waiters of one key, one at a time, in the order they came. */
export interface Lanes {
  /** How many stand in the lane, whoever is at its head included. */
  length(key: string): number;
  /**
   * Resolves when all who came earlier have left the lane, to the function that leaves it; that may be called more than once.
   * One who gives up while waiting leaves its place.
   */
  enter(key: string, signal: AbortSignal): Promise<() => void>;
}

interface Lane {
  length: number;
  tail: Promise<void>;
}

export function lanes(): Lanes {
  const open = new Map<string, Lane>();

  return {
    length: (key) => open.get(key)?.length ?? 0,
    async enter(key, signal) {
      signal.throwIfAborted();
      const lane = open.get(key) ?? { length: 0, tail: Promise.resolve() };
      open.set(key, lane);
      const earlier = lane.tail;
      const own = Promise.withResolvers<void>();
      lane.tail = own.promise;
      lane.length++;
      let hasLeft = false;
      const leave = (): void => {
        if (hasLeft) return;
        hasLeft = true;
        lane.length--;
        if (lane.length === 0) open.delete(key);
        void earlier.then(own.resolve);
      };
      try {
        if (lane.length > 1) await orAborted(earlier, signal);
        return leave;
      } catch (error) {
        leave();
        throw error;
      }
    },
  };
}
