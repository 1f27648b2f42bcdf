import { basename, dirname, join } from 'node:path';
import { Failure } from '../core/errors.ts';
import type { Files, WritableFile } from '../core/files.ts';
import { errnoOf } from './storage-failure.ts';
import type { Digest } from './store.ts';

/** What a staged file may know of the store it belongs to. */
export interface Place {
  readonly files: Files;
  readonly fsync: boolean;
  openFolder(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  pathOf(name: string): string;
  digestAt(path: string): Promise<Digest | undefined>;
}

interface Naming {
  readonly part: string;
  readonly path: string;
  readonly sha256: string;
  readonly mayReplace: () => boolean;
}

/** File systems without hard links (FAT, some network mounts) say so in one of these ways. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);

/** A name left over under our own key, or planted there, is removed as a name: nothing behind it is touched. */
export async function createPart(files: Files, part: string): Promise<WritableFile> {
  try {
    return await files.create(part);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    await files.remove(part);
    return files.create(part);
  }
}

type Attempt = 'done' | 'taken' | 'elsewhere';

async function linkOrRename(files: Files, part: string, path: string): Promise<Attempt> {
  try {
    await files.link(part, path);
    return 'done';
  } catch (error) {
    const errno = errnoOf(error) ?? '';
    if (errno === 'EEXIST') return 'taken';
    if (errno === 'EXDEV') return 'elsewhere';
    if (!NO_LINKS.has(errno)) throw error;
    if (await files.stat(path)) return 'taken';
    await files.rename(part, path);
    return 'done';
  }
}

async function copyPart({ files, fsync }: Place, from: string, to: string): Promise<void> {
  const copy = await createPart(files, to);
  try {
    for await (const chunk of files.stream(from)) await copy.write(chunk);
    if (fsync) await copy.sync();
  } finally {
    await copy.close();
  }
}

/** Whatever holds the name now: the same bytes are adopted, others give way to a live lease only. */
async function contend(place: Place, { part, path, sha256, mayReplace }: Naming): Promise<void> {
  const there = await place.digestAt(path);
  if (there?.sha256 === sha256) return;
  if (!mayReplace()) throw new Failure('lease-lost', `${basename(path)} was written by a later lease`);
  await place.files.rename(part, path);
}

/**
 * Gives sealed bytes their final name without ever writing over one unasked: a link fails where a name is taken, a
 * rename would not. A folder that is a mount of its own gets a copy first, as a temporary file beside the final name.
 */
export async function giveName(place: Place, naming: Naming): Promise<void> {
  const { files } = place;
  const attempt = await linkOrRename(files, naming.part, naming.path);
  if (attempt === 'done') return;
  if (attempt === 'taken') return contend(place, naming);
  const part = join(dirname(naming.path), basename(naming.part));
  try {
    await copyPart(place, naming.part, part);
    if ((await linkOrRename(files, part, naming.path)) === 'taken') await contend(place, { ...naming, part });
  } finally {
    await files.remove(part);
  }
}
