import { aliasesOf } from '../core/identifiers.ts';
import type { Progress } from '../core/progress.ts';
import type { Work } from '../core/work.ts';
import type { Case } from './case.ts';
import { withIdentifiers } from './update-progress.ts';

/** An address names a place, not a work: it makes no twins. */
const namesOf = ({ url: _url, ...ids }: Work): readonly string[] => aliasesOf(ids);

/** Tells the ledger the names that sources have added; the id of the work that goes on where this one is its twin. */
export async function twinByName(
  { deps, held }: Case,
  standing: { progress: Progress },
): Promise<string | undefined> {
  const { progress } = standing;
  const names = namesOf(withIdentifiers(held.work, progress));
  if (names.length <= (progress.named ?? namesOf(held.work).length)) return undefined;
  standing.progress = { ...progress, named: names.length };
  return deps.claimNames(held.work.id, names);
}
