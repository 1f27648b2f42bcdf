import type { LoadedConfig } from '../config/assemble-config.ts';
import { configHash } from '../config/hash.ts';
import type { Config } from '../config/schema.ts';
import { UserError } from '../core/errors.ts';
import type { Emit } from '../core/events.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Ledger } from '../ledger/queue.ts';
import { sqliteCatalog } from '../ledger/sqlite/sqlite-catalog.ts';
import { runLock } from '../platform/run-lock.ts';
import { recordsOfRun } from '../report/run-records.ts';
import { summarise } from '../report/summarise.ts';
import { writeLastCsv } from '../telemetry/last-csv.ts';
import { type ManifestExporter, manifestExporter } from '../telemetry/manifest-export.ts';
import { summaryRecord, writeMetrics } from '../telemetry/metrics-json.ts';
import type { DrainEnd } from '../workers/scheduler.ts';
import { type FeedEnd, feed, listingProblem } from './feed.ts';
import { type Places, placesOf } from './places.ts';
import type { Platform } from './platform.ts';
import { type Engine, wireEngine } from './wire.ts';
import { openLedger } from './wire-ledger.ts';
import { type Wanted, wireSources } from './wire-sources.ts';
import { wireTelemetry } from './wire-telemetry.ts';

export interface RunRequest {
  readonly loaded: LoadedConfig;
  readonly wanted: Wanted;
  /** Go on with this run; `undefined` starts a new one. */
  readonly resumes?: string;
  /** What earlier runs stored is fetched again. */
  readonly force: boolean;
  readonly urgent: boolean;
  readonly platform: Platform;
  /** The display of the terminal; further listeners come from the configuration. */
  readonly listen: Emit;
  /** Stops the run: works are given back, records flushed. */
  readonly stop: AbortSignal;
  readonly command: string;
  readonly version: string;
}

export interface RunResult {
  readonly runId: string;
  readonly folder: string;
  readonly artifacts: string;
  readonly metrics: Metrics;
  readonly drain: DrainEnd;
  readonly fed: FeedEnd;
}

/** Acquires works: lists them into the queue and drains it, side by side, then sums up. */
export async function runWorks(request: RunRequest): Promise<RunResult> {
  const { loaded, platform } = request;
  const { config } = loaded;
  const runId = request.resumes ?? config.run_id ?? platform.random.id();
  const places = placesOf(config);
  refuseAnonymous(config);
  await makeFolder(platform, places.out);
  const startedAt = platform.clock.wall().toISOString();
  await using _lock = await runLock(places.lock, { command: request.command, startedAt });
  await using ledger = await openLedger(config, places, platform);
  await ledger.openRun({
    runId,
    configHash: configHash(loaded),
    configJson: JSON.stringify({ config: loaded.storable, wanted: request.wanted }),
    startedAt,
  });
  const runFolder = places.run(runId);
  await using telemetry = wireTelemetry(config, { platform, listen: request.listen, runFolder });
  const { emit } = telemetry;
  await using exporter = manifestExporter({
    ledger,
    files: platform.files,
    clock: platform.clock,
    emit,
    runId,
    folder: runFolder,
  });
  await announceWaiting(ledger, emit);
  let listing = true;
  await using engine = await wireEngine({
    ...request,
    emit,
    runId,
    ledger,
    places,
    isListing: () => listing,
  });
  const worked = await work({
    request,
    runId,
    ledger,
    exporter,
    engine,
    emit,
    listed: () => (listing = false),
  });
  const metrics = await sumUp({
    request,
    runId,
    ledger,
    exporter,
    places,
    wasStopped: worked.drain.wasStopped,
  });
  return { runId, folder: places.run(runId), artifacts: places.artifacts, metrics, ...worked };
}

/** What earlier runs left queued is part of this one's work. */
async function announceWaiting(ledger: Ledger, emit: Emit): Promise<void> {
  const { queued } = await ledger.stats();
  if (queued > 0) emit({ type: 'enqueued', added: queued, rearmed: 0, duplicates: 0, rejected: 0 });
}

/** Servers must be able to reach whoever asks them; a lab that stands in for all hosts need not. */
function refuseAnonymous({ mailto, http }: Config): void {
  if (mailto !== null || '*' in http.connect_to) return;
  throw new UserError(
    'mailto is not set: give a contact address (config mailto, or DTKG_MAILTO) before asking real servers',
  );
}

async function makeFolder({ files }: Platform, path: string): Promise<void> {
  try {
    await files.makeFolder(path);
  } catch (error) {
    throw new UserError(
      `cannot make the folder ${path}: ${error instanceof Error ? error.message : String(error)}`,
      3,
      error,
    );
  }
}

interface Working {
  readonly request: RunRequest;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly exporter: ManifestExporter;
  readonly engine: Engine;
  readonly emit: Emit;
  readonly listed: () => void;
}

async function work({ request, runId, ledger, exporter, engine, emit, listed }: Working) {
  const { loaded, wanted, stop, force, urgent, platform } = request;
  const { config } = loaded;
  /** Ends everything side by side when one part fails. */
  const broken = new AbortController();
  const halt = AbortSignal.any([stop, broken.signal]);
  const exporting = new AbortController();
  const sources = wireSources(config, wanted, { platform, client: engine.client, note: () => {} });
  const feeding = feed(
    sources,
    {
      ledger,
      pipeline: engine.pipeline,
      emit,
      runId,
      maxWorks: config.inputs.max_works ?? undefined,
      priority: config.orchestrator.priority,
      isUrgent: urgent,
      forget: force,
      queued: engine.scheduler.wake,
    },
    halt,
  )
    .catch((error: unknown): FeedEnd => {
      const problem = stop.aborted
        ? 'the listing was stopped; `resume` goes on from there'
        : listingProblem(error);
      if (problem === undefined) {
        broken.abort(error);
        throw error;
      }
      emit({ type: 'warning', message: problem });
      return { works: 0, rejects: 0 };
    })
    .finally(() => {
      listed();
      emit({ type: 'listing-done' });
      engine.scheduler.wake();
    });
  const exported = exporter.run(exporting.signal).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  try {
    const [drain, fed] = await Promise.all([engine.scheduler.drain(halt), feeding]);
    return { drain, fed };
  } finally {
    broken.abort(new Error('the run has ended'));
    exporting.abort();
    await Promise.allSettled([feeding, exported]);
    await exported;
  }
}

interface SummingUp {
  readonly request: RunRequest;
  readonly runId: string;
  readonly ledger: Ledger;
  readonly exporter: ManifestExporter;
  readonly places: Places;
  readonly wasStopped: boolean;
}

/** Computed from the ledger, so that it is right after any number of interruptions. A stopped run is not closed. */
async function sumUp({ request, runId, ledger, exporter, places, wasStopped }: SummingUp): Promise<Metrics> {
  const { clock, files } = request.platform;
  await exporter.flush();
  await using catalog = sqliteCatalog(places.database, clock);
  const finishedAt = clock.wall().toISOString();
  const metrics = await summarise(await recordsOfRun(catalog, runId, wasStopped ? {} : { finishedAt }));
  if (!wasStopped) {
    await ledger.closeRun(runId, summaryRecord(metrics, finishedAt));
    await exporter.flush();
  }
  await writeMetrics(files, places.run(runId), metrics);
  await writeLastCsv(files, places.run(runId), catalog.entries(runId));
  return metrics;
}
