import type { LoadedConfig } from '../config/assemble-config.ts';
import type { AttemptRecord } from '../core/manifest-record.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { fillAtomically } from '../platform/atomic-file.ts';
import { type ExportFormat, exporterOf } from '../telemetry/export-attempts.ts';
import type { WriteBytes } from '../telemetry/export-columns.ts';
import { findRun } from './find-run.ts';
import type { Platform } from './platform.ts';

export interface ExportRequest {
  /** As `--run` takes it. */
  readonly named: string;
  readonly format: ExportFormat;
  /** A file, or where its bytes go one after the other. */
  readonly to: string | WriteBytes;
  readonly loaded: LoadedConfig;
}

/** Writes the attempts of a run for analysis, also beside a running one; a file appears when it is complete. Resolves to their number. */
export async function exportTelemetry(request: ExportRequest, platform: Platform): Promise<number> {
  const { named, format, to, loaded } = request;
  const found = await findRun(named, loaded, platform);
  await using catalog = sqliteCatalog(found.database, platform.clock);
  const exportAll = await exporterOf(format);
  let count = 0;
  async function* counted(): AsyncGenerator<AttemptRecord> {
    for await (const record of catalog.attempts(found.run.run_id)) {
      count++;
      yield record;
    }
  }
  if (typeof to !== 'string') await exportAll(counted(), to);
  else await fillAtomically(platform.files, to, (file) => exportAll(counted(), (bytes) => file.write(bytes)));
  return count;
}
