import { aliasesOf } from '../../core/identifiers.ts';
import { type InputLine, lineBeside } from '../../core/input-line.ts';
import { areOtherTitles } from '../../core/other-title.ts';
import { apartFrom, joinConflicts, kindOf } from '../../core/same-work.ts';
import type { Work } from '../../core/work.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { addressOf, holderOf, type Recognised, recognise } from './names.ts';

/** A line of a run and the work it names. */
interface NamingLine {
  readonly work: Work;
  readonly line: InputLine;
  readonly runId: string;
}

export interface RecognisedLine {
  readonly work: Work;
  readonly recognised: Recognised<Work>;
  /** It is taken for the work of an earlier line though it says something else. */
  readonly doubt?: string;
}

/** Where the work was named in this run under a title that is clearly another. */
function otherTitleAt(
  db: Sqlite,
  owner: string | undefined,
  { work, runId }: NamingLine,
): string | undefined {
  if (owner === undefined || work.title === undefined) return undefined;
  const stated = db.get<{ place: string; title: string }>(
    'SELECT stated_at AS place, stated_title AS title FROM jobs WHERE artifact_id = ? AND run_id = ? AND stated_title IS NOT NULL',
    owner,
    runId,
  );
  return stated && areOtherTitles(stated.title, work.title) ? stated.place : undefined;
}

const namesHeldBy = (db: Sqlite, owner: string, work: Work): readonly string[] =>
  [...new Set([work.id, ...aliasesOf(work)])].filter(
    (name) => name === owner || holderOf(db, name)?.workId === owner,
  );

/**
 * The work of a line, by its names; and, within one run, by what its lines say. Two lines that share an identifier and
 * state clearly different titles contradict each other. A DOI decides all the same, and the doubt is told. Anything weaker
 * does not: the later line stands by what else it has, or is rejected.
 */
export function recogniseLine(db: Sqlite, naming: NamingLine): RecognisedLine | { readonly problem: string } {
  const { work, line } = naming;
  const recognised = recognise(db, work);
  const { owner } = recognised;
  const place = otherTitleAt(db, owner, naming);
  if (owner === undefined || place === undefined) return { work, recognised };
  const other = lineBeside(place, line.where);
  const names = namesHeldBy(db, owner, work);
  if (work.doi !== undefined && names.includes(`doi:${work.doi}`))
    return { work, recognised, doubt: `same DOI ${work.doi} as ${other}, which has another title` };
  const [name = owner] = names;
  const problem = `its ${kindOf(name)} ${name.slice(name.indexOf(':') + 1)} is that of ${other}, which has another title`;
  const conflicts = names.map((one) => ({ name: one, with: owner }));
  const apart = apartFrom(work, conflicts);
  if (!apart || apart.id === `url:${addressOf(db, owner)}`) return { problem };
  const again = recognise(db, apart);
  if (otherTitleAt(db, again.owner, { ...naming, work: apart }) !== undefined) return { problem };
  const own = { ...again.own, conflicts: joinConflicts(again.own.conflicts, conflicts) };
  return {
    work: { ...apart, conflicts: joinConflicts(apart.conflicts, conflicts) },
    recognised: { ...again, own, conflicts: [...again.conflicts, ...conflicts] },
  };
}

interface Stating {
  readonly work: Work;
  readonly line?: InputLine;
}

/** Where a title is stated, and which. */
export const statementOf = ({ work, line }: Stating): readonly [string | null, string | null] =>
  work.title === undefined || line === undefined ? [null, null] : [line.where, work.title];

/** The first title that a line of a run states for a work is the one that later lines are held against. */
export function keepStatement(
  db: Sqlite,
  workId: string,
  { isNewRun, ...naming }: Stating & { readonly isNewRun: boolean },
): void {
  const [place, title] = statementOf(naming);
  if (title === null && !isNewRun) return;
  db.run(
    'UPDATE jobs SET stated_at = ?, stated_title = ? WHERE artifact_id = ? AND (? OR stated_title IS NULL)',
    place,
    title,
    workId,
    Number(isNewRun),
  );
}
