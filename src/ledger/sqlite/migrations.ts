import type { Migration } from '../../platform/migrate.ts';

/**
 * Instants (`*_at` of jobs, `not_before`) are whole milliseconds of the clock port; times of records are ISO 8601.
 *
 * `jobs.available_at` is 0 for a job that may run now; a job in backoff has the instant instead and is outside the index
 * jobs are leased through, so that a lease costs the same whatever waits.
 *
 * `counts` and `hosts` are kept by `tally.ts`; the checks turn a miscount into an error instead of a wrong number.
 */
const FIRST = `
CREATE TABLE schema_version (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);

CREATE TABLE works (
  id TEXT PRIMARY KEY, doi TEXT, openalex_id TEXT, arxiv_id TEXT, pmid TEXT, pmcid TEXT, url TEXT,
  title TEXT, year INTEGER, work_json TEXT NOT NULL, created_at INTEGER NOT NULL
);
CREATE TABLE aliases (alias TEXT PRIMARY KEY, work_id TEXT NOT NULL) WITHOUT ROWID;

CREATE TABLE runs (
  run_id TEXT PRIMARY KEY, config_hash TEXT NOT NULL, config_json TEXT NOT NULL, started_at TEXT NOT NULL,
  finished_at TEXT, state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted')),
  exported_seq INTEGER NOT NULL DEFAULT 0
);
CREATE TABLE cursors (
  run_id TEXT NOT NULL, source TEXT NOT NULL, cursor TEXT, exhausted INTEGER NOT NULL, PRIMARY KEY (run_id, source)
);
CREATE TABLE control (key TEXT PRIMARY KEY, value TEXT NOT NULL);

CREATE TABLE jobs (
  id INTEGER PRIMARY KEY, artifact_id TEXT NOT NULL UNIQUE, artifact_json TEXT NOT NULL,
  run_id TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL CHECK (state IN ('queued', 'in_progress', 'done', 'skipped', 'error')),
  priority INTEGER NOT NULL, attempts INTEGER NOT NULL DEFAULT 0, crashes INTEGER NOT NULL DEFAULT 0,
  last_error TEXT, resolver_hint TEXT, host_key TEXT NOT NULL, role TEXT NOT NULL,
  progress_json TEXT NOT NULL, known_json TEXT, available_at INTEGER NOT NULL DEFAULT 0,
  lease_expires_at INTEGER, lease_token INTEGER NOT NULL DEFAULT 0, worker_id TEXT,
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL
);
CREATE INDEX jobs_ready ON jobs (host_key, role, priority, id) WHERE state = 'queued' AND available_at = 0;
CREATE INDEX jobs_delayed ON jobs (available_at) WHERE state = 'queued' AND available_at > 0;
CREATE INDEX jobs_delayed_by_lane ON jobs (host_key, role, available_at) WHERE state = 'queued' AND available_at > 0;
CREATE INDEX jobs_leased ON jobs (lease_expires_at) WHERE state = 'in_progress';
CREATE INDEX jobs_failed ON jobs (id) WHERE state = 'error';

CREATE TABLE counts (
  run_id TEXT NOT NULL, state TEXT NOT NULL, n INTEGER NOT NULL CHECK (n >= 0), PRIMARY KEY (run_id, state)
) WITHOUT ROWID;
CREATE TABLE hosts (
  host_key TEXT NOT NULL, role TEXT NOT NULL, queued INTEGER NOT NULL DEFAULT 0 CHECK (queued >= 0),
  delayed INTEGER NOT NULL DEFAULT 0 CHECK (delayed BETWEEN 0 AND queued),
  in_flight INTEGER NOT NULL DEFAULT 0 CHECK (in_flight >= 0), not_before INTEGER NOT NULL DEFAULT 0,
  why TEXT NOT NULL DEFAULT '', PRIMARY KEY (host_key, role)
) WITHOUT ROWID;

CREATE TABLE attempts (
  id INTEGER PRIMARY KEY, run_id TEXT NOT NULL, doc_id TEXT NOT NULL, ts TEXT NOT NULL, stage TEXT, url TEXT,
  canonical_url TEXT, host TEXT, role TEXT, resolver TEXT, tier TEXT, resolver_order INTEGER, verb TEXT,
  status TEXT NOT NULL, reason TEXT, http_status INTEGER, mime TEXT, content_length_hdr INTEGER, size_bytes INTEGER,
  sha256 TEXT, attempt INTEGER, duration_ms REAL, retry_after_s REAL, sleep_ms REAL, cache_hit INTEGER,
  revalidated INTEGER, classification TEXT, license TEXT, version TEXT, config_hash TEXT NOT NULL, worker_id TEXT,
  extra TEXT
);
CREATE INDEX attempts_by_run ON attempts (run_id);

CREATE TABLE artifacts (
  id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL, run_id TEXT NOT NULL, sha256 TEXT NOT NULL, size_bytes INTEGER NOT NULL,
  mime TEXT NOT NULL, path TEXT NOT NULL, classification TEXT NOT NULL, created_at TEXT NOT NULL,
  UNIQUE (doc_id, path, sha256)
);
CREATE TABLE catalog_entries (
  id INTEGER PRIMARY KEY, doc_id TEXT NOT NULL, run_id TEXT NOT NULL, status TEXT NOT NULL, reason TEXT NOT NULL,
  classification TEXT, resolver TEXT, tier TEXT, url TEXT, canonical_url TEXT, host TEXT, path TEXT, sha256 TEXT,
  size_bytes INTEGER, mime TEXT, license TEXT, version TEXT, year INTEGER, title TEXT, identity_score REAL,
  attempts INTEGER NOT NULL, duration_ms INTEGER NOT NULL, config_hash TEXT NOT NULL, created_at TEXT NOT NULL,
  UNIQUE (doc_id, run_id)
);
CREATE INDEX catalog_entries_by_run ON catalog_entries (run_id);
CREATE TABLE claims (
  doc_id TEXT NOT NULL, resolver TEXT NOT NULL, url TEXT NOT NULL, license TEXT, version TEXT, host_type TEXT,
  evidence TEXT, PRIMARY KEY (doc_id, resolver, url)
);
CREATE TABLE validators (
  doc_id TEXT NOT NULL, canonical_url TEXT NOT NULL, etag TEXT, last_modified TEXT, sha256 TEXT NOT NULL,
  size_bytes INTEGER NOT NULL, path TEXT NOT NULL, PRIMARY KEY (doc_id, canonical_url)
);
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY AUTOINCREMENT, run_id TEXT NOT NULL, record_json TEXT NOT NULL, exported_at INTEGER,
  seq INTEGER
);
CREATE INDEX outbox_waiting ON outbox (run_id, id) WHERE seq IS NULL;
CREATE INDEX outbox_exported ON outbox (run_id, seq) WHERE seq IS NOT NULL;
`;

/** Stored files are looked for by what they are and where they came from. */
const COPIES = `
CREATE INDEX artifacts_by_hash ON artifacts (sha256);
CREATE INDEX catalog_entries_by_url ON catalog_entries (canonical_url) WHERE path IS NOT NULL;
`;

/** How often a job was in flight when its process died, and the few that were twice or more, to be tried one by one. */
const SUSPECTS = `
ALTER TABLE jobs ADD COLUMN unclean_ends INTEGER NOT NULL DEFAULT 0;
CREATE INDEX jobs_suspects ON jobs (crashes, priority, id) WHERE unclean_ends >= 2;
`;

/**
 * A stored file that was only found unchanged is what it was when it came. Entries of versions that recorded no identity
 * for such ends get it from the entry that brought the same bytes.
 */
export const INHERIT_IDENTITY = `
UPDATE catalog_entries AS late SET (identity, identity_score, identity_evidence) =
  (SELECT e.identity, e.identity_score, e.identity_evidence FROM catalog_entries e
   WHERE e.doc_id = late.doc_id AND e.sha256 = late.sha256 AND e.id < late.id AND e.identity <> 'unchecked'
   ORDER BY e.id DESC LIMIT 1)
WHERE status = 'cached' AND identity = 'unchecked' AND EXISTS
  (SELECT 1 FROM catalog_entries e
   WHERE e.doc_id = late.doc_id AND e.sha256 = late.sha256 AND e.id < late.id AND e.identity <> 'unchecked');
`;

/** Whether a file is the work, where only a score stood: those versions took 0.953 (odds of e^3) and more for proven. */
const IDENTITY = `
ALTER TABLE catalog_entries ADD COLUMN identity TEXT;
ALTER TABLE catalog_entries ADD COLUMN identity_evidence TEXT;
UPDATE catalog_entries SET identity =
  CASE WHEN identity_score IS NULL THEN 'unchecked' WHEN identity_score >= 0.953 THEN 'proven' ELSE 'unsure' END
WHERE status IN ('saved', 'cached', 'html_only') AND path IS NOT NULL;
${INHERIT_IDENTITY}`;

/**
 * Names that works which are two have both claimed; jobs that wait for the end of the work they turned out to be; what
 * became of every line of the input. Earlier versions joined works that share an address or a PMID (ADR 27): addresses
 * and DOIs no longer lead to a work with another DOI.
 */
const SAME_WORK = `
ALTER TABLE aliases ADD COLUMN contested INTEGER NOT NULL DEFAULT 0;
ALTER TABLE jobs ADD COLUMN twin_of TEXT;
CREATE INDEX jobs_twins ON jobs (twin_of) WHERE twin_of IS NOT NULL;
CREATE TABLE inputs (
  run_id TEXT PRIMARY KEY, lines INTEGER NOT NULL DEFAULT 0, works INTEGER NOT NULL DEFAULT 0,
  duplicates INTEGER NOT NULL DEFAULT 0, rejected INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE rejects (
  id INTEGER PRIMARY KEY, run_id TEXT NOT NULL, place TEXT NOT NULL, input TEXT NOT NULL, reason TEXT NOT NULL
);
CREATE INDEX rejects_by_run ON rejects (run_id, id);
DELETE FROM aliases WHERE alias LIKE 'url:%' AND alias NOT IN (SELECT id FROM works);
UPDATE aliases SET work_id = alias WHERE alias LIKE 'doi:%' AND work_id <> alias AND alias IN (SELECT id FROM works)
  AND EXISTS (SELECT 1 FROM works w WHERE w.id = work_id AND 'doi:' || w.doi <> alias);
DELETE FROM aliases WHERE alias LIKE 'doi:%'
  AND EXISTS (SELECT 1 FROM works w WHERE w.id = work_id AND 'doi:' || w.doi <> alias);
`;

/** How far each source of works was listed, of how many, and what broke it off; null: not counted. */
const LISTINGS = `
ALTER TABLE cursors ADD COLUMN listed INTEGER;
ALTER TABLE cursors ADD COLUMN expected INTEGER;
ALTER TABLE cursors ADD COLUMN problem TEXT;
`;

/**
 * Lines whose works others account for stand beside those that name none; version 6 only counted them. What the line that
 * brought a job into its run says its title is, and where it stands: a later line may contradict it.
 */
const INPUT_LINES = `
ALTER TABLE rejects RENAME TO input_lines;
ALTER TABLE input_lines ADD COLUMN work_id TEXT;
DROP INDEX rejects_by_run;
CREATE INDEX input_lines_rejected ON input_lines (run_id, id) WHERE work_id IS NULL;
CREATE INDEX input_lines_duplicate ON input_lines (run_id, id) WHERE work_id IS NOT NULL;
ALTER TABLE inputs ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0;
UPDATE inputs SET unlisted = duplicates;
ALTER TABLE jobs ADD COLUMN stated_at TEXT;
ALTER TABLE jobs ADD COLUMN stated_title TEXT;
`;

/** The run whose input named a job last; works that a run took over from the queue, and those of its own that left it. */
const TAKEN_OVER = `
ALTER TABLE jobs ADD COLUMN fed_by TEXT NOT NULL DEFAULT '';
UPDATE jobs SET fed_by = run_id;
ALTER TABLE inputs ADD COLUMN taken_over INTEGER NOT NULL DEFAULT 0;
ALTER TABLE inputs ADD COLUMN elsewhere INTEGER NOT NULL DEFAULT 0;
`;

export const MIGRATIONS: readonly Migration[] = [
  { version: 1, sql: FIRST },
  { version: 2, sql: COPIES },
  { version: 3, sql: SUSPECTS },
  { version: 4, sql: IDENTITY },
  { version: 5, sql: SAME_WORK },
  { version: 6, sql: LISTINGS },
  { version: 7, sql: INPUT_LINES },
  { version: 8, sql: TAKEN_OVER },
];
