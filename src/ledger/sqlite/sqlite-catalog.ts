import type { Clock } from '../../core/clock.ts';
import { UserError } from '../../core/errors.ts';
import type { Grouping } from '../../core/grouping.ts';
import { type AttemptRecord, MANIFEST_VERSION } from '../../core/manifest-record.ts';
import type { OutcomeKind } from '../../core/outcome.ts';
import { builtProgram } from '../../platform/built-program.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import { oneShotChild } from '../../platform/one-shot-child.ts';
import type { Sqlite } from '../../platform/sqlite.ts';
import type { Catalog, CatalogEntry, GroupRow, QueryResult, RunRow } from '../catalog.ts';
import { inputOf } from './inputs.ts';
import { ATTEMPT_FIELDS } from './journal.ts';
import { openLedgerReader } from './open-ledger.ts';
import type { SelectAnswer } from './query-child.ts';
import { placesOfRun } from './source-places.ts';

/** Rows read at a stretch before the event loop gets its turn: about 3 ms. */
const PAGE_ROWS = 500;

const QUERY_PROGRAM = builtProgram(new URL('./query-child.ts', import.meta.url));
const QUERY_HEAP_MB = 512;

const GROUP_COLUMNS: Readonly<Record<Grouping, string>> = {
  tier: 'tier',
  resolver: 'resolver',
  host: 'host',
  year: 'year',
  status: 'status',
  license: 'license',
  identity: 'identity',
};

export const ENTRY_COLUMNS = `doc_id, run_id, status, reason, classification, resolver, tier, url, canonical_url, host, path,
  sha256, size_bytes, mime, license, version, year, title, identity, identity_score,
  identity_evidence, attempts, duration_ms, config_hash, created_at`;

type Row = Readonly<Record<string, unknown>>;

/**
 * The rows of a run that exist when it starts, in order of commit. Pages instead of one long read: an open read would
 * keep SQLite from shortening its log while a run writes.
 */
async function* pages(
  db: Sqlite,
  ask: { table: string; columns: string; runId: string },
): AsyncIterable<Row> {
  const { table, columns, runId } = ask;
  const end = db.get<{ last: number | null }>(`SELECT max(id) AS last FROM ${table} WHERE run_id = ?`, runId);
  const last = end?.last ?? 0;
  for (let after = 0; after < last; ) {
    const rows = db.all<Row & { readonly id: number }>(
      `SELECT id, ${columns} FROM ${table} WHERE run_id = ? AND id > ? AND id <= ? ORDER BY id LIMIT ?`,
      runId,
      after,
      last,
      PAGE_ROWS,
    );
    after = rows.at(-1)?.id ?? last;
    for (const { id: _id, ...row } of rows) yield row;
    await nextTurn();
  }
}

export function attemptOf({ ts, extra, cache_hit, revalidated, ...fields }: Row): AttemptRecord {
  const present = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
  return {
    ...present,
    schema_version: MANIFEST_VERSION,
    record_type: 'attempt',
    timestamp: ts,
    ...(cache_hit !== null && { cache_hit: cache_hit === 1 }),
    ...(revalidated !== null && { revalidated: revalidated === 1 }),
    ...(typeof extra === 'string' && { extra: JSON.parse(extra) as Record<string, unknown> }),
  } as AttemptRecord;
}

/** The newest entry of each work counts when no run is named. */
const groupSql = (column: string, oneRun: boolean): string => `
  SELECT coalesce(cast(${column} AS TEXT), '') AS key, status, count(*) AS works, coalesce(sum(size_bytes), 0) AS bytes
  FROM catalog_entries
  WHERE ${oneRun ? 'run_id = ?' : 'id IN (SELECT max(id) FROM catalog_entries GROUP BY doc_id)'}
  GROUP BY 1, 2 ORDER BY 1`;

function grouped(
  rows: readonly { key: string; status: OutcomeKind; works: number; bytes: number }[],
): readonly GroupRow[] {
  const groups = Map.groupBy(rows, ({ key }) => key);
  return [...groups].map(([key, parts]) => ({
    key,
    works: parts.reduce((sum, { works }) => sum + works, 0),
    bytes: parts.reduce((sum, { bytes }) => sum + bytes, 0),
    outcomes: Object.fromEntries(parts.map(({ status, works }) => [status, works])),
  }));
}

async function queried(
  path: string,
  sql: string,
  limits: { readonly clock: Clock; readonly maxRows: number; readonly timeoutMs: number },
): Promise<QueryResult> {
  const ask = { path, sql, maxRows: limits.maxRows };
  const end = await oneShotChild(QUERY_PROGRAM, ask, { ...limits, heapMb: QUERY_HEAP_MB });
  if (end.kind === 'timeout') {
    throw new UserError(`the query took longer than ${limits.timeoutMs / 1000} s and was stopped`);
  }
  if (end.kind === 'died')
    throw new UserError('the query ended without an answer: it may need too much memory');
  const answer = end.value as SelectAnswer;
  if ('problem' in answer) throw new UserError(`the query was refused: ${answer.problem}`);
  return answer.result;
}

/** Reads beside a running drainer, over a connection that cannot write. */
export function sqliteCatalog(path: string, clock: Clock): Catalog {
  const db = openLedgerReader(path);
  return {
    runs: async () =>
      db.all<RunRow>(
        `SELECT run_id, config_hash, config_json, started_at, finished_at, state FROM runs ORDER BY rowid`,
      ),
    async *entries(runId) {
      for await (const entry of pages(db, {
        table: 'catalog_entries',
        columns: ENTRY_COLUMNS,
        runId,
      })) {
        yield entry as unknown as CatalogEntry;
      }
    },
    async *stored(runId) {
      for await (const { doc_id } of pages(db, { table: 'catalog_entries', columns: 'doc_id', runId })) {
        const newest = db.get<CatalogEntry>(
          `SELECT ${ENTRY_COLUMNS} FROM catalog_entries WHERE doc_id = ? AND path IS NOT NULL ORDER BY id DESC LIMIT 1`,
          doc_id as string,
        );
        if (newest) yield newest;
      }
    },
    async *attempts(runId) {
      const columns = `${ATTEMPT_FIELDS.join(', ')}, ts, cache_hit, revalidated, extra`;
      for await (const row of pages(db, { table: 'attempts', columns, runId })) yield attemptOf(row);
    },
    input: async (runId) => inputOf(db, runId),
    places: async (runId) => placesOfRun(db, runId),
    setAside: async (runId) =>
      db.get<{ n: number }>(
        `SELECT count(DISTINCT a.path) AS n FROM catalog_entries e JOIN artifacts a ON a.doc_id = e.doc_id
         WHERE e.run_id = ? AND a.path LIKE 'quarantine/%'`,
        runId,
      )?.n ?? 0,
    waiting: async (runId) =>
      db.get<{ n: number }>(
        `SELECT coalesce(sum(n), 0) AS n FROM counts WHERE run_id = ? AND state IN ('queued', 'in_progress')`,
        runId,
      )?.n ?? 0,
    stats: async (groupBy, runId) =>
      grouped(
        db.all(
          groupSql(GROUP_COLUMNS[groupBy], runId !== undefined),
          ...(runId === undefined ? [] : [runId]),
        ),
      ),
    query: (sql, { maxRows, timeoutMs }) => queried(path, sql, { clock, maxRows, timeoutMs }),
    async [Symbol.asyncDispose]() {
      db[Symbol.dispose]();
    },
  };
}
