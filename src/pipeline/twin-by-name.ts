import { aliasesOf } from '../core/identifiers.ts';
import type { Progress } from '../core/progress.ts';
import { contradictionsIn, joinConflicts, withoutNames } from '../core/same-work.ts';
import type { Work } from '../core/work.ts';
import type { Case, NamesClaimed } from './case.ts';
import { withIdentifiers } from './update-progress.ts';

/** An address names a place, not a work: it makes no twins. */
const namesOf = ({ url: _url, ...ids }: Work): readonly string[] => aliasesOf(ids);

/** What sources told of another work by mistake is not used; that they did is kept. */
function without(progress: Progress, conflicts: NamesClaimed['conflicts']): Progress {
  if (conflicts.length === 0) return progress;
  return {
    ...progress,
    learnt: withoutNames(progress.learnt, conflicts),
    conflicts: joinConflicts(progress.conflicts, conflicts),
  };
}

/** Tells the ledger the names that sources have added; the work that goes on where this one is its twin. */
export async function twinByName(
  { deps, held }: Case,
  standing: { progress: Progress },
): Promise<NamesClaimed['twin']> {
  const { learnt } = standing.progress;
  standing.progress = without(standing.progress, contradictionsIn(held.work, learnt));
  const { progress } = standing;
  const names = namesOf(withIdentifiers(held.work, progress));
  if (names.length <= (progress.named ?? namesOf(held.work).length)) return undefined;
  const { twin, conflicts } = await deps.claimNames(held.work.id, names);
  standing.progress = { ...without(progress, conflicts), named: names.length };
  return twin;
}
