import type { CacheStore, StoredHead } from './cache-store.ts';

interface Entry {
  readonly key: string;
  readonly head: StoredHead;
  readonly body: Uint8Array;
  readonly bytes: number;
}

/** What a head takes beside its headers. */
const HEAD_BYTES = 512;

const sizeOf = (head: StoredHead, body: Uint8Array): number =>
  body.byteLength + JSON.stringify(head.headers).length + HEAD_BYTES;

/** A small Buffer is a piece of a slab of 64 KiB that it would keep alive: memory is counted only where it is our own. */
const owned = (body: Uint8Array): Uint8Array =>
  body.buffer.byteLength === body.byteLength ? body : new Uint8Array(body);

/** Answers in memory, the least recently used going first: for one process and one run. */
export function memoryCacheStore({ maxBytes }: { readonly maxBytes: number }): CacheStore {
  /** In order of use. */
  const entries = new Map<string, Entry>();
  const variants = new Map<string, Set<string>>();
  let held = 0;

  const idOf = (key: string, variant: string): string => `${key} ${variant}`;
  const drop = (key: string, variant: string): void => {
    const entry = entries.get(idOf(key, variant));
    if (!entry) return;
    entries.delete(idOf(key, variant));
    held -= entry.bytes;
    const left = variants.get(key);
    left?.delete(variant);
    if (left?.size === 0) variants.delete(key);
  };
  const keep = (key: string, head: StoredHead, body: Uint8Array): void => {
    drop(key, head.variant);
    const bytes = sizeOf(head, body);
    if (bytes > maxBytes) return;
    entries.set(idOf(key, head.variant), { key, head, body: owned(body), bytes });
    variants.set(key, (variants.get(key) ?? new Set()).add(head.variant));
    held += bytes;
    for (const oldest of entries.values()) {
      if (held <= maxBytes) return;
      drop(oldest.key, oldest.head.variant);
    }
  };
  const headsOf = (key: string): StoredHead[] =>
    [...(variants.get(key) ?? [])].flatMap((variant) => entries.get(idOf(key, variant))?.head ?? []);
  let disposed = false;

  return {
    find: async (key) => headsOf(key),
    async body(key, variant) {
      const id = idOf(key, variant);
      const entry = entries.get(id);
      if (!entry) return undefined;
      entries.delete(id);
      entries.set(id, entry);
      return entry.body;
    },
    async put(key, head, body) {
      if (!disposed) keep(key, head, body);
    },
    async refresh(key, head) {
      const entry = entries.get(idOf(key, head.variant));
      if (entry?.head.sha256 === head.sha256) keep(key, head, entry.body);
    },
    async remove(key, variant) {
      for (const { variant: one } of headsOf(key))
        if (variant === undefined || variant === one) drop(key, one);
    },
    [Symbol.dispose]() {
      disposed = true;
      entries.clear();
      variants.clear();
      held = 0;
    },
  };
}
