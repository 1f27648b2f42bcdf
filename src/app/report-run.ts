import { join } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { buildReport } from '../report/build-report.ts';
import { recordsOfManifest } from '../report/manifest-records.ts';
import { renderJson } from '../report/render-json.ts';
import { renderMarkdown } from '../report/render-markdown.ts';
import { recordsOfRun } from '../report/run-records.ts';
import { findRun } from './find-run.ts';
import type { Platform } from './platform.ts';

const RENDERERS = { md: renderMarkdown, json: renderJson };
type ReportFormat = keyof typeof RENDERERS;

export interface ReportRequest {
  /** As `--run` takes it, or a run's folder on its own: the manifest in it is enough. */
  readonly named: string;
  readonly format: ReportFormat;
  readonly loaded: LoadedConfig;
}

/** The report of a run, computed from the ledger (also beside a running one), or from a manifest that was copied elsewhere. */
export async function reportOn(
  { named, format, loaded }: ReportRequest,
  platform: Platform,
): Promise<string> {
  const { files, clock } = platform;
  const render = RENDERERS[format];
  const manifest = join(named, 'manifest.jsonl');
  const found = await findRun(named, loaded, platform).catch(async (error: unknown) => {
    if ((await files.stat(manifest))?.kind === 'file') return undefined;
    throw error;
  });
  if (!found) return render(await buildReport(await recordsOfManifest(files, manifest)));
  await using catalog = sqliteCatalog(found.database, clock);
  return render(await buildReport(await recordsOfRun(catalog, found.run.run_id)));
}
