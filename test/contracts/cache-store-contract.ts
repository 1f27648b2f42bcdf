import { describe, expect, test } from 'vitest';
import type { CacheStore, StoredHead } from '../../src/http/cache/cache-store.ts';
import { sha256Of } from '../../src/http/cache/digest.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';

const bytes = (text: string): Buffer => Buffer.from(text);

export const sampleHead = (
  variant: string,
  body: Uint8Array,
  more: Partial<StoredHead> = {},
): StoredHead => ({
  variant,
  audience: 'everyone',
  chosenBy: { accept: 'digest' },
  status: 200,
  headers: { 'content-type': 'text/plain', etag: '"1"' },
  initialAgeMs: 250.5,
  receivedAt: 1_000.25,
  size: { wireBytes: 3, decodedBytes: body.byteLength },
  sha256: sha256Of(body),
  ...more,
});

const keep = (store: CacheStore, key: string, body: Uint8Array, variant = 'v'): Promise<void> =>
  store.put(key, sampleHead(variant, body), body);

/** The promises of the cache store port; every adapter runs it. */
export function cacheStoreContract(open: (maxBytes: number, clock: FakeClock) => CacheStore): void {
  const opened = (maxBytes = 1_000_000) => {
    const clock = fakeClock();
    return { clock, store: open(maxBytes, clock) };
  };

  describe('cache store contract', () => {
    test('what is put is found again, head and body to the byte', async () => {
      using store = opened().store;
      const body = Buffer.from(Array.from({ length: 256 }, (_, index) => index));
      const head = sampleHead('v', body, { exactUrl: 'u' });
      await store.put('k', head, body);
      expect(await store.find('k')).toEqual([head]);
      expect(Buffer.from((await store.body('k', 'v'))!)).toEqual(body);
      expect(await store.find('other')).toEqual([]);
      expect(await store.body('k', 'other')).toBeUndefined();
    });

    test('the empty body is a body', async () => {
      using store = opened().store;
      await keep(store, 'k', bytes(''));
      expect((await store.body('k', 'v'))?.byteLength).toBe(0);
    });

    test('a second answer of the same name replaces the first, another name stands beside it', async () => {
      using store = opened().store;
      await keep(store, 'k', bytes('one'));
      await keep(store, 'k', bytes('two'));
      await keep(store, 'k', bytes('three'), 'w');
      expect((await store.find('k')).map(({ variant }) => variant).toSorted()).toEqual(['v', 'w']);
      expect(Buffer.from((await store.body('k', 'v'))!).toString()).toBe('two');
    });

    test('a refresh changes the head of the body it was made for', async () => {
      using store = opened().store;
      await keep(store, 'k', bytes('one'));
      const fresh = sampleHead('v', bytes('one'), { headers: { etag: '"2"' }, receivedAt: 9_000 });
      await store.refresh('k', fresh);
      expect(await store.find('k')).toEqual([fresh]);
      expect(Buffer.from((await store.body('k', 'v'))!).toString()).toBe('one');
    });

    test('a refresh for a body that was replaced or is gone changes nothing', async () => {
      using store = opened().store;
      const late = sampleHead('v', bytes('one'), { headers: { etag: '"late"' } });
      await store.refresh('k', late);
      expect(await store.find('k')).toEqual([]);
      await keep(store, 'k', bytes('two'));
      await store.refresh('k', late);
      expect(await store.find('k')).toEqual([sampleHead('v', bytes('two'))]);
    });

    test('remove takes one answer, or all of a key', async () => {
      using store = opened().store;
      for (const variant of ['a', 'b', 'c']) await keep(store, 'k', bytes(variant), variant);
      await keep(store, 'other', bytes('x'));
      await store.remove('k', 'b');
      expect((await store.find('k')).map(({ variant }) => variant).toSorted()).toEqual(['a', 'c']);
      await store.remove('k');
      expect(await store.find('k')).toEqual([]);
      expect(await store.find('other')).toHaveLength(1);
    });

    test('a full store forgets what was not used for longest', async () => {
      const { store, clock } = opened(100_000);
      using _store = store;
      const body = Buffer.alloc(20_000);
      for (const key of ['a', 'b', 'c']) {
        await keep(store, key, body);
        await clock.advance(100_000);
      }
      await store.body('a', 'v');
      await clock.advance(100_000);
      for (const key of ['d', 'e', 'f']) await keep(store, key, body);
      const found = await Promise.all(['a', 'b', 'f'].map(async (key) => (await store.find(key)).length));
      expect(found).toEqual([1, 0, 1]);
    });

    test('a store never holds more than its limit', async () => {
      using store = opened(50_000).store;
      for (let index = 0; index < 100; index++)
        await keep(store, `k${index}`, Buffer.alloc(1_000 + index * 20));
      let held = 0;
      for (let index = 0; index < 100; index++) held += (await store.body(`k${index}`, 'v'))?.byteLength ?? 0;
      expect(held).toBeLessThanOrEqual(50_000);
      expect(held).toBeGreaterThan(25_000);
    });

    test('a body larger than the store is not kept, and costs no other its place', async () => {
      using store = opened(50_000).store;
      await keep(store, 'small', bytes('small'));
      await keep(store, 'large', Buffer.alloc(60_000));
      expect(await store.find('large')).toEqual([]);
      expect(await store.find('small')).toHaveLength(1);
    });

    test('after disposal nothing is found and nothing fails', async () => {
      const { store } = opened();
      await keep(store, 'k', bytes('one'));
      store[Symbol.dispose]();
      await keep(store, 'k', bytes('two'));
      await store.refresh('k', sampleHead('v', bytes('two')));
      await store.remove('k');
      expect(await store.find('k')).toEqual([]);
      expect(await store.body('k', 'v')).toBeUndefined();
      store[Symbol.dispose]();
    });
  });
}
