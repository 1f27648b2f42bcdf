import type { WorkId } from '../core/identifiers.ts';
import { addressKey } from '../core/url.ts';
import type { PageRead } from '../download/download.ts';

/** Of all works together; those that came first go first. */
const MAX_KEPT_BYTES = 32 * 1024 * 1024;

/** Pages that came where a file of the work had been named. They may lead to it, and nobody needs to ask for them again. */
export interface PagesMet {
  keep(page: PageRead): void;
  /** The page that this address, or one that led to it, answered with. */
  at(url: string): PageRead | undefined;
  /** The work has ended. */
  forget(): void;
}

interface Kept {
  readonly work: WorkId;
  readonly keys: ReadonlySet<string>;
  readonly page: PageRead;
}

/**
 * In memory, over the leases of this process. A page that is no longer here, or that another process met, is read once
 * more: that costs a request, and no file is missed.
 */
export function pagesMet(maxBytes = MAX_KEPT_BYTES): (work: WorkId) => PagesMet {
  const kept = new Set<Kept>();
  let bytes = 0;
  const drop = (one: Kept): void => {
    if (kept.delete(one)) bytes -= one.page.bytes.byteLength;
  };
  return (work) => ({
    keep(page) {
      kept.add({ work, keys: new Set(page.hops.map((url) => addressKey(url))), page });
      bytes += page.bytes.byteLength;
      for (const oldest of kept) {
        if (bytes <= maxBytes) break;
        drop(oldest);
      }
    },
    at(url) {
      const key = addressKey(url);
      for (const one of kept) if (one.work === work && one.keys.has(key)) return one.page;
      return undefined;
    },
    forget() {
      for (const one of kept) if (one.work === work) drop(one);
    },
  });
}
