import type { Sqlite } from '../../platform/sqlite.ts';
import type { KeptFile } from '../queue.ts';
import type { LedgerCommands } from './commands.ts';
import { copyOf, newestGood } from './known-artifact.ts';

const BY_URL = newestGood('e.canonical_url = ? AND e.doc_id <> ?');
const BY_HASH = newestGood(`e.id IN (
  SELECT max(c.id) FROM artifacts a
  JOIN catalog_entries c ON c.doc_id = a.doc_id AND c.path = a.path AND c.sha256 = a.sha256
  WHERE a.sha256 = ? GROUP BY a.doc_id)`);

const KEPT_PARTS = `
  SELECT artifact_id AS workId, json_extract(progress_json, '$.part.token') AS token FROM jobs
  WHERE state = 'queued' AND instr(progress_json, '"part":') > 0
    AND json_extract(progress_json, '$.part.token') IS NOT NULL`;
/** Those of a job under way too: its lease goes on with them, or the next one does. */
const HELD_FILES = `
  SELECT artifact_id AS workId, json_extract(file.value, '$.token') AS token,
         json_extract(file.value, '$.artifact.sha256') AS heldSha256
  FROM jobs, json_each(progress_json, '$.heldFiles') AS file
  WHERE state IN ('queued', 'in_progress') AND instr(progress_json, '"heldFiles":') > 0`;

export const copyCommands = (db: Sqlite): Pick<LedgerCommands, 'findCopy' | 'keptParts'> => ({
  findCopy: (wanted) =>
    copyOf(
      'sha256' in wanted
        ? db.get<Record<string, unknown>>(BY_HASH, wanted.sha256)
        : db.get<Record<string, unknown>>(BY_URL, wanted.canonicalUrl, wanted.notBy),
    ),

  /** A look at every job that waits: asked once per run, and only where parts were left. */
  keptParts: () => [...db.all<KeptFile>(KEPT_PARTS), ...db.all<KeptFile>(HELD_FILES)],
});
