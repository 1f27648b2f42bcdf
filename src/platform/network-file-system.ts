import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import { UserError } from '../core/errors.ts';

/** Magic numbers of statfs(2): file systems whose locks or shared memory SQLite's WAL cannot rely on. */
const NETWORK_FILE_SYSTEMS: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x01021997, '9p'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
]);

/** A folder that cannot be asked is not our matter: opening the file will say what is wrong with it. */
function typeOfFolder(path: string): number {
  try {
    return statfsSync(dirname(path)).type;
  } catch {
    return 0;
  }
}

/** Throws a `UserError` (exit code 3) when the database would lie on a network file system. */
export function refuseNetworkFileSystem(path: string, typeOf: (path: string) => number = typeOfFolder): void {
  if (path === ':memory:') return;
  const name = NETWORK_FILE_SYSTEMS.get(typeOf(path) >>> 0);
  if (name === undefined) return;
  throw new UserError(
    `${path} is on ${name}, where SQLite cannot keep its promises: put storage.path on a local disk (artifacts may stay)`,
    3,
  );
}
