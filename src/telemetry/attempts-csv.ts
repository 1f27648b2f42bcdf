import { dirname } from 'node:path';
import type { Event } from '../core/events.ts';
import type { Files, WritableFile } from '../core/files.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { csvRecord } from './csv.ts';
import type { Sink } from './sink.ts';

const COLUMNS = [
  'timestamp',
  'run_id',
  'doc_id',
  'stage',
  'resolver',
  'tier',
  'role',
  'verb',
  'host',
  'url',
  'status',
  'reason',
  'http_status',
  'mime',
  'size_bytes',
  'attempt',
  'duration_ms',
  'sleep_ms',
  'retry_after_s',
  'cache_hit',
  'revalidated',
  'classification',
  'license',
  'version',
  'worker_id',
] as const satisfies readonly (keyof AttemptRecord)[];

const NEWLINE = 0x0a;

/** Attempts as CSV, live: for a look with a spreadsheet. The whole story, durably, is in the ledger and the manifest. */
export function attemptsCsv({ files, path }: { readonly files: Files; readonly path: string }): Sink {
  let file: WritableFile | undefined;
  return {
    name: 'csv',
    async write(events) {
      const lines = events
        .filter(isAttempt)
        .map(({ record }) => csvRecord(COLUMNS.map((name) => record[name])));
      if (lines.length === 0) return;
      file ??= await openCsv(files, path);
      try {
        await file.write(Buffer.from(lines.join('')));
      } catch (error) {
        // A full disk may have taken half a line: opened anew, that line is ended first.
        await file.close().catch(() => undefined);
        file = undefined;
        throw error;
      }
    },
    async [Symbol.asyncDispose]() {
      await file?.close();
    },
  };
}

const isAttempt = (event: Event): event is Extract<Event, { type: 'attempt' }> => event.type === 'attempt';

/** A file of an earlier session is gone on with; a line it left unfinished is ended first. */
async function openCsv(files: Files, path: string): Promise<WritableFile> {
  await files.makeFolder(dirname(path));
  const sizeBytes = (await files.stat(path))?.sizeBytes ?? 0;
  const [lastByte] = sizeBytes > 0 ? await files.read(path, { start: sizeBytes - 1, end: sizeBytes }) : [];
  const file = await files.append(path);
  const start = sizeBytes === 0 ? csvRecord(COLUMNS) : lastByte === NEWLINE ? '' : '\r\n';
  try {
    if (start !== '') await file.write(Buffer.from(start));
    return file;
  } catch (error) {
    await file.close().catch(() => undefined);
    throw error;
  }
}
