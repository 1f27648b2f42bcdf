import { dirname } from 'node:path';
import type { Files } from '../core/files.ts';

/** Replaces a whole file: readers see the old bytes or the new ones, also after a crash. One writer per path. */
export async function writeAtomically(files: Files, path: string, bytes: Uint8Array): Promise<void> {
  const unfinished = `${path}.tmp`;
  await files.remove(unfinished);
  const file = await files.create(unfinished);
  try {
    await file.write(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await files.rename(unfinished, path);
  await files.syncFolder(dirname(path));
}
