import { constants, renameSync } from 'node:fs';
import {
  type FileHandle,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  rename,
  stat,
  statfs,
  truncate,
  unlink,
} from 'node:fs/promises';
import { dirname } from 'node:path';
import type { FileFacts, FileMove, Files, WritableFile } from '../core/files.ts';

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;
const CHUNK_BYTES = 1024 * 1024;

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

function writable(handle: FileHandle): WritableFile {
  return {
    async write(chunk) {
      for (let done = 0; done < chunk.byteLength; ) {
        const { bytesWritten } = await handle.write(chunk, done);
        done += bytesWritten;
      }
    },
    sync: () => handle.sync(),
    close: () => handle.close(),
  };
}

async function* chunksOf(path: string): AsyncIterable<Uint8Array> {
  await using handle = await open(path, O_RDONLY | O_NOFOLLOW);
  for (;;) {
    const { bytesRead, buffer } = await handle.read(Buffer.allocUnsafe(CHUNK_BYTES), 0, CHUNK_BYTES, null);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}

async function readRange(path: string, range?: { start: number; end: number }): Promise<Uint8Array> {
  await using handle = await open(path, O_RDONLY | O_NOFOLLOW);
  if (!range) return handle.readFile();
  const buffer = Buffer.alloc(Math.max(0, range.end - range.start));
  const { bytesRead } = await handle.read(buffer, 0, buffer.length, range.start);
  return buffer.subarray(0, bytesRead);
}

async function facts(path: string): Promise<FileFacts | undefined> {
  try {
    const stat = await lstat(path);
    const kind = stat.isFile()
      ? 'file'
      : stat.isDirectory()
        ? 'folder'
        : stat.isSymbolicLink()
          ? 'link'
          : 'other';
    return { kind, sizeBytes: stat.size, modifiedMs: stat.mtimeMs, fileId: `${stat.dev}:${stat.ino}` };
  } catch (error) {
    if (hasCode(error, 'ENOENT') || hasCode(error, 'ENOTDIR')) return undefined;
    throw error;
  }
}

async function remove(path: string): Promise<void> {
  try {
    await unlink(path);
  } catch (error) {
    if (!hasCode(error, 'ENOENT')) throw error;
  }
}

/**
 * Node's own `recursive` asks again without end where a folder answers ENOENT for whatever is made in it (/proc): here the
 * folder above is made once.
 */
async function makeFolder(path: string, isRetry = false): Promise<void> {
  try {
    await mkdir(path, { mode: 0o700 });
  } catch (error) {
    if (hasCode(error, 'EEXIST') && (await stat(path)).isDirectory()) return;
    if (!hasCode(error, 'ENOENT') || isRetry || dirname(path) === path) throw error;
    await makeFolder(dirname(path));
    await makeFolder(path, true);
  }
}

/** Replaces a file before it returns, for whoever holds a lock meanwhile. */
export const moveNow = ({ from, to }: FileMove): void => renameSync(from, to);

/** The real file system. */
export const nodeFiles = (): Files => ({
  create: async (path) => writable(await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600)),
  append: async (path) => writable(await open(path, O_WRONLY | O_CREAT | O_APPEND | O_NOFOLLOW, 0o600)),
  read: readRange,
  stream: chunksOf,
  stat: facts,
  list: (folder) => readdir(folder),
  makeFolder: (path) => makeFolder(path),
  link,
  rename,
  remove,
  truncate,
  syncFolder: async (path) => {
    await using handle = await open(path, O_RDONLY);
    await handle.sync();
  },
  space: async (path) => {
    const { bavail, bsize, files, ffree } = await statfs(path);
    // Some file systems make inodes as they need them and report none.
    return { bytes: bavail * bsize, inodes: files === 0 ? Number.POSITIVE_INFINITY : ffree };
  },
});
