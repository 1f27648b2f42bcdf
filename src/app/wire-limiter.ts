import { join, resolve } from 'node:path';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Limiter } from '../http/rate-limit/limiter.ts';
import { memoryLimiter } from '../http/rate-limit/memory.ts';
import { limiterOver } from '../http/rate-limit/multiprocess.ts';
import { sqliteLimiter } from '../http/rate-limit/sqlite.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';

/** Where the shared limits of the sqlite backend are kept. */
export const limitsFile = ({ rate_limit }: Config, { out }: Pick<Places, 'out'>): string =>
  resolve(rate_limit.url?.replace(/^file:(?:\/\/)?/, '') ?? join(out, 'rate-limits.sqlite3'));

/** One that somebody else ends, or that needs no end. */
export const disposable = (limiter: Limiter): Limiter & Disposable => ({
  ...limiter,
  [Symbol.dispose]: () => {},
});

/**
 * The limiter of this configuration. An engine process asks its parent, whatever the backend; `multiprocess` is the
 * parent's memory under another name.
 */
export async function openLimiter(
  config: Config,
  platform: Platform,
  places: Pick<Places, 'out'>,
): Promise<Limiter & Disposable> {
  const { clock, boot, parent } = platform;
  const { backend } = config.rate_limit;
  if (parent) return disposable(limiterOver(parent, { clock, boot }));
  switch (backend) {
    case 'memory':
    case 'multiprocess':
      return disposable(memoryLimiter(clock));
    case 'sqlite':
      return sqliteLimiter(limitsFile(config, places), platform);
    case 'redis':
    case 'postgres':
      throw new UserError(
        `rate_limit.backend: ${backend} is not part of this version; use memory, multiprocess or sqlite`,
      );
  }
}
