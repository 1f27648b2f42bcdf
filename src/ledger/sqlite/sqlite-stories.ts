import { canonicalWorkId } from '../../core/identifiers.ts';
import type { Work } from '../../core/work.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { CatalogEntry } from '../catalog.ts';
import type { ClaimRow, DuplicateWork, JobFacts, Stories, WorkStory } from '../story.ts';
import { ATTEMPT_FIELDS } from './journal.ts';
import { recognise } from './names.ts';
import { openLedgerReader } from './open-ledger.ts';
import { attemptOf, ENTRY_COLUMNS } from './sqlite-catalog.ts';

/** Rows read at a stretch before the event loop gets its turn. */
const PAGE_ROWS = 500;

const ATTEMPTS = `
  SELECT ${ATTEMPT_FIELDS.join(', ')}, ts, cache_hit, revalidated, extra FROM attempts WHERE doc_id = ? ORDER BY id`;
const CLAIMS = `
  SELECT resolver, url, license, version, host_type, evidence FROM claims WHERE doc_id = ? ORDER BY rowid`;
const DUPLICATES = `
  SELECT e.doc_id, e.run_id FROM aliases a JOIN catalog_entries e ON e.doc_id = a.alias
  WHERE a.work_id = ? AND a.alias <> ? AND a.contested = 0 AND e.reason = 'duplicate-work' ORDER BY e.id`;
const JOB = `
  SELECT state, run_id, attempts, last_error, host_key, role, available_at FROM jobs WHERE artifact_id = ?`;

const workOf = (db: Sqlite, id: string): Work | undefined => {
  const row = db.get<{ work_json: string }>('SELECT work_json FROM works WHERE id = ?', id);
  return row && (JSON.parse(row.work_json) as Work);
};

function storyOf(db: Sqlite, work: Work): WorkStory {
  const { id } = work;
  const aliases = db.all<{ alias: string }>(
    'SELECT alias FROM aliases WHERE work_id = ? AND contested = 0 ORDER BY alias <> ?, alias',
    id,
    id,
  );
  return {
    work,
    names: aliases.map(({ alias }) => alias),
    job: db.get<JobFacts>(JOB, id),
    entries: db.all<CatalogEntry>(
      `SELECT ${ENTRY_COLUMNS} FROM catalog_entries WHERE doc_id = ? ORDER BY id`,
      id,
    ),
    attempts: db.all<Parameters<typeof attemptOf>[0]>(ATTEMPTS, id).map(attemptOf),
    claims: db.all<ClaimRow>(CLAIMS, id),
    duplicates: db.all<DuplicateWork>(DUPLICATES, id, id),
  };
}

/** Pages instead of one long read, which would keep SQLite from shortening its log while a run writes. */
async function* waitingWorks(db: Sqlite, runId: string): AsyncIterable<Work> {
  for (let after = 0; ; ) {
    const rows = db.all<{ id: number; json: string }>(
      `SELECT id, artifact_json AS json FROM jobs
       WHERE run_id = ? AND id > ? AND state IN ('queued', 'in_progress') ORDER BY id LIMIT ?`,
      runId,
      after,
      PAGE_ROWS,
    );
    for (const { json } of rows) yield JSON.parse(json) as Work;
    const last = rows.at(-1);
    if (!last) return;
    after = last.id;
    await nextTurn();
  }
}

/** Stories of a ledger that exists, over a connection that cannot write. */
export function sqliteStories(path: string): Stories {
  const db = openLedgerReader(path);
  return {
    async find(ids) {
      if (Object.keys(ids).length === 0) return undefined;
      const id = recognise(db, { id: canonicalWorkId(ids), ...ids }).owner;
      const work = id === undefined ? undefined : workOf(db, id);
      return work && storyOf(db, work);
    },
    duplicateOf: async (docId) =>
      db.get<{ id: string }>(
        'SELECT work_id AS id FROM aliases WHERE alias = ? AND work_id <> alias AND contested = 0',
        docId,
      )?.id,
    claims: async (docId) => db.all<ClaimRow>(CLAIMS, docId),
    waiting: (runId) => waitingWorks(db, runId),
    async *works(ids) {
      for (const id of ids) {
        const work = workOf(db, id);
        if (work) yield work;
      }
    },
    async [Symbol.asyncDispose]() {
      db[Symbol.dispose]();
    },
  };
}
