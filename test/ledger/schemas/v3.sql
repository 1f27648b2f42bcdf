-- A ledger as schema version 3 left it. It never changes.
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
  created_at INTEGER NOT NULL, updated_at INTEGER NOT NULL,
  unclean_ends INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX jobs_suspects ON jobs (crashes, priority, id) WHERE unclean_ends >= 2;
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
CREATE INDEX artifacts_by_hash ON artifacts (sha256);
CREATE INDEX catalog_entries_by_url ON catalog_entries (canonical_url) WHERE path IS NOT NULL;
INSERT INTO schema_version VALUES (1, 1), (2, 2), (3, 3);

INSERT INTO works VALUES
  ('doi:10.1000/done', '10.1000/done', NULL, NULL, NULL, NULL, NULL, 'Done', 2020, '{"id":"doi:10.1000/done","doi":"10.1000/done","title":"Done","year":2020}', 1),
  ('doi:10.1000/queued', '10.1000/queued', NULL, NULL, NULL, NULL, NULL, 'Queued', 2021, '{"id":"doi:10.1000/queued","doi":"10.1000/queued"}', 1),
  ('doi:10.1000/held', '10.1000/held', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"id":"doi:10.1000/held","doi":"10.1000/held"}', 1);
INSERT INTO aliases SELECT id, id FROM works;
INSERT INTO runs VALUES ('old-run', 'hash', '{"config":{},"wanted":{}}', '2026-01-01T00:00:00.000Z', NULL, 'interrupted', 2);
INSERT INTO cursors VALUES ('old-run', 'ids.txt', '3', 0);
INSERT INTO control VALUES ('paused', 'false');
INSERT INTO jobs (artifact_id, artifact_json, run_id, state, priority, attempts, host_key, role, progress_json, lease_expires_at, lease_token, worker_id, created_at, updated_at)
SELECT id, work_json, 'old-run', CASE id WHEN 'doi:10.1000/done' THEN 'done' WHEN 'doi:10.1000/held' THEN 'in_progress' ELSE 'queued' END,
  7980, 1, 'arxiv.org', 'artifact', '{"tier":0,"asked":[],"plans":[],"htmlPlans":[],"tried":[],"misses":[],"claims":[],"deferred":{},"learnt":{},"leads":[],"visited":[],"fetches":0,"attempts":0,"activeMs":0,"parkedMs":0}', CASE id WHEN 'doi:10.1000/held' THEN 99 END, 4, CASE id WHEN 'doi:10.1000/held' THEN 'w' END, 1, 1 FROM works;
INSERT INTO counts SELECT run_id, state, count(*) FROM jobs GROUP BY 1, 2;
INSERT INTO hosts (host_key, role, queued, in_flight) VALUES ('arxiv.org', 'artifact', 1, 1);
INSERT INTO attempts (run_id, doc_id, ts, status, config_hash) VALUES ('old-run', 'doi:10.1000/done', '2026-01-01T00:00:01.000Z', 'http-200', 'hash');
INSERT INTO artifacts (doc_id, run_id, sha256, size_bytes, mime, path, classification, created_at)
VALUES ('doi:10.1000/done', 'old-run', 'aa', 10, 'application/pdf', 'PDF/done.pdf', 'pdf', '2026-01-01T00:00:02.000Z');
INSERT INTO catalog_entries (doc_id, run_id, status, reason, path, sha256, size_bytes, mime, classification, url, canonical_url, attempts, duration_ms, config_hash, created_at)
VALUES ('doi:10.1000/done', 'old-run', 'saved', 'ok', 'PDF/done.pdf', 'aa', 10, 'application/pdf', 'pdf', 'https://arxiv.org/pdf/1', 'https://arxiv.org/pdf/1', 1, 5, 'hash', '2026-01-01T00:00:02.000Z');
INSERT INTO claims VALUES ('doi:10.1000/done', 'arxiv', 'https://arxiv.org/pdf/1', 'cc-by', NULL, NULL, NULL);
INSERT INTO validators VALUES ('doi:10.1000/done', 'https://arxiv.org/pdf/1', '"e"', NULL, 'aa', 10, 'PDF/done.pdf');
INSERT INTO outbox (run_id, record_json, exported_at, seq) VALUES ('old-run', '{"record_type":"attempt"}', 1, 1), ('old-run', '{"record_type":"outcome"}', 1, 2);
-- Ends as that version recorded them: a score, or none.
INSERT INTO catalog_entries (doc_id, run_id, status, reason, path, sha256, identity_score, attempts, duration_ms, config_hash, created_at) VALUES
  ('doi:10.1000/proven', 'old-run', 'saved', 'ok', 'PDF/p.pdf', 'bb', 0.998, 1, 1, 'hash', '2026-01-01T00:00:02.000Z'),
  ('doi:10.1000/unsure', 'old-run', 'html_only', 'ok', 'HTML/u.html', 'cc', 0.5, 1, 1, 'hash', '2026-01-01T00:00:02.000Z'),
  ('doi:10.1000/aside', 'old-run', 'quarantined', 'wrong-paper', 'quarantine/q.pdf', 'dd', 0.01, 1, 1, 'hash', '2026-01-01T00:00:02.000Z'),
  ('doi:10.1000/missed', 'old-run', 'failed', 'no-candidates', NULL, NULL, NULL, 1, 1, 'hash', '2026-01-01T00:00:02.000Z'),
  ('doi:10.1000/proven', 'second-run', 'cached', 'not-modified', 'PDF/p.pdf', 'bb', NULL, 1, 1, 'hash', '2026-01-02T00:00:02.000Z'),
  ('doi:10.1000/unread', 'second-run', 'cached', 'not-modified', 'PDF/x.pdf', 'ee', NULL, 1, 1, 'hash', '2026-01-02T00:00:02.000Z');
