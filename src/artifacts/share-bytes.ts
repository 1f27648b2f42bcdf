import { basename, dirname, join } from 'node:path';
import { addressOf } from './layout.ts';
import type { Place } from './place.ts';
import { errnoOf } from './storage-failure.ts';

/** File systems without hard links (FAT, some network mounts), or with no more of them for this file, say so in one of these ways. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']);
export const hasNoLinks = (error: unknown): boolean => NO_LINKS.has(errnoOf(error) ?? '');

/** Sharing is a saving, never a condition: where it is impossible a file keeps bytes of its own. */
const isNoMatter = (error: unknown): boolean => hasNoLinks(error) || errnoOf(error) === 'EXDEV';

interface Sealed {
  readonly part: string;
  readonly sha256: string;
}

interface Linking {
  readonly path: string;
  readonly existing: string;
  readonly sha256: string;
}

/**
 * Makes `path` a further name of the bytes at `existing`, when they have this hash: a link beside it, then an atomic
 * exchange. What is hashed is the link, not the name it was made from: that may be another file by then.
 */
async function becomeLink(place: Place, { path, existing, sha256 }: Linking): Promise<boolean> {
  const { files } = place;
  if (!(await place.isPlainFile(existing))) return false;
  const twin = join(dirname(path), `.${basename(path).replace(/^[.]|[.]part$/g, '')}.0.twin.part`);
  await files.remove(twin);
  await files.link(existing, twin);
  const isSame = (await place.digestAt(twin))?.sha256 === sha256;
  if (isSame) await files.rename(twin, path);
  // A rename between two names of one file does nothing and says nothing (POSIX).
  await files.remove(twin);
  return isSame;
}

/** At the address of its hash bytes rest once; what is there is trusted only after a look. */
async function restAtAddress(place: Place, { part, sha256 }: Sealed): Promise<void> {
  const { files } = place;
  const address = place.pathOf(addressOf(sha256));
  await place.openFolder(dirname(address));
  try {
    await files.link(part, address);
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    if (await becomeLink(place, { path: part, existing: address, sha256 })) return;
    // Rotten, or planted: whatever it is, it does not belong here.
    await files.remove(address);
    await files.link(part, address);
  }
  await place.syncFolder(dirname(address));
}

async function shareWithEqual(place: Place, { part, sha256 }: Sealed): Promise<void> {
  const name = await place.equalTo(sha256);
  if (name === undefined) return;
  await becomeLink(place, { path: part, existing: place.pathOf(name), sha256 });
}

/** Before sealed bytes get their name: where equal ones rest already, they become one file. */
export async function shareBytes(place: Place, sealed: Sealed): Promise<void> {
  try {
    if (place.byAddress) await restAtAddress(place, sealed);
    else await shareWithEqual(place, sealed);
  } catch (error) {
    if (!isNoMatter(error)) throw error;
  }
}

/** The same for two names that are given already. */
export async function shareNames(
  place: Place,
  path: string,
  existing: string,
): Promise<'shared' | 'already' | 'impossible'> {
  const [one, other] = [await place.files.stat(path), await place.files.stat(existing)];
  if (!one || !other) return 'impossible';
  if (one.fileId === other.fileId) return 'already';
  if (one.sizeBytes !== other.sizeBytes) return 'impossible';
  const bytes = await place.digestAt(path);
  if (!bytes) return 'impossible';
  try {
    if (!(await becomeLink(place, { path, existing, sha256: bytes.sha256 }))) return 'impossible';
  } catch (error) {
    if (isNoMatter(error)) return 'impossible';
    throw error;
  }
  await place.syncFolder(dirname(path));
  return 'shared';
}
