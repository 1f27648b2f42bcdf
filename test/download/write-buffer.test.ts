import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bufferPool } from '../../src/download/buffer-pool.ts';
import { writeBuffer } from '../../src/download/write-buffer.ts';

test('what comes out is what went in, in order, in few writes', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 40 })),
      fc.integer({ min: 1, max: 64 }),
      async (chunks, size) => {
        const written: Buffer[] = [];
        const buffer = writeBuffer(bufferPool(size), async (chunk) => void written.push(Buffer.from(chunk)));
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
  const buffer = writeBuffer(bufferPool(10), async () => undefined);
  expect(buffer.add(Buffer.alloc(6))).toBeUndefined();
  expect(buffer.add(Buffer.alloc(4))).toBeUndefined();
  expect(buffer.add(Buffer.alloc(1))).toBeInstanceOf(Promise);
});

test('buffers are used again, and are small where many downloads run at once', async () => {
  const MIB = 1024 * 1024;
  const pool = bufferPool(MIB);
  const taken = Array.from({ length: 64 }, () => pool.take());
  const bytes = taken.reduce((sum, { byteLength }) => sum + byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(24 * MIB);
  expect(taken[0]?.byteLength).toBe(MIB);
  taken.forEach(pool.give);
  expect(taken).toContain(pool.take());
});

test('a buffer is given back after the last write, not before', async () => {
  const given: Uint8Array[] = [];
  const pool = { take: () => Buffer.alloc(8), give: (buffer: Uint8Array) => void given.push(buffer) };
  let release = () => undefined as void;
  const written = new Promise<void>((resolve) => (release = resolve));
  const buffer = writeBuffer(pool, () => written);
  expect(buffer.add(Buffer.alloc(5))).toBeUndefined();
  const flushed = buffer.flush();
  expect(given).toEqual([]);
  release();
  await flushed;
  expect(given).toHaveLength(1);
  buffer.drop();
  expect(given).toHaveLength(1);
});
