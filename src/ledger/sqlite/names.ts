import type { Identifiers } from '../../core/identifiers.ts';
import { aliasesOf } from '../../core/identifiers.ts';
import {
  type Conflict,
  contradictionsIn,
  contradicts,
  identifiersOfNames,
  isOwnName,
  kindOf,
  standingAlone,
  withoutNames,
} from '../../core/same-work.ts';
import { canonicalUrl } from '../../core/url.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { NamesClaimed } from '../names-claimed.ts';
import type { LedgerCommands } from './commands.ts';
import { completeWork } from './complete-work.ts';

interface JobRow {
  readonly id: number;
  readonly workId: string;
  readonly state: string;
  readonly hasFile: number;
}

const jobOf = (db: Sqlite, workId: string): JobRow | undefined =>
  db.get<JobRow>(
    `SELECT id, artifact_id AS workId, state, state = 'done' OR known_json IS NOT NULL AS hasFile FROM jobs
     WHERE artifact_id = ?`,
    workId,
  );

interface Holder {
  readonly workId: string;
  /** Works that are two have claimed it: it tells neither from the other, and joins nothing any more. */
  readonly contested: number;
}

export const holderOf = (db: Sqlite, name: string): Holder | undefined =>
  db.get<Holder>('SELECT work_id AS workId, contested FROM aliases WHERE alias = ?', name);

/** As a name has it; not there where the work has none. */
export function addressOf(db: Sqlite, workId: string): string | undefined {
  const { url } = identifiersOf(db, workId);
  return url === undefined ? undefined : canonicalUrl(url);
}

const hasWork = (db: Sqlite, id: string): boolean =>
  db.get('SELECT 1 FROM works WHERE id = ?', id) !== undefined;

function identifiersOf(db: Sqlite, workId: string): Identifiers {
  const row = db.get<Record<string, string | null>>(
    'SELECT doi, openalex_id AS openalex, arxiv_id AS arxiv, pmcid, pmid, url FROM works WHERE id = ?',
    workId,
  );
  return Object.fromEntries(Object.entries(row ?? {}).filter(([, value]) => value !== null));
}

/** What the ledger says of the names of a work. */
export interface Recognised<T> {
  /** The work it is, where it is known. */
  readonly owner: string | undefined;
  /** As it stands by itself where it is new. */
  readonly own: T;
  readonly free: readonly string[];
  readonly conflicts: readonly Conflict[];
}

/** The work already known under one of these names, unless a more trusted identifier says that it is another. */
export function recognise<T extends Identifiers & { readonly id: string }>(
  db: Sqlite,
  work: T,
): Recognised<T> {
  const free: string[] = [];
  const conflicts: Conflict[] = [];
  let owner: string | undefined;
  for (const name of new Set([work.id, ...aliasesOf(work)])) {
    const holder = holderOf(db, name);
    if (!holder) free.push(name);
    else if (holder.contested === 1) {
      if (name === work.id && hasWork(db, name)) owner ??= name;
      else conflicts.push({ name, with: holder.workId });
    } else if (contradicts(identifiersOf(db, holder.workId), work, name))
      conflicts.push({ name, with: holder.workId });
    else owner ??= holder.workId;
  }
  const own = standingAlone(work, conflicts);
  // A job of this very name, whose names had been handed to another that turned out to be another work.
  if (owner === undefined && conflicts.length > 0 && hasWork(db, own.id)) owner = own.id;
  return { owner, own, free, conflicts };
}

/** A work that is new takes its names; those of another are disputed from now on. */
export function nameNewWork(
  db: Sqlite,
  work: Identifiers & { readonly id: string },
  { free, conflicts }: Pick<Recognised<unknown>, 'free' | 'conflicts'>,
): void {
  for (const name of free) db.run('INSERT INTO aliases (alias, work_id) VALUES (?, ?)', name, work.id);
  for (const { name } of conflicts) dispute(db, work, name);
}

/** The name has turned out to belong to two works. What says beyond doubt which work it is goes to that work. */
function dispute(db: Sqlite, work: Identifiers & { readonly id: string }, name: string): void {
  if (isOwnName(work, name)) give(db, work.id, name);
  else if (kindOf(name) !== 'doi' && kindOf(name) !== 'arxiv') contest(db, name);
}

const contest = (db: Sqlite, name: string): number =>
  db.run('UPDATE aliases SET contested = 1 WHERE alias = ?', name);

/** Of two jobs that are one work: the one that has the file, else the one queued first, unless it ended without. */
function standsBack(mine: JobRow, other: JobRow): boolean {
  if (other.hasFile) return true;
  if (mine.hasFile || other.state === 'skipped' || other.state === 'error') return false;
  return other.id < mine.id;
}

const give = (db: Sqlite, workId: string, name: string): number =>
  db.run(
    'INSERT INTO aliases (alias, work_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET work_id = excluded.work_id',
    name,
    workId,
  );

/** All names of the one become names of the other, so that whoever names either finds the same job. */
function handOver(db: Sqlite, from: JobRow, to: JobRow): void {
  db.run('UPDATE aliases SET work_id = ? WHERE work_id = ?', to.workId, from.workId);
  // It looks again at its next turn, with fresh eyes: the other may have ended without a file by then.
  db.run(
    `UPDATE jobs SET progress_json = json_set(progress_json, '$.named', 0) WHERE id = ? AND state = 'queued'`,
    from.id,
  );
  db.run('UPDATE jobs SET twin_of = ? WHERE id = ?', to.workId, from.id);
  db.run('UPDATE jobs SET twin_of = NULL WHERE id = ? AND twin_of IS NOT NULL', to.id);
}

interface Claiming {
  readonly mine: JobRow;
  readonly names: readonly string[];
  /** Of everything that is known to be this work. */
  ids: Identifiers;
  readonly conflicts: Conflict[];
}

/** What comes of one name: the job that goes on for both, where another is the same work and goes before. */
function claimOne(db: Sqlite, claiming: Claiming, name: string): JobRow | undefined {
  const { mine, ids, conflicts } = claiming;
  const holder = holderOf(db, name);
  if (!holder) give(db, mine.workId, name);
  if (!holder || holder.workId === mine.workId) return undefined;
  if (holder.contested === 1) {
    if (name !== mine.workId) conflicts.push({ name, with: holder.workId });
    return undefined;
  }
  const other = jobOf(db, holder.workId);
  const its = identifiersOf(db, holder.workId);
  if (!other) give(db, mine.workId, name);
  else if (contradicts(its, ids, name)) {
    conflicts.push({ name, with: holder.workId });
    dispute(db, { ...ids, id: mine.workId }, name);
  } else if (standsBack(mine, other)) return other;
  else {
    handOver(db, other, mine);
    claiming.ids = { ...its, ...ids };
  }
  return undefined;
}

/** Gives the work these names, as far as they contradict nothing that is known. Another work that has one of them is the same. */
export function claimNames(db: Sqlite, workId: string, names: readonly string[]): NamesClaimed {
  const mine = jobOf(db, workId);
  if (!mine) return { conflicts: [] };
  const known = identifiersOf(db, workId);
  const told = identifiersOfNames(names);
  const conflicts = [...contradictionsIn(known, told)];
  const ids = { ...withoutNames(told, conflicts), ...known };
  const ignored = new Set(conflicts.map(({ name }) => name));
  const all = [...new Set([workId, ...names])].filter((name) => !ignored.has(name));
  const claiming: Claiming = { mine, names: all, ids, conflicts };
  for (const name of all) {
    const other = claimOne(db, claiming, name);
    if (!other) continue;
    handOver(db, mine, other);
    const free = all.filter((one) => holderOf(db, one) === undefined);
    for (const one of free) give(db, other.workId, one);
    completeWork(db, other.workId, {
      ...withoutNames(claiming.ids, conflicts),
      ...identifiersOf(db, other.workId),
    });
    return { twin: { id: other.workId, hasFile: other.state === 'done' }, conflicts };
  }
  // At once, not when it ends: whoever comes meanwhile must see what it contradicts.
  completeWork(db, workId, withoutNames(claiming.ids, conflicts));
  return { conflicts };
}

/** Whether the work that this one stands back for has come to its end. */
export const twinHasEnded = (db: Sqlite, jobId: number): boolean =>
  db.get(
    `SELECT 1 FROM jobs mine LEFT JOIN jobs twin ON twin.artifact_id = mine.twin_of
     WHERE mine.id = ? AND (twin.id IS NULL OR twin.state NOT IN ('queued', 'in_progress'))`,
    jobId,
  ) !== undefined;

export const nameCommands = (db: Sqlite): Pick<LedgerCommands, 'claimNames'> => ({
  claimNames: ({ workId, names }) => claimNames(db, workId, names),
});
