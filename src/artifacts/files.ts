import { createHash } from 'node:crypto';
import { dirname, join } from 'node:path';
import { Failure } from '../core/errors.ts';
import type { Files } from '../core/files.ts';
import { folderSync } from './folder-sync.ts';
import type { Place } from './give-name.ts';
import { safeId } from './layout.ts';
import { stagedFile } from './staged-file.ts';
import { storing } from './storage-failure.ts';
import type { Digest, StageKey, Store } from './store.ts';

export interface FilesStoreDeps {
  /** Absolute path of the artifact root; created when missing. The root itself may be a link, nothing below it. */
  readonly root: string;
  readonly files: Files;
  /** `false` only for throw-away runs: bytes may then be lost with the power. */
  readonly fsync: boolean;
}

const PART = /^[.].+[.]part$/;
const NAME = /^[a-z0-9][a-z0-9._-]*([/][a-z0-9][a-z0-9._-]*)*$/i;

/** `.<work id>.<token>.part`: hidden, and no two leases ever write to the same. */
const partName = ({ workId, token }: StageKey): string => `.${safeId(workId)}.${token}.part`;

/**
 * Artifacts in a folder. Temporary files lie at the top of the root, on the file system of what they become, so that
 * publishing is a link and not a copy.
 */
export function filesStore({ root, files, fsync }: FilesStoreDeps): Store {
  const syncFolder = fsync ? folderSync(files) : async () => undefined;

  async function makeFolder(path: string): Promise<void> {
    const parent = dirname(path);
    if (parent !== path && !(await files.stat(parent))) await makeFolder(parent);
    await files.makeFolder(path);
    await syncFolder(parent);
  }

  /** A folder below the root must be a folder and not a link: whoever plants one would choose where bytes go. */
  async function openFolder(path: string): Promise<void> {
    const facts = await files.stat(path);
    if (!facts) return makeFolder(path);
    if (path !== root && facts.kind !== 'folder')
      throw new Failure('storage-error', `${path} is a ${facts.kind}, not a folder`);
  }

  const pathOf = (name: string): string => {
    if (!NAME.test(name)) throw new Error(`not an artifact name: ${JSON.stringify(name)}`);
    return join(root, name);
  };

  async function digestAt(path: string): Promise<Digest | undefined> {
    for (let folder = dirname(path); folder.length > root.length; folder = dirname(folder))
      if ((await files.stat(folder))?.kind !== 'folder') return undefined;
    if ((await files.stat(path))?.kind !== 'file') return undefined;
    const hash = createHash('sha256');
    let sizeBytes = 0;
    for await (const chunk of files.stream(path)) {
      hash.update(chunk);
      sizeBytes += chunk.byteLength;
    }
    return { sha256: hash.digest('hex'), sizeBytes };
  }

  const place: Place = { files, fsync, openFolder, syncFolder, pathOf, digestAt };

  async function sweepFolder(folder: string, kept: ReadonlySet<string>): Promise<number> {
    const parts = (await files.list(folder)).filter((name) => PART.test(name) && !kept.has(name));
    for (const name of parts) await files.remove(join(folder, name));
    return parts.length;
  }

  return {
    stage: (key) =>
      storing('making a temporary file', async () => {
        await openFolder(root);
        return stagedFile(place, join(root, partName(key)));
      }),

    digest: (name) => storing(`reading ${name}`, () => digestAt(pathOf(name))),

    sweep: (live) =>
      storing('removing temporary files', async () => {
        if (!(await files.stat(root))) return 0;
        const kept = new Set([...live].map(partName));
        let removed = await sweepFolder(root, kept);
        for (const name of await files.list(root)) {
          const folder = join(root, name);
          if ((await files.stat(folder))?.kind === 'folder') removed += await sweepFolder(folder, kept);
        }
        return removed;
      }),
  };
}
