import { createHash } from 'node:crypto';
import type { Copy } from './behaviour.ts';

/** The texts of the world: made when first asked for, kept while there is room, always the same bytes. */
export interface Shelf {
  bytes(copy: Copy): Buffer;
  sha256(copy: Copy): string;
}

export const copyKey = ({ work, version, format, form = 'whole', style = 'sections' }: Copy): string =>
  `${work}/${version}/${format}${form === 'whole' ? '' : `/${form}`}${style === 'sections' ? '' : `/${style}`}`;

/** Keeps the most recently used texts up to `maxBytes`; digests are small and stay. */
export function createShelf(make: (copy: Copy) => Buffer, maxBytes: number): Shelf {
  const kept = new Map<string, Buffer>();
  const digests = new Map<string, string>();
  let keptBytes = 0;

  function bytes(copy: Copy): Buffer {
    const key = copyKey(copy);
    const known = kept.get(key);
    if (known) {
      kept.delete(key);
      kept.set(key, known);
      return known;
    }
    const made = make(copy);
    kept.set(key, made);
    keptBytes += made.length;
    for (const [oldest, text] of kept) {
      if (keptBytes <= maxBytes || oldest === key) break;
      kept.delete(oldest);
      keptBytes -= text.length;
    }
    return made;
  }

  return {
    bytes,
    sha256(copy) {
      const key = copyKey(copy);
      const known = digests.get(key);
      if (known !== undefined) return known;
      const digest = createHash('sha256').update(bytes(copy)).digest('hex');
      digests.set(key, digest);
      return digest;
    },
  };
}
