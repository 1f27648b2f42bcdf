import type { Sqlite } from '../../platform/sqlite.ts';
import type { LedgerTail, TailAttempt, TailMark, TailOutcome, TailPage } from '../tail.ts';
import { openLedgerReader } from './open-ledger.ts';

/** About 5 ms of reading. */
const PAGE_ROWS = 1000;

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

const ATTEMPTS = `
  SELECT id, status, reason, resolver, verb, role, size_bytes, duration_ms, sleep_ms, cache_hit
  FROM attempts WHERE id > ? ORDER BY id LIMIT ${PAGE_ROWS}`;
const ENTRIES = `
  SELECT id, status, reason, resolver, identity FROM catalog_entries WHERE id > ? ORDER BY id LIMIT ${PAGE_ROWS}`;
const NEWEST_RUN = 'SELECT run_id FROM runs ORDER BY rowid DESC LIMIT 1';

/** Absent where the column is NULL; SQLite has no booleans. */
function fieldsOf({ id: _id, cache_hit, ...row }: Row): Readonly<Record<string, unknown>> {
  const present = Object.entries(row).filter(([, value]) => value !== null);
  return {
    ...Object.fromEntries(present),
    ...(typeof cache_hit === 'number' && { cache_hit: cache_hit === 1 }),
  };
}

/** The row before the first one of the newest run; where it has none yet, the last row there is. */
function beforeNewestRun(db: Sqlite, table: 'attempts' | 'catalog_entries'): number {
  const found = db.get<{ first: number | null; last: number | null }>(
    `SELECT (SELECT min(id) FROM ${table} WHERE run_id = (${NEWEST_RUN})) AS first,
            (SELECT max(id) FROM ${table}) AS last`,
  );
  return found?.first === null || found?.first === undefined ? (found?.last ?? 0) : found.first - 1;
}

/** Ids grow with every commit, and there is one writer: no row appears behind the mark. */
export function sqliteTail(path: string): LedgerTail {
  const db = openLedgerReader(path);
  return {
    start: () => ({
      attempt: beforeNewestRun(db, 'attempts'),
      entry: beforeNewestRun(db, 'catalog_entries'),
    }),
    after(mark: TailMark): TailPage {
      const attempts = db.all<Row>(ATTEMPTS, mark.attempt);
      const entries = db.all<Row>(ENTRIES, mark.entry);
      return {
        attempts: attempts.map((row) => fieldsOf(row) as unknown as TailAttempt),
        outcomes: entries.map((row) => fieldsOf(row) as unknown as TailOutcome),
        mark: {
          attempt: attempts.at(-1)?.id ?? mark.attempt,
          entry: entries.at(-1)?.id ?? mark.entry,
        },
        hasMore: attempts.length === PAGE_ROWS || entries.length === PAGE_ROWS,
      };
    },
    depth() {
      const rows = db.all<{ state: string; n: number }>(
        'SELECT state, sum(n) AS n FROM counts GROUP BY state',
      );
      const of = (state: string) => rows.find((row) => row.state === state)?.n ?? 0;
      return { queued: of('queued'), in_progress: of('in_progress') };
    },
    failingHosts: (now) =>
      db
        .all<{ host_key: string }>(
          `SELECT DISTINCT host_key FROM hosts WHERE why = 'breaker-open' AND not_before > ? ORDER BY host_key`,
          Math.round(now),
        )
        .map(({ host_key }) => host_key),
    [Symbol.dispose]() {
      db[Symbol.dispose]();
    },
  };
}
