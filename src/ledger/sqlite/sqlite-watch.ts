import type { Clock } from '../../core/clock.ts';
import type { RunRow } from '../catalog.ts';
import type { EndedRow, FoundWork, LedgerWatch } from '../watch.ts';
import { laneCommands } from './lanes.ts';
import { openLedgerReader } from './open-ledger.ts';

const NEWEST_RUN = `
  SELECT run_id, config_hash, config_json, started_at, finished_at, state FROM runs
  ORDER BY state = 'running' DESC, rowid DESC LIMIT 1`;
const ENDED = `
  SELECT id, doc_id, status, reason, resolver, host, size_bytes, identity, title, created_at FROM catalog_entries
  WHERE run_id = ? AND id > ? ORDER BY id LIMIT ?`;

/** Watches over a connection of its own that cannot write. */
export function sqliteWatch(path: string, clock: Clock): LedgerWatch {
  const db = openLedgerReader(path);
  const commands = laneCommands(db);
  return {
    stats: async () => commands.stats(undefined, clock.now()),
    lanes: async () => commands.lanes(undefined, clock.now()),
    newestRun: async () => db.get<RunRow>(NEWEST_RUN),
    ended: async (runId, afterId, limit) => db.all<EndedRow>(ENDED, runId, afterId, limit),
    async [Symbol.asyncDispose]() {
      db[Symbol.dispose]();
    },
  };
}

const SEARCH = `
  SELECT works.id AS doc_id, works.title, works.year, jobs.state, newest.status, newest.reason
  FROM works
  LEFT JOIN jobs ON jobs.artifact_id = works.id
  LEFT JOIN catalog_entries AS newest
    ON newest.id = (SELECT max(id) FROM catalog_entries WHERE doc_id = works.id)
  WHERE works.id LIKE ?1 ESCAPE '\\' OR works.title LIKE ?1 ESCAPE '\\'
    OR works.id IN (SELECT work_id FROM aliases WHERE alias LIKE ?2 ESCAPE '\\')
  LIMIT ?3`;

/**
 * Works whose title, id or other name has this text in it. Looks at every work there is: only for a process that
 * somebody may kill.
 */
export function searchWorks(path: string, text: string, limit: number): readonly FoundWork[] {
  using db = openLedgerReader(path);
  const pattern = text.replace(/[%_\\]/g, String.raw`\$&`);
  return db.all<FoundWork>(SEARCH, `%${pattern}%`, `%${pattern}`, limit);
}
