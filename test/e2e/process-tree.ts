import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

const textOf = (path: string): string => {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
};

/** Not yet gone; one that only waits to be buried by its parent is. */
export const isAlive = (pid: number): boolean => /^State:\s+[^ZX\s]/m.test(textOf(`/proc/${pid}/status`));

/** The engine processes of a run with `--processes`. */
export const enginesOf = (pid: number): readonly number[] =>
  textOf(`/proc/${pid}/task/${pid}/children`)
    .split(' ')
    .filter((one) => one !== '')
    .map(Number)
    .filter((child) => textOf(`/proc/${child}/cmdline`).includes('engine-process'));

/** Waits for something that happens soon, on a busy machine later. */
export async function until<T>(what: string, find: () => T | undefined | Promise<T | undefined>): Promise<T> {
  for (let tries = 0; tries < 3000; tries++) {
    const found = await find();
    if (found !== undefined) return found;
    await wait(10);
  }
  throw new Error(`waited 30 s for ${what}`);
}

export const engines = (pid: number, count: number): Promise<readonly number[]> =>
  until(`${count} engine processes`, () => {
    const found = enginesOf(pid);
    return found.length === count ? found : undefined;
  });

function inodeOf(port: number): string | undefined {
  const local = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const lines = [...textOf('/proc/net/tcp').split('\n'), ...textOf('/proc/net/tcp6').split('\n')];
  const line = lines.map((one) => one.trim().split(/\s+/)).find(([, address]) => address?.endsWith(local));
  return line?.[9];
}

function holds(pid: number, inode: string): boolean {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).some((fd) => {
      try {
        return readlinkSync(`${folder}/${fd}`) === `socket:[${inode}]`;
      } catch {
        return false;
      }
    });
  } catch {
    return false;
  }
}

/** Which of these processes has this end of a TCP connection. */
export function ownerOfPort(port: number, pids: readonly number[]): number | undefined {
  const inode = inodeOf(port);
  return inode === undefined ? undefined : pids.find((pid) => holds(pid, inode));
}
