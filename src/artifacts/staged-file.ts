import { createHash, type Hash } from 'node:crypto';
import { dirname } from 'node:path';
import type { WritableFile } from '../core/files.ts';
import { edges } from './edges.ts';
import { fileHash } from './file-hash.ts';
import { giveName } from './give-name.ts';
import { createPart, type Place } from './place.ts';
import { shareBytes } from './share-bytes.ts';
import { storing } from './storage-failure.ts';
import type { Adoption, Digest, Held, ReplaceFile, Staged } from './store.ts';

/** The temporary names of one key. */
export interface PartNames {
  /** While it is written. */
  readonly part: string;
  /** While it waits to be gone on with: another name, so that staging anew leaves it alone. */
  readonly kept: string;
  /** While it waits to be needed: one for each content. */
  readonly held: (sha256: string) => string;
}

interface Begun {
  readonly file: WritableFile;
  readonly hash: Hash;
  readonly sizeBytes: number;
}

export const stagedFile = async (place: Place, names: PartNames): Promise<Staged> =>
  writing(place, names, {
    file: await createPart(place.files, names.part),
    hash: createHash('sha256'),
    sizeBytes: 0,
  });

function mustBeSealed(digest: Digest | undefined): Digest {
  if (!digest) throw new Error('given a name before it was sealed');
  return digest;
}

/** Durably. */
async function renamed({ files, syncFolder }: Place, from: string, to: string): Promise<true> {
  await files.rename(from, to);
  await syncFolder(dirname(to));
  return true;
}

interface Naming {
  readonly part: string;
  readonly name: string;
  readonly sha256: string;
  readonly replace: ReplaceFile;
}

/** Gives durable bytes their name; the path of it. The name itself is not durable yet. */
async function nameBytes(place: Place, { part, name, sha256, replace }: Naming): Promise<string> {
  const path = place.pathOf(name);
  await place.openFolder(dirname(path));
  await shareBytes(place, { part, sha256 });
  await giveName(place, { part, path, sha256, replace });
  return path;
}

/** Bytes that are held, when they are to the byte what they were; otherwise they are removed. */
export async function heldFile(place: Place, path: string, digest: Digest): Promise<Held | undefined> {
  const { files } = place;
  const found = await place.digestAt(path);
  if (found?.sha256 !== digest.sha256 || found.sizeBytes !== digest.sizeBytes) {
    await files.remove(path);
    return undefined;
  }
  return {
    path,
    read: (range) => storing('reading a held file', () => files.read(path, range)),
    publish: (name, replace) =>
      storing(`publishing ${name}`, async () => {
        const named = await nameBytes(place, { part: path, name, sha256: digest.sha256, replace });
        // They are on record under the old name: it goes only when the new one is sure to stay.
        await place.syncFolder(dirname(named));
        await files.remove(path);
      }),
  };
}

/** Takes over a kept file when it is to the byte what it was; otherwise removes it. */
export async function adoptedFile(
  place: Place,
  names: PartNames,
  { from, kept, onChunk }: Adoption & { readonly from: string },
): Promise<Staged | undefined> {
  const { files } = place;
  const facts = await files.stat(from);
  if (!facts) return undefined;
  const isSame = facts.kind === 'file' && facts.sizeBytes === kept.sizeBytes;
  if (!isSame) {
    await files.remove(from);
    return undefined;
  }
  await files.rename(from, names.part);
  try {
    const hash = createHash('sha256');
    for await (const chunk of files.stream(names.part)) {
      hash.update(chunk);
      await onChunk(chunk);
    }
    if (hash.copy().digest('hex') === kept.sha256)
      return writing(place, names, {
        file: await files.append(names.part),
        hash,
        sizeBytes: kept.sizeBytes,
      });
  } catch (error) {
    // Trouble with the disk says nothing of the bytes: they wait on, under the name that is on record.
    await files.rename(names.part, from);
    throw error;
  }
  await files.remove(names.part);
  return undefined;
}

/**
 * One temporary file from its first byte to its final name. The order is what makes a kill harmless at any point: bytes,
 * fsync, link, unlink, fsync of the folder; only then is the file claimed.
 */
function writing(place: Place, { part, kept, held }: PartNames, { file, hash, ...begun }: Begun): Staged {
  const { files, fsync } = place;
  const sums = fileHash(hash, place.hashAll);
  const seen = edges(begun.sizeBytes);
  let { sizeBytes } = begun;
  let open: WritableFile | undefined = file;
  let digest: Digest | undefined;
  let isOver = false;

  async function close(): Promise<void> {
    const closing = open;
    open = undefined;
    await closing?.close();
  }

  async function seal(): Promise<Digest> {
    // A failed fsync is not tried again: the kernel may have dropped the pages and would then report success.
    if (fsync) await open?.sync();
    await close();
    digest = { sha256: await sums.hex(), sizeBytes };
    return digest;
  }

  return {
    path: part,

    write(chunk, isAll = false) {
      if (!open) throw new Error('written to after it was sealed');
      // The disk writes while this thread hashes.
      const written = open.write(chunk);
      seen.add(chunk);
      const hashing = sums.add(chunk, isAll && sizeBytes === 0);
      sizeBytes += chunk.byteLength;
      return storing('writing', () => Promise.all([written, hashing]).then(() => undefined));
    },

    read: async (range) => seen.find(range) ?? storing('reading back', () => files.read(part, range)),

    seal: () => storing('making it durable', seal),

    publish: (name, replace) =>
      storing(`publishing ${name}`, async () => {
        const path = await nameBytes(place, { part, name, sha256: mustBeSealed(digest).sha256, replace });
        await files.remove(part);
        isOver = true;
        await place.syncFolder(dirname(path));
      }),

    keep: () =>
      storing('keeping a broken transfer', async () => {
        const written = await seal();
        isOver = await renamed(place, part, kept);
        return written;
      }),

    async hold() {
      const path = held(mustBeSealed(digest).sha256);
      isOver = await storing('holding a file', () => renamed(place, part, path));
    },

    discard: () =>
      storing('removing a temporary file', async () => {
        if (isOver) return;
        isOver = true;
        await close().catch(() => undefined);
        await files.remove(part);
      }),
  };
}
