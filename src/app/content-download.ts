import { join } from 'node:path';
import type { LoadedConfig } from '../config/assemble-config.ts';
import type { Ending } from '../core/ending.ts';
import type { Emit } from '../core/events.ts';
import type { Metrics } from '../core/metrics.ts';
import type { Outcome } from '../core/outcome.ts';
import type { Work } from '../core/work.ts';
import type { Ledger } from '../ledger/queue.ts';
import { givenWorks } from '../work/given-works.ts';
import { type OutcomeLine, outcomeLine } from './outcome-line.ts';
import { placesOf } from './places.ts';
import { type Platform, systemPlatform } from './platform.ts';
import { runWorks } from './run.ts';
import type { EnginePorts } from './wire.ts';
import { type OpenCatalog, type OpenLedger, openLedger } from './wire-ledger.ts';
import type { Wanted } from './wire-sources.ts';

/** How one work ended, and where its file lies. */
export interface WorkOutcome extends Outcome {
  readonly workId: string;
  readonly title?: string;
  /** Absolute, where artifacts are kept in a folder. */
  readonly file?: string;
}

/** What a run is to acquire, beside what the configuration names under `inputs`. */
export interface WantedWorks extends Wanted {
  readonly works?: Iterable<Work> | AsyncIterable<Work>;
}

export interface RunControl {
  /** Stops the run as Ctrl-C would: state is saved, and the same call with `resume` goes on. */
  readonly signal?: AbortSignal;
  /** Called with everything that happens, as it happens. Must neither throw nor wait. */
  readonly onEvent?: Emit;
  /** Go on with the run of this id. */
  readonly resume?: string;
  /** Fetch again what is stored already. */
  readonly force?: boolean;
}

/** How a run ended. */
export interface RunSummary {
  readonly runId: string;
  /** Manifest, metrics and CSV of the run. */
  readonly folder: string;
  readonly metrics: Metrics;
  /** It was stopped by its signal, or by whoever took its outcomes. */
  readonly wasStopped: boolean;
}

/**
 * A run that begins when its outcomes are first asked for. They come as works end, each after its commit; whoever takes
 * them slowly slows the run down, and who stops taking stops it.
 */
export interface ContentRun extends AsyncIterable<WorkOutcome> {
  /** Runs to the end, without looking at single outcomes. */
  drain(): Promise<RunSummary>;
  /** Resolves when the run has ended; until its outcomes are taken it does not begin. */
  readonly ended: Promise<RunSummary>;
}

/** Parts that a program puts in place of the built-in ones, or beside them. */
export interface ContentPorts extends Pick<EnginePorts, 'store' | 'limiter' | 'sinks'> {
  /** The queue and catalog of a run, and what reads them. */
  readonly ledger?: { readonly open: OpenLedger; readonly catalog: OpenCatalog };
  /** Clock, randomness and files. */
  readonly platform?: Platform;
}

/** Acquires works on behalf of another program. */
export interface ContentDownload {
  /** One at a time for each `out`. */
  run(wanted?: WantedWorks, control?: RunControl): ContentRun;
}

/** Outcomes that may wait to be taken. */
const CAPACITY = 64;

interface Program {
  readonly loaded: LoadedConfig;
  readonly ports: ContentPorts;
  readonly version: string;
}

export const contentDownload = (program: Program): ContentDownload => ({
  run: (wanted = {}, control = {}) => contentRun(program, wanted, control),
});

function contentRun(program: Program, wanted: WantedWorks, control: RunControl): ContentRun {
  const { promise: ended, resolve, reject } = Promise.withResolvers<RunSummary>();
  // Whoever takes the outcomes is told of a failure there; nobody need look here.
  ended.catch(() => undefined);
  async function* outcomes(): AsyncGenerator<WorkOutcome> {
    const left = new AbortController();
    const line = outcomeLine<WorkOutcome>(CAPACITY);
    const stop = control.signal ? AbortSignal.any([control.signal, left.signal]) : left.signal;
    const running = start(program, { wanted, control, line, stop }).finally(line.end);
    running.then(resolve, reject);
    try {
      yield* line.items();
      await running;
    } finally {
      left.abort(new Error('nobody takes outcomes any longer'));
      line.end();
      await running.catch(() => undefined);
    }
  }
  const taken = outcomes();
  return {
    ended,
    async drain() {
      for await (const _ of taken);
      return ended;
    },
    [Symbol.asyncIterator]: () => taken,
  };
}

interface Started {
  readonly wanted: WantedWorks;
  readonly control: RunControl;
  readonly line: OutcomeLine<WorkOutcome>;
  readonly stop: AbortSignal;
}

async function start(
  { loaded, ports, version }: Program,
  { wanted: { works, ...wanted }, control, line, stop }: Started,
): Promise<RunSummary> {
  const { ledger, platform = systemPlatform(), ...engine } = ports;
  const { artifacts } = placesOf(loaded.config);
  const hasFiles = !loaded.config.artifacts.root?.startsWith('s3://') && ports.store === undefined;
  const told = (work: Work, ending: Ending) =>
    line.push(outcomeOf(work, ending.outcome, hasFiles ? artifacts : undefined));
  const open: OpenLedger = async (...place) => overheard(await (ledger?.open ?? openLedger)(...place), told);
  const { runId, folder, metrics, drain } = await runWorks({
    loaded: control.onEvent ? withListener(loaded) : loaded,
    wanted,
    ...(works && { sources: [givenWorks('program', () => asyncly(works))] }),
    ...(control.resume !== undefined && { resumes: control.resume }),
    force: control.force ?? false,
    urgent: false,
    platform,
    openLedger: open,
    ...(ledger && { openCatalog: ledger.catalog }),
    ...(Object.keys(engine).length > 0 && { ports: engine }),
    listen: control.onEvent ?? (() => {}),
    stop,
    command: 'a program',
    version,
  });
  return { runId, folder, metrics, wasStopped: drain.wasStopped };
}

/** Events reach a listener by the sink that shows them on terminals: it must be among those in use. */
function withListener(loaded: LoadedConfig): LoadedConfig {
  const { telemetry } = loaded.config;
  const sinks = [...new Set(['console' as const, ...telemetry.sinks])];
  return { ...loaded, config: { ...loaded.config, telemetry: { ...telemetry, sinks } } };
}

async function* asyncly<T>(items: Iterable<T> | AsyncIterable<T>): AsyncIterable<T> {
  yield* items;
}

/** The same ledger; every end that it has committed is told before the worker goes on. */
const overheard = (ledger: Ledger, told: (work: Work, ending: Ending) => Promise<void>): Ledger => ({
  ...ledger,
  async finish(lease, ending) {
    const isDone = await ledger.finish(lease, ending);
    if (isDone) await told(lease.work, ending);
    return isDone;
  },
});

function outcomeOf({ id, title }: Work, outcome: Outcome, root: string | undefined): WorkOutcome {
  const path = outcome.artifact?.path;
  return {
    ...outcome,
    workId: id,
    ...(title !== undefined && { title }),
    ...(root !== undefined && path !== undefined && { file: join(root, path) }),
  };
}
