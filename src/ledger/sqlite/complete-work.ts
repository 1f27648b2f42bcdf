import { contradictionsIn, joinConflicts, withoutNames } from '../../core/same-work.ts';
import type { Learnt, Work } from '../../core/work.ts';
import type { Sqlite } from '../../platform/sqlite.ts';

export const WORK_COLUMNS = 'doi, openalex_id, arxiv_id, pmid, pmcid, url, title, year, work_json';

export const workValues = (work: Work) => [
  work.doi ?? null,
  work.openalex ?? null,
  work.arxiv ?? null,
  work.pmid ?? null,
  work.pmcid ?? null,
  work.url ?? null,
  work.title ?? null,
  work.year ?? null,
  JSON.stringify(work),
];

/** What is known stays; what was missing is filled in. An identifier that contradicts what is known is only noted. */
export function completeWork(
  db: Sqlite,
  workId: string,
  { conflicts: disbelieved = [], ...told }: Learnt & Pick<Work, 'conflicts'>,
): void {
  const row = db.get<{ work_json: string }>('SELECT work_json FROM works WHERE id = ?', workId);
  if (!row) return;
  const known = JSON.parse(row.work_json) as Work;
  const conflicts = joinConflicts(known.conflicts, [...disbelieved, ...contradictionsIn(known, told)]);
  const isNew = conflicts.length > (known.conflicts?.length ?? 0);
  const news = withoutNames(told, conflicts);
  if (!isNew && Object.keys(news).every((field) => field in known)) return;
  const complete: Work = { ...news, ...known, ...(conflicts.length > 0 && { conflicts }) };
  const values = workValues(complete);
  db.run(`UPDATE works SET (${WORK_COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`, ...values, workId);
  db.run('UPDATE jobs SET artifact_json = ? WHERE artifact_id = ?', JSON.stringify(complete), workId);
}
