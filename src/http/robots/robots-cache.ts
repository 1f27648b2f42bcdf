import type { Clock, Instant } from '../../core/clock.ts';
import type { Failure } from '../../core/errors.ts';
import { orAborted } from '../or-aborted.ts';
import type { RobotsRules } from './robots-txt.ts';

/** Rules, with the time since they were fetched, or what kept them from being read. */
export type RobotsAnswer =
  | { readonly kind: 'rules'; readonly rules: RobotsRules; readonly ageMs: number }
  | { readonly kind: 'unreachable'; readonly failure: Failure };

export interface RobotsCache {
  /**
   * The answer for an origin: from memory while it is fresh, else by `load`, of which one runs per origin however many
   * ask. What `load` throws goes to all who wait and is not kept; when its caller gave up, another of them loads.
   */
  get(origin: string, signal: AbortSignal, load: () => Promise<RobotsAnswer>): Promise<RobotsAnswer>;
}

/** An unreachable robots.txt is asked for again after this time. */
const UNREACHABLE_MS = 60_000;
const MAX_ORIGINS = 5000;

interface Loading {
  readonly answer: Promise<RobotsAnswer>;
  readonly signal: AbortSignal;
}

export function robotsCache(clock: Clock, ttlMs: number): RobotsCache {
  const kept = new Map<string, { readonly answer: RobotsAnswer; readonly until: Instant }>();
  const loading = new Map<string, Loading>();

  const keep = (origin: string, answer: RobotsAnswer): RobotsAnswer => {
    const [oldest] = kept.keys();
    if (kept.size >= MAX_ORIGINS && oldest !== undefined) kept.delete(oldest);
    const lifeMs = answer.kind === 'rules' ? ttlMs - answer.ageMs : Math.min(ttlMs, UNREACHABLE_MS);
    kept.set(origin, { answer, until: clock.now() + lifeMs });
    return answer;
  };
  const start = (origin: string, signal: AbortSignal, load: () => Promise<RobotsAnswer>): Loading => {
    const answer = load()
      .then((loaded) => keep(origin, loaded))
      .finally(() => loading.delete(origin));
    const started = { answer, signal };
    loading.set(origin, started);
    return started;
  };

  return {
    async get(origin, signal, load) {
      for (;;) {
        const known = kept.get(origin);
        if (known && known.until > clock.now()) return known.answer;
        const current = loading.get(origin) ?? start(origin, signal, load);
        try {
          return await orAborted(current.answer, signal);
        } catch (error) {
          const loaderGaveUp = current.signal.aborted && !signal.aborted;
          if (!loaderGaveUp) throw error;
        }
      }
    },
  };
}
