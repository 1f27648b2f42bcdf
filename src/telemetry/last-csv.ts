import { join } from 'node:path';
import type { Files } from '../core/files.ts';
import type { CatalogEntry } from '../ledger/catalog.ts';
import { writeAtomically } from '../platform/atomic-file.ts';
import { csvRecord } from './csv.ts';

const LAST = 1000;
const COLUMNS = [
  'doc_id',
  'path',
  'sha256',
  'size_bytes',
  'url',
  'created_at',
] as const satisfies readonly (keyof CatalogEntry)[];

const hasFile = ({ status, path }: CatalogEntry): boolean =>
  path !== null && (status === 'saved' || status === 'cached' || status === 'html_only');

/** Writes `manifest.last.csv` into the run's folder: the last 1,000 works that ended with a file, oldest first. */
export async function writeLastCsv(
  files: Files,
  folder: string,
  entries: AsyncIterable<CatalogEntry>,
): Promise<void> {
  const ring: CatalogEntry[] = [];
  let count = 0;
  for await (const entry of entries) {
    if (hasFile(entry)) ring[count++ % LAST] = entry;
  }
  const oldest = count % LAST;
  const last = count > LAST ? [...ring.slice(oldest), ...ring.slice(0, oldest)] : ring;
  const lines = [COLUMNS, ...last.map((entry) => COLUMNS.map((name) => entry[name]))].map(csvRecord);
  await writeAtomically(files, join(folder, 'manifest.last.csv'), Buffer.from(lines.join('')));
}
