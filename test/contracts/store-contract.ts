import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { Staged, Store } from '../../src/artifacts/store.ts';
import { Failure } from '../../src/core/errors.ts';
import { dead, live } from './replace-file.ts';

export interface OpenStore extends AsyncDisposable {
  readonly store: Store;
  /** Every name there is, temporary ones too. */
  names(): Promise<readonly string[]>;
}

const bytes = (text: string): Buffer => Buffer.from(text);
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
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

    test('what is read back is what was written, although the writer uses its buffer again', async () => {
      await using opened = await open();
      const staged = await opened.store.stage({ workId: 'doi:10.1/x', token: 1 });
      const buffer = Buffer.alloc(300_000, 'a');
      const expected = Buffer.concat(['a', 'b', 'c'].map((letter) => Buffer.alloc(300_000, letter)));
      for (const letter of ['a', 'b', 'c']) {
        buffer.fill(letter);
        await staged.write(buffer);
        buffer.fill('x');
      }
      const ranges = [0, 1000, 290_000, 599_990, 860_000, 899_000].map((start) => ({
        start,
        end: start + 20_000,
      }));
      for (const range of ranges)
        expect(Buffer.from(await staged.read(range)).equals(expected.subarray(range.start, range.end))).toBe(
          true,
        );
      await staged.discard();
      const whole = await opened.store.stage({ workId: 'doi:10.1/x', token: 2 });
      await whole.write(buffer.fill('w'), true);
      buffer.fill('x');
      expect(Buffer.from(await whole.read({ start: 270_000, end: 270_003 })).toString()).toBe('www');
      expect(await whole.seal()).toEqual({ sha256: sha256('w'.repeat(300_000)), sizeBytes: 300_000 });
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
        await opened.store.sweep(async () => [
          { workId: `url:https://x.test/${'long/'.repeat(80)}`, token: 4 },
        ]),
      ).toBe(2);
      await alive.write(bytes('still mine'));
      expect((await alive.seal()).sizeBytes).toBe(10);
      await alive.discard();
      expect(await opened.names()).toEqual([NAME]);
    });

    test('what a broken transfer left is gone on with by a later lease, hashed again from the start', async () => {
      await using opened = await open();
      const key = { workId: 'doi:10.1/x', token: 3 };
      const broken = await opened.store.stage(key);
      await broken.write(bytes('first half, '));
      const kept = { ...(await broken.keep()), token: 3 };
      expect(kept).toMatchObject({ sha256: sha256('first half, '), sizeBytes: 12 });
      await broken.discard();
      await (await sealed(opened.store, 'another plan of the same lease', 3)).discard();
      const seen: string[] = [];
      const adopted = await opened.store.adopt(
        { ...key, token: 5 },
        { kept, onChunk: (chunk) => void seen.push(Buffer.from(chunk).toString()) },
      );
      await adopted!.write(bytes('second half'));
      expect(Buffer.from(await adopted!.read({ start: 6, end: 18 })).toString()).toBe('half, second');
      expect(await adopted!.seal()).toEqual({ sha256: sha256('first half, second half'), sizeBytes: 23 });
      await adopted!.publish(NAME, live);
      expect(seen.join('')).toBe('first half, ');
      expect((await opened.store.digest(NAME))?.sha256).toBe(sha256('first half, second half'));
      expect(await opened.names()).toEqual([NAME]);
    });

    test('kept bytes that changed, or are gone, are not gone on with, and nothing is left of them', async () => {
      await using opened = await open();
      const key = { workId: 'w', token: 1 };
      const broken = await opened.store.stage(key);
      await broken.write(bytes('bytes'));
      const kept = { ...(await broken.keep()), token: 1 };
      const onChunk = () => undefined;
      const wrong = { ...kept, sha256: sha256('other') };
      expect(await opened.store.adopt({ ...key, token: 2 }, { kept: wrong, onChunk })).toBeUndefined();
      expect(await opened.names()).toEqual([]);
      expect(await opened.store.adopt({ ...key, token: 2 }, { kept, onChunk })).toBeUndefined();
    });

    test('trouble while kept bytes are read again leaves them to a later try', async () => {
      await using opened = await open();
      const key = { workId: 'w', token: 1 };
      const broken = await opened.store.stage(key);
      await broken.write(bytes('bytes'));
      const kept = { ...(await broken.keep()), token: 1 };
      const failing = opened.store.adopt(
        { ...key, token: 2 },
        { kept, onChunk: () => Promise.reject(new Error('not now')) },
      );
      await expect(failing).rejects.toThrow('not now');
      const adopted = await opened.store.adopt({ ...key, token: 3 }, { kept, onChunk: () => undefined });
      expect(await adopted?.seal()).toMatchObject({ sha256: sha256('bytes') });
      await adopted?.discard();
      expect(await opened.names()).toEqual([]);
    });

    test('kept bytes survive a sweep while a job names them, and are dropped when told so', async () => {
      await using opened = await open();
      const keep = async (workId: string) => {
        const broken = await opened.store.stage({ workId, token: 1 });
        await broken.write(bytes(workId));
        await broken.keep();
      };
      await keep('waits');
      await keep('gone');
      expect(await opened.store.sweep(async () => [{ workId: 'waits', token: 1 }])).toBe(1);
      expect(await opened.names()).toHaveLength(1);
      await opened.store.drop({ workId: 'waits', token: 1 });
      await opened.store.drop({ workId: 'waits', token: 1 });
      expect(await opened.names()).toEqual([]);
    });

    test('held bytes wait under names of their own, survive a sweep while a job names them, and get their name', async () => {
      await using opened = await open();
      const key = { workId: 'waits', token: 1 };
      const hold = async (text: string) => {
        const staged = await opened.store.stage(key);
        await staged.write(bytes(text));
        const digest = await staged.seal();
        await staged.hold();
        await staged.discard();
        return digest;
      };
      const [first, second, third] = [await hold('one'), await hold('two'), await hold('three')];
      const live_ = [first, second].map(({ sha256: heldSha256 }) => ({ ...key, heldSha256 }));
      expect(await opened.store.sweep(async () => live_)).toBe(1);
      expect(await opened.store.held(key, third)).toBeUndefined();
      expect(await opened.names()).toHaveLength(2);
      const held = await opened.store.held(key, first);
      await held!.publish(NAME, live);
      expect((await opened.store.digest(NAME))?.sha256).toBe(sha256('one'));
      await opened.store.release(key, second.sha256);
      await opened.store.release(key, second.sha256);
      expect(await opened.names()).toEqual([NAME]);
    });

    test('held bytes that are no longer what they were are not published, and nothing is left of them', async () => {
      await using opened = await open();
      const key = { workId: 'w', token: 1 };
      const staged = await opened.store.stage(key);
      await staged.write(bytes('bytes'));
      const { sha256: hash } = await staged.seal();
      await staged.hold();
      expect(await opened.store.held(key, { sha256: hash, sizeBytes: 4 })).toBeUndefined();
      expect(await opened.names()).toEqual([]);
    });

    test('what is stored can be read, and what is not is a failure', async () => {
      await using opened = await open();
      await (await sealed(opened.store, 'paper')).publish(NAME, live);
      const chunks = await Array.fromAsync(opened.store.open(NAME));
      expect(Buffer.concat(chunks).toString()).toBe('paper');
      await expect(Array.fromAsync(opened.store.open('PDF/none.pdf'))).rejects.toBeInstanceOf(Failure);
    });

    test('two names of equal bytes become one; of other bytes they stay as they are', async () => {
      await using opened = await open();
      const put = async (name: string, text: string) =>
        (await sealed(opened.store, text)).publish(name, live);
      await put('PDF/a.pdf', 'same');
      await put('PDF/b.pdf', 'same');
      await put('PDF/c.pdf', 'else');
      expect(await opened.store.share('PDF/b.pdf', 'PDF/a.pdf')).toBe('shared');
      expect(await opened.store.share('PDF/b.pdf', 'PDF/a.pdf')).toBe('already');
      expect(await opened.store.share('PDF/c.pdf', 'PDF/a.pdf')).toBe('impossible');
      expect(await opened.store.share('PDF/none.pdf', 'PDF/a.pdf')).toBe('impossible');
      expect((await opened.names()).toSorted()).toEqual(['PDF/a.pdf', 'PDF/b.pdf', 'PDF/c.pdf']);
      expect((await opened.store.digest('PDF/c.pdf'))?.sha256).toBe(sha256('else'));
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
