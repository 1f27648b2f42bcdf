import { Deferred } from '../core/deferred.ts';
import type { Progress } from '../core/progress.ts';
import { type Case, goOn, type StepResult } from './case.ts';
import type { AskStep } from './next-step.ts';
import { askResolver } from './try-resolver.ts';
import { type PutOff, putOff } from './update-progress.ts';

/** What putting a step off depends on; `from`: its first record. */
export const delayOf = ({ deps, journal }: Case, deferred: Deferred, from: number): PutOff => ({
  deferred,
  records: journal.records.slice(from),
  now: deps.clock.now(),
  maxParkMs: deps.options.maxParkMs,
});

/**
 * Asks several resolvers side by side and files their answers in the order of the resolvers, so that what comes of them
 * does not depend on who was fast. One that must wait for its host is put off; the answers of the others count.
 */
export async function tryTogether(
  one: Case,
  asks: readonly AskStep[],
  progress: Progress,
): Promise<StepResult> {
  const from = one.journal.records.length;
  const ends = await Promise.allSettled(asks.map((step) => askResolver(one, step, progress)));
  // All have ended: nothing of this work goes on behind the back of whoever holds it next.
  const broken = ends.find((end) => end.status === 'rejected' && !(end.reason instanceof Deferred));
  if (broken?.status === 'rejected') throw broken.reason;
  let next = progress;
  for (const [index, end] of ends.entries()) {
    const step = asks[index];
    if (!step) continue;
    if (end.status === 'fulfilled') next = (await end.value(next)).progress;
    else next = putOff(next, step, delayOf(one, end.reason as Deferred, from));
  }
  return goOn(next);
}
