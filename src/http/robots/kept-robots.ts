import type { Clock } from '../../core/clock.ts';
import type { CacheStore } from '../cache/cache-store.ts';
import { sha256Of } from '../cache/digest.ts';
import { ageMs } from '../cache/freshness.ts';

/** robots.txt files that outlive the process and are shared by all that use the same cache. */
export interface KeptRobots {
  /** The file of an origin with its age, while it is fresh. */
  find(origin: string): Promise<{ readonly text: string; readonly ageMs: number } | undefined>;
  keep(origin: string, text: string): Promise<void>;
}

const keyOf = (origin: string): string => `robots ${origin}`;
/** One file per origin, the same for every crawler; what it says to us is read from it each time. */
const VARIANT = 'robots';

/** In the store of the HTTP cache, under keys that no URL has; its own lifetime applies, not what the answer says. */
export function keptRobots(store: CacheStore | undefined, clock: Clock, ttlMs: number): KeptRobots {
  return {
    async find(origin) {
      const [head] = (await store?.find(keyOf(origin))) ?? [];
      if (!store || !head) return undefined;
      const age = ageMs(head, clock.now());
      if (age >= ttlMs) return undefined;
      const body = await store.body(keyOf(origin), VARIANT);
      if (!body || sha256Of(body) !== head.sha256) return undefined;
      return { text: new TextDecoder().decode(body), ageMs: age };
    },
    async keep(origin, text) {
      const body = new TextEncoder().encode(text);
      const head = {
        variant: VARIANT,
        audience: VARIANT,
        chosenBy: {},
        status: 200,
        headers: {},
        initialAgeMs: 0,
        receivedAt: clock.now(),
        size: { wireBytes: body.byteLength, decodedBytes: body.byteLength },
        sha256: sha256Of(body),
      };
      await store?.put(keyOf(origin), head, body);
    },
  };
}
