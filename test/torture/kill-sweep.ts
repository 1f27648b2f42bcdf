import { spawn, spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Metrics } from '../../src/core/metrics.ts';
import { startLab } from '../../src/lab/server.ts';
import { labInput } from './lab-input.ts';
import { type SweepInput, sweepRun } from './sweep-run.ts';
import { verdictOn } from './verdict.ts';

/** Calls that change something on the disk, by their old and their modern names. */
const SWEPT = [
  'write',
  'pwrite64',
  'pwritev',
  'fsync',
  'fdatasync',
  'rename',
  'renameat2',
  'link',
  'linkat',
  'unlink',
  'unlinkat',
  'ftruncate',
  'mkdir',
];

export interface SweepOptions {
  readonly works: number;
  readonly seed: number;
  /** Every n-th point. */
  readonly every: number;
  /** This point alone, such as `link 3`. */
  readonly only: string | undefined;
  readonly maxSeconds: number;
  readonly folder: string;
}

interface Violation {
  readonly point: string;
  readonly what: string;
}

const PROGRAM = new URL('./sweep-run.ts', import.meta.url).pathname;

/** One run under strace. Resolves to whether it was killed. */
function traced(args: readonly string[], input: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('strace', ['-f', '-qq', ...args, process.execPath, PROGRAM, input], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1' },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (text: Buffer) => (stderr += text.toString()));
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const wasKilled = signal === 'SIGKILL' || code === 137;
      if (wasKilled || code === 0) resolve(wasKilled);
      else reject(new Error(`the run ended with ${code}: ${stderr.slice(0, 2000)}`));
    });
  });
}

/** How often each call is made by the thread that makes it most. */
async function countPoints(folder: string, input: string): Promise<ReadonlyMap<string, number>> {
  const log = join(folder, 'trace.txt');
  await traced(['-o', log, '-e', `trace=${SWEPT.join(',')}`], input);
  const counts = new Map<string, number>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const match = /^(\d+) +(\w+)\(/.exec(line);
    if (match) counts.set(`${match[2]} ${match[1]}`, (counts.get(`${match[2]} ${match[1]}`) ?? 0) + 1);
  }
  const points = new Map<string, number>();
  for (const [key, n] of counts) {
    const call = key.split(' ')[0] ?? '';
    points.set(call, Math.max(points.get(call) ?? 0, n));
  }
  return points;
}

interface Stage {
  readonly out: string;
  readonly input: SweepInput;
  /** What the run gives when nobody kills it. */
  readonly reference: Pick<Metrics, 'saved' | 'processed'>;
}

async function judgePoint(stage: Stage, point: string): Promise<readonly Violation[]> {
  const { out, input, reference } = stage;
  const violations: Violation[] = [];
  if (existsSync(join(out, 'manifest.sqlite3'))) {
    const found = await verdictOn(out, { strict: false }).catch((error: unknown) =>
      /no such table|is empty/.test(String(error)) ? [] : Promise.reject(error),
    );
    for (const { fault, subject, detail } of found)
      if (fault !== 'partial')
        violations.push({ point, what: `after the kill: ${fault} ${subject}: ${detail}` });
  }
  const { metrics } = await sweepRun(input);
  for (const { fault, subject, detail } of await verdictOn(out, { strict: true }))
    violations.push({ point, what: `after the resume: ${fault} ${subject}: ${detail}` });
  if (metrics.saved !== reference.saved || metrics.processed !== reference.processed)
    violations.push({
      point,
      what: `${metrics.saved} saved, ${metrics.processed} ended, ${metrics.waiting} waiting`,
    });
  return violations;
}

/** SIGKILL at every mutating system call of a small run; each time the run is gone on with and judged. */
export async function killSweep(options: SweepOptions): Promise<unknown> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).error) throw new Error('strace is not installed');
  const started = performance.now();
  await using lab = await startLab({
    works: options.works,
    seed: options.seed,
    maxBytes: 8_000_000,
    crawlDelayS: 0,
    arxivCrawlDelayS: 0,
  });
  const out = join(options.folder, 'out');
  const input = labInput(lab, out);
  const inputPath = join(options.folder, 'input.json');
  writeFileSync(inputPath, JSON.stringify(input));
  const { metrics: reference } = await sweepRun(labInput(lab, join(options.folder, 'reference')));
  const points = await countPoints(options.folder, inputPath);
  const all = [...points].flatMap(([call, n]) =>
    Array.from({ length: n }, (_, at) => ({ call, at: at + 1 })),
  );
  const chosen = all.filter(({ call, at }, index) =>
    options.only === undefined ? index % options.every === 0 : `${call} ${at}` === options.only,
  );
  const violations: Violation[] = [];
  let tried = 0;
  let killed = 0;
  for (const { call, at } of chosen) {
    if (performance.now() - started > options.maxSeconds * 1000) break;
    rmSync(out, { recursive: true, force: true });
    const inject = ['-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${at}`];
    if (await traced(inject, inputPath)) killed += 1;
    tried += 1;
    violations.push(...(await judgePoint({ out, input, reference }, `${call} ${at}`)));
    if (violations.length > 20) break;
    if (tried % 25 === 0)
      process.stderr.write(`${tried} of ${chosen.length} points, ${violations.length} violations\n`);
  }
  return {
    name: 'kill-sweep',
    works: options.works,
    points: Object.fromEntries(points),
    all_points: all.length,
    chosen: chosen.length,
    tried,
    killed,
    violations,
    seconds: Math.round((performance.now() - started) / 1000),
  };
}
