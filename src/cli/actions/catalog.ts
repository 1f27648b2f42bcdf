import { openCatalog } from '../../app/open-catalog.ts';
import { systemPlatform } from '../../app/platform.ts';
import { UserError } from '../../core/errors.ts';
import type { Action, Invocation } from '../command.ts';
import { configOf } from '../config-of.ts';
import { EXIT } from '../exit-codes.ts';
import { hasFlag, textFlag, wholeNumberFlag } from '../flags.ts';
import { printTable } from '../print-table.ts';

const OUTCOME_COLUMNS = ['saved', 'cached', 'html_only', 'skipped', 'quarantined', 'failed'] as const;
type Catalog = Awaited<ReturnType<typeof openCatalog>>;
type GroupBy = Parameters<Catalog['stats']>[0];
type SqlValue = Awaited<ReturnType<Catalog['query']>>['rows'][number][number];

const catalogOf = async (invocation: Invocation) => {
  const { config } = await configOf(invocation);
  return openCatalog(config, textFlag(invocation, 'dbPath'), systemPlatform());
};

export const catalogStatsAction: Action = async (invocation) => {
  await using catalog = await catalogOf(invocation);
  const groupBy = (textFlag(invocation, 'groupBy') ?? 'status') as GroupBy;
  const groups = await catalog.stats(groupBy, textFlag(invocation, 'run'));
  if (hasFlag(invocation, 'json')) {
    invocation.terminal.print(JSON.stringify(groups, null, 2));
    return EXIT.ok;
  }
  const figures = ['works', 'bytes', ...OUTCOME_COLUMNS].map((title) => ({ title, align: 'right' as const }));
  const rows = groups.map(({ key, works, bytes, outcomes }) => [
    key === '' ? '(none)' : key,
    works,
    bytes,
    ...OUTCOME_COLUMNS.map((kind) => outcomes[kind] ?? 0),
  ]);
  printTable(invocation.terminal, [{ title: groupBy }, ...figures], rows);
  return EXIT.ok;
};

const MAX_ROWS = 10_000;
const TIMEOUT_S = 30;

export const catalogQueryAction: Action = async (invocation) => {
  const sql = textFlag(invocation, 'sql');
  if (sql === undefined) throw new UserError('catalog query needs --sql "SELECT …"');
  const maxRows = wholeNumberFlag(invocation, 'maxRows', 1) ?? MAX_ROWS;
  const timeoutMs = (wholeNumberFlag(invocation, 'timeout', 1) ?? TIMEOUT_S) * 1000;
  await using catalog = await catalogOf(invocation);
  const { columns, rows, truncated } = await catalog.query(sql, { maxRows, timeoutMs });
  if (hasFlag(invocation, 'json')) {
    const objects = rows.map((row) =>
      Object.fromEntries(columns.map((column, index) => [column, jsonValue(row[index])])),
    );
    invocation.terminal.print(JSON.stringify(objects, null, 2));
  } else {
    const cells = rows.map((row) => row.map((value) => `${jsonValue(value) ?? ''}`));
    printTable(
      invocation.terminal,
      columns.map((title) => ({ title })),
      cells,
    );
  }
  if (truncated)
    invocation.terminal.note(`only the first ${rows.length} rows are shown; --max-rows shows more`);
  return EXIT.ok;
};

function jsonValue(value: SqlValue | undefined): string | number | null {
  if (typeof value === 'bigint') return String(value);
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : (value ?? null);
}
