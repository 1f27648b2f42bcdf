import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Staged, Store } from '../../src/artifacts/store.ts';
import { Failure } from '../../src/core/errors.ts';

export interface OpenStore extends AsyncDisposable {
  readonly store: Store;
  /** Every name there is, temporary ones too. */
  names(): Promise<readonly string[]>;
}

const bytes = (text: string): Buffer => Buffer.from(text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const live = () => true;
const dead = () => false;
const NAME = 'PDF/2020__a__doi_10.1_x.pdf';

async function sealed(store: Store, text: string, token = 1): Promise<Staged> {
  const staged = await store.stage({ workId: 'doi:10.1/x', token });
  await staged.write(bytes(text));
  await staged.seal();
  return staged;
}

/** The promises of the store port; every adapter runs it. */
export function storeContract(open: () => Promise<OpenStore>): void {
  describe('store contract', () => {
    test('what is staged has no final name, and the seal tells its hash and size', async () => {
      await using opened = await open();
      const staged = await opened.store.stage({ workId: 'doi:10.1/x', token: 7 });
      await staged.write(bytes('hello '));
      await staged.write(bytes('world'));
      expect(await staged.seal()).toEqual({ sha256: sha256('hello world'), sizeBytes: 11 });
      expect(await opened.store.digest(NAME)).toBeUndefined();
    });

    test('what is written can be read back before it has a name', async () => {
      await using opened = await open();
      const staged = await opened.store.stage({ workId: 'doi:10.1/x', token: 1 });
      await staged.write(bytes('0123456789'));
      expect(Buffer.from(await staged.read({ start: 3, end: 6 })).toString()).toBe('345');
      await staged.seal();
      expect(Buffer.from(await staged.read({ start: 8, end: 10 })).toString()).toBe('89');
    });

    test('publish gives the bytes their name and leaves nothing temporary', async () => {
      await using opened = await open();
      const staged = await sealed(opened.store, 'paper');
      await staged.publish(NAME, live);
      await staged.discard();
      expect(await opened.store.digest(NAME)).toEqual({ sha256: sha256('paper'), sizeBytes: 5 });
      expect(await opened.names()).toEqual([NAME]);
    });

    test('discard leaves nothing, sealed or not, once or twice', async () => {
      await using opened = await open();
      const unsealed = await opened.store.stage({ workId: 'a', token: 1 });
      await unsealed.write(bytes('x'));
      await unsealed.discard();
      await unsealed.discard();
      await (await sealed(opened.store, 'y')).discard();
      expect(await opened.names()).toEqual([]);
    });

    test('a name taken by the same bytes is adopted, whoever holds the lease', async () => {
      await using opened = await open();
      await (await sealed(opened.store, 'same', 1)).publish(NAME, live);
      await (await sealed(opened.store, 'same', 2)).publish(NAME, dead);
      expect(await opened.names()).toEqual([NAME]);
    });

    test('a live lease replaces other bytes under its name', async () => {
      await using opened = await open();
      await (await sealed(opened.store, 'old', 1)).publish(NAME, live);
      await (await sealed(opened.store, 'new', 2)).publish(NAME, live);
      expect((await opened.store.digest(NAME))?.sha256).toBe(sha256('new'));
      expect(await opened.names()).toEqual([NAME]);
    });

    test('a zombie whose lease is dead cannot replace newer bytes', async () => {
      await using opened = await open();
      const zombie = await sealed(opened.store, 'stale', 1);
      await (await sealed(opened.store, 'fresh', 2)).publish(NAME, live);
      await expect(zombie.publish(NAME, dead)).rejects.toMatchObject({ reason: 'lease-lost' });
      await zombie.discard();
      expect((await opened.store.digest(NAME))?.sha256).toBe(sha256('fresh'));
      expect(await opened.names()).toEqual([NAME]);
    });

    test('two leases of one work write side by side without touching each other', async () => {
      await using opened = await open();
      const first = await opened.store.stage({ workId: 'w', token: 1 });
      const second = await opened.store.stage({ workId: 'w', token: 2 });
      await first.write(bytes('one'));
      await second.write(bytes('two'));
      await first.discard();
      expect((await second.seal()).sha256).toBe(sha256('two'));
      await second.publish(NAME, live);
      expect((await opened.store.digest(NAME))?.sha256).toBe(sha256('two'));
    });

    test('sweep removes the temporary files of all but the live keys', async () => {
      await using opened = await open();
      await (await sealed(opened.store, 'kept', 1)).publish(NAME, live);
      const alive = await opened.store.stage({
        workId: `url:https://x.test/${'long/'.repeat(80)}`,
        token: 4,
      });
      await opened.store.stage({ workId: 'doi:10.1/gone', token: 4 }).then((one) => one.seal());
      await opened.store
        .stage({ workId: `url:https://x.test/${'long/'.repeat(80)}`, token: 3 })
        .then((one) => one.seal());
      expect(
        await opened.store.sweep([{ workId: `url:https://x.test/${'long/'.repeat(80)}`, token: 4 }]),
      ).toBe(2);
      await alive.write(bytes('still mine'));
      expect((await alive.seal()).sizeBytes).toBe(10);
      await alive.discard();
      expect(await opened.names()).toEqual([NAME]);
    });

    test('a name that could leave the root is a bug, not a path', async () => {
      await using opened = await open();
      for (const name of [
        '../x.pdf',
        '/etc/x',
        'PDF/../../x',
        'PDF//x',
        'PDF/.x',
        'PDF/a\0b',
        'PDF\\x',
        '',
      ]) {
        await expect(opened.store.digest(name)).rejects.not.toBeInstanceOf(Failure);
      }
    });
  });
}
