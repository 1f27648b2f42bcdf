import { filesStore } from '../artifacts/files.ts';
import { artifactName } from '../artifacts/layout.ts';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { configHash } from '../config/hash.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import { createDownloader } from '../download/create-downloader.ts';
import type { Downloader } from '../download/download.ts';
import type { DownloadSettings, PlanOverrides } from '../download/downloader-deps.ts';
import type { HttpClient } from '../http/client.ts';
import { hostLimitKey } from '../http/rate-limit/policies.ts';
import type { Ledger } from '../ledger/queue.ts';
import type { PipelineOptions } from '../pipeline/case.ts';
import { createPipeline } from '../pipeline/create-pipeline.ts';
import type { Pipeline } from '../pipeline/process-work.ts';
import { createScheduler, type Scheduler } from '../workers/scheduler.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';
import { type WiredHttp, wireHttp } from './wire-http.ts';
import { orderIn, wireRoute } from './wire-resolvers.ts';

export interface EngineRequest {
  readonly loaded: LoadedConfig;
  readonly version: string;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly platform: Platform;
  readonly emit: Emit;
  readonly places: Places;
  readonly isListing: () => boolean;
}

/** Everything that works on the queue of one run. */
export interface Engine extends AsyncDisposable {
  readonly client: HttpClient;
  readonly pipeline: Pipeline;
  readonly scheduler: Scheduler;
}

/** Config to objects, top to bottom as the architecture: network, storage, pipeline, workers. */
export async function wireEngine(request: EngineRequest): Promise<Engine> {
  const { loaded, ledger, platform, emit, places, runId } = request;
  const { config } = loaded;
  const http = await wireHttp(config, platform, request.version);
  await rememberPushBacks(ledger, http);
  const downloader = await wireDownloader(config, places, { platform, http });
  const route = wireRoute(config);
  const pipeline = createPipeline({
    clock: platform.clock,
    emit,
    send: http.client.send,
    downloader,
    route,
    orderOf: orderIn(route),
    options: pipelineOptions(loaded),
  });
  const { orchestrator } = config;
  const scheduler = createScheduler({
    queue: ledger,
    pipeline,
    gate: http.gate,
    clock: platform.clock,
    emit,
    holder: { workerId: `${process.pid}`, runId },
    workers: orchestrator.workers,
    maxPerHost: orchestrator.max_per_host,
    maxParkMs: orchestrator.max_park_s * 1000,
    shutdownGraceMs: orchestrator.shutdown_grace_s * 1000,
    isListing: request.isListing,
  });
  ledger.onLeasesLost(scheduler.leasesLost);
  return {
    client: http.client,
    pipeline,
    scheduler,
    [Symbol.asyncDispose]: () => http[Symbol.asyncDispose](),
  };
}

/** What hosts asked for before a restart still holds. */
async function rememberPushBacks(ledger: Ledger, { limiter }: WiredHttp): Promise<void> {
  for (const { lane, notBefore } of await ledger.lanes()) {
    if (notBefore > 0 && lane.host !== '') await limiter.pushBack(hostLimitKey(lane.host), notBefore);
  }
}

async function wireDownloader(
  config: Config,
  places: Places,
  { platform, http }: { platform: Platform; http: WiredHttp },
): Promise<Downloader> {
  if (config.artifacts.root?.startsWith('s3://')) {
    throw new UserError('artifacts.root: S3 is not part of this version; name a folder');
  }
  const store = filesStore({ root: places.artifacts, files: platform.files, fsync: config.download.fsync });
  // The run lock is held: no other process writes here, and whatever parts are left belong to the dead.
  await store.sweep([]);
  return createDownloader({
    send: http.client.send,
    store,
    nameOf: artifactName,
    settings: downloadSettings(config),
    overridesOf: (resolver) => planOverrides(config, resolver),
    clock: platform.clock,
  });
}

function downloadSettings({ download }: Config): DownloadSettings {
  return {
    maxBytes: download.max_bytes,
    chunkSizeBytes: download.chunk_size_bytes,
    formats: download.formats,
    verifyContentLength: download.verify_content_length,
    verifyPdf: download.verify_pdf,
    headPrecheck: download.head_precheck,
    ...(download.accept !== null && { accept: download.accept }),
    allowedTypes: download.allowed_types,
  };
}

/** Plans of the catalog itself belong to no resolver and have no overrides. */
function planOverrides(config: Config, resolver: string): PlanOverrides {
  if (!config.resolvers.order.includes(resolver)) return {};
  const { head_precheck, obey_robots, timeout_read_s, retry } = resolverOptions(config, resolver);
  return {
    ...(head_precheck !== null && { headPrecheck: head_precheck }),
    ...(obey_robots !== null && { obeyRobots: obey_robots }),
    ...(timeout_read_s !== null && { timeoutReadMs: timeout_read_s * 1000 }),
    ...(retry?.max_attempts !== undefined && { maxAttempts: retry.max_attempts }),
  };
}

function pipelineOptions(loaded: LoadedConfig): PipelineOptions {
  const { config } = loaded;
  const { orchestrator } = config;
  return {
    configHash: configHash(loaded),
    mailto: config.mailto ?? undefined,
    formats: config.download.formats,
    acceptedLicenses: config.licenses.accept,
    tierParallel: config.resolvers.tier_parallel,
    maxFetches: orchestrator.max_attempts_per_work,
    maxJobAttempts: orchestrator.max_job_attempts,
    retryBackoffMs: orchestrator.job_retry_backoff_s * 1000,
    maxParkMs: orchestrator.max_park_s * 1000,
  };
}
