import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { idsFile, type LabProcess, type LabWork, labConfig, start, startLab } from '../e2e/binary.ts';
import { rows } from '../e2e/results.ts';
import { faultsOf } from '../e2e/wholeness.ts';

/** A row of the torture: how hard, and for how long at most. */
export interface RowOptions {
  readonly folder: string;
  readonly seed: number;
  readonly maxSeconds: number;
}

export interface RowResult {
  readonly name: string;
  readonly violations: readonly string[];
  readonly seconds: number;
  readonly [figure: string]: unknown;
}

export type Draw = (below: number) => number;

/** The same numbers for the same seed, whatever happens between two draws. */
export function draws(seed: number): Draw {
  let state = seed >>> 0;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state / 2 ** 32) * below;
  };
}

/** One run in a folder of its own, on a lab that many runs share. */
export interface Round {
  readonly out: string;
  readonly works: number;
  readonly pull: readonly string[];
  readonly resume: readonly string[];
  /** Works that have ended so far. */
  ended(): number;
  /** What is wrong with the run, once it is over. */
  faults(): Promise<readonly string[]>;
}

export interface Stage extends AsyncDisposable {
  readonly lab: LabProcess;
  readonly world: readonly LabWork[];
  readonly started: number;
  /** Whether the row's time is up. */
  isLate(): boolean;
  round(more?: Record<string, unknown>, flags?: readonly string[]): Promise<Round>;
  seconds(): number;
}

const ORCHESTRATOR = { workers: 8, job_retry_backoff_s: 0.1, shutdown_grace_s: 1 };

const endedIn = (out: string): number => {
  try {
    const [row] = rows<{ n: number | null }>(
      out,
      "SELECT sum(n) AS n FROM counts WHERE state IN ('done', 'skipped', 'error')",
    );
    return row?.n ?? 0;
  } catch {
    // Not made yet, or just being made.
    return 0;
  }
};

/** A lab, and as many runs on it as a row wants. */
export async function setStage(
  { folder, seed, maxSeconds }: RowOptions,
  works: number,
  lab = startLab('--works', String(works), '--seed', String(seed), '--latency', '15'),
): Promise<Stage> {
  const started = performance.now();
  const running = await lab;
  const world = await running.world();
  let rounds = 0;
  return {
    lab: running,
    world,
    started,
    isLate: () => performance.now() - started > maxSeconds * 1000,
    seconds: () => Math.round((performance.now() - started) / 1000),
    async round(more = {}, flags = []) {
      const place = join(folder, `round-${++rounds}`);
      mkdirSync(place, { recursive: true });
      const orchestrator = { ...ORCHESTRATOR, ...(more['orchestrator'] as object | undefined) };
      const config = await labConfig(place, running.origin, { ...more, orchestrator });
      const ids = await idsFile(place, world);
      const out = join(place, 'out');
      return {
        out,
        works: world.length,
        pull: ['pull', '-c', config, '--ids', ids, '--run-id', 'r', ...flags],
        resume: ['resume', '--run', join(out, 'r'), ...flags],
        ended: () => endedIn(out),
        faults: () => faultsOf(out, 'r', world),
      };
    },
    [Symbol.asyncDispose]: () => running[Symbol.asyncDispose](),
  };
}

/** Goes on until the run is over, undisturbed. */
export async function finish(
  round: Round,
  args: readonly string[] = round.resume,
): Promise<readonly string[]> {
  const { code, stderr } = await start(args).ended;
  const faults = await round.faults();
  return code === 0 || code === 1 ? faults : [`the last run ended with ${code}: ${stderr}`, ...faults];
}

/** Whether the first start came far enough to be gone on with. */
export const hasBegun = (round: Round): boolean => {
  try {
    return rows(round.out, "SELECT 1 FROM runs WHERE run_id = 'r'").length > 0;
  } catch {
    return false;
  }
};

/** Waits until something is so, or the time is up; looks often. */
export async function patiently(isSo: () => boolean, seconds: number): Promise<boolean> {
  for (const end = performance.now() + seconds * 1000; performance.now() < end; await wait(5))
    if (isSo()) return true;
  return false;
}

export const quantile = (values: readonly number[], share: number): number => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
};

export const rounded = (value: number): number => Math.round(value * 1000) / 1000;
