import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerCommands } from './commands.ts';

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

const holderOf = (db: Sqlite, name: string): string | undefined =>
  db.get<{ work_id: string }>('SELECT work_id FROM aliases WHERE alias = ?', name)?.work_id;

/** The work already known under one of these names; the canonical name is asked for first. */
export function ownerOf(db: Sqlite, names: Iterable<string>): string | undefined {
  for (const name of names) {
    const owner = holderOf(db, name);
    if (owner !== undefined) return owner;
  }
  return undefined;
}

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
}

/** Gives the work these names. Another work that has one of them is the same work: `undefined`, or its id if it is the one to go on. */
export function claimNames(db: Sqlite, workId: string, names: Iterable<string>): string | undefined {
  const mine = jobOf(db, workId);
  if (!mine) return undefined;
  const all = [...new Set([workId, ...names])];
  for (const name of all) {
    const owner = holderOf(db, name);
    const other = owner === undefined || owner === workId ? undefined : jobOf(db, owner);
    if (other && standsBack(mine, other)) {
      handOver(db, mine, other);
      const free = all.filter((one) => holderOf(db, one) === undefined);
      for (const one of free) give(db, other.workId, one);
      return other.workId;
    }
    if (other) handOver(db, other, mine);
    else if (owner !== workId) give(db, workId, name);
  }
  return undefined;
}

export const nameCommands = (db: Sqlite): Pick<LedgerCommands, 'claimNames'> => ({
  claimNames: ({ workId, names }) => claimNames(db, workId, names),
});
