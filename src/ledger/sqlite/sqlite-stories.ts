import type { Work } from '../../core/work.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { CatalogEntry } from '../catalog.ts';
import type { ClaimRow, JobFacts, Stories, WorkStory } from '../story.ts';
import { ATTEMPT_FIELDS } from './journal.ts';
import { openLedgerReader } from './open-ledger.ts';
import { attemptOf, ENTRY_COLUMNS } from './sqlite-catalog.ts';

/** Rows read at a stretch before the event loop gets its turn. */
const PAGE_ROWS = 500;

const ATTEMPTS = `
  SELECT ${ATTEMPT_FIELDS.join(', ')}, ts, cache_hit, revalidated, extra FROM attempts WHERE doc_id = ? ORDER BY id`;
const CLAIMS = `
  SELECT resolver, url, license, version, host_type, evidence FROM claims WHERE doc_id = ? ORDER BY rowid`;
const JOB = `
  SELECT state, run_id, attempts, last_error, host_key, role, available_at FROM jobs WHERE artifact_id = ?`;

function ownerOf(db: Sqlite, names: readonly string[]): string | undefined {
  for (const name of names) {
    const row = db.get<{ work_id: string }>('SELECT work_id FROM aliases WHERE alias = ?', name);
    if (row) return row.work_id;
  }
  return undefined;
}

const workOf = (db: Sqlite, id: string): Work | undefined => {
  const row = db.get<{ work_json: string }>('SELECT work_json FROM works WHERE id = ?', id);
  return row && (JSON.parse(row.work_json) as Work);
};

function storyOf(db: Sqlite, work: Work): WorkStory {
  const { id } = work;
  const aliases = db.all<{ alias: string }>(
    'SELECT alias FROM aliases WHERE work_id = ? ORDER BY alias <> ?, alias',
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
    async find(names) {
      const id = ownerOf(db, names);
      const work = id === undefined ? undefined : workOf(db, id);
      return work && storyOf(db, work);
    },
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
