/** The built program and an origin, each in a process of its own, for benchmarks of the whole. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Arrival } from './origin.ts';

export const PROGRAM = resolve(process.env['CONTENTDOWNLOAD'] ?? 'dist/bin/contentdownload.js');
if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`);

const SAMPLE_MS = 50;
export const rounded = (value: number, digits = 3): number => Number(value.toFixed(digits));
export const load = (): readonly number[] => loadavg().map((one) => rounded(one, 2));
export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

/** No politeness: for figures of the machine. */
export const FAST = { metadata: '1000000/second', landing: '1000000/second', artifact: '1000000/second' };

export interface Origin extends AsyncDisposable {
  readonly url: string;
  arrivals(): Promise<readonly Arrival[]>;
}

export async function startOrigin(sizeBytes: number, serviceMs = 0): Promise<Origin> {
  const program = new URL('./origin.ts', import.meta.url).pathname;
  const child = spawn(process.execPath, [program, `${sizeBytes}`, `${serviceMs}`], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  const url = `http://127.0.0.1:${port.toString().trim()}`;
  return {
    url,
    arrivals: async () => (await (await fetch(`${url}/__log`)).json()) as readonly Arrival[],
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

const rssMb = (pid: number): number => {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
};

export interface ProductRun {
  readonly code: number | null;
  readonly seconds: number;
  readonly peakRssMb: number;
  readonly stdout: string;
}

interface ProductOptions {
  /** Stopped with SIGTERM after this time. */
  readonly stopAfterMs?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs `contentdownload COMMAND… -c` a configuration written into the folder. */
export async function runProduct(
  command: readonly string[],
  config: object,
  { folder, ...options }: ProductOptions & { readonly folder: string },
): Promise<ProductRun> {
  const file = join(folder, 'bench.json');
  writeFileSync(file, JSON.stringify(config));
  const startedAt = performance.now();
  const child: ChildProcess = spawn(process.execPath, [PROGRAM, ...command, '-c', file, '-q', '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...options.env },
  });
  let stdout = '';
  child.stdout?.on('data', (chunk: Buffer) => (stdout += chunk.toString()));
  const ended = once(child, 'close');
  let peakRssMb = 0;
  let isStopping = false;
  while (child.exitCode === null && child.signalCode === null) {
    peakRssMb = Math.max(peakRssMb, rssMb(child.pid ?? 0));
    if (!isStopping && performance.now() - startedAt > (options.stopAfterMs ?? Number.POSITIVE_INFINITY)) {
      isStopping = true;
      child.kill('SIGTERM');
    }
    await wait(SAMPLE_MS);
  }
  await ended;
  const seconds = (performance.now() - startedAt) / 1000;
  return { code: child.exitCode, seconds, peakRssMb: Math.round(peakRssMb), stdout };
}
