import { diskGauge } from '../../src/app/disk-gauge.ts';
import { feed } from '../../src/app/feed.ts';
import { machineRoom } from '../../src/app/machine-room.ts';
import { filesStore } from '../../src/artifacts/files.ts';
import { artifactName, quarantineName } from '../../src/artifacts/layout.ts';
import type { PdfReading } from '../../src/core/document-reader.ts';
import { Failure, UserError } from '../../src/core/errors.ts';
import type { Files } from '../../src/core/files.ts';
import { MANIFEST_VERSION } from '../../src/core/manifest-record.ts';
import type { Random } from '../../src/core/random.ts';
import { createDownloader } from '../../src/download/create-downloader.ts';
import { urlPolicy } from '../../src/http/address/url-policy.ts';
import { createHttpStack, type HttpStack } from '../../src/http/create-http-client.ts';
import type { Limiter } from '../../src/http/rate-limit/limiter.ts';
import { hostLimitKey } from '../../src/http/rate-limit/policies.ts';
import type { Ledger } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { createPipeline } from '../../src/pipeline/create-pipeline.ts';
import type { Pipeline } from '../../src/pipeline/process-work.ts';
import { manifestExporter } from '../../src/telemetry/manifest-export.ts';
import { createScheduler, type DrainEnd, type Scheduler } from '../../src/workers/scheduler.ts';
import { sha256 } from './disk.ts';
import type { SimProcess } from './machine.ts';
import { ARTIFACTS, RUN_FOLDER } from './scenario.ts';
import { simRoute, simSource } from './sim-resolvers.ts';
import type { World } from './world.ts';

/** How one process ended by its own will. */
export type SessionEnd =
  | { readonly kind: 'finished'; readonly drain: DrainEnd; readonly isListed: boolean }
  | { readonly kind: 'stopped' }
  /** It could not go on, and said so (exit 3). */
  | { readonly kind: 'refused'; readonly problem: string };

/** All processes of one start of the program, with what they share. */
export interface Generation {
  readonly world: World;
  readonly number: number;
  readonly runId: string;
  readonly limiter: Limiter;
  readonly stop: AbortSignal;
  readonly random: Random;
  isListing: boolean;
  /** How the start before this one ended. */
  readonly lastHolderDied: boolean;
  /** A process beside the first has died. */
  readonly hasLostOne: () => boolean;
}

interface Engine {
  readonly ledger: Ledger;
  readonly files: Files;
  readonly pipeline: Pipeline;
  readonly scheduler: Scheduler;
}

const startOf = (runId: string, startedAt: string, lastHolderDied: boolean) => ({
  runId,
  lastHolderDied,
  configHash: 'hash',
  configJson: '{}',
  startedAt,
});

async function openLedger(generation: Generation, process: SimProcess): Promise<Ledger> {
  const { world, number, random } = generation;
  const { scenario, watch, plant } = world;
  const clock = plant.clock?.(process.clock, world) ?? process.clock;
  const raw = await inThreadLedger(
    watch.connectionFor(process, world.db),
    { clock, random },
    {
      leaseTtlMs: scenario.leaseTtlMs,
      heartbeatMs: plant.heartbeatMs?.(scenario) ?? scenario.leaseTtlMs / 3,
      moveFile: world.disk.moveFor(process),
    },
  );
  const planted = plant.ledger?.(raw, { world, process, generation: number }) ?? raw;
  watch.enlist(process);
  return watch.callsOf(process, planted, number);
}

function stackFor(generation: Generation, process: SimProcess): HttpStack {
  const { world, number, limiter, random } = generation;
  const { scenario, origin, plant } = world;
  const send = origin.sendFor(process, number);
  const perHost = plant.maxPerHost ?? scenario.maxPerHost;
  const clock = plant.clock?.(process.clock, world) ?? process.clock;
  const gated: Limiter = {
    tryAcquire: (wants) => process.call('limiter', () => lost(process) ?? limiter.tryAcquire(wants)),
    pushBack: (key, until) => process.call('push back', () => lost(process) ?? limiter.pushBack(key, until)),
    readyAt: (wants) => process.call('ready at', () => lost(process) ?? limiter.readyAt(wants)),
  };
  const lost = ({ name }: SimProcess): Promise<never> | undefined =>
    world.machine.faults.strikes('limiter-outage', name) === undefined
      ? undefined
      : Promise.reject(new Failure('storage-error', 'the rate limits cannot be reached'));
  return createHttpStack({
    clock,
    random,
    transport: plant.send?.(send, { world, process, generation: number }) ?? send,
    limiter: plant.limiter?.(gated, { world, process, generation: number }) ?? gated,
    urls: urlPolicy({ allowedPorts: [443], httpsOnly: true, allowHttpHosts: [], allowPrivateAddresses: [] }),
    identity: { userAgent: 'Simulation/1', hostHeaders: {} },
    maxRedirects: 3,
    robots: { enabled: false, ttlMs: 1 },
    retry: {
      maxAttempts: scenario.httpAttempts,
      retryStatuses: [429, 500, 502, 503, 504],
      strategy: 'exponential',
      baseDelayMs: 200,
      maxDelayMs: 2000,
      jitterMs: 50,
      retryAfterCapMs: 60_000,
    },
    breaker: scenario.hasBreaker
      ? {
          failureThreshold: 3,
          windowMs: 60_000,
          openMs: 5000,
          openFactor: 2,
          maxOpenMs: 20_000,
          halfOpenTrials: 2,
        }
      : undefined,
    slots: { maxConnections: 64, maxPerHost: perHost, maxPerResolver: {} },
    rates: {
      default: {},
      resolvers: {},
      policies: Object.fromEntries(
        scenario.hosts
          .filter(({ intervalMs }) => intervalMs > 0)
          .map(({ name, intervalMs }) => {
            const rate = `1/${intervalMs / 1000}second`;
            return [name, { metadata: rate, artifact: rate, landing: rate }];
          }),
      ),
    },
    parkAfterMs: scenario.parkAfterMs,
  });
}

/** Half of the files name their work; of the others nothing can be told. */
function readingOf(disk: World['disk'], path: string): PdfReading {
  const index = /\.doi_10\.5555_w(\d+)\./.exec(path)?.[1];
  const bytes = disk.files().get(path);
  if (index === undefined || !bytes || sha256(bytes) < '8')
    return { kind: 'gave-up', why: 'nobody can read it' };
  const pages = ['A page with words enough to be read. '.repeat(20)];
  return { kind: 'read', facts: { pageCount: 9, pages, identifiers: [`doi:10.5555/w${index}`] } };
}

async function wire(generation: Generation, process: SimProcess, isFirst: boolean): Promise<Engine> {
  const { world, number, runId } = generation;
  const { scenario, disk, plant, machine } = world;
  const kit = { world, process, generation: number };
  const { clock } = process;
  const emit = world.emitFor(process);
  const ledger = await openLedger(generation, process);
  const plainFiles = disk.filesFor(process);
  const files = plant.files?.(plainFiles, kit) ?? plainFiles;
  const http = stackFor(generation, process);
  if (isFirst) {
    world.watch.reclaims();
    await ledger.openRun(startOf(runId, clock.wall().toISOString(), generation.lastHolderDied));
    if (plant.forgetsPushBacks !== true) {
      for (const { lane, notBefore } of await ledger.lanes())
        if (notBefore > 0 && lane.host !== '')
          await generation.limiter.pushBack(hostLimitKey(lane.host), notBefore);
    }
  }
  const plainStore = filesStore({
    root: ARTIFACTS,
    files,
    fsync: true,
    byAddress: scenario.byAddress,
    ...(scenario.sharesBytes && {
      equalTo: async (digest) => (await ledger.findCopy({ sha256: digest }))?.path,
    }),
  });
  const store = plant.store?.(plainStore, kit) ?? plainStore;
  if (isFirst) await world.sweep(store, ledger);
  else await plant.onChild?.(store, kit);
  const plainDownloader = createDownloader({
    send: http.client.send,
    store,
    nameOf: artifactName,
    quarantineNameOf: quarantineName,
    reader: {
      pdf: async (path) => readingOf(disk, path),
      pdfProof: async () => ({ kind: 'unproven', why: 'nothing is looked through here' }),
      article: async () => ({ kind: 'no-article' }),
    },
    settings: {
      maxBytes: 1_000_000,
      chunkSizeBytes: scenario.chunkSizeBytes,
      formats: ['pdf'],
      verifyContentLength: true,
      verifyPdf: true,
      verifyIdentity: scenario.verifiesIdentity ? 'quarantine' : 'off',
      extractHtmlText: false,
      headPrecheck: false,
      resumePartial: scenario.resumePartial,
      allowedTypes: {},
    },
    overridesOf: () => ({}),
    clock,
  });
  const downloader = plant.downloader?.(plainDownloader, kit) ?? plainDownloader;
  const route = simRoute(scenario);
  const pipeline = createPipeline({
    clock,
    emit,
    send: http.client.send,
    downloader,
    twinOf: async () => undefined,
    claimNames: () => Promise.resolve({ conflicts: [] }),
    route,
    orderOf: (name) => ['shelf', 'directory', 'attic'].indexOf(name) + 1,
    options: {
      configHash: 'hash',
      mailto: undefined,
      formats: ['pdf'],
      acceptedLicenses: [],
      tierParallel: scenario.tierParallel,
      askAll: false,
      paysForFiles: false,
      maxFetches: 25,
      maxJobAttempts: scenario.maxJobAttempts,
      retryBackoffMs: scenario.retryBackoffMs,
      maxParkMs: scenario.maxParkMs,
      parkAfterMs: scenario.parkAfterMs,
    },
  });
  const scheduler = createScheduler({
    queue: ledger,
    pipeline,
    gate: http.gate,
    clock,
    emit,
    holder: { workerId: process.name, runId },
    workers: scenario.workers,
    room: machineRoom({
      clock,
      emit,
      network: { outage: () => undefined },
      disk: diskGauge({ files, clock, emit, root: ARTIFACTS, minFreeBytes: 1 }),
    }),
    maxPerHost: plant.maxPerHost ?? scenario.maxPerHost,
    maxWaitMs: scenario.maxParkMs,
    parkAfterMs: scenario.parkAfterMs,
    shutdownGraceMs: scenario.shutdownGraceMs,
    isListing: () => generation.isListing,
  });
  ledger.onLeasesLost(scheduler.leasesLost);
  machine.trace.note(process.name, 'is ready');
  return { ledger, files, pipeline, scheduler };
}

/** Works side by side with the first process, on the same ledger. */
export async function runChild(generation: Generation, process: SimProcess): Promise<void> {
  const { scheduler } = await wire(generation, process, false);
  await scheduler.drain(generation.stop);
}

/** The program: lists works, drains the queue, exports records, sums up; the order of `runWorks`. */
export async function runFirst(
  generation: Generation,
  process: SimProcess,
  startChildren: () => Promise<readonly unknown[]>,
): Promise<SessionEnd> {
  try {
    const { world, runId } = generation;
    const engine = await wire(generation, process, true);
    const { ledger, files } = engine;
    const emit = world.emitFor(process);
    const exporter = manifestExporter({
      ledger,
      files,
      clock: process.clock,
      emit,
      runId,
      folder: RUN_FOLDER(runId),
    });
    const children = startChildren();
    const drain = await work({ generation, process, engine, exporter, children });
    await exporter.flush();
    if (drain.wasStopped) return { kind: 'stopped' };
    await ledger.closeRun(runId, {
      schema_version: MANIFEST_VERSION,
      record_type: 'summary',
      run_id: runId,
      timestamp: process.clock.wall().toISOString(),
      config_hash: 'hash',
      extra: {},
    });
    await exporter.flush();
    await exporter[Symbol.asyncDispose]();
    return { kind: 'finished', drain, isListed: world.isListed(runId) };
  } catch (error) {
    if (error instanceof UserError) return { kind: 'refused', problem: error.message };
    if (error instanceof Failure && error.reason === 'storage-error')
      return { kind: 'refused', problem: error.message };
    throw error;
  }
}

interface Working {
  readonly generation: Generation;
  readonly process: SimProcess;
  readonly engine: Engine;
  readonly exporter: ReturnType<typeof manifestExporter>;
  readonly children: Promise<readonly unknown[]>;
}

async function work({ generation, process, engine, exporter, children }: Working): Promise<DrainEnd> {
  const { ledger, scheduler } = engine;
  const broken = new AbortController();
  const halt = AbortSignal.any([generation.stop, broken.signal]);
  const exporting = new AbortController();
  const feeding = list({ generation, process, engine, halt })
    .catch((error: unknown): never => {
      broken.abort(error);
      throw error;
    })
    .finally(() => {
      generation.isListing = false;
      scheduler.wake();
    });
  const exported = exporter.run(exporting.signal).catch((error: unknown) => {
    broken.abort(error);
    throw error;
  });
  exported.catch(() => undefined);
  try {
    for (;;) {
      const [drain] = await Promise.all([scheduler.drain(halt), feeding, children]);
      const { in_progress: held } = await ledger.stats();
      // A stop does not wait for a ledger that refuses writes: the lease then runs out by itself.
      // The stop may have come when this process itself had nothing left to do, and a child still had.
      const wasStopped = drain.wasStopped || generation.stop.aborted;
      const isExcused =
        wasStopped && generation.world.faults.fired.some(({ kind }) => kind.startsWith('db-'));
      if (held > 0 && !isExcused && !generation.hasLostOne())
        generation.world.offences.push(`the queue counts as drained while ${held} works are under way`);
      if (held === 0 || drain.wasStopped) return drain;
      // A process that died left leases behind: they run out, and are taken over.
      await process.clock.sleep(generation.world.scenario.leaseTtlMs);
      await ledger.lease([], { workerId: process.name, runId: generation.runId });
    }
  } finally {
    broken.abort(new Error('the run has ended'));
    exporting.abort();
    await Promise.allSettled([feeding, exported]);
    await exported;
  }
}

interface ListingDeps {
  readonly generation: Generation;
  readonly process: SimProcess;
  readonly engine: Engine;
  readonly halt: AbortSignal;
}

async function list({ generation, process, engine, halt }: ListingDeps): Promise<void> {
  const { world, runId } = generation;
  try {
    await feed(
      [simSource(world, process)],
      {
        ledger: engine.ledger,
        pipeline: engine.pipeline,
        emit: world.emitFor(process),
        runId,
        maxWorks: undefined,
        isResumed: false,
        priority: 'recent_first',
        isUrgent: false,
        forget: false,
        takeJournal: () => [],
        counted: { works: 0, rejects: 0, earlier: 0 },
        queued: engine.scheduler.wake,
      },
      halt,
    );
    world.listed(runId);
  } catch (error) {
    if (!generation.stop.aborted && !(error instanceof Failure)) throw error;
  }
}
