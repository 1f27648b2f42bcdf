import { createHash } from 'node:crypto';
import { link, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesStore } from '../../src/artifacts/files.ts';
import { addressOf } from '../../src/artifacts/layout.ts';
import type { Files } from '../../src/core/files.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { live } from '../contracts/replace-file.ts';
import { tempDir } from '../support/temp-dir.ts';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

interface Setting {
  readonly byAddress?: boolean;
  readonly equalTo?: (sha256: string) => Promise<string | undefined>;
  readonly files?: Files;
}

async function storeIn(root: string, { files = nodeFiles(), ...setting }: Setting) {
  const store = filesStore({ root, files, fsync: true, ...setting });
  let token = 0;
  return {
    async put(name: string, text: string): Promise<void> {
      token += 1;
      const staged = await store.stage({ workId: `doi:10.1/${token}`, token });
      await staged.write(Buffer.from(text));
      await staged.seal();
      await staged.publish(name, live);
    },
    inode: async (name: string) => (await stat(join(root, name))).ino,
    links: async (name: string) => (await stat(join(root, name))).nlink,
    text: (name: string) => readFile(join(root, name), 'utf8'),
  };
}

/** The real file system, except that links fail as told. */
const failingLinks = (code: string, fails: (from: string, to: string) => boolean): Files => {
  const real = nodeFiles();
  return {
    ...real,
    async link(from, to) {
      if (fails(from, to)) throw Object.assign(new Error(code), { code });
      await real.link(from, to);
    },
  };
};

describe('bytes at the address of their hash', () => {
  const setting = { byAddress: true };
  const address = addressOf(sha256('paper'));

  test('rest once, under as many names as there are works', async () => {
    await using dir = await tempDir();
    const store = await storeIn(dir.path, setting);
    await store.put('PDF/a.pdf', 'paper');
    await store.put('PDF/b.pdf', 'paper');
    expect(address).toMatch(/^cas\/sha256\/[0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64}$/);
    expect(await store.inode('PDF/a.pdf')).toBe(await store.inode(address));
    expect(await store.inode('PDF/b.pdf')).toBe(await store.inode(address));
    expect(await store.links(address)).toBe(3);
    expect((await readdir(dir.path)).toSorted()).toEqual(['PDF', 'cas']);
  });

  test('that rotted there are replaced, and no new name is given to them', async () => {
    await using dir = await tempDir();
    const store = await storeIn(dir.path, setting);
    await store.put('PDF/a.pdf', 'paper');
    await writeFile(join(dir.path, address), 'rotten');
    await store.put('PDF/b.pdf', 'paper');
    expect(await store.text('PDF/b.pdf')).toBe('paper');
    expect(await store.text(address)).toBe('paper');
  });

  test('are not taken from a link planted there, nor put through one', async () => {
    await using dir = await tempDir();
    const victim = join(dir.path, 'victim');
    const root = join(dir.path, 'root');
    await writeFile(victim, 'paper');
    await mkdir(dirname(join(root, address)), { recursive: true });
    await symlink(victim, join(root, address));
    const store = await storeIn(root, setting);
    await store.put('PDF/a.pdf', 'paper');
    expect(await store.inode('PDF/a.pdf')).not.toBe((await stat(victim)).ino);
    const elsewhere = join(dir.path, 'elsewhere');
    await mkdir(elsewhere);
    const linked = join(dir.path, 'linked');
    await mkdir(linked);
    await symlink(elsewhere, join(linked, 'cas'));
    const other = await storeIn(linked, setting);
    await expect(other.put('PDF/a.pdf', 'paper')).rejects.toMatchObject({ reason: 'storage-error' });
    expect(await readdir(elsewhere)).toEqual([]);
  });

  test.each(['EMLINK', 'EXDEV', 'EPERM'])('%s there still leaves the file under its name', async (code) => {
    await using dir = await tempDir();
    const files = failingLinks(code, (from, to) => from.includes('/cas/') || to.includes('/cas/'));
    const store = await storeIn(dir.path, { ...setting, files });
    await store.put('PDF/a.pdf', 'paper');
    await store.put('PDF/b.pdf', 'paper');
    expect(await store.text('PDF/a.pdf')).toBe('paper');
    expect(await store.text('PDF/b.pdf')).toBe('paper');
    expect((await readdir(dir.path)).filter((name) => name.startsWith('.'))).toEqual([]);
  });
});

describe('equal bytes of another work', () => {
  const knows = (name: string) => ({
    equalTo: async (hash: string) => (hash === sha256('paper') ? name : undefined),
  });

  test('are shared by a hard link', async () => {
    await using dir = await tempDir();
    const store = await storeIn(dir.path, knows('PDF/a.pdf'));
    await store.put('PDF/a.pdf', 'paper');
    await store.put('PDF/b.pdf', 'paper');
    await store.put('PDF/c.pdf', 'other');
    expect(await store.inode('PDF/b.pdf')).toBe(await store.inode('PDF/a.pdf'));
    expect(await store.links('PDF/c.pdf')).toBe(1);
  });

  test('are not shared when they are no longer what the catalog says, or gone', async () => {
    await using dir = await tempDir();
    const store = await storeIn(dir.path, knows('PDF/a.pdf'));
    await store.put('PDF/b.pdf', 'paper');
    expect(await store.text('PDF/b.pdf')).toBe('paper');
    await writeFile(join(dir.path, 'PDF/a.pdf'), 'rotten');
    await store.put('PDF/c.pdf', 'paper');
    expect(await store.text('PDF/c.pdf')).toBe('paper');
    expect(await store.text('PDF/a.pdf')).toBe('rotten');
  });

  test('renewing one of the names leaves the others as they were', async () => {
    await using dir = await tempDir();
    const store = await storeIn(dir.path, knows('PDF/a.pdf'));
    await store.put('PDF/a.pdf', 'paper');
    await store.put('PDF/b.pdf', 'paper');
    await store.put('PDF/a.pdf', 'paper, revised');
    expect(await store.text('PDF/a.pdf')).toBe('paper, revised');
    expect(await store.text('PDF/b.pdf')).toBe('paper');
  });

  test('that are the same file already are no trouble', async () => {
    await using dir = await tempDir();
    const store = await storeIn(dir.path, knows('PDF/a.pdf'));
    await store.put('PDF/a.pdf', 'paper');
    await link(join(dir.path, 'PDF/a.pdf'), join(dir.path, 'PDF/b.pdf'));
    await store.put('PDF/b.pdf', 'paper');
    expect(await store.links('PDF/b.pdf')).toBe(2);
    expect((await readdir(join(dir.path, 'PDF'))).toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });
});

describe('a file that is replaced between the look at it and the link', () => {
  /** The real file system, except that another file takes the place of `name` just before a link to it is made. */
  const replacing = (name: string): Files => {
    const real = nodeFiles();
    return {
      ...real,
      async link(from, to) {
        if (from.endsWith(name)) {
          await writeFile(`${from}.new`, 'other bytes');
          await real.rename(`${from}.new`, from);
        }
        await real.link(from, to);
      },
    };
  };

  test.each([{ byAddress: false }, { byAddress: true }])(
    'is not shared: every name keeps the bytes that were checked (%o)',
    async ({ byAddress }) => {
      await using dir = await tempDir();
      const first = byAddress ? addressOf(sha256('paper')) : 'PDF/a.pdf';
      const plain = await storeIn(dir.path, { byAddress });
      await plain.put('PDF/a.pdf', 'paper');
      const raced = await storeIn(dir.path, {
        byAddress,
        files: replacing(first),
        equalTo: async () => first,
      });
      await raced.put('PDF/b.pdf', 'paper');
      expect(await raced.text('PDF/b.pdf')).toBe('paper');
      expect((await readdir(dir.path)).filter((name) => name.endsWith('.part'))).toEqual([]);
    },
  );

  test('is not shared by `catalog dedupe` either', async () => {
    await using dir = await tempDir();
    const plain = await storeIn(dir.path, {});
    await plain.put('PDF/a.pdf', 'paper');
    await plain.put('PDF/b.pdf', 'paper');
    const store = filesStore({ root: dir.path, files: replacing('PDF/a.pdf'), fsync: true });
    expect(await store.share('PDF/b.pdf', 'PDF/a.pdf')).toBe('impossible');
    expect(await plain.text('PDF/b.pdf')).toBe('paper');
  });
});
