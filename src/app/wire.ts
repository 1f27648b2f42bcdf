import { artifactName, quarantineName } from '../artifacts/layout.ts';
import type { Store } from '../artifacts/store.ts';
import type { LoadedConfig } from '../config/assemble-config.ts';
import { type Config, resolverOptions } from '../config/schema.ts';
import type { DocumentReader } from '../core/document-reader.ts';
import type { Emit } from '../core/events.ts';
import type { SecretMask } from '../core/mask-secrets.ts';
import { createDownloader } from '../download/create-downloader.ts';
import type { Downloader } from '../download/download.ts';
import type { DownloadSettings, PlanOverrides } from '../download/downloader-deps.ts';
import type { HttpClient } from '../http/client.ts';
import { hostLimitKey } from '../http/rate-limit/policies.ts';
import type { Ledger } from '../ledger/queue.ts';
import { createPipeline } from '../pipeline/create-pipeline.ts';
import type { Pipeline } from '../pipeline/process-work.ts';
import { keepYoungSpaceSmall } from '../platform/young-space.ts';
import { createScheduler, type Scheduler } from '../workers/scheduler.ts';
import { pipelineOptions } from './pipeline-options.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';
import { openStore, roomFor, twinsOf } from './wire-artifacts.ts';
import { type WiredHttp, wireHttp } from './wire-http.ts';
import { wireReader } from './wire-reader.ts';
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
  readonly secrets: SecretMask;
}

/** Everything that works on the queue of one run. */
export interface Engine extends AsyncDisposable {
  readonly client: HttpClient;
  /** As it is now. */
  readonly config: () => Config;
  readonly pipeline: Pipeline;
  readonly scheduler: Scheduler;
  /** Takes over the limits, policies and keys of another configuration. */
  reload(loaded: LoadedConfig): void;
}

/** From here on memory is worth a little more processor time. */
const MANY_WORKERS = 32;

/** Config to objects, top to bottom as the architecture: network, storage, pipeline, workers. */
export async function wireEngine(request: EngineRequest): Promise<Engine> {
  const { loaded, ledger, platform, emit, places, runId } = request;
  const { config } = loaded;
  if (config.orchestrator.workers > MANY_WORKERS) keepYoungSpaceSmall();
  const http = await wireHttp(config, platform, request);
  await rememberPushBacks(ledger, http);
  const store = await openStore(config, places, { platform, ledger });
  const reader = wireReader(platform.clock);
  const live = liveSettings(loaded);
  const overridesOf = (resolver: string) => planOverrides(live.config, resolver);
  const downloader = wireDownloader(config, store, { platform, http, reader, overridesOf });
  const pipeline = createPipeline({
    clock: platform.clock,
    emit,
    send: http.client.send,
    downloader,
    twinOf: twinsOf(config, ledger),
    get route() {
      return live.route;
    },
    orderOf: orderIn(live.route),
    get options() {
      return live.options;
    },
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
    room: roomFor(config, places, { platform, emit }),
    get maxPerHost() {
      return live.config.orchestrator.max_per_host;
    },
    maxParkMs: orchestrator.max_park_s * 1000,
    shutdownGraceMs: orchestrator.shutdown_grace_s * 1000,
    isListing: request.isListing,
  });
  ledger.onLeasesLost(scheduler.leasesLost);
  return {
    client: http.client,
    config: () => live.config,
    pipeline,
    scheduler,
    reload(next) {
      live.take(next);
      http.reload(next.config);
      scheduler.wake();
    },
    async [Symbol.asyncDispose]() {
      await reader[Symbol.asyncDispose]();
      await http[Symbol.asyncDispose]();
    },
  };
}

/** What the parts read anew for every step. The route keeps its shape: only options of its resolvers change. */
function liveSettings(loaded: LoadedConfig) {
  const settingsOf = (one: LoadedConfig) => ({
    config: one.config,
    route: wireRoute(one.config),
    options: pipelineOptions(one),
  });
  const live = settingsOf(loaded);
  return Object.assign(live, {
    take(next: LoadedConfig): void {
      Object.assign(live, settingsOf(next));
    },
  });
}

/** What hosts asked for before a restart still holds. */
async function rememberPushBacks(ledger: Ledger, { limiter }: WiredHttp): Promise<void> {
  for (const { lane, notBefore } of await ledger.lanes()) {
    if (notBefore > 0 && lane.host !== '') await limiter.pushBack(hostLimitKey(lane.host), notBefore);
  }
}

interface DownloadParts {
  readonly platform: Platform;
  readonly http: WiredHttp;
  readonly reader: DocumentReader;
  readonly overridesOf: (resolver: string) => PlanOverrides;
}

function wireDownloader(
  config: Config,
  store: Store,
  { platform, http, reader, overridesOf }: DownloadParts,
): Downloader {
  return createDownloader({
    send: http.client.send,
    store,
    nameOf: artifactName,
    quarantineNameOf: quarantineName,
    reader,
    settings: downloadSettings(config),
    overridesOf,
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
    verifyIdentity: download.verify_identity,
    extractHtmlText: download.extract_html_text,
    headPrecheck: download.head_precheck,
    resumePartial: download.resume_partial,
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
