import { ByteWriter, parquetWriteRows, type SchemaElement } from 'hyparquet-writer';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { type ColumnType, EXPORT_COLUMNS, typedRow, type WriteBytes } from './export-columns.ts';

/** Rows held in memory at a time, about 10 MB of them. */
const GROUP_ROWS = 10_000;

const ELEMENT: Readonly<Record<ColumnType, Pick<SchemaElement, 'type' | 'converted_type'>>> = {
  STRING: { type: 'BYTE_ARRAY', converted_type: 'UTF8' },
  JSON: { type: 'BYTE_ARRAY', converted_type: 'JSON' },
  INT32: { type: 'INT32' },
  INT64: { type: 'INT64' },
  DOUBLE: { type: 'DOUBLE' },
  BOOLEAN: { type: 'BOOLEAN' },
  TIMESTAMP: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
};

const SCHEMA: SchemaElement[] = [
  { name: 'root', num_children: EXPORT_COLUMNS.length },
  ...EXPORT_COLUMNS.map(
    ([name, type]): SchemaElement => ({ name, repetition_type: 'OPTIONAL', ...ELEMENT[type] }),
  ),
];

/** Attempts as Parquet, written a row group at a time. */
export async function writeParquet(attempts: AsyncIterable<AttemptRecord>, write: WriteBytes): Promise<void> {
  await parquetWriteRows({
    writer: passingOn(write),
    rows: rowsOf(attempts),
    columns: EXPORT_COLUMNS.map(([name]) => ({ name })),
    schema: SCHEMA,
    rowGroupSize: GROUP_ROWS,
  });
}

async function* rowsOf(attempts: AsyncIterable<AttemptRecord>): AsyncGenerator<Record<string, unknown>> {
  for await (const record of attempts) yield typedRow(record);
}

/** Collects the bytes of a row group and hands them on when it is complete. */
function passingOn(write: WriteBytes) {
  const bytes = new ByteWriter();
  const flush = async () => {
    const group = bytes.getBytes().slice();
    bytes.index = 0;
    await write(group);
  };
  return Object.assign(bytes, { flush, finish: flush });
}
