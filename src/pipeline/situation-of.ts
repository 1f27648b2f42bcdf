import type { Progress } from '../core/progress.ts';
import type { Case } from './case.ts';
import type { Situation } from './next-step.ts';
import { withIdentifiers } from './update-progress.ts';

/** What decides a work's next step. */
export function situationOf({ deps, held }: Case, progress: Progress): Situation {
  const { route, clock, options } = deps;
  return {
    work: withIdentifiers(held.work, progress),
    progress,
    known: held.known,
    token: held.token,
    route,
    now: clock.now(),
    tierParallel: options.tierParallel,
    askAll: options.askAll,
    maxFetches: options.maxFetches,
    formats: options.formats,
  };
}
