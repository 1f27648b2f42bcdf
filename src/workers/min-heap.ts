interface Node<T> {
  readonly key: number;
  readonly item: T;
}

/** A binary heap: the smallest key first, push and pop in logarithmic time. */
export interface Heap<T> {
  push(key: number, item: T): void;
  pop(): Node<T> | undefined;
  /** The smallest key; `undefined` when the heap is empty. */
  peekKey(): number | undefined;
}

export function minHeap<T>(): Heap<T> {
  const nodes: Node<T>[] = [];
  const keyAt = (index: number): number => nodes[index]?.key ?? Number.POSITIVE_INFINITY;
  const swap = (a: number, b: number): void => {
    const [one, other] = [nodes[a], nodes[b]];
    if (one && other) [nodes[a], nodes[b]] = [other, one];
  };
  const rise = (from: number): void => {
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (keyAt(parent) <= keyAt(at)) return;
      swap(parent, at);
      at = parent;
    }
  };
  const sink = (from: number): void => {
    for (let at = from; ; ) {
      const left = 2 * at + 1;
      const smaller = keyAt(left + 1) < keyAt(left) ? left + 1 : left;
      if (keyAt(smaller) >= keyAt(at)) return;
      swap(smaller, at);
      at = smaller;
    }
  };
  return {
    push(key, item) {
      nodes.push({ key, item });
      rise(nodes.length - 1);
    },
    pop() {
      const top = nodes[0];
      const last = nodes.pop();
      if (last && nodes.length > 0) {
        nodes[0] = last;
        sink(0);
      }
      return top;
    },
    peekKey: () => nodes[0]?.key,
  };
}
