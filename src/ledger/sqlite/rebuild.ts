import { endingFacts } from '../../core/ending-facts.ts';
import { aliasesOf, type Identifiers, parseIdentifier } from '../../core/identifiers.ts';
import type { AttemptRecord, ManifestRecord, OutcomeRecord } from '../../core/manifest-record.ts';
import { NO_PROGRESS } from '../../core/progress.ts';
import { type Conflict, kindOf } from '../../core/same-work.ts';
import { timestampMs } from '../../core/timestamp.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import { endingOf } from './ending-of-record.ts';
import { catalogEnding, END_STATES } from './finish.ts';
import { writeAttempt } from './journal.ts';
import { lastGoodArtifact } from './known-artifact.ts';
import { INHERIT_IDENTITY } from './migrations.ts';

/** Records that share one commit: a rebuild that breaks off is begun anew, so only speed matters. */
const BATCH = 2000;

/** A ledger made anew from the records of its manifests. */
export interface LedgerRebuild {
  /** Takes over a record and its number in its manifest. They come in the order they were committed in. */
  replay(record: ManifestRecord, seq: number): void;
  /** Writes what follows from all of them together. */
  finish(): void;
}

interface RunFacts {
  startedAt: string;
  finishedAt: string | null;
  configHash: string;
  seq: number;
}

function addWork(db: Sqlite, docId: string, { ids, atMs }: { ids: Identifiers; atMs: number }): void {
  const workJson = JSON.stringify({ id: docId, ...ids });
  db.run(
    `INSERT INTO works (id, doi, openalex_id, arxiv_id, pmid, pmcid, url, work_json, created_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
    docId,
    ids.doi ?? null,
    ids.openalex ?? null,
    ids.arxiv ?? null,
    ids.pmid ?? null,
    ids.pmcid ?? null,
    ids.url ?? null,
    workJson,
    atMs,
  );
  db.run(
    `INSERT INTO jobs (artifact_id, artifact_json, state, priority, host_key, role, progress_json, created_at, updated_at)
     VALUES (?, ?, 'queued', 0, '', '', ?, ?, ?) ON CONFLICT DO NOTHING`,
    docId,
    workJson,
    JSON.stringify(NO_PROGRESS),
    atMs,
    atMs,
  );
  addNames(db, docId, [docId, ...aliasesOf(ids)]);
}

function addNames(db: Sqlite, workId: string, names: readonly string[]): void {
  for (const name of names)
    db.run('INSERT INTO aliases (alias, work_id) VALUES (?, ?) ON CONFLICT DO NOTHING', name, workId);
}

/** What two works claim joins nothing (ADR 27), whichever of them is replayed first. An identifier of one work is no such claim. */
function contestName(db: Sqlite, { name, with: owner }: Conflict): void {
  const kind = kindOf(name);
  if (kind === 'doi' || kind === 'arxiv' || kindOf(owner) === kind) return;
  db.run(
    'INSERT INTO aliases (alias, work_id, contested) VALUES (?, ?, 1) ON CONFLICT DO UPDATE SET contested = 1',
    name,
    owner,
  );
}

/** Its names belong to the one that goes on for both. */
function joinTwin(db: Sqlite, twin: string, names: readonly string[]): void {
  for (const name of names)
    db.run(
      'INSERT INTO aliases (alias, work_id) VALUES (?, ?) ON CONFLICT DO UPDATE SET work_id = excluded.work_id',
      name,
      twin,
    );
}

/**
 * Whatever was asked for a work that has no end after it was still to be done. Requests of a listing belong to no work.
 */
function replayAttempt(db: Sqlite, record: AttemptRecord): void {
  writeAttempt(db, record);
  const ids = parseIdentifier(record.doc_id);
  if (!ids) return;
  const atMs = timestampMs(record.timestamp);
  addWork(db, record.doc_id, { ids, atMs });
  db.run(
    `UPDATE jobs SET state = 'queued', run_id = ?1, fed_by = ?1, last_error = NULL, progress_json = ?, updated_at = ?
     WHERE artifact_id = ?`,
    record.run_id,
    JSON.stringify(NO_PROGRESS),
    atMs,
    record.doc_id,
  );
}

function replayOutcome(db: Sqlite, record: OutcomeRecord): void {
  const { doc_id: docId, run_id: runId } = record;
  const { identifiers, conflict = [], duplicate_of: twin } = endingFacts(record.extra);
  const atMs = timestampMs(record.timestamp);
  const hasIds = Object.keys(identifiers).length > 0;
  addWork(db, docId, { ids: hasIds ? identifiers : (parseIdentifier(docId) ?? {}), atMs });
  addNames(db, docId, aliasesOf(identifiers));
  for (const one of conflict) contestName(db, one);
  if (twin !== undefined) joinTwin(db, twin, [docId, ...aliasesOf(identifiers)]);
  const state = END_STATES[record.status];
  db.run(
    `UPDATE jobs SET state = ?1, run_id = ?2, fed_by = ?2, last_error = ?3, progress_json = '{}', updated_at = ? WHERE artifact_id = ?`,
    state,
    runId,
    state === 'done' ? null : record.reason,
    atMs,
    docId,
  );
  catalogEnding(db, { docId, runId }, endingOf(record));
}

function writeRuns(db: Sqlite, runs: ReadonlyMap<string, RunFacts>): void {
  for (const [runId, { startedAt, finishedAt, configHash, seq }] of runs) {
    db.run(
      `INSERT INTO runs (run_id, config_hash, config_json, started_at, finished_at, state, exported_seq)
       VALUES (?, ?, ?, ?, ?, ?, ?)`,
      runId,
      configHash,
      JSON.stringify({ config: {}, wanted: {} }),
      startedAt,
      finishedAt,
      finishedAt === null ? 'interrupted' : 'finished',
      seq,
    );
  }
}

/** Counters equal what a scan of the jobs says, as the ledger keeps them from now on. */
const COUNTERS = `
  INSERT INTO counts (run_id, state, n) SELECT run_id, state, count(*) FROM jobs GROUP BY run_id, state;
  INSERT INTO hosts (host_key, role, queued) SELECT host_key, role, count(*) FROM jobs
    WHERE state = 'queued' GROUP BY host_key, role;`;

/** Works that still wait ask first whether what they have is still the newest. */
function rememberFiles(db: Sqlite): void {
  const waiting = db.all<{ id: string }>(`SELECT artifact_id AS id FROM jobs WHERE state = 'queued'`);
  for (const { id } of waiting) {
    const known = lastGoodArtifact(db, id);
    if (known) db.run('UPDATE jobs SET known_json = ? WHERE artifact_id = ?', JSON.stringify(known), id);
  }
}

function note(runs: Map<string, RunFacts>, record: ManifestRecord, seq: number): void {
  const { run_id: runId, timestamp, config_hash: configHash } = record;
  const before = runs.get(runId) ?? { startedAt: timestamp };
  const isSummary = record.record_type === 'summary';
  const told = isSummary ? record.extra['started_at'] : undefined;
  runs.set(runId, {
    startedAt: typeof told === 'string' ? told : before.startedAt,
    // A run that went on after its summary was not finished again.
    finishedAt: isSummary ? timestamp : null,
    configHash,
    seq,
  });
}

/** Over an empty ledger. Leases, places in listings, pauses and what hosts asked for are not in the records: they are lost. */
export function ledgerRebuild(db: Sqlite): LedgerRebuild {
  const runs = new Map<string, RunFacts>();
  let open = 0;
  const commit = (): void => {
    if (open > 0) db.run('COMMIT');
    open = 0;
  };
  return {
    replay(record, seq) {
      if (open === 0) db.run('BEGIN IMMEDIATE');
      note(runs, record, seq);
      if (record.record_type === 'attempt') replayAttempt(db, record);
      if (record.record_type === 'outcome') replayOutcome(db, record);
      if (++open >= BATCH) commit();
    },
    finish() {
      commit();
      db.run('BEGIN IMMEDIATE');
      writeRuns(db, runs);
      db.script(INHERIT_IDENTITY);
      rememberFiles(db);
      db.script(COUNTERS);
      db.run('COMMIT');
    },
  };
}
