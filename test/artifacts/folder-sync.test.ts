import { expect, test } from 'vitest';
import { folderSync } from '../../src/artifacts/folder-sync.ts';

const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Syncs that end when the test says so. */
function heldSyncs() {
  const begun: { readonly path: string; resolve(): void; reject(error: Error): void }[] = [];
  const sync = folderSync({
    syncFolder: (path) => {
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      begun.push({ path, resolve, reject });
      return promise;
    },
  });
  return { begun, sync };
}

test('who comes while a sync is running waits for one that began after', async () => {
  const { begun, sync } = heldSyncs();
  const first = sync('PDF');
  const done: string[] = [];
  const late = ['a', 'b', 'c'].map(async (name) => {
    await sync('PDF');
    done.push(name);
  });
  await settle();
  expect(begun).toHaveLength(1);
  begun[0]?.resolve();
  await first;
  await settle();
  expect(begun).toHaveLength(2);
  expect(done).toEqual([]);
  begun[1]?.resolve();
  await Promise.all(late);
  expect(done).toEqual(['a', 'b', 'c']);
  void sync('PDF');
  expect(begun).toHaveLength(3);
});

test('a failed sync fails those who shared it and nobody else', async () => {
  const { begun, sync } = heldSyncs();
  const first = expect(sync('PDF')).rejects.toThrow('EIO');
  const second = sync('PDF');
  begun[0]?.reject(new Error('EIO'));
  await first;
  await settle();
  begun[1]?.resolve();
  await second;
});

test('folders do not wait for each other', () => {
  const { begun, sync } = heldSyncs();
  void sync('PDF');
  void sync('XML');
  expect(begun.map(({ path }) => path)).toEqual(['PDF', 'XML']);
});
