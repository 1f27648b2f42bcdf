import type { AttemptRecord, ManifestRecord } from '../../core/manifest-record.ts';
import type { SqlInput, Sqlite } from '../../platform/sqlite.ts';

/** Columns of `attempts` named as the fields of the record; `ts`, `extra` and the two flags differ in form. */
export const ATTEMPT_FIELDS = [
  'run_id',
  'doc_id',
  'stage',
  'url',
  'canonical_url',
  'host',
  'role',
  'resolver',
  'tier',
  'resolver_order',
  'verb',
  'status',
  'reason',
  'http_status',
  'mime',
  'content_length_hdr',
  'size_bytes',
  'sha256',
  'attempt',
  'duration_ms',
  'retry_after_s',
  'sleep_ms',
  'classification',
  'license',
  'version',
  'config_hash',
  'worker_id',
] as const satisfies readonly (keyof AttemptRecord)[];

const INSERT_ATTEMPT = `
  INSERT INTO attempts (${ATTEMPT_FIELDS.join(', ')}, ts, cache_hit, revalidated, extra)
  VALUES (${ATTEMPT_FIELDS.map(() => '?').join(', ')}, ?, ?, ?, ?)`;

const flag = (value: boolean | undefined): SqlInput => (value === undefined ? null : Number(value));

/** Puts a record in line for manifest.jsonl; the exporter gives it its `seq`. */
export function postRecord(db: Sqlite, record: ManifestRecord): void {
  db.run('INSERT INTO outbox (run_id, record_json) VALUES (?, ?)', record.run_id, JSON.stringify(record));
}

export function writeAttempt(db: Sqlite, record: AttemptRecord): void {
  db.run(
    INSERT_ATTEMPT,
    ...ATTEMPT_FIELDS.map((field) => record[field] ?? null),
    record.timestamp,
    flag(record.cache_hit),
    flag(record.revalidated),
    record.extra === undefined ? null : JSON.stringify(record.extra),
  );
}

/** Commits what happened to a work: to `attempts` for questions, to `outbox` for the manifest. */
export function writeJournal(db: Sqlite, journal: readonly AttemptRecord[]): void {
  for (const record of journal) {
    writeAttempt(db, record);
    postRecord(db, record);
  }
}
