import { orAborted } from '../or-aborted.ts';

/** Waiters of one key, one at a time, in the order they came. */
export interface Lanes {
  /** How many stand in the lane, whoever is at its head included. */
  length(key: string): number;
  /** Runs `turn` when all who came earlier have left the lane; one who gives up while waiting leaves its place. */
  queue<T>(key: string, signal: AbortSignal, turn: () => Promise<T>): Promise<T>;
}

interface Lane {
  length: number;
  tail: Promise<void>;
}

export function lanes(): Lanes {
  const open = new Map<string, Lane>();

  return {
    length: (key) => open.get(key)?.length ?? 0,
    async queue(key, signal, turn) {
      signal.throwIfAborted();
      const lane = open.get(key) ?? { length: 0, tail: Promise.resolve() };
      open.set(key, lane);
      const earlier = lane.tail;
      const own = Promise.withResolvers<void>();
      lane.tail = own.promise;
      lane.length++;
      try {
        if (lane.length > 1) await orAborted(earlier, signal);
        return await turn();
      } finally {
        lane.length--;
        if (lane.length === 0) open.delete(key);
        void earlier.then(own.resolve);
      }
    },
  };
}
