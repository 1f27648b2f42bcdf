import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { systemPlatform } from '../../src/app/platform.ts';
import { runWorks } from '../../src/app/run.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { Event } from '../../src/core/events.ts';
import { startLab } from '../../src/lab/server.ts';
import { labInput } from './lab-input.ts';
import { sweepRun } from './sweep-run.ts';
import { verdictOn } from './verdict.ts';

export interface CycleOptions {
  readonly cycles: number;
  readonly works: number;
  readonly seed: number;
  readonly folder: string;
  /** What runs out: bytes or inodes. */
  readonly shortage: 'bytes' | 'inodes';
}

/** Only root may mount; without it there is nothing to fill. */
export const canMount = (): boolean =>
  process.getuid?.() === 0 && spawnSync('mount', ['--version'], { stdio: 'ignore' }).error === undefined;

/** A small file system of its own, gone when the test ends. */
/** Small, though with room for all 200 works of the lab (some 80 MB): in the end everything must fit. */
function smallDisk(path: string): Disposable {
  mkdirSync(path, { recursive: true });
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=192m,nr_inodes=600', 'tmpfs', path]);
  if (mounted.status !== 0) throw new Error(`mount: ${mounted.stderr.toString()}`);
  return { [Symbol.dispose]: () => void spawnSync('umount', ['-l', path]) };
}

/** Fills the disk with what is not ours, up to the last byte or inode. */
function fill(root: string, shortage: CycleOptions['shortage']): void {
  const ballast = join(root, 'ballast');
  mkdirSync(ballast, { recursive: true });
  try {
    for (let n = 0; ; n++)
      writeFileSync(join(ballast, `${n}`), shortage === 'bytes' ? Buffer.alloc(1 << 20) : '');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
  }
}

const free = (root: string): void => rmSync(join(root, 'ballast'), { recursive: true, force: true });

async function until(condition: () => boolean, seconds: number, what: string): Promise<void> {
  for (let tries = 0; !condition(); tries++) {
    if (tries > seconds * 20) throw new Error(`waited ${seconds} s for ${what}`);
    await wait(50);
  }
}

/**
 * A run whose disk is filled and freed again and again while it works. Every pause must be said once, no work may fail
 * for it, and in the end everything is there.
 */
export async function diskCycles(options: CycleOptions): Promise<{
  readonly pauses: number;
  readonly resumes: number;
  readonly outcomes: Readonly<Record<string, number>>;
  readonly violations: readonly string[];
}> {
  await using lab = await startLab({
    works: options.works,
    seed: options.seed,
    maxBytes: 8_000_000,
    crawlDelayS: 0,
    arxivCrawlDelayS: 0,
    latencyMs: 30,
  });
  const out = join(options.folder, 'out');
  const root = join(options.folder, 'disk');
  using _disk = smallDisk(root);
  const artifacts = join(root, 'artifacts');
  const { config, ids } = labInput(lab, out, {
    artifacts: { root: artifacts, min_free_bytes: 0 },
    orchestrator: { job_retry_backoff_s: 0.05, workers: 8 },
  });
  const events: Event[] = [];
  const warnings = (word: string): number =>
    events.filter((event) => event.type === 'warning' && event.message.includes(word)).length;
  const ended = (): number => events.filter(({ type }) => type === 'outcome').length;
  const reference = await sweepRun(labInput(lab, join(options.folder, 'reference')));
  fill(root, options.shortage);
  let finished = false;
  const running = runWorks({
    loaded: parseConfig({ given: { values: { ...config, run_id: 'cycled' }, origin: 'torture' } }),
    wanted: { ids },
    force: false,
    urgent: false,
    platform: systemPlatform(),
    listen: (event) => void events.push(event),
    stop: new AbortController().signal,
    command: 'torture',
    version: '0',
  }).finally(() => (finished = true));
  for (let cycle = 1; cycle <= options.cycles; cycle++) {
    await until(() => warnings('pauses') >= cycle || finished, 60, `pause ${cycle}`);
    const before = ended();
    // What is freed while works still fail may be taken for what they gave up; it then takes a minute longer.
    await wait(2500);
    free(root);
    await until(() => warnings('room again') >= cycle || finished, 90, `going on ${cycle}`);
    if (cycle === options.cycles) break;
    await until(() => ended() > before + 2 || finished, 60, `works to end in cycle ${cycle}`);
    if (!finished) fill(root, options.shortage);
  }
  const { metrics } = await running;
  const left = readdirSync(artifacts).filter((name) => name.endsWith('.part'));
  const found = await verdictOn(out, { strict: true, root: artifacts });
  const { saved } = reference.metrics;
  return {
    pauses: warnings('pauses'),
    resumes: warnings('room again'),
    outcomes: {
      saved: metrics.saved,
      failed: metrics.failed,
      expected: saved,
      free: statfsSync(root).bavail,
    },
    violations: [
      ...left.map((name) => `left ${name}`),
      ...found.map(({ fault, subject, detail }) => `${fault} ${subject}: ${detail}`),
      ...(metrics.saved === saved ? [] : [`${metrics.saved} of ${saved} saved`]),
      ...('storage-error' in metrics.reasons ? ['a work failed for want of space'] : []),
    ],
  };
}
