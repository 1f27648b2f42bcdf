import { describe, expect, test } from 'vitest';
import { memoryCacheStore } from '../../../src/http/cache/memory.ts';
import { cacheStoreContract, sampleHead } from '../../contracts/cache-store-contract.ts';

describe('cache store in memory', () => {
  cacheStoreContract((maxBytes) => memoryCacheStore({ maxBytes }));

  test('keeps no more memory alive than it counts', async () => {
    using store = memoryCacheStore({ maxBytes: 1_000_000 });
    const piece = Buffer.from('a small answer');
    expect(piece.buffer.byteLength).toBeGreaterThan(piece.byteLength);
    await store.put('k', sampleHead('v', piece), piece);
    const kept = await store.body('k', 'v');
    expect(Buffer.from(kept!).toString()).toBe('a small answer');
    expect(kept!.buffer.byteLength).toBe(piece.byteLength);
  });
});
