import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** The one spelling of a path: links followed, as far as it exists; what does not exist yet is added as it is spelt. */
export function realPath(path: string): string {
  const absolute = resolve(path);
  try {
    return realpathSync.native(absolute);
  } catch {
    const above = dirname(absolute);
    return above === absolute ? absolute : join(realPath(above), basename(absolute));
  }
}
