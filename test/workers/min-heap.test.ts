import fc from 'fast-check';
import { expect, test } from 'vitest';
import { minHeap } from '../../src/workers/min-heap.ts';

test('gives back any keys in ascending order', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), (keys) => {
      const heap = minHeap<number>();
      for (const key of keys) heap.push(key, key);
      const popped: number[] = [];
      for (let node = heap.pop(); node; node = heap.pop()) popped.push(node.item);
      expect(popped).toEqual([...keys].sort((a, b) => a - b));
      expect(heap.peekKey()).toBeUndefined();
    }),
  );
});
