import type { AttemptRecord } from '../core/manifest-record.ts';
import { timestampMs } from '../core/timestamp.ts';

/** Takes the bytes of a file in order. */
export type WriteBytes = (bytes: Uint8Array) => Promise<void>;

/** As Parquet names them. */
export type ColumnType = 'STRING' | 'INT32' | 'INT64' | 'DOUBLE' | 'BOOLEAN' | 'TIMESTAMP' | 'JSON';

/** The columns of an export and their types, in order: a public contract, added to and never renamed. */
export const EXPORT_COLUMNS = [
  ['run_id', 'STRING'],
  ['timestamp', 'TIMESTAMP'],
  ['doc_id', 'STRING'],
  ['stage', 'STRING'],
  ['url', 'STRING'],
  ['canonical_url', 'STRING'],
  ['host', 'STRING'],
  ['role', 'STRING'],
  ['resolver', 'STRING'],
  ['tier', 'STRING'],
  ['resolver_order', 'INT32'],
  ['verb', 'STRING'],
  ['status', 'STRING'],
  ['reason', 'STRING'],
  ['http_status', 'INT32'],
  ['mime', 'STRING'],
  ['content_length_hdr', 'INT64'],
  ['size_bytes', 'INT64'],
  ['sha256', 'STRING'],
  ['attempt', 'INT32'],
  ['duration_ms', 'DOUBLE'],
  ['retry_after_s', 'DOUBLE'],
  ['sleep_ms', 'DOUBLE'],
  ['cache_hit', 'BOOLEAN'],
  ['revalidated', 'BOOLEAN'],
  ['classification', 'STRING'],
  ['license', 'STRING'],
  ['version', 'STRING'],
  ['config_hash', 'STRING'],
  ['worker_id', 'STRING'],
  ['extra', 'JSON'],
  ['identity', 'STRING'],
  ['identity_score', 'DOUBLE'],
] as const satisfies readonly (readonly [keyof ExportedAttempt, ColumnType])[];

/** An attempt as it leaves: with what was found of the file's identity as columns of their own. */
export type ExportedAttempt = AttemptRecord & {
  readonly identity?: string;
  readonly identity_score?: number;
};

/** The verdict of the attempt that brought a file stands in `extra`: `proven`, `unsure` or `wrong`. */
export function exportedAttempt(record: AttemptRecord): ExportedAttempt {
  const { verdict, score } = (record.extra?.['identity'] ?? {}) as {
    readonly verdict?: unknown;
    readonly score?: unknown;
  };
  return {
    ...record,
    ...(typeof verdict === 'string' && { identity: verdict }),
    ...(typeof score === 'number' && { identity_score: score }),
  };
}

/** A record as one row of typed values; what it does not say is null. */
export function typedRow(attempt: AttemptRecord): Record<string, unknown> {
  const record = exportedAttempt(attempt);
  const cells = EXPORT_COLUMNS.map(([name, type]) => [name, typedValue(record[name], type)] as const);
  return Object.fromEntries(cells);
}

function typedValue(value: unknown, type: ColumnType): unknown {
  if (value === undefined || value === null) return null;
  switch (type) {
    case 'TIMESTAMP': {
      const ms = typeof value === 'string' ? timestampMs(value) : Number.NaN;
      return Number.isNaN(ms) ? null : BigInt(ms);
    }
    case 'INT64':
      return BigInt(Math.round(Number(value)));
    case 'INT32':
      return Math.round(Number(value));
    case 'DOUBLE':
      return Number(value);
    case 'STRING':
    case 'BOOLEAN':
    case 'JSON':
      return value;
  }
}
