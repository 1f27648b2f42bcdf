import { constants, DatabaseSync } from 'node:sqlite';
import { UserError } from '../../core/errors.ts';
import type { QueryResult, SqlValue } from '../catalog.ts';

export interface SelectAsk {
  readonly path: string;
  readonly sql: string;
  readonly maxRows: number;
}

/** Enough for any table a person reads; keeps one value or one answer from filling the memory. */
const MAX_VALUE_BYTES = 16 * 1024 * 1024;
const MAX_RESULT_BYTES = 64 * 1024 * 1024;

const ALLOWED: ReadonlySet<number> = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_RECURSIVE,
  constants.SQLITE_FUNCTION,
]);

/** Functions that reach beyond the database. */
const REFUSED_FUNCTIONS: ReadonlySet<string> = new Set([
  'load_extension',
  'fts3_tokenizer',
  'readfile',
  'writefile',
]);

/**
 * Read-only as the database itself sees it. `readOnly` alone still lets a query write files with VACUUM INTO and open
 * others with ATTACH; the authorizer, asked for every action of a statement, refuses all but reading.
 */
function readingOnly(path: string): DatabaseSync {
  const db = new DatabaseSync(path, {
    readOnly: true,
    timeout: 50,
    limits: { length: MAX_VALUE_BYTES, attach: 0 },
  });
  db.enableDefensive(true);
  db.setAuthorizer((action, _table, name) => {
    const refused = action === constants.SQLITE_FUNCTION && REFUSED_FUNCTIONS.has((name ?? '').toLowerCase());
    return ALLOWED.has(action) && !refused ? constants.SQLITE_OK : constants.SQLITE_DENY;
  });
  return db;
}

/** `prepare` silently drops what stands after the first statement; only blanks and comments may. */
const hasTail = (sql: string, first: string): boolean =>
  sql
    .slice(sql.indexOf(first) + first.length)
    .replace(/--[^\n]*(?:\n|$)|\/\*[\s\S]*?(?:\*\/|$)|[\s;]/g, '') !== '';

const sizeOf = (value: SqlValue): number =>
  typeof value === 'string' ? value.length * 2 : value instanceof Uint8Array ? value.byteLength : 8;

const plain = (value: SqlValue): SqlValue =>
  typeof value === 'bigint' && Number.isSafeInteger(Number(value)) ? Number(value) : value;

/** Runs one SELECT to its end, or to its limits. Only for a process that somebody else may kill. */
export function selectRows({ path, sql, maxRows }: SelectAsk): QueryResult {
  const db = readingOnly(path);
  try {
    const statement = db.prepare(sql);
    if (hasTail(sql, statement.sourceSQL)) throw new UserError('only one statement is allowed');
    statement.setReturnArrays(true);
    statement.setReadBigInts(true);
    const columns = statement.columns().map(({ name }) => name);
    if (columns.length === 0) throw new UserError('only statements that return rows are allowed');
    const rows: (readonly SqlValue[])[] = [];
    let bytes = 0;
    for (const row of statement.iterate() as unknown as Iterable<readonly SqlValue[]>) {
      bytes += row.reduce((sum: number, value) => sum + sizeOf(value), 0);
      if (rows.length >= maxRows || bytes > MAX_RESULT_BYTES) return { columns, rows, truncated: true };
      rows.push(row.map(plain));
    }
    return { columns, rows, truncated: false };
  } finally {
    db.close();
  }
}
