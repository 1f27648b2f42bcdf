import type { Files, WritableFile } from '../core/files.ts';
import type { HashAll } from './file-hash.ts';
import { errnoOf } from './storage-failure.ts';
import type { Digest } from './store.ts';

/** What a staged file may know of the store it belongs to. */
export interface Place {
  readonly files: Files;
  readonly fsync: boolean;
  /** Bytes live at their address; named paths are further links to them. */
  readonly byAddress: boolean;
  readonly hashAll: HashAll | undefined;
  /** A name under which equal bytes are already known to rest. */
  readonly equalTo: (sha256: string) => Promise<string | undefined>;
  openFolder(path: string): Promise<void>;
  syncFolder(path: string): Promise<void>;
  pathOf(name: string): string;
  /** A file that is reached through folders only. */
  isPlainFile(path: string): Promise<boolean>;
  digestAt(path: string): Promise<Digest | undefined>;
}

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
