import { join } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { parseConfig } from '../config/load.ts';
import type { Config } from '../config/schema.ts';
import { resolverRoute } from '../config/settle-resolvers.ts';
import { UserError } from '../core/errors.ts';
import { ratePolicies } from '../http/rate-limit/policies.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { sqliteStories } from '../ledger/sqlite/sqlite-stories.ts';
import { buildReport, type KnownConfig } from '../report/build-report.ts';
import { recordsOfManifest } from '../report/manifest-records.ts';
import { renderHtml } from '../report/render-html.ts';
import { renderJson } from '../report/render-json.ts';
import { renderMarkdown } from '../report/render-markdown.ts';
import { recordsOfRun } from '../report/run-records.ts';
import { RESOLVERS } from '../resolvers/index.ts';
import { type FoundRun, findRun } from './find-run.ts';
import type { Platform } from './platform.ts';
import { policyText } from './policy-text.ts';
import { ratesOf } from './rates.ts';

const RENDERERS = { md: renderMarkdown, html: renderHtml, json: renderJson };
export type ReportFormat = keyof typeof RENDERERS;

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
  await using stories = sqliteStories(found.database);
  const records = await recordsOfRun(catalog, found.run.run_id, {
    claimsOf: ({ doc_id }) => stories.claims(doc_id),
    duplicateOf: ({ doc_id }) => stories.duplicateOf(doc_id),
  });
  return render(await buildReport(records, knownOf(found, loaded), join(found.out, found.run.run_id)));
}

/**
 * What hosts were held to by the configuration stored with the run; secrets play no part in it. A run with resolvers that
 * this program does not have tells everything else.
 */
function knownOf({ config: values, run }: FoundRun, loaded: LoadedConfig): KnownConfig | undefined {
  const config = storedConfig(values, `run ${run.run_id}`, loaded);
  if (!config) return undefined;
  const policies = ratePolicies(ratesOf(config));
  return {
    route: resolverRoute(config).flatMap(({ resolvers }) => resolvers),
    policyOf: (host, role) => {
      const { policy } = policies.find(host, role);
      const interval = policy.burst > 1 ? 0 : policies.intervalMs(host, role);
      return { rate: policyText(policy), interval_ms: interval };
    },
  };
}

function storedConfig(values: unknown, origin: string, { resolvers }: LoadedConfig): Config | undefined {
  const more = resolvers.filter((resolver) => !RESOLVERS.includes(resolver));
  try {
    return parseConfig({ given: { values, origin } }, more).config;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return undefined;
  }
}
