import { lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { filesStore } from '../../src/artifacts/files.ts';
import type { ReplaceFile } from '../../src/artifacts/store.ts';
import type { Files } from '../../src/core/files.ts';
import { sha256OffThread } from '../../src/platform/hash-off-thread.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { dead, live } from '../contracts/replace-file.ts';
import { storeContract } from '../contracts/store-contract.ts';
import { tempDir } from '../support/temp-dir.ts';

const NAME = 'PDF/2020__a__x.pdf';

const errno = (code: string): Error => Object.assign(new Error(`${code}: planted`), { code });

/** The real file system with its calls written down, and faults where the test wants them. */
function recordedFiles(faults: Partial<Record<string, (path: string) => void>> = {}): {
  files: Files;
  calls: string[];
} {
  const calls: string[] = [];
  const real = nodeFiles();
  const note = (call: string, path: string) => {
    calls.push(`${call} ${path.split('/').at(-1)}`);
    faults[call]?.(path);
  };
  const files: Files = {
    ...real,
    async create(path) {
      note('create', path);
      const file = await real.create(path);
      return {
        async write(chunk) {
          note('write', path);
          await file.write(chunk);
        },
        async sync() {
          note('sync', path);
          await file.sync();
        },
        async close() {
          note('close', path);
          await file.close();
        },
      };
    },
    async link(from, to) {
      note('link', to);
      await real.link(from, to);
    },
    async rename(from, to) {
      note('rename', to);
      await real.rename(from, to);
    },
    async remove(path) {
      note('remove', path);
      await real.remove(path);
    },
    async syncFolder(path) {
      note('syncFolder', path);
      await real.syncFolder(path);
    },
  };
  return { files, calls };
}

describe('files store', () => {
  storeContract(async () => {
    const dir = await tempDir();
    const root = join(dir.path, 'deep', 'artifacts');
    return {
      store: filesStore({ root, files: nodeFiles(), fsync: true, hashAll: sha256OffThread }),
      names: async () =>
        (await readdir(root, { recursive: true, withFileTypes: true }))
          .filter((one) => !one.isDirectory())
          .map((one) => join(one.parentPath, one.name).slice(root.length + 1)),
      [Symbol.asyncDispose]: () => dir[Symbol.asyncDispose](),
    };
  });

  test('bytes are synced before they are linked, and the folder before publish resolves', async () => {
    await using dir = await tempDir();
    const { files, calls } = recordedFiles();
    const store = filesStore({ root: dir.path, files, fsync: true });
    const staged = await store.stage({ workId: 'doi:10.1/x', token: 3 });
    await staged.write(Buffer.from('bytes'));
    await staged.seal();
    await staged.publish(NAME, live);
    const part = '.doi_10.1_x.3.part';
    expect(calls).toEqual([
      `create ${part}`,
      `write ${part}`,
      `sync ${part}`,
      `close ${part}`,
      // PDF/ is new: its own entry must last too, and that of the root, whoever made it.
      `syncFolder ${dir.path.split('/').at(-2)}`,
      `syncFolder ${dir.path.split('/').at(-1)}`,
      'link 2020__a__x.pdf',
      `remove ${part}`,
      'syncFolder PDF',
    ]);
  });

  test('without fsync nothing is synced', async () => {
    await using dir = await tempDir();
    const { files, calls } = recordedFiles();
    const staged = await filesStore({ root: dir.path, files, fsync: false }).stage({ workId: 'x', token: 1 });
    await staged.seal();
    await staged.publish(NAME, live);
    expect(calls.filter((call) => call.startsWith('sync'))).toEqual([]);
  });

  test('files are 0600 in folders of 0700', async () => {
    await using dir = await tempDir();
    const root = join(dir.path, 'artifacts');
    const staged = await filesStore({ root, files: nodeFiles(), fsync: true }).stage({
      workId: 'x',
      token: 1,
    });
    await staged.write(Buffer.from('x'));
    await staged.seal();
    await staged.publish(NAME, live);
    expect((await stat(join(root, NAME))).mode & 0o777).toBe(0o600);
    expect((await stat(root)).mode & 0o777).toBe(0o700);
    expect((await stat(join(root, 'PDF'))).mode & 0o777).toBe(0o700);
  });

  test('a link planted at the temporary name is removed, not followed', async () => {
    await using dir = await tempDir();
    const victim = join(dir.path, 'victim');
    const root = join(dir.path, 'root');
    await mkdir(root);
    await writeFile(victim, 'precious');
    await symlink(victim, join(root, '.doi_10.1_x.1.part'));
    const store = filesStore({ root, files: nodeFiles(), fsync: true });
    const staged = await store.stage({ workId: 'doi:10.1/x', token: 1 });
    await staged.write(Buffer.from('bytes'));
    await staged.seal();
    await staged.publish(NAME, live);
    expect(await readFile(victim, 'utf8')).toBe('precious');
    expect(await readFile(join(root, NAME), 'utf8')).toBe('bytes');
  });

  test('a link planted at the final name is replaced as a name, not followed', async () => {
    await using dir = await tempDir();
    const victim = join(dir.path, 'victim');
    const root = join(dir.path, 'root');
    await mkdir(join(root, 'PDF'), { recursive: true });
    await writeFile(victim, 'bytes');
    await symlink(victim, join(root, NAME));
    const store = filesStore({ root, files: nodeFiles(), fsync: true });
    expect(await store.digest(NAME)).toBeUndefined();
    const staged = await store.stage({ workId: 'x', token: 1 });
    await staged.write(Buffer.from('bytes'));
    await staged.seal();
    await expect(staged.publish(NAME, dead)).rejects.toMatchObject({ reason: 'lease-lost' });
    await staged.publish(NAME, live);
    expect((await lstat(join(root, NAME))).isFile()).toBe(true);
    expect(await readFile(victim, 'utf8')).toBe('bytes');
  });

  test('a link planted where a folder belongs stops the publish', async () => {
    await using dir = await tempDir();
    const elsewhere = join(dir.path, 'elsewhere');
    const root = join(dir.path, 'root');
    await mkdir(elsewhere);
    await mkdir(root);
    await symlink(elsewhere, join(root, 'PDF'));
    const store = filesStore({ root, files: nodeFiles(), fsync: true });
    const staged = await store.stage({ workId: 'x', token: 1 });
    await staged.seal();
    await expect(staged.publish(NAME, live)).rejects.toMatchObject({ reason: 'storage-error' });
    expect(await readdir(elsewhere)).toEqual([]);
    await writeFile(join(elsewhere, '2020__a__x.pdf'), 'x');
    expect(await store.digest(NAME)).toBeUndefined();
  });

  test.each([
    ['ENOSPC', { name: 'OutOfRoom', shortage: 'disk' }],
    ['EDQUOT', { name: 'OutOfRoom', shortage: 'disk' }],
    ['EMFILE', { name: 'OutOfRoom', shortage: 'files' }],
    ['ENFILE', { name: 'OutOfRoom', shortage: 'files' }],
    ['EROFS', { name: 'Failure' }],
    ['EIO', { name: 'Failure' }],
  ])('%s while writing is a storage error that names it', async (code, kind) => {
    await using dir = await tempDir();
    const { files } = recordedFiles({
      write: () => {
        throw errno(code);
      },
    });
    const store = filesStore({ root: dir.path, files, fsync: true });
    const staged = await store.stage({ workId: 'x', token: 1 });
    await expect(staged.write(Buffer.from('x'))).rejects.toMatchObject({
      ...kind,
      reason: 'storage-error',
      message: expect.stringContaining(code),
    });
    await staged.discard();
    expect(await readdir(dir.path)).toEqual([]);
  });

  test('a failed fsync is a storage error, is not tried again, and the bytes are dropped', async () => {
    await using dir = await tempDir();
    const { files, calls } = recordedFiles({
      sync: () => {
        throw errno('EIO');
      },
    });
    const store = filesStore({ root: dir.path, files, fsync: true });
    const staged = await store.stage({ workId: 'x', token: 1 });
    await staged.write(Buffer.from('x'));
    await expect(staged.seal()).rejects.toMatchObject({ reason: 'storage-error' });
    await expect(staged.publish(NAME, live)).rejects.toThrow('before it was sealed');
    await staged.discard();
    expect(calls.filter((call) => call.startsWith('sync '))).toHaveLength(1);
    expect(await readdir(dir.path)).toEqual([]);
  });

  test('a format folder that is a mount of its own gets a copy, linked there', async () => {
    await using dir = await tempDir();
    const { files, calls } = recordedFiles({
      link: (path) => {
        if (calls.filter((call) => call === `link ${path.split('/').at(-1)}`).length === 1)
          throw errno('EXDEV');
      },
    });
    const store = filesStore({ root: dir.path, files, fsync: true });
    const staged = await store.stage({ workId: 'x', token: 1 });
    await staged.write(Buffer.from('across'));
    await staged.seal();
    await staged.publish(NAME, live);
    expect(await readFile(join(dir.path, NAME), 'utf8')).toBe('across');
    expect(await readdir(join(dir.path, 'PDF'))).toEqual(['2020__a__x.pdf']);
    expect(await readdir(dir.path)).toEqual(['PDF']);
    expect(calls.lastIndexOf('sync .x.1.part')).toBeGreaterThan(calls.indexOf('link 2020__a__x.pdf'));
    expect(calls.lastIndexOf('sync .x.1.part')).toBeLessThan(calls.lastIndexOf('link 2020__a__x.pdf'));
  });

  test('a file system without hard links is served by rename, never over a taken name', async () => {
    await using dir = await tempDir();
    const { files } = recordedFiles({
      link: () => {
        throw errno('EPERM');
      },
    });
    const store = filesStore({ root: dir.path, files, fsync: true });
    const publish = async (text: string, token: number, replace: ReplaceFile) => {
      const staged = await store.stage({ workId: 'x', token });
      await staged.write(Buffer.from(text));
      await staged.seal();
      try {
        await staged.publish(NAME, replace);
      } finally {
        await staged.discard();
      }
    };
    await publish('first', 1, live);
    await expect(publish('second', 2, dead)).rejects.toMatchObject({ reason: 'lease-lost' });
    expect(await readFile(join(dir.path, NAME), 'utf8')).toBe('first');
    expect(await readdir(dir.path)).toEqual(['PDF']);
  });

  test('many publishes at once share folder syncs, each begun after its link', async () => {
    await using dir = await tempDir();
    const { files, calls } = recordedFiles();
    const store = filesStore({ root: dir.path, files, fsync: true });
    await mkdir(join(dir.path, 'PDF'), { mode: 0o700 });
    await Promise.all(
      Array.from({ length: 40 }, async (_, index) => {
        const staged = await store.stage({ workId: `doi:10.1/${index}`, token: 1 });
        await staged.seal();
        await staged.publish(`PDF/${index}.pdf`, live);
        const linkedAt = calls.indexOf(`link ${index}.pdf`);
        expect(calls.lastIndexOf('syncFolder PDF')).toBeGreaterThan(linkedAt);
      }),
    );
    expect(calls.filter((call) => call === 'syncFolder PDF').length).toBeLessThan(40);
  });
});
