import { constants, statfsSync } from 'node:fs';
import { access, readFile } from 'node:fs/promises';

/** What a check of the machine needs to know of it. */
export interface MachineFacts {
  readonly nodeVersion: string;
  /** Files and connections the process may have open at one time; `undefined` where the system does not tell. */
  openFileLimit(): Promise<number | undefined>;
  /** Whether this process may make files in a folder that exists. */
  mayWrite(folder: string): Promise<boolean>;
  /** The kind of file system, as statfs(2) numbers it; 0 where it cannot be asked. */
  fileSystemOf(folder: string): number;
}

/** `Max open files            1024                 4096                 files` */
const OPEN_FILES = /^Max open files\s+(\d+|unlimited)/m;

export const machineFacts = (): MachineFacts => ({
  nodeVersion: process.versions.node,
  async openFileLimit() {
    const limits = await readFile('/proc/self/limits', 'utf8').catch(() => '');
    const soft = OPEN_FILES.exec(limits)?.[1];
    if (soft === undefined) return undefined;
    return soft === 'unlimited' ? Number.POSITIVE_INFINITY : Number(soft);
  },
  mayWrite: (folder) =>
    access(folder, constants.W_OK | constants.X_OK).then(
      () => true,
      () => false,
    ),
  fileSystemOf(folder) {
    try {
      return statfsSync(folder).type;
    } catch {
      return 0;
    }
  },
});
