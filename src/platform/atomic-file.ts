import { dirname } from 'node:path';
import type { Files, WritableFile } from '../core/files.ts';

/** Replaces a whole file: readers see the old bytes or the new ones, also after a crash. One writer per path. */
export const writeAtomically = (files: Files, path: string, bytes: Uint8Array): Promise<void> =>
  fillAtomically(files, path, (file) => file.write(bytes));

/** The same for bytes that come one after the other. What `fill` throws leaves the old file, and nothing beside it. */
export async function fillAtomically(
  files: Files,
  path: string,
  fill: (file: WritableFile) => Promise<void>,
): Promise<void> {
  const unfinished = `${path}.tmp`;
  await files.remove(unfinished);
  const file = await files.create(unfinished);
  try {
    await fill(file);
    await file.sync();
  } catch (error) {
    await file.close();
    await files.remove(unfinished);
    throw error;
  }
  await file.close();
  await files.rename(unfinished, path);
  await files.syncFolder(dirname(path));
}
