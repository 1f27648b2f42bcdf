import { sqliteStories } from '../ledger/sqlite/sqlite-stories.ts';
import { givenWorks } from '../work/given-works.ts';
import type { Source } from '../work/source.ts';
import type { FoundRun } from './find-run.ts';

/** The works of a run that its ledger knows and that still wait, or those named; read as they are needed. */
export function knownWorks(
  { run, database }: FoundRun,
  named: readonly string[] | undefined,
): AsyncDisposable & { readonly source: Source } {
  const stories = sqliteStories(database);
  const works = () => (named ? stories.works(named) : stories.waiting(run.run_id));
  return {
    source: givenWorks(`run ${run.run_id}`, works),
    [Symbol.asyncDispose]: () => stories[Symbol.asyncDispose](),
  };
}
