import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Failure } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import type { HashAll } from './file-hash.ts';
import { folderSync } from './folder-sync.ts';
import { safeId } from './layout.ts';
import type { Place } from './place.ts';
import { shareNames } from './share-bytes.ts';
import { adoptedFile, heldFile, type PartNames, stagedFile } from './staged-file.ts';
import { errnoOf, storing } from './storage-failure.ts';
import type { Digest, LiveKey, StageKey, Store } from './store.ts';

export interface FilesStoreDeps {
  /** Absolute path of the artifact root; created when missing. The root itself may be a link, nothing below it. */
  readonly root: string;
  readonly files: Files;
  /** `false` only for throw-away runs: bytes may then be lost with the power. */
  readonly fsync: boolean;
  /** Bytes live once under their hash, and names are further links to them. */
  readonly byAddress?: boolean;
  /** Without it bytes are hashed as they are written. */
  readonly hashAll?: HashAll;
  /** A name under which bytes with this hash are known to rest: they are then shared by a hard link. */
  readonly equalTo?: (sha256: string) => Promise<string | undefined>;
}

const PART = /^[.].+[.]part$/;
const NAME = /^[a-z0-9][a-z0-9._-]*([/][a-z0-9][a-z0-9._-]*)*$/i;

/** Of the hash, in the name of a held file: a work holds a few. */
const HELD_HASH = 16;

const stemOf = ({ workId, token }: StageKey): string => `.${safeId(workId)}.${token}`;

/** `.<work id>.<token>.part`: hidden, and no two leases ever write to the same. */
const partNames = (root: string, key: StageKey): PartNames => ({
  part: join(root, `${stemOf(key)}.part`),
  kept: join(root, `${stemOf(key)}.kept.part`),
  held: (sha256) => join(root, `${stemOf(key)}.${sha256.slice(0, HELD_HASH)}.held.part`),
});

function liveNames(key: LiveKey): readonly string[] {
  const { part, kept, held } = partNames('', key);
  return key.heldSha256 === undefined ? [part, kept] : [held(key.heldSha256)];
}

/**
 * Artifacts in a folder. Temporary files lie at the top of the root, on the file system of what they become, so that
 * publishing is a link and not a copy.
 */
export function filesStore(deps: FilesStoreDeps): Store {
  const { root, files } = deps;
  const place = placeIn(deps);
  const { openFolder, pathOf, digestAt } = place;

  return {
    stage: (key) =>
      storing('making a temporary file', async () => {
        const names = partNames(root, key);
        try {
          return await stagedFile(place, names);
        } catch (error) {
          if (errnoOf(error) !== 'ENOENT') throw error;
          await openFolder(root);
          return stagedFile(place, names);
        }
      }),

    adopt: (key, adoption) =>
      storing('going on with a kept file', () => {
        const { kept: from } = partNames(root, { ...key, token: adoption.kept.token });
        return adoptedFile(place, partNames(root, key), { ...adoption, from });
      }),

    drop: (key) => storing('removing a kept file', () => files.remove(partNames(root, key).kept)),

    held: (key, digest) =>
      storing('looking for a held file', () =>
        heldFile(place, partNames(root, key).held(digest.sha256), digest),
      ),

    release: (key, sha256) =>
      storing('removing a held file', () => files.remove(partNames(root, key).held(sha256))),

    digest: (name) => storing(`reading ${name}`, () => digestAt(pathOf(name))),

    settle: (name) =>
      storing(`making ${name} durable`, async () => {
        const folder = dirname(pathOf(name));
        await openFolder(folder);
        await place.syncFolder(folder);
      }),

    async *open(name) {
      const path = pathOf(name);
      const chunks = files.stream(path)[Symbol.asyncIterator]();
      for (;;) {
        const next = await storing(`reading ${name}`, () => chunks.next());
        if (next.done) return;
        yield next.value;
      }
    },

    share: (name, existing) =>
      storing(`sharing ${name}`, () => shareNames(place, pathOf(name), pathOf(existing))),

    sweep: (live) =>
      storing('removing temporary files', async () => {
        const parts = await partsBelow(root, files);
        if (parts.length === 0) return 0;
        const kept = new Set([...(await live())].flatMap(liveNames));
        const dead = parts.filter(({ name }) => !kept.has(name));
        for (const { path } of dead) await files.remove(path);
        return dead.length;
      }),
  };
}

function placeIn(deps: FilesStoreDeps): Place {
  const { root, files, fsync, byAddress = false, equalTo = async () => undefined } = deps;
  const syncFolder = fsync ? folderSync(files) : async () => undefined;
  const settled = new Set<string>();
  return {
    files,
    fsync,
    byAddress,
    equalTo,
    hashAll: deps.hashAll,
    syncFolder,
    openFolder: (path) => openFolderIn(root, { files, syncFolder, settled }, path),
    pathOf: (name) => {
      if (!NAME.test(name)) throw new Error(`not an artifact name: ${JSON.stringify(name)}`);
      return join(root, name);
    },
    isPlainFile: (path) => isPlainFile(root, files, path),
    digestAt: (path) => digestIn(root, files, path),
  };
}

interface Folders extends Pick<Place, 'files' | 'syncFolder'> {
  /** Folders whose own entries this process has made durable. */
  readonly settled: Set<string>;
}

/** A folder that is there may still be lost with the power: whoever made it may have died, or failed, before its sync. */
async function settleFolder({ syncFolder, settled }: Folders, path: string): Promise<void> {
  if (settled.has(path)) return;
  await syncFolder(dirname(path));
  settled.add(path);
}

async function makeFolder(folders: Folders, path: string): Promise<void> {
  const parent = dirname(path);
  if (parent !== path && !(await folders.files.stat(parent))) {
    await makeFolder(folders, parent);
    await settleFolder(folders, parent);
  }
  folders.settled.delete(path);
  await folders.files.makeFolder(path);
}

/** A folder below the root must be a folder and not a link: whoever plants one would choose where bytes go. */
async function openFolderIn(root: string, folders: Folders, path: string): Promise<void> {
  if (dirname(path).length > root.length) await openFolderIn(root, folders, dirname(path));
  const facts = await folders.files.stat(path);
  if (!facts) await makeFolder(folders, path);
  else if (path !== root && facts.kind !== 'folder')
    throw new Failure('storage-error', `${path} is a ${facts.kind}, not a folder`);
  await settleFolder(folders, root);
  await settleFolder(folders, path);
}

async function isPlainFile(root: string, files: Files, path: string): Promise<boolean> {
  for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder))
    if ((await files.stat(folder))?.kind !== 'folder') return false;
  return (await files.stat(path))?.kind === 'file';
}

async function digestIn(root: string, files: Files, path: string): Promise<Digest | undefined> {
  if (!(await isPlainFile(root, files, path))) return undefined;
  const hash = createHash('sha256');
  let sizeBytes = 0;
  for await (const chunk of files.stream(path)) {
    hash.update(chunk);
    sizeBytes += chunk.byteLength;
  }
  return { sha256: hash.digest('hex'), sizeBytes };
}

/** Temporary files lie at the top, and beside final names where those are on a mount of their own. */
async function partsBelow(
  root: string,
  files: Files,
): Promise<readonly { readonly name: string; readonly path: string }[]> {
  if (!(await files.stat(root))) return [];
  const top = await files.list(root);
  const found = top.filter((name) => PART.test(name)).map((name) => ({ name, path: join(root, name) }));
  for (const folder of top.filter((name) => NAME.test(name) && name !== 'cas')) {
    if ((await files.stat(join(root, folder)))?.kind !== 'folder') continue;
    for (const name of await files.list(join(root, folder)))
      if (PART.test(name)) found.push({ name, path: join(root, folder, name) });
  }
  return found;
}
