import { filesStore } from '../artifacts/files.ts';
import type { OpenEvidence } from './evidence.ts';
import { holdAll } from './hold-places.ts';
import type { Platform } from './platform.ts';

export interface Deduped {
  /** Files that were made one with another. */
  readonly linked: number;
  readonly savedBytes: number;
  /** Pairs left as they are: bytes that are no longer what the catalog says, or no links possible. */
  readonly left: number;
}

interface Pair {
  readonly path: string;
  readonly first: string;
  readonly sizeBytes: number;
}

/** Every path beside the first of those whose newest row has the same hash. */
const PAIRS = `
  WITH files AS (
    SELECT path, sha256, size_bytes FROM catalog_entries
    WHERE id IN (SELECT max(id) FROM catalog_entries WHERE path IS NOT NULL GROUP BY doc_id) AND sha256 IS NOT NULL),
  firsts AS (SELECT sha256, min(path) AS first FROM files GROUP BY sha256 HAVING count(DISTINCT path) > 1)
  SELECT DISTINCT files.path, firsts.first, files.size_bytes AS sizeBytes
  FROM files JOIN firsts ON firsts.sha256 = files.sha256 WHERE files.path <> firsts.first`;

/** Makes equal files one, by hard links; each is hashed before it is trusted. Not beside a run. */
export async function dedupeFiles(evidence: OpenEvidence, { files, clock }: Platform): Promise<Deduped> {
  const startedAt = clock.wall().toISOString();
  await using _lock = await holdAll(evidence.locks, { command: 'catalog dedupe', startedAt });
  const store = filesStore({ root: evidence.root, files, fsync: true });
  const total = { linked: 0, savedBytes: 0, left: 0 };
  for (const { path, first, sizeBytes } of evidence.rows.all<Pair>(PAIRS)) {
    const result = await store.share(path, first);
    if (result === 'shared') {
      total.linked += 1;
      total.savedBytes += sizeBytes;
    }
    if (result === 'impossible') total.left += 1;
  }
  return total;
}
