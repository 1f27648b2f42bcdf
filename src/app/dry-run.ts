import { join } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import type { Config } from '../config/schema.ts';
import { resolverRoute } from '../config/settle-resolvers.ts';
import type { Artifact } from '../core/artifact.ts';
import { isExchange, type ListingFigures } from '../core/metrics.ts';
import { canonicalUrl } from '../core/url.ts';
import type { Downloader } from '../download/download.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { temporaryFolder } from '../platform/temporary-folder.ts';
import { tally } from '../report/tally.ts';
import { type CoverageTally, coverageTally } from './coverage.ts';
import { holdAll, locksOf } from './hold-places.ts';
import { placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import { type RunResult, runWorks } from './run.ts';
import type { RunRequest } from './run-request.ts';
import { limitsFile } from './wire-limiter.ts';

/** What a source offers, and what asking it cost. */
interface ResolverCoverage {
  readonly resolver: string;
  readonly tier: string;
  /** Works it offers a file for. */
  readonly offers: number;
  /** Works for which no other source that was asked offers one. */
  readonly only: number;
  readonly requests: number;
  readonly requests_per_offer: number | null;
}

/** What the sources offer for the works asked for. Nothing was fetched: an offer may prove empty, closed or wrong. */
export interface DryRunResult {
  readonly dry_run: true;
  /** How much of the inputs was listed. */
  readonly listing: ListingFigures;
  readonly works: number;
  /** Some source names a file. */
  readonly offered: number;
  /** Only a web page is known, which may or may not hold the full text. */
  readonly page_only: number;
  readonly not_offered: number;
  /** The same as another work, which is counted. */
  readonly duplicates: number;
  /** Not resolved when the dry run ended. */
  readonly waiting: number;
  readonly rejected_lines: number;
  /** The first tier that offers a file -> works. */
  readonly tiers: Readonly<Record<string, number>>;
  readonly resolvers: readonly ResolverCoverage[];
  /** Why nothing is offered -> works. */
  readonly reasons: Readonly<Record<string, number>>;
  readonly requests: number;
}

/**
 * Resolves works as a run would, through the same stack and in the same batches, and fetches none of what it finds. A
 * work's tier is asked as a whole; the next one only when it offers nothing. All it writes is a ledger and a cache in a
 * temporary folder, gone at the end.
 */
export async function dryRun(request: Omit<RunRequest, 'ports' | 'openLedger'>): Promise<DryRunResult> {
  const { loaded, platform } = request;
  await using folder = await temporaryFolder('contentdownload-dry-run-');
  await using _lock = await lockBesideRuns(request);
  const rehearsed = await rehearsal(loaded, folder.path, platform);
  const coverage = coverageTally(rehearsed);
  const run = await runWorks({
    ...request,
    loaded: { ...rehearsed, resolvers: coverage.resolvers },
    ports: { downloader: offeringDownloader() },
    listen(event) {
      if (event.type === 'outcome') coverage.end(event.record.doc_id, event.record.status === 'saved');
      request.listen(event);
    },
  });
  return resultOf(run, coverage, { loaded: rehearsed, platform });
}

/** Two processes that ask the same hosts would be twice as fast as each may be: not beside a run in the same folder. */
async function lockBesideRuns({
  loaded,
  platform,
  command,
}: Pick<RunRequest, 'loaded' | 'platform' | 'command'>) {
  const there: string[] = [];
  for (const lock of locksOf(placesOf(loaded.config))) if (await platform.files.stat(lock)) there.push(lock);
  const startedAt = platform.clock.wall().toISOString();
  return holdAll(there, { command: `${command} --dry-run`, startedAt });
}

/** The same configuration with everything it would write in a folder of its own, and no room asked for. */
async function rehearsal(loaded: LoadedConfig, out: string, { files }: Platform): Promise<LoadedConfig> {
  const { config } = loaded;
  const limits = limitsFile(config, placesOf(config));
  const sharesLimits = config.rate_limit.backend === 'sqlite' && (await files.stat(limits)) !== undefined;
  const dry: Config = {
    ...config,
    run_id: null,
    out,
    storage: { ...config.storage, backend: 'sqlite', path: null },
    artifacts: { ...config.artifacts, root: null, cas_enabled: false, min_free_bytes: 0 },
    dedupe: { ...config.dedupe, urls: false, content: false },
    http: { ...config.http, cache: { ...config.http.cache, backend: 'sqlite', path: null } },
    rate_limit: sharesLimits ? { ...config.rate_limit, url: limits } : config.rate_limit,
    telemetry: { ...config.telemetry, sinks: ['console'] },
    orchestrator: { ...config.orchestrator, processes: 1 },
    // Sources asked side by side are asked for one work at a time; here requests are saved, not time.
    resolvers: { ...config.resolvers, tier_parallel: false },
  };
  return { ...loaded, config: dry, askAll: true };
}

/** Takes every plan at its word. */
function offeringDownloader(): Downloader {
  return {
    async download({ plan, token, page }) {
      const { url, expected } = plan;
      const artifact: Artifact = {
        path: join('offered', expected),
        sha256: '',
        sizeBytes: 0,
        mime: '',
        format: expected,
        classification: expected,
        url,
        canonicalUrl: canonicalUrl(url),
      };
      return page ? { kind: 'held', file: { token, artifact, plan } } : { kind: 'stored', artifact };
    },
    isWhole: () => Promise.resolve(false),
    adopt: () => Promise.resolve(false),
    examineHeld: (file) => Promise.resolve({ kind: 'held', file }),
    publishHeld: ({ artifact }) => Promise.resolve(artifact),
    release: () => Promise.resolve(),
    clear: () => Promise.resolve(),
  };
}

async function resultOf(
  { metrics, runId, fed }: RunResult,
  coverage: CoverageTally,
  { loaded, platform }: Pick<RunRequest, 'loaded' | 'platform'>,
): Promise<DryRunResult> {
  const requests = await requestsBy(runId, { loaded, platform });
  const { offers, only, tiers } = coverage.figures();
  const { ok: _ok, 'duplicate-work': duplicates = 0, ...reasons } = metrics.reasons;
  return {
    dry_run: true,
    listing: metrics.listing,
    works: metrics.processed + metrics.waiting,
    offered: metrics.saved,
    page_only: metrics.html_only,
    not_offered: metrics.processed - metrics.saved - metrics.html_only - duplicates,
    duplicates,
    waiting: metrics.waiting,
    rejected_lines: fed.rejects,
    tiers,
    resolvers: resolverRoute(loaded.config).flatMap(({ tier, resolvers: names }) =>
      names.map((resolver) => {
        const [offered, asked] = [offers[resolver] ?? 0, requests[resolver] ?? 0];
        return {
          resolver,
          tier,
          offers: offered,
          only: only[resolver] ?? 0,
          requests: asked,
          requests_per_offer: offered === 0 ? null : Math.round((asked / offered) * 1000) / 1000,
        };
      }),
    ),
    reasons,
    requests: Object.values(requests).reduce((sum, count) => sum + count, 0),
  };
}

async function requestsBy(runId: string, { loaded, platform }: Pick<RunRequest, 'loaded' | 'platform'>) {
  await using catalog = sqliteCatalog(placesOf(loaded.config).database, platform.clock);
  const requests = tally();
  for await (const record of catalog.attempts(runId))
    if (isExchange(record)) requests.add(record.resolver ?? 'listing');
  return requests.counts();
}
