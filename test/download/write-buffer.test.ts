import fc from 'fast-check';
import { expect, test } from 'vitest';
import { writeBuffer } from '../../src/download/write-buffer.ts';

test('what comes out is what went in, in order, in few writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 64 }),
      async (chunks, size) => {
        const written: Buffer[] = [];
        const buffer = writeBuffer(size, async (chunk) => void written.push(Buffer.from(chunk)));
        for (const chunk of chunks) await buffer.add(chunk);
        await buffer.flush();
        expect(Buffer.concat(written)).toEqual(Buffer.concat(chunks));
        const total = Buffer.concat(chunks).length;
        const large = chunks.filter((chunk) => chunk.length >= size).length;
        expect(written.length).toBeLessThanOrEqual(2 * Math.ceil(total / size) + 2 * large + 1);
      },
    ),
    { seed: 3 },
  );
});

test('a chunk that fits is taken without waiting, one that does not holds the sender back', () => {
  const buffer = writeBuffer(10, async () => undefined);
  expect(buffer.add(Buffer.alloc(6))).toBeUndefined();
  expect(buffer.add(Buffer.alloc(4))).toBeUndefined();
  expect(buffer.add(Buffer.alloc(1))).toBeInstanceOf(Promise);
});
