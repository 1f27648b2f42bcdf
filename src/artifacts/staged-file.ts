import { createHash } from 'node:crypto';
import { dirname } from 'node:path';
import type { WritableFile } from '../core/files.ts';
import { createPart, giveName, type Place } from './give-name.ts';
import { storing } from './storage-failure.ts';
import type { Digest, Staged } from './store.ts';

/**
 * One temporary file from its first byte to its final name. The order is what makes a kill harmless at any point: bytes,
 * fsync, link, unlink, fsync of the folder; only then is the file claimed.
 */
export async function stagedFile(place: Place, part: string): Promise<Staged> {
  const { files, fsync } = place;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  let open: WritableFile | undefined = await createPart(files, part);
  let digest: Digest | undefined;
  let isOver = false;

  async function close(): Promise<void> {
    const file = open;
    open = undefined;
    await file?.close();
  }

  return {
    write(chunk) {
      const file = open;
      if (!file) throw new Error('written to after it was sealed');
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
      return storing('writing', () => file.write(chunk));
    },

    read: (range) => storing('reading back', () => files.read(part, range)),

    seal: () =>
      storing('making it durable', async () => {
        // A failed fsync is not tried again: the kernel may have dropped the pages and would then report success.
        if (fsync) await open?.sync();
        await close();
        digest = { sha256: hash.digest('hex'), sizeBytes };
        return digest;
      }),

    publish: (name, mayReplace) =>
      storing(`publishing ${name}`, async () => {
        if (!digest) throw new Error('published before it was sealed');
        const path = place.pathOf(name);
        await place.openFolder(dirname(path));
        await giveName(place, { part, path, sha256: digest.sha256, mayReplace });
        await files.remove(part);
        isOver = true;
        await place.syncFolder(dirname(path));
      }),

    discard: () =>
      storing('removing a temporary file', async () => {
        if (isOver) return;
        isOver = true;
        await close().catch(() => undefined);
        await files.remove(part);
      }),
  };
}
