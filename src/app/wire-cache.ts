import { join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import type { Clock } from '../core/clock.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { CacheStore } from '../http/cache/cache-store.ts';
import { memoryCacheStore } from '../http/cache/memory.ts';
import { sqliteCacheStore } from '../http/cache/sqlite.ts';
import type { Places } from './places.ts';

export interface CacheSurroundings {
  readonly clock: Clock;
  readonly emit: Emit;
  readonly places: Pick<Places, 'out'>;
}

/** The store of the HTTP cache; `undefined` where it is switched off. */
export function wireCache(
  { http }: Config,
  { clock, emit, places }: CacheSurroundings,
): CacheStore | undefined {
  const { enabled, backend, path, max_bytes: maxBytes } = http.cache;
  if (!enabled) return undefined;
  switch (backend) {
    case 'memory':
      return memoryCacheStore({ maxBytes });
    case 'sqlite':
      return sqliteCacheStore(resolve(path ?? join(places.out, 'http-cache.sqlite3')), {
        maxBytes,
        clock,
        warn: (message) => emit({ type: 'warning', message }),
      });
    case 'redis':
      throw new UserError('http.cache.backend: redis is not part of this version; use memory or sqlite');
  }
}
