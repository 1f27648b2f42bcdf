import { basename, dirname, join } from 'node:path';
import { GivenUp } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { createPart, type Place } from './place.ts';
import { hasNoLinks } from './share-bytes.ts';
import { errnoOf } from './storage-failure.ts';
import type { ReplaceFile } from './store.ts';

interface Naming {
  readonly part: string;
  readonly path: string;
  readonly sha256: string;
  readonly replace: ReplaceFile;
}

type Attempt = 'done' | 'taken' | 'elsewhere';

async function linkTo(files: Files, part: string, path: string): Promise<Attempt> {
  try {
    await files.link(part, path);
    return 'done';
  } catch (error) {
    const errno = errnoOf(error);
    // Without links every name is given as a taken one is: by a move under the lease.
    if (errno === 'EEXIST' || hasNoLinks(error)) return 'taken';
    if (errno === 'EXDEV') return 'elsewhere';
    throw error;
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
async function contend(place: Place, { part, path, sha256, replace }: Naming): Promise<void> {
  const there = await place.digestAt(path);
  if (there?.sha256 === sha256) return;
  if (!(await replace({ from: part, to: path })))
    throw new GivenUp(`${basename(path)} belongs to a later lease`);
}

/**
 * Gives sealed bytes their final name without ever writing over one unasked: a link fails where a name is taken, a
 * rename would not. A folder that is a mount of its own gets a copy first, as a temporary file beside the final name.
 */
export async function giveName(place: Place, naming: Naming): Promise<void> {
  const { files } = place;
  const attempt = await linkTo(files, naming.part, naming.path);
  if (attempt === 'done') return;
  if (attempt === 'taken') return contend(place, naming);
  const part = join(dirname(naming.path), basename(naming.part));
  try {
    await copyPart(place, naming.part, part);
    if ((await linkTo(files, part, naming.path)) === 'taken') await contend(place, { ...naming, part });
  } finally {
    await files.remove(part);
  }
}
