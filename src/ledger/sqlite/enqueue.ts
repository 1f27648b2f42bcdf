import type { Instant } from '../../core/clock.ts';
import { aliasesOf } from '../../core/identifiers.ts';
import type { InputLine } from '../../core/input-line.ts';
import { NO_PROGRESS } from '../../core/progress.ts';
import { joinConflicts } from '../../core/same-work.ts';
import type { Work } from '../../core/work.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { type DuplicateLine, isReadUntil, type RejectedLine } from '../input.ts';
import { type EnqueueCount, type Enqueued, type EnqueuePage, LOCAL_LANE, type QueuedWork } from '../queue.ts';
import type { LedgerCommands } from './commands.ts';
import { completeWork, WORK_COLUMNS, workValues } from './complete-work.ts';
import { changeRun, countInput, inputOf, withdrawReject, writeLines } from './inputs.ts';
import { writeJournal } from './journal.ts';
import { lastGoodArtifact, revalidationLane } from './known-artifact.ts';
import { claimNames, nameNewWork } from './names.ts';
import { keepStatement, recogniseLine, statementOf } from './recognise-line.ts';
import { keepPlace } from './source-places.ts';
import { recount, type Standing } from './tally.ts';

interface JobRow extends Standing {
  readonly id: number;
  readonly workId: string;
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
                       created_at, updated_at, fed_by, stated_at, stated_title)
     VALUES (?, ?, ?, 'queued', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
    context.runId,
    ...statementOf(queued),
  );
  context.arrivals.add({ ...lane, runId: context.runId, state: 'queued', availableAt: 0 });
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

/** Whether the run has this work only now. */
function rearm(db: Sqlite, job: JobRow, ask: PageAsk): boolean {
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
  keepStatement(db, job.workId, { ...queued, isNewRun: true });
  return changeRun(db, job.workId, { from: job.runId, to: runId });
}

/** A job that still waits belongs to the run that named it last, and an urgent naming makes it urgent. */
function joinRun(db: Sqlite, job: JobRow, ask: PageAsk): boolean {
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
  keepStatement(db, job.workId, { ...ask.queued, isNewRun: runId !== job.runId });
  return changeRun(db, job.workId, { from: job.runId, to: runId });
}

/** What became of a line: how its job was found, and whether the run has this work only now. */
interface LineEnd {
  readonly line: InputLine;
  readonly workId: string;
  readonly came: keyof EnqueueCount;
  readonly isNew: boolean;
  readonly doubt?: string;
}

/** The line says so of a work that is known; the other works it names are joined, or told apart from it. */
function known(db: Sqlite, owner: string, work: Work): string {
  const { twin, conflicts } = claimNames(db, owner, aliasesOf(work));
  const workId = twin?.id ?? owner;
  const { id: _id, ...news } = work;
  completeWork(db, workId, { ...news, conflicts: joinConflicts(work.conflicts, conflicts) });
  return workId;
}

function enqueueOne(db: Sqlite, ask: PageAsk): LineEnd | RejectedLine {
  const { work: given, line = { where: given.id, text: given.id } } = ask.queued;
  const found = recogniseLine(db, { work: given, line, runId: ask.runId });
  if ('problem' in found) return { ...line, problem: found.problem };
  const { work, recognised, doubt } = found;
  const { owner, own } = recognised;
  if (owner === undefined) {
    nameNewWork(db, own, recognised);
    addWork(db, { ...ask.queued, work: own }, ask);
    return { line, workId: own.id, came: 'added', isNew: true };
  }
  const workId = known(db, owner, work);
  const end = nameAgain(db, workId, { ...ask, queued: { ...ask.queued, work } });
  return { line, workId, ...end, ...(doubt !== undefined && { doubt }) };
}

/** A job that is there: it waits, is done again in this run, or is left as it is. */
function nameAgain(db: Sqlite, workId: string, ask: PageAsk): Pick<LineEnd, 'came' | 'isNew'> {
  const job = db.get<JobRow>(
    `SELECT id, artifact_id AS workId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt
     FROM jobs WHERE artifact_id = ?`,
    workId,
  );
  if (job?.state === 'queued') return { came: 'duplicates', isNew: joinRun(db, job, ask) };
  if (job && job.state !== 'in_progress' && ask.rearm && job.runId !== ask.runId)
    return { came: 'rearmed', isNew: rearm(db, job, ask) };
  if (job?.runId === ask.runId) keepStatement(db, workId, { ...ask.queued, isNewRun: false });
  return { came: 'duplicates', isNew: false };
}

/** A finished work waits again as it is known by now; its first step finds out where to ask. */
function rearmOne(db: Sqlite, workId: string, ask: Omit<PageContext, 'rearm'>): LineEnd {
  const line = { where: 'an earlier run', text: workId };
  const job = db.get<JobRow & { readonly workJson: string }>(
    `SELECT id, artifact_id AS workId, run_id AS runId, state, host_key AS host, role, available_at AS availableAt,
            artifact_json AS workJson
     FROM jobs WHERE artifact_id = ?`,
    workId,
  );
  if (!job || job.state === 'in_progress') return { line, workId, came: 'duplicates', isNew: false };
  const { workJson, ...row } = job;
  const queued = { work: JSON.parse(workJson) as Work, lane: LOCAL_LANE, progress: NO_PROGRESS };
  const again = { ...ask, queued, rearm: true };
  if (job.state === 'queued') return { line, workId, came: 'duplicates', isNew: joinRun(db, row, again) };
  return { line, workId, came: 'rearmed', isNew: rearm(db, row, again) };
}

const SAME_WORK = 'same work';

interface PageLines {
  readonly came: readonly LineEnd[];
  readonly leftOut?: readonly DuplicateLine[];
  readonly rejects?: readonly RejectedLine[];
}

/** Lines that named a work the run had not had before are counted; all others are kept, too, with what became of them. */
function accountFor(db: Sqlite, runId: string, { came, leftOut = [], rejects = [] }: PageLines): void {
  const again = came.filter(({ isNew }) => !isNew);
  const duplicates = again.map(({ line, workId, doubt }) => ({
    ...line,
    workId,
    problem: doubt ?? SAME_WORK,
  }));
  countInput(db, runId, {
    lines: came.length + leftOut.length + rejects.length,
    works: came.length - again.length,
    duplicates: duplicates.length + leftOut.length,
    rejected: rejects.length,
  });
  writeLines(db, runId, [...rejects, ...leftOut, ...duplicates]);
}

interface PageTaken {
  readonly ends: readonly (LineEnd | RejectedLine)[];
  readonly full?: NonNullable<Enqueued['full']>;
}

/** Up to the last work that the run may have: only here it is known which lines name one that it has already. */
function enqueueAll(db: Sqlite, page: EnqueuePage, context: PageContext): PageTaken {
  const { maxWorks = Number.POSITIVE_INFINITY } = page;
  let works = inputOf(db, context.runId)?.works ?? 0;
  const ends: (LineEnd | RejectedLine)[] = [];
  for (const queued of page.works) {
    if (works >= maxWorks) break;
    const end = enqueueOne(db, { queued, ...context });
    if ('came' in end && end.isNew) works += 1;
    ends.push(end);
  }
  if (works < maxWorks) return { ends };
  const until = page.works[ends.length - 1]?.line?.entry;
  return { ends, full: until === undefined ? {} : { until } };
}

const without = (left: number, cursor: NonNullable<EnqueuePage['cursor']>) =>
  cursor.listed === undefined ? cursor : { ...cursor, listed: cursor.listed - left };

const doubtsIn = (came: readonly LineEnd[]): readonly RejectedLine[] =>
  came.flatMap(({ line, doubt }) => (doubt === undefined ? [] : [{ ...line, problem: doubt }]));

export const enqueueCommands = (db: Sqlite): Pick<LedgerCommands, 'enqueue' | 'rearm'> => ({
  rearm: ({ works, runId, forget }, instant) => {
    const ask = { runId, forget, now: Math.ceil(instant), arrivals: arrivalsIn(db) };
    const came = works.map((workId) => rearmOne(db, workId, ask));
    accountFor(db, runId, { came });
    return came.filter((one) => one.came === 'rearmed').length;
  },

  enqueue(page: EnqueuePage, now: Instant): Enqueued {
    const count = { added: 0, rearmed: 0, duplicates: 0 };
    const arrivals = arrivalsIn(db);
    const { rearm: rearms, forget, leftOut = [], rejects = [], mended } = page;
    const context = { runId: page.runId ?? '', rearm: rearms, forget, now: Math.ceil(now), arrivals };
    if (mended !== undefined) withdrawReject(db, context.runId, mended);
    const { ends, full } = enqueueAll(db, page, context);
    const isRead = (line: InputLine): boolean => isReadUntil(line, full);
    const came = ends.filter((end) => 'came' in end);
    const refused = ends.filter((end) => 'problem' in end);
    for (const one of came) count[one.came] += 1;
    arrivals.count(context.now);
    accountFor(db, context.runId, {
      came,
      leftOut: leftOut.filter(isRead),
      rejects: [...rejects.filter(isRead), ...refused],
    });
    writeJournal(db, page.journal ?? []);
    const left = page.works.length - ends.length;
    if (page.cursor) keepPlace(db, context.runId, without(left, page.cursor));
    const doubts = doubtsIn(came);
    return {
      ...count,
      ...(left > 0 && { left }),
      ...(full && { full }),
      ...(refused.length > 0 && { rejects: refused }),
      ...(doubts.length > 0 && { doubts }),
    };
  },
});
