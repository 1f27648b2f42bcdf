import type { Clock } from '../core/clock.ts';
import { UserError } from '../core/errors.ts';
import type { LookUp } from '../dashboard/source.ts';
import type { SearchAnswer, StoryAnswer } from '../dashboard/state.ts';
import { builtProgram } from '../platform/built-program.ts';
import { oneShotChild } from '../platform/one-shot-child.ts';
import type { LookUpAnswer, LookUpQuestion } from './look-up-child.ts';

const PROGRAM = builtProgram(new URL('./look-up-child.ts', import.meta.url));
const LIMITS = { timeoutMs: 10_000, heapMb: 256 };
const SHOWN_WORKS = 50;

export interface LookUpPlaces {
  readonly database: string;
  readonly artifacts: string;
}

/** Searches and stories, each read by a process of its own that is gone afterwards. */
export function lookUp({ database, artifacts }: LookUpPlaces, clock: Clock): LookUp {
  const ask = async (question: LookUpQuestion): Promise<unknown> => {
    const end = await oneShotChild(PROGRAM, question, { ...LIMITS, clock });
    if (end.kind !== 'answer') throw new UserError('it took too long and was given up');
    const answer = end.value as LookUpAnswer;
    if ('problem' in answer) throw new UserError(answer.problem);
    return answer.found;
  };
  return {
    search: async (text) =>
      (await ask({ kind: 'search', database, text, limit: SHOWN_WORKS })) as SearchAnswer,
    story: async (docId) =>
      (await ask({ kind: 'story', database, docId, artifacts })) as StoryAnswer | undefined,
  };
}
