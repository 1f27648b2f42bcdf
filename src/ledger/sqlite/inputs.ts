import type { InputCounts } from '../../core/metrics.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { CountedInput, DuplicateLine, LinesAsk, RejectedLine, StoredLine } from '../input.ts';

const COUNTS = ['lines', 'works', 'duplicates', 'rejected', 'taken_over', 'elsewhere'] as const;

/** Adds to what a run has counted of its input; works queued for no run yet are taken over by the run that does them. */
export function countInput(db: Sqlite, runId: string, more: Partial<InputCounts>): void {
  const counts = COUNTS.map((name) => more[name] ?? 0);
  if (runId === '' || counts.every((count) => count === 0)) return;
  db.run(
    `INSERT INTO inputs (run_id, ${COUNTS.join(', ')}) VALUES (?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET ${COUNTS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ')}`,
    runId,
    ...counts,
  );
}

export function inputOf(db: Sqlite, runId: string): InputCounts | undefined {
  const row = db.get<Record<(typeof COUNTS)[number], number>>(
    `SELECT ${COUNTS.join(', ')} FROM inputs WHERE run_id = ?`,
    runId,
  );
  if (!row) return undefined;
  const { taken_over, elsewhere, ...lines } = row;
  const takenFrom = taken_over > 0 ? runsIn(db, TAKEN_FROM, runId) : [];
  const wentTo = elsewhere > 0 ? runsIn(db, WENT_TO, runId) : [];
  return {
    ...lines,
    ...(taken_over > 0 && { taken_over }),
    ...(takenFrom.length > 0 && { taken_over_from: takenFrom }),
    ...(elsewhere > 0 && { elsewhere }),
    ...(wentTo.length > 0 && { elsewhere_in: wentTo }),
  };
}

/** A look at every job, only where works have changed their run. */
const TAKEN_FROM = `SELECT fed_by AS run FROM jobs WHERE run_id = ?1 AND fed_by NOT IN (?1, '')
  GROUP BY fed_by ORDER BY count(*) DESC, fed_by LIMIT 100`;
const WENT_TO = `SELECT run_id AS run FROM jobs WHERE fed_by = ?1 AND run_id NOT IN (?1, '')
  GROUP BY run_id ORDER BY count(*) DESC, run_id LIMIT 100`;

const runsIn = (db: Sqlite, sql: string, runId: string): readonly string[] =>
  db.all<{ run: string }>(sql, runId).map(({ run }) => run);

/** Lines queued for no run yet are told to whoever queues them, and kept nowhere. */
export function writeLines(
  db: Sqlite,
  runId: string,
  lines: readonly (RejectedLine & Partial<DuplicateLine>)[],
): void {
  if (runId === '') return;
  for (const { where, text, problem, workId } of lines)
    db.run(
      'INSERT INTO input_lines (run_id, place, input, reason, work_id) VALUES (?, ?, ?, ?, ?)',
      runId,
      where,
      text,
      problem,
      workId ?? null,
    );
}

/** A line that was cut off when it was rejected is read again as a whole. */
export function withdrawReject(db: Sqlite, runId: string, where: string): void {
  const rejected = db.run(
    `DELETE FROM input_lines WHERE id = (
       SELECT max(id) FROM input_lines WHERE run_id = ? AND work_id IS NULL AND place = ?)`,
    runId,
    where,
  );
  countInput(db, runId, { lines: -rejected, rejected: -rejected });
}

/** Each kind has an index of its own. */
const KINDS = { rejected: 'work_id IS NULL', duplicate: 'work_id IS NOT NULL' } as const;

export const linesIn = (db: Sqlite, { runId, kind, after, limit }: LinesAsk): readonly StoredLine[] =>
  db.all<StoredLine>(
    `SELECT id, place AS "where", input AS text, reason AS problem, work_id AS workId FROM input_lines
     WHERE run_id = ? AND ${KINDS[kind]} AND id > ? ORDER BY id LIMIT ?`,
    runId,
    after,
    limit,
  );

export function linesOnRecord(db: Sqlite, runId: string): Pick<CountedInput, 'rejected' | 'duplicates'> {
  const count = (sql: string): number => db.get<{ n: number }>(sql, runId)?.n ?? 0;
  const lines = 'SELECT count(*) AS n FROM input_lines WHERE run_id = ?';
  return {
    rejected: count(`${lines} AND ${KINDS.rejected}`),
    duplicates:
      count(`${lines} AND ${KINDS.duplicate}`) + count('SELECT unlisted AS n FROM inputs WHERE run_id = ?'),
  };
}

const hasEnded = (db: Sqlite, workId: string, runId: string): boolean =>
  db.get('SELECT 1 FROM catalog_entries WHERE doc_id = ? AND run_id = ?', workId, runId) !== undefined;

interface Move {
  readonly from: string;
  readonly to: string;
}

const fedBy = (db: Sqlite, workId: string): string =>
  db.get<{ fed: string }>('SELECT fed_by AS fed FROM jobs WHERE artifact_id = ?', workId)?.fed ?? '';

/** The run that a work leaves keeps its count of lines; what it did not end itself went elsewhere. */
function leave(
  db: Sqlite,
  workId: string,
  { from, fed }: { readonly from: string; readonly fed: string },
): void {
  if (from === '' || hasEnded(db, workId, from)) return;
  countInput(db, from, fed === from ? { elsewhere: 1 } : { taken_over: -1 });
}

/** A run does a work that another one, or nobody's, has queued. One that its own input had named comes back to it. */
export function takeOver(db: Sqlite, workId: string, { from, to }: Move): void {
  if (from === to) return;
  const fed = fedBy(db, workId);
  leave(db, workId, { from, fed });
  if (!hasEnded(db, workId, to)) countInput(db, to, fed === to ? { elsewhere: -1 } : { taken_over: 1 });
}

/** A line of a run names a work of another one. Tells whether it is new to the run, whose count the caller makes. */
export function changeRun(db: Sqlite, workId: string, { from, to }: Move): boolean {
  if (from === to) return false;
  const fed = fedBy(db, workId);
  leave(db, workId, { from, fed });
  if (to === '') return false;
  db.run('UPDATE jobs SET fed_by = ? WHERE artifact_id = ?', to, workId);
  if (hasEnded(db, workId, to)) return false;
  if (fed === to) countInput(db, to, { elsewhere: -1 });
  return fed !== to;
}

/** Distinct works of a run: those that ended in it and those that wait in it. A look at every job only where some wait. */
export function worksOf(db: Sqlite, runId: string): number {
  const count = (sql: string): number => db.get<{ n: number }>(sql, runId)?.n ?? 0;
  const ended = count('SELECT count(*) AS n FROM catalog_entries WHERE run_id = ?');
  const live = `run_id = ?1 AND state IN ('queued', 'in_progress')`;
  if (count(`SELECT coalesce(sum(n), 0) AS n FROM counts WHERE ${live}`) === 0) return ended;
  return (
    ended +
    count(`SELECT count(*) AS n FROM jobs WHERE ${live} AND NOT EXISTS (
      SELECT 1 FROM catalog_entries e WHERE e.doc_id = artifact_id AND e.run_id = ?1)`)
  );
}

/**
 * A run that was begun before its input was counted, or whose ledger was rebuilt, is taken to have had one line for each
 * of its works.
 */
export function beginInput(db: Sqlite, runId: string): void {
  if (db.get('SELECT 1 FROM inputs WHERE run_id = ?', runId)) return;
  const works = worksOf(db, runId);
  db.run('INSERT INTO inputs (run_id, lines, works) VALUES (?, ?, ?)', runId, works, works);
}
