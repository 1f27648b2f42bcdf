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
import { oncePerUrl } from '../download/once-per-url.ts';
import type { HttpClient } from '../http/client.ts';
import type { Limiter } from '../http/rate-limit/limiter.ts';
import { hostLimitKey } from '../http/rate-limit/policies.ts';
import type { WorkingLedger } from '../ledger/queue.ts';
import { containedRoute } from '../pipeline/contained-resolver.ts';
import { createPipeline } from '../pipeline/create-pipeline.ts';
import type { Pipeline } from '../pipeline/process-work.ts';
import { boundYoungSpace } from '../platform/young-space.ts';
import type { Sink } from '../telemetry/sink.ts';
import { createScheduler, type Scheduler } from '../workers/scheduler.ts';
import { maxWaitMs } from './max-wait.ts';
import { pipelineOptions } from './pipeline-options.ts';
import type { Places } from './places.ts';
import type { Platform } from './platform.ts';
import { openStore, roomFor, twinsOf } from './wire-artifacts.ts';
import { type WiredHttp, wireHttp } from './wire-http.ts';
import { ledgerPurse } from './wire-purse.ts';
import { wireReader } from './wire-reader.ts';
import { orderIn, wireRoute } from './wire-resolvers.ts';

/** Parts of the engine that a caller puts in place of the built-in ones. */
export interface EnginePorts {
  readonly store?: Store;
  readonly downloader?: Downloader;
  readonly limiter?: Limiter;
  /** Told of all events, beside those of `telemetry.sinks`. */
  readonly sinks?: readonly Sink[];
}

/** What an engine goes by. */
export interface EngineConfig extends Pick<LoadedConfig, 'config' | 'resolvers' | 'askAll'> {
  readonly configHash: string;
}

export interface EngineRequest {
  readonly loaded: EngineConfig;
  readonly version: string;
  readonly runId: string;
  readonly ledger: WorkingLedger;
  readonly platform: Platform;
  readonly emit: Emit;
  readonly places: Places;
  readonly isListing: () => boolean;
  readonly secrets: SecretMask;
  readonly ports?: EnginePorts;
  /** Steps at one time, where they are fewer than the whole run may have; none where others do the work. */
  readonly workers?: number;
}

/** Everything that works on the queue of one run. */
export interface Engine extends AsyncDisposable {
  readonly client: HttpClient;
  /** What holds for all processes of a run. */
  readonly shared: Pick<WiredHttp, 'limiter' | 'slots' | 'gate' | 'network'>;
  /** Removes what processes that died left half-written; only while nobody writes. */
  readonly sweep: () => Promise<void>;
  /** As it is now. */
  readonly config: () => Config;
  readonly pipeline: Pipeline;
  readonly scheduler: Scheduler;
  /** Takes over the limits, policies and keys of another configuration. */
  reload(loaded: EngineConfig): void;
}

/** From here on memory is worth a little more processor time. */
const MANY_WORKERS = 32;
const YOUNG_BYTES = 30_000_000;

/** Config to objects, top to bottom as the architecture: network, storage, pipeline, workers. */
export async function wireEngine(request: EngineRequest): Promise<Engine> {
  const { loaded, ledger, platform, emit, places } = request;
  const { config } = loaded;
  const young = boundYoungSpace(
    platform.clock,
    workersOf(request) > MANY_WORKERS ? YOUNG_BYTES / 2 : YOUNG_BYTES,
  );
  const http = await wireHttp(config, platform, {
    ...request,
    resolvers: loaded.resolvers,
    ...(request.ports?.limiter && { limiter: request.ports.limiter }),
    purse: ledgerPurse(ledger, platform.clock),
  });
  if (!platform.parent) await rememberPushBacks(ledger, http);
  const { ports = {} } = request;
  const store = ports.store ?? (await openStore(config, places, { platform, ledger }));
  const reader = wireReader(platform.clock);
  if (workersOf(request) > 0 && readsPdfs(config)) reader.warmUp();
  const live = liveSettings(loaded);
  const overridesOf = (resolver: string) => planOverrides(live.config, resolver);
  const downloader =
    ports.downloader ?? wireDownloader(config, store, { platform, http, reader, overridesOf });
  const pipeline = createPipeline({
    clock: platform.clock,
    emit,
    send: http.client.send,
    downloader,
    twinOf: twinsOf(config, ledger),
    claimNames: ledger.claimNames,
    get route() {
      return live.route;
    },
    orderOf: orderIn(live.route),
    get options() {
      return live.options;
    },
  });
  const scheduler = wireScheduler(request, { http, pipeline, config: () => live.config });
  http.network.onChange(scheduler.wake);
  ledger.onLeasesLost(scheduler.leasesLost);
  return {
    client: http.client,
    shared: http,
    sweep: async () => void (await store.sweep(() => ledger.keptParts())),
    config: () => live.config,
    pipeline,
    scheduler,
    reload(next) {
      live.take(next);
      http.reload(next.config);
      scheduler.wake();
    },
    async [Symbol.asyncDispose]() {
      young[Symbol.dispose]();
      await reader[Symbol.asyncDispose]();
      await http[Symbol.asyncDispose]();
    },
  };
}

const readsPdfs = ({ download }: Config): boolean =>
  download.verify_identity !== 'off' && download.formats.includes('pdf');

const workersOf = ({ loaded, workers }: EngineRequest): number =>
  workers ?? loaded.config.orchestrator.workers;

interface SchedulerParts {
  readonly http: WiredHttp;
  readonly pipeline: Pipeline;
  /** As it is now. */
  readonly config: () => Config;
}

function wireScheduler(request: EngineRequest, { http, pipeline, config }: SchedulerParts): Scheduler {
  const { loaded, ledger, platform, emit, places, runId } = request;
  const { orchestrator } = loaded.config;
  return createScheduler({
    queue: ledger,
    pipeline,
    gate: http.gate,
    clock: platform.clock,
    emit,
    holder: { workerId: `${process.pid}`, runId },
    workers: workersOf(request),
    room: roomFor(loaded.config, places, { platform, emit, network: http.network }),
    get maxPerHost() {
      return config().orchestrator.max_per_host;
    },
    maxWaitMs: maxWaitMs(loaded.config),
    parkAfterMs: orchestrator.park_after_s * 1000,
    shutdownGraceMs: orchestrator.shutdown_grace_s * 1000,
    isListing: request.isListing,
  });
}

/** What the parts read anew for every step. The route keeps its shape: only options of its resolvers change. */
function liveSettings(loaded: EngineConfig) {
  const settingsOf = (one: EngineConfig) => ({
    config: one.config,
    route: containedRoute(wireRoute(one)),
    options: pipelineOptions(one.config, one.configHash, loaded.askAll),
  });
  const live = settingsOf(loaded);
  return Object.assign(live, {
    take(next: EngineConfig): void {
      Object.assign(live, settingsOf(next));
    },
  });
}

/** What hosts asked for before a restart still holds. */
async function rememberPushBacks(ledger: WorkingLedger, { limiter }: WiredHttp): Promise<void> {
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
  const downloader = createDownloader({
    send: http.client.send,
    store,
    nameOf: artifactName,
    quarantineNameOf: quarantineName,
    reader,
    settings: downloadSettings(config),
    overridesOf,
    clock: platform.clock,
  });
  return config.dedupe.urls ? oncePerUrl(downloader, platform.clock) : downloader;
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
