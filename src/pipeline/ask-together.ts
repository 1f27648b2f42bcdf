import type { WorkId } from '../core/identifiers.ts';
import type { Progress } from '../core/progress.ts';
import type { BatchAnswer } from '../resolvers/resolver.ts';
import { createAsker } from './asker.ts';
import type { Case, PipelineOptions } from './case.ts';
import { nextStep, type Step } from './next-step.ts';
import { type NextRequest, type Route, requestTo, sameRequest } from './route.ts';
import { situationOf } from './situation-of.ts';
import { withIdentifiers } from './update-progress.ts';

/**
 * How many works waiting for this request can be asked for at once. Side by side with the others of its tier a resolver
 * is asked for one work.
 */
export function batchSize(
  {
    route,
    options: { tierParallel },
  }: { readonly route: Route; readonly options: Pick<PipelineOptions, 'tierParallel'> },
  request: NextRequest,
): number {
  const inBatches = route.filter(({ resolvers }) => !tierParallel || resolvers.length === 1);
  for (const { resolver, options } of inBatches.flatMap((tier) => tier.resolvers)) {
    const baseUrl = options.base_url ?? resolver.baseUrl;
    if (!resolver.batch || baseUrl === undefined) continue;
    if (sameRequest(requestTo(baseUrl, 'metadata'), request)) return resolver.batch.size;
  }
  return 1;
}

interface Asking {
  readonly one: Case;
  readonly step: Extract<Step, { kind: 'ask' }>;
}

/**
 * Asks one resolver for all works that are about to ask it and can be named in a batch. Those that were asked for come
 * back with the answer, by id; they make no further request in this lease. A batch of one is no batch: singletons are
 * often free.
 */
export async function askTogether(cases: readonly Case[]): Promise<ReadonlyMap<WorkId, Case>> {
  const asking = cases.flatMap((one) => askingOf(one));
  const [first] = asking;
  const together = asking
    .filter(({ step }) => step.bound === first?.step.bound)
    .slice(0, first?.step.bound.resolver.batch?.size);
  if (!first || together.length < 2) return new Map();
  const { name } = first.step.bound.resolver;
  try {
    const answers = await askFor(first, together);
    return byId(together, (one) => answered(one, name, answers.get(one.held.work.id)));
  } catch (error) {
    // Given up from outside: the works go back to where they waited.
    if (first.one.holding.signal.aborted) return byId(together, (one) => ({ ...one, isOffline: true }));
    const batchTrouble = error instanceof Error ? error : new Error(String(error));
    return byId(together, (one) => ({ ...one, isOffline: true, batchTrouble }));
  }
}

function askingOf(one: Case): readonly Asking[] {
  const step = nextStep(situationOf(one, one.held.progress));
  if (step.kind !== 'ask' || !sameRequest(step.request, one.held.request)) return [];
  const work = withIdentifiers(one.held.work, one.held.progress);
  return step.bound.resolver.batch?.takes(work) ? [{ one, step }] : [];
}

const byId = (together: readonly Asking[], map: (one: Case) => Case): ReadonlyMap<WorkId, Case> =>
  new Map(together.map(({ one }) => [one.held.work.id, map(one)]));

/** The one request stands in the journal of the first work, with how many it was made for. */
async function askFor(
  { one, step }: Asking,
  together: readonly Asking[],
): Promise<ReadonlyMap<WorkId, BatchAnswer>> {
  const { bound, tier } = step;
  const { signal } = one.holding;
  const ask = createAsker({
    send: one.deps.send,
    bound,
    tier,
    signal,
    note: (attempt) =>
      one.journal.note({ stage: 'resolve', ...attempt, extra: { ...attempt.extra, batch: together.length } }),
    visited: () => {},
  });
  const works = together.map((each) => withIdentifiers(each.one.held.work, each.one.held.progress));
  const context = { ask, options: bound.options, mailto: one.deps.options.mailto, signal };
  return (await bound.resolver.batch?.ask(works, context)) ?? new Map<WorkId, BatchAnswer>();
}

function answered(one: Case, resolver: string, answer: BatchAnswer | undefined): Case {
  const { progress } = one.held;
  const told: Progress = {
    ...progress,
    learnt: { ...answer?.learnt, ...progress.learnt },
    answers: { ...progress.answers, [resolver]: answer?.record ?? null },
  };
  return { ...one, held: { ...one.held, progress: told }, isOffline: true };
}
