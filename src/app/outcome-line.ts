/** Items on their way from many givers to one taker, a few at a time. */
export interface OutcomeLine<T> {
  /** Resolves when there is room for the next: givers are no faster than the taker. */
  push(item: T): Promise<void>;
  /** Nothing more comes, and nobody waits any longer. */
  end(): void;
  items(): AsyncIterable<T>;
}

/** `capacity` items may wait to be taken. */
export function outcomeLine<T>(capacity: number): OutcomeLine<T> {
  const waiting: T[] = [];
  let isOver = false;
  let changed = Promise.withResolvers<void>();
  const change = (): void => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  return {
    async push(item) {
      if (isOver) return;
      waiting.push(item);
      change();
      while (waiting.length > capacity && !isOver) await changed.promise;
    },
    end() {
      isOver = true;
      change();
    },
    async *items() {
      for (;;) {
        const item = waiting.shift();
        if (item !== undefined) {
          change();
          yield item;
        } else if (isOver) return;
        else await changed.promise;
      }
    },
  };
}
