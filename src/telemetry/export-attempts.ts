import type { AttemptRecord } from '../core/manifest-record.ts';
import { csvRecord } from './csv.ts';
import { EXPORT_COLUMNS, exportedAttempt, type WriteBytes } from './export-columns.ts';

export type ExportFormat = 'parquet' | 'csv' | 'jsonl';

export type ExportAttempts = (attempts: AsyncIterable<AttemptRecord>, write: WriteBytes) => Promise<void>;

/** Records put together before they are written. */
const BATCH_RECORDS = 500;

/** What turns attempts into the bytes of a format, a batch at a time: memory does not grow with their number. */
export async function exporterOf(format: ExportFormat): Promise<ExportAttempts> {
  switch (format) {
    case 'csv':
      return inLines(csvRecord(EXPORT_COLUMNS.map(([name]) => name)), csvLine);
    case 'jsonl':
      return inLines('', (record) => `${JSON.stringify(exportedAttempt(record))}\n`);
    case 'parquet':
      return (await import('./parquet.ts')).writeParquet;
  }
}

function csvLine(attempt: AttemptRecord): string {
  const record = exportedAttempt(attempt);
  return csvRecord(
    EXPORT_COLUMNS.map(([name]) =>
      name === 'extra' ? record.extra && JSON.stringify(record.extra) : record[name],
    ),
  );
}

function inLines(header: string, lineOf: (record: AttemptRecord) => string): ExportAttempts {
  return async (attempts, write) => {
    let lines = header === '' ? [] : [header];
    for await (const record of attempts) {
      lines.push(lineOf(record));
      if (lines.length < BATCH_RECORDS) continue;
      await write(Buffer.from(lines.join('')));
      lines = [];
    }
    if (lines.length > 0) await write(Buffer.from(lines.join('')));
  };
}
