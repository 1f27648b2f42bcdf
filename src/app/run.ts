import type { LoadedConfig } from '../config/assemble-config.ts';
import { configHash } from '../config/hash.ts';
import type { Emit } from '../core/events.ts';
import { maskDeep } from '../core/mask-secrets.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Ledger, RunStart } from '../ledger/queue.ts';
import { recordsOfRun } from '../report/run-records.ts';
import { summarise } from '../report/summarise.ts';
import { writeInputLines } from '../telemetry/input-lines-jsonl.ts';
import { writeLastCsv } from '../telemetry/last-csv.ts';
import { type ManifestExporter, manifestExporter } from '../telemetry/manifest-export.ts';
import { summaryRecord, writeMetrics } from '../telemetry/metrics-json.ts';
import type { DrainEnd } from '../workers/scheduler.ts';
import { checkInput } from './check-input.ts';
import { claimArtifacts } from './claim-artifacts.ts';
import type { FeedEnd } from './feed.ts';
import { holdPlaces } from './hold-places.ts';
import { listWorks } from './list-works.ts';
import { maskedLedger } from './masked-ledger.ts';
import { startOf } from './missing-secrets.ts';
import { type Places, placesOf } from './places.ts';
import { refuseAnonymous } from './refuse-anonymous.ts';
import { refuseKeyInQuery } from './refuse-key-in-query.ts';
import { reloader } from './reload.ts';
import { runOnRecord } from './run-on-record.ts';
import type { RunRequest } from './run-request.ts';
import { secretFilter } from './secret-filter.ts';
import { warnOfUnproven } from './warn-of-unproven.ts';
import type { Engine } from './wire.ts';
import { dashboardSlot } from './wire-dashboard.ts';
import { openLedger, openRunCatalog } from './wire-ledger.ts';
import { workPlace } from './wire-processes.ts';
import { wireTelemetry } from './wire-telemetry.ts';

export interface RunResult {
  readonly runId: string;
  readonly folder: string;
  readonly artifacts: string;
  /** The file of its ledger. */
  readonly database: string;
  readonly metrics: Metrics;
  readonly drain: DrainEnd;
  readonly fed: FeedEnd;
  /** It was finished before, and nothing was left to do: its records are as they were. */
  readonly wasFinished: boolean;
}

/** Acquires works: lists them into the queue and drains it, side by side, then sums up. */
export async function runWorks(request: RunRequest): Promise<RunResult> {
  const { loaded, platform } = request;
  const { config } = loaded;
  const runId = request.resumes ?? config.run_id ?? platform.random.id();
  const places = placesOf(config);
  refuseMistakes(request);
  const startedAt = platform.clock.wall().toISOString();
  await using lock = await holdPlaces(places, platform, { command: request.command, startedAt });
  using workshop = workPlace(config);
  const open = request.openLedger ?? openLedger;
  const secrets = secretFilter(loaded);
  await using ledger = maskedLedger(await open(config, places, platform), secrets.mask);
  if (!request.ports?.store) await claimArtifacts(places, platform);
  const before = await runOnRecord(request, { runId, places });
  const { lastHolderDied } = lock;
  await using _opened = await openRun(request, ledger, { runId, startedAt, lastHolderDied });
  const runFolder = places.run(runId);
  await using telemetry = wireTelemetry(config, { ...request, runFolder, queue: ledger });
  const board = dashboardSlot(telemetry.emit);
  const seen = { ends: 0 };
  const emit = counting(seen, tellingOffline(ledger, board.emit, secrets.mask));
  const { files, clock } = platform;
  await using exporter = manifestExporter({ ledger, files, clock, emit, runId, folder: runFolder });
  await announceWaiting(ledger, places, emit);
  let listing = true;
  await using engine = await workshop.wire({
    ...request,
    loaded: { ...loaded, configHash: configHash(loaded) },
    emit,
    runId,
    ledger,
    places,
    isListing: () => listing || request.stay === true,
    secrets,
  });
  await using _dashboard = await board.open(request, { runId, startedAt, ledger, engine, places, emit });
  listenForChanges(request, engine, { emit, learn: secrets.learn });
  const worked = await work({
    request,
    runId,
    ledger,
    exporter,
    engine,
    emit,
    listed: () => (listing = false),
  });
  const { wasStopped } = worked.drain;
  const didNothing = seen.ends === 0 && worked.fed.works === 0;
  const finishedBefore = didNothing ? before?.finished_at : null;
  const metrics = await sumUp({ request, runId, ledger, exporter, places, wasStopped, finishedBefore });
  warnOfUnproven(config, metrics, emit);
  const wasFinished = typeof finishedBefore === 'string';
  return { runId, folder: runFolder, ...filesOf(places), metrics, ...worked, wasFinished };
}

/** Before anything is asked or stored. */
function refuseMistakes({ loaded: { config }, wanted }: RunRequest): void {
  refuseAnonymous(config);
  refuseKeyInQuery(config.inputs.query ?? wanted.query);
}

const filesOf = ({ artifacts, database }: Places) => ({ artifacts, database });

const counting =
  (seen: { ends: number }, emit: Emit): Emit =>
  (event) => {
    if (event.type === 'outcome') seen.ends++;
    emit(event);
  };

/** Whoever looks at the ledger beside the run sees why nothing goes on. */
const tellingOffline =
  (ledger: Pick<Ledger, 'setOffline'>, emit: Emit, mask: (text: string) => string): Emit =>
  (event) => {
    emit(maskDeep(event, mask));
    if (event.type === 'offline') void ledger.setOffline(event.why ?? null).catch(() => undefined);
  };

/** However a run ends, nobody is told that it still goes on. A ledger that is gone cannot be told: the next run tells it. */
async function openRun(
  { loaded, wanted }: RunRequest,
  ledger: Ledger,
  start: Pick<RunStart, 'runId' | 'startedAt' | 'lastHolderDied'>,
): Promise<AsyncDisposable> {
  const configJson = JSON.stringify(startOf(loaded, wanted));
  await ledger.openRun({ ...start, configHash: configHash(loaded), configJson });
  return {
    [Symbol.asyncDispose]: () => ledger.interruptRun(start.runId).catch(() => undefined),
  };
}

interface Told {
  readonly emit: Emit;
  readonly learn: (loaded: LoadedConfig) => LoadedConfig;
}

/** The run goes on under new limits, policies and keys as soon as they are given. */
function listenForChanges({ loaded, reload }: RunRequest, engine: Engine, { emit, learn }: Told): void {
  if (!reload) return;
  const resolvers = loaded.resolvers.map(({ name }) => name);
  const read = async () => learn(await reload.read());
  const again = reloader({
    running: loaded,
    resolvers,
    read,
    apply: (next) => engine.reload({ ...next, configHash: configHash(next) }),
    emit,
  });
  reload.asked.subscribe(() => void again());
}

/** What earlier runs left queued is part of this one's work. */
async function announceWaiting(ledger: Ledger, { database }: Places, emit: Emit): Promise<void> {
  const { queued, paused, paused_by: by } = await ledger.stats();
  if (paused)
    emit({
      type: 'warning',
      message: `the queue is paused${by ? ` (${by})` : ''}: nothing is begun until \`contentdownload queue resume\` is run for ${database}`,
    });
  if (queued > 0) emit({ type: 'enqueued', added: queued, rearmed: 0, duplicates: 0, rejected: 0 });
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
  const { stop } = request;
  /** Ends everything side by side when one part fails. */
  const broken = new AbortController();
  const halt = AbortSignal.any([stop, broken.signal]);
  const exporting = new AbortController();
  const feeding = listWorks({ request, runId, ledger, engine, emit }, halt)
    .catch((error: unknown): never => {
      broken.abort(error);
      throw error;
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
  // Awaited at the end; until then its failure stops the run and must not end the process.
  exported.catch(() => undefined);
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
  /** When it was finished, if nothing has been done since. */
  readonly finishedBefore: string | null | undefined;
}

/**
 * Computed from the ledger, so that it is right after any number of interruptions. A run that was stopped, or whose listing
 * broke off, is not closed.
 */
async function sumUp({
  request,
  runId,
  ledger,
  exporter,
  places,
  wasStopped,
  finishedBefore,
}: SummingUp): Promise<Metrics> {
  const { clock, files } = request.platform;
  await exporter.flush();
  await using catalog = (request.openCatalog ?? openRunCatalog)(places, request.platform);
  const finishedAt = finishedBefore ?? clock.wall().toISOString();
  await writeInputLines(files, places.run(runId), { ledger, runId });
  checkInput(await ledger.countedInput(runId));
  const isListed = (await catalog.places(runId)).every(({ exhausted }) => exhausted);
  const isOver = isListed && !wasStopped;
  const metrics = await summarise(
    await recordsOfRun(catalog, runId, isOver ? { finishedAt } : { isInterrupted: true }),
  );
  if (isOver) {
    await ledger.closeRun(runId, summaryRecord(metrics, finishedAt));
    await exporter.flush();
  }
  await writeMetrics(files, places.run(runId), metrics);
  await writeLastCsv(files, places.run(runId), catalog.entries(runId));
  return metrics;
}
