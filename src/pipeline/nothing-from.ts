import type { Candidate } from '../core/plan.ts';
import type { Progress } from '../core/progress.ts';
import { type Case, goOn, type StepResult } from './case.ts';
import type { AskStep } from './next-step.ts';
import { withMiss } from './update-progress.ts';

export const named = (step: AskStep) => ({ resolver: step.bound.resolver.name, tier: step.tier });

interface Nothing {
  readonly progress: Progress;
  /** What it named and cannot be asked for is on record. */
  readonly isSilent?: boolean;
  /** It answers by requests, and made none for this work. */
  readonly isUnasked?: () => boolean;
}

/** The source has answered: it does not know the work, or no place of it. One that was not asked has not said so. */
export function nothingFrom({ journal }: Case, step: AskStep, nothing: Nothing): StepResult {
  const status = nothing.isUnasked?.() ? 'resolver-skip' : 'resolver-empty';
  if (!nothing.isSilent) journal.note({ status, reason: 'no-candidates', stage: 'resolve', ...named(step) });
  return goOn(
    withMiss(nothing.progress, {
      ...named(step),
      reason: 'no-candidates',
      reach: 'identifier',
      isOfSource: true,
    }),
  );
}

/** Places that are not asked, since their servers answer nobody without a key. */
export function noteLocked({ journal }: Case, step: AskStep, candidates: readonly Candidate[]): void {
  for (const { url, needs } of candidates) {
    if (needs === undefined) continue;
    journal.note({
      status: 'resolver-skip',
      reason: 'no-candidates',
      stage: 'resolve',
      ...named(step),
      url,
      extra: { needs },
    });
  }
}
