import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
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
  /** Points tried side by side. */
  readonly jobs: number;
  readonly folder: string;
}

interface Violation {
  readonly point: string;
  readonly what: string;
}

/** Thousands of starts of the same program: its code is read once. */
const COMPILED = join(tmpdir(), 'contentdownload-torture-compiled');
const PROGRAM = new URL('./sweep-run.ts', import.meta.url).pathname;

/** One run under strace. Resolves to whether it was killed. */
function traced(args: readonly string[], input: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn('strace', ['-f', '-qq', ...args, process.execPath, PROGRAM, input], {
      env: { ...process.env, UV_THREADPOOL_SIZE: '1', NODE_COMPILE_CACHE: COMPILED },
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

interface Point {
  readonly call: string;
  /** The n-th call of this name in its thread. */
  readonly at: number;
}

/** The calls of a run that change files below `out`; calls that wake threads or speak to servers only count along. */
async function findPoints(folder: string, input: string): Promise<readonly Point[]> {
  const log = join(folder, 'trace.txt');
  await traced(['-y', '-o', log, '-e', `trace=${SWEPT.join(',')}`], input);
  const counts = new Map<string, number>();
  const points = new Map<string, Point>();
  for (const line of readFileSync(log, 'utf8').split('\n')) {
    const [, thread, call = '', target = ''] = /^(\d+) +(\w+)\(([^,)]*)/.exec(line) ?? [];
    if (thread === undefined) continue;
    const at = (counts.get(`${thread} ${call}`) ?? 0) + 1;
    counts.set(`${thread} ${call}`, at);
    if (target.includes(folder)) points.set(`${call} ${at}`, { call, at });
  }
  return [...points.values()];
}

const countByCall = (points: readonly Point[]): Readonly<Record<string, number>> =>
  Object.fromEntries(
    SWEPT.map((call) => [call, points.filter((point) => point.call === call).length] as const).filter(
      ([, count]) => count > 0,
    ),
  );

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

/** A lab of its own for each of those who work side by side, and where its runs lie. */
async function setUp(options: SweepOptions, job: number) {
  const lab = await startLab({
    works: options.works,
    seed: options.seed,
    maxBytes: 8_000_000,
    crawlDelayS: 0,
    arxivCrawlDelayS: 0,
  });
  const folder = join(options.folder, String(job));
  mkdirSync(folder, { recursive: true });
  const out = join(folder, 'out');
  const input = labInput(lab, out);
  const inputPath = join(folder, 'input.json');
  writeFileSync(inputPath, JSON.stringify(input));
  const { metrics: reference } = await sweepRun(labInput(lab, join(folder, 'reference')));
  return { folder, inputPath, stage: { out, input, reference }, close: () => lab[Symbol.asyncDispose]() };
}

/** SIGKILL at every system call of a small run that changes a file; each time the run is gone on with and judged. */
export async function killSweep(options: SweepOptions): Promise<unknown> {
  if (spawnSync('strace', ['-V'], { stdio: 'ignore' }).error) throw new Error('strace is not installed');
  const started = performance.now();
  const sites = await Promise.all(Array.from({ length: options.jobs }, (_, job) => setUp(options, job)));
  const [first] = sites;
  if (!first) throw new Error('--jobs must be at least 1');
  const points = await findPoints(first.folder, first.inputPath);
  const chosen = points.filter(({ call, at }, index) =>
    options.only === undefined ? index % options.every === 0 : `${call} ${at}` === options.only,
  );
  const violations: Violation[] = [];
  let next = 0;
  let tried = 0;
  let killed = 0;
  const isOver = (): boolean =>
    violations.length > 20 || performance.now() - started > options.maxSeconds * 1000;

  async function sweep({ inputPath, stage }: (typeof sites)[number]): Promise<void> {
    for (let point = chosen[next++]; point && !isOver(); point = chosen[next++]) {
      const { call, at } = point;
      rmSync(stage.out, { recursive: true, force: true });
      const inject = ['-e', `trace=${call}`, '-e', `inject=${call}:signal=KILL:when=${at}`];
      if (await traced(['-o', '/dev/null', ...inject], inputPath)) killed += 1;
      tried += 1;
      const found = await judgePoint(stage, `${call} ${at}`);
      violations.push(...found);
      for (const { point: where, what } of found) process.stderr.write(`${where}: ${what}\n`);
      if (tried % 100 === 0) process.stderr.write(`${tried} of ${chosen.length} points\n`);
    }
  }

  try {
    await Promise.all(sites.map(sweep));
  } finally {
    await Promise.all(sites.map(({ close }) => close()));
  }
  return {
    name: 'kill-sweep',
    works: options.works,
    points: countByCall(points),
    all_points: points.length,
    chosen: chosen.length,
    tried,
    killed,
    violations,
    seconds: Math.round((performance.now() - started) / 1000),
  };
}
