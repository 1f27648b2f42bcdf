import { join } from 'node:path';
import type { Files } from '../core/files.ts';
import { MANIFEST_VERSION, type SummaryRecord } from '../core/manifest-record.ts';
import type { Metrics } from '../core/metrics.ts';
import { sortedJson } from '../core/sorted-json.ts';
import { writeAtomically } from '../platform/atomic-file.ts';

/** Writes `manifest.metrics.json` into the run's folder: indented, keys sorted, replaced as a whole. */
export async function writeMetrics(files: Files, folder: string, metrics: Metrics): Promise<void> {
  await writeAtomically(files, join(folder, 'manifest.metrics.json'), Buffer.from(sortedJson(metrics)));
}

/** The same object as the record that ends manifest.jsonl. Of several, after a resume, the last one counts. */
export const summaryRecord = (metrics: Metrics, timestamp: string): SummaryRecord => ({
  schema_version: MANIFEST_VERSION,
  record_type: 'summary',
  run_id: metrics.run_id,
  timestamp,
  config_hash: metrics.config_hash,
  extra: { ...metrics },
});
