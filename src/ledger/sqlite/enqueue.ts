import type { Instant } from '../../core/clock.ts';
import { aliasesOf } from '../../core/identifiers.ts';
import { NO_PROGRESS } from '../../core/progress.ts';
import type { Learnt, Work } from '../../core/work.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { type EnqueueCount, type EnqueuePage, LOCAL_LANE, type QueuedWork } from '../queue.ts';
import type { LedgerCommands } from './commands.ts';
import { writeJournal } from './journal.ts';
import { lastGoodArtifact, revalidationLane } from './known-artifact.ts';
import { claimNames, ownerOf } from './names.ts';
import { recount, type Standing } from './tally.ts';

interface JobRow extends Standing {
  readonly id: number;
  readonly workId: string;
}

const WORK_COLUMNS = 'doi, openalex_id, arxiv_id, pmid, pmcid, url, title, year, work_json';

const workValues = (work: Work) => [
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

const namesOf = (work: Work): ReadonlySet<string> => new Set([work.id, ...aliasesOf(work)]);

function addAliases(db: Sqlite, workId: string, names: ReadonlySet<string>): void {
  for (const name of names) db.run('INSERT INTO aliases (alias, work_id) VALUES (?, ?)', name, workId);
}

function addWork(db: Sqlite, queued: QueuedWork, context: PageContext): void {
  const { work, lane, progress } = queued;
  db.run(
    `INSERT INTO works (${WORK_COLUMNS}, id, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ...workValues(work),
    work.id,
    context.now,
  );
  db.run(
    `INSERT INTO jobs (artifact_id, artifact_json, run_id, state, priority, resolver_hint, host_key, role, progress_json,
                       created_at, updated_at)
     VALUES (?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?)`,
    work.id,
    JSON.stringify(work),
    context.runId,
    work.priority ?? 0,
    progress.plans[0]?.resolver ?? null,
    lane.host,
    lane.role,
    JSON.stringify(progress),
    context.now,
    context.now,
  );
  context.arrivals.add({ ...lane, runId: context.runId, state: 'queued', availableAt: 0 });
}

/** What is known stays; what was missing is filled in. */
export function completeWork(db: Sqlite, workId: string, news: Learnt): void {
  const row = db.get<{ work_json: string }>('SELECT work_json FROM works WHERE id = ?', workId);
  if (!row) return;
  const known = JSON.parse(row.work_json) as Work;
  if (Object.keys(news).every((field) => field in known)) return;
  const complete: Work = { ...news, ...known };
  const values = workValues(complete);
  db.run(`UPDATE works SET (${WORK_COLUMNS}) = (?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?`, ...values, workId);
  db.run('UPDATE jobs SET artifact_json = ? WHERE artifact_id = ?', JSON.stringify(complete), workId);
}

interface PageContext {
  readonly runId: string;
  readonly rearm: boolean;
  readonly forget: boolean;
  readonly now: number;
  readonly arrivals: Arrivals;
}

interface PageAsk extends PageContext {
  readonly queued: QueuedWork;
}

/** New jobs of a page, counted together at its end: nothing in between moves one of them. */
interface Arrivals {
  add(to: Standing): void;
  count(now: number): void;
}

function arrivalsIn(db: Sqlite): Arrivals {
  const places = new Map<string, { to: Standing; n: number }>();
  return {
    add(to) {
      const key = `${to.role} ${to.host}`;
      const place = places.get(key) ?? { to, n: 0 };
      place.n += 1;
      places.set(key, place);
    },
    count(now) {
      for (const move of places.values()) recount(db, { ...move, now });
    },
  };
}

function rearm(db: Sqlite, job: JobRow, ask: PageAsk): void {
  const { queued, forget, runId, now } = ask;
  const known = forget ? undefined : lastGoodArtifact(db, job.workId);
  const lane = known ? revalidationLane(known) : queued.lane;
  db.run(
    `UPDATE jobs SET state = 'queued', run_id = ?, attempts = 0, crashes = 0, unclean_ends = 0, last_error = NULL, priority = ?,
            resolver_hint = ?, host_key = ?, role = ?, progress_json = ?, known_json = ?, available_at = 0, updated_at = ?
     WHERE id = ?`,
    runId,
    queued.work.priority ?? 0,
    queued.progress.plans[0]?.resolver ?? null,
    lane.host,
    lane.role,
    JSON.stringify(queued.progress),
    known ? JSON.stringify(known) : null,
    now,
    job.id,
  );
  recount(db, { from: job, to: { ...lane, runId, state: 'queued', availableAt: 0 }, now });
}

/** A job that still waits belongs to the run that named it last, and an urgent naming makes it urgent. */
function joinRun(db: Sqlite, job: JobRow, ask: PageAsk): void {
  const runId = ask.runId || job.runId;
  db.run(
    `UPDATE jobs SET run_id = ?, priority = min(priority, ?), known_json = CASE WHEN ? THEN NULL ELSE known_json END,
            updated_at = ?
     WHERE id = ?`,
    runId,
    ask.queued.work.priority ?? 0,
    Number(ask.forget),
    ask.now,
    job.id,
  );
  recount(db, { from: job, to: { ...job, runId }, now: ask.now });
}

function enqueueOne(db: Sqlite, ask: PageAsk): keyof EnqueueCount {
  const { work } = ask.queued;
  const names = namesOf(work);
  const owner = ownerOf(db, names);
  if (owner === undefined) {
    addAliases(db, work.id, names);
    addWork(db, ask.queued, ask);
    return 'added';
  }
  // The line may name two works that were thought to be different: one of them stands back.
  const workId = claimNames(db, owner, names) ?? owner;
  completeWork(db, workId, work);
  const job = db.get<JobRow>(
    `SELECT id, artifact_id AS workId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt
     FROM jobs WHERE artifact_id = ?`,
    workId,
  );
  if (!job || job.state === 'in_progress') return 'duplicates';
  if (job.state === 'queued') {
    joinRun(db, job, ask);
    return 'duplicates';
  }
  if (!ask.rearm || job.runId === ask.runId) return 'duplicates';
  rearm(db, job, ask);
  return 'rearmed';
}

/** A finished work waits again as it is known by now; its first step finds out where to ask. */
function rearmOne(db: Sqlite, workId: string, ask: Omit<PageContext, 'rearm'>): boolean {
  const job = db.get<JobRow & { readonly workJson: string }>(
    `SELECT id, artifact_id AS workId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt,
            artifact_json AS workJson
     FROM jobs WHERE artifact_id = ?`,
    workId,
  );
  if (!job || job.state === 'in_progress') return false;
  const { workJson, ...row } = job;
  const queued = { work: JSON.parse(workJson) as Work, lane: LOCAL_LANE, progress: NO_PROGRESS };
  if (job.state === 'queued') joinRun(db, row, { ...ask, queued, rearm: true });
  else rearm(db, row, { ...ask, queued, rearm: true });
  return job.state !== 'queued';
}

export const enqueueCommands = (db: Sqlite): Pick<LedgerCommands, 'enqueue' | 'rearm'> => ({
  rearm: ({ works, runId, forget }, instant) => {
    const ask = { runId, forget, now: Math.ceil(instant), arrivals: arrivalsIn(db) };
    return works.filter((workId) => rearmOne(db, workId, ask)).length;
  },

  enqueue(page: EnqueuePage, now: Instant): EnqueueCount {
    const count = { added: 0, rearmed: 0, duplicates: 0 };
    const arrivals = arrivalsIn(db);
    const { rearm: rearms, forget } = page;
    const context = { runId: page.runId ?? '', rearm: rearms, forget, now: Math.ceil(now), arrivals };
    for (const queued of page.works) count[enqueueOne(db, { queued, ...context })] += 1;
    arrivals.count(context.now);
    writeJournal(db, page.journal ?? []);
    if (page.cursor) {
      db.run(
        `INSERT INTO cursors (run_id, source, cursor, exhausted) VALUES (?, ?, ?, ?)
         ON CONFLICT DO UPDATE SET cursor = excluded.cursor, exhausted = excluded.exhausted`,
        context.runId,
        page.cursor.source,
        page.cursor.cursor ?? null,
        Number(page.cursor.exhausted),
      );
    }
    return count;
  },
});
