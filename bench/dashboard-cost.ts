/**
 * What looking at a run costs it: the same works pulled from the lab without and with `--dashboard`, a page's event stream
 * open and the state asked for twice a second, the two taking turns. Compares the median of the runs' peak memory, and
 * tells the 95th percentile of an update's round trip and the time a report of such a run takes.
 * `node bench/dashboard-cost.ts [ROUNDS] [WORKS]` prints JSON. Run `npm run build` first.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { idsFile, labConfig, startLab } from '../test/e2e/binary.ts';

const [rounds = '5', works = '10000'] = process.argv.slice(2);
const BINARY = resolve('dist/bin/contentdownload.js');
const TARGETS = { rssRatio: 1.1, updateP95Ms: 200, reportMs: 5000 };

/** The lab's Crossref announces ten a second, and one of its hosts asks for a second between pages: both would be heeded. */
const AT_FULL_SPEED = {
  resolvers: { crossref: { enabled: false } },
  robots: { enabled: false },
  download: { verify_identity: 'off' },
};

const KINDS = ['without', 'with'] as const;
type Kind = (typeof KINDS)[number];

await using lab = await startLab('--works', works, '--seed', '23');
const shared = await mkdtemp(join(tmpdir(), 'dashboard-cost-ids-'));
const ids = await idsFile(shared, await lab.world());

const peakMb = (pid: number): number => {
  const path = `/proc/${pid}/status`;
  const status = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
};

async function printedUrl(child: ChildProcess): Promise<URL> {
  let text = '';
  for await (const part of child.stderr!) {
    text += String(part);
    const found = /http:\/\/127\.0\.0\.1:\d+\//.exec(text)?.[0];
    if (found) return new URL(found);
  }
  throw new Error(`the dashboard was not announced: ${text}`);
}

/** Looks until the run has ended; what each look took. */
async function look(url: URL, ended: () => boolean): Promise<{ updateMs: number[]; events: number }> {
  const updateMs: number[] = [];
  let events = 0;
  const stream = fetch(new URL('/api/events', url)).then(async ({ body }) => {
    const decoder = new TextDecoder();
    for await (const part of body!) events += decoder.decode(part).match(/event: state/g)?.length ?? 0;
  });
  stream.catch(() => undefined);
  while (!ended()) {
    const startedAt = performance.now();
    const answer = await fetch(new URL('/api/state', url)).then(
      (one) => one.text(),
      () => undefined,
    );
    if (answer !== undefined) updateMs.push(performance.now() - startedAt);
    await wait(500);
  }
  await stream.catch(() => undefined);
  return { updateMs, events };
}

interface Measured {
  readonly seconds: number;
  readonly rssMb: number;
  readonly updateMs: readonly number[];
  readonly events: number;
  readonly reportMs: number;
}

async function measure(kind: Kind): Promise<Measured> {
  const folder = await mkdtemp(join(tmpdir(), 'dashboard-cost-'));
  try {
    const config = await labConfig(folder, lab.origin, AT_FULL_SPEED);
    const startedAt = performance.now();
    const flags = kind === 'with' ? ['--dashboard'] : [];
    const child = spawn(process.execPath, [BINARY, 'pull', '-q', '-c', config, '--ids', ids, ...flags], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let hasEnded = false;
    const ended = once(child, 'exit').then(([code]) => {
      hasEnded = true;
      if ((code as number) > 1) throw new Error(`a run ended with ${String(code)}`);
    });
    let rssMb = 0;
    const watching = setInterval(() => (rssMb = Math.max(rssMb, peakMb(child.pid!))), 250);
    const seen = kind === 'with' ? await look(await printedUrl(child), () => hasEnded) : undefined;
    await ended;
    clearInterval(watching);
    const seconds = (performance.now() - startedAt) / 1000;
    const reportAt = performance.now();
    const report = spawnSync(
      process.execPath,
      [BINARY, 'report', '--run', join(folder, 'out'), '--format', 'html'],
      { maxBuffer: 64 * 1024 * 1024 },
    );
    if (report.status !== 0) throw new Error(`the report failed: ${String(report.stderr)}`);
    const reportMs = performance.now() - reportAt;
    return { seconds, rssMb, updateMs: seen?.updateMs ?? [], events: seen?.events ?? 0, reportMs };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
const percentile = (values: readonly number[], share: number): number =>
  sorted(values)[Math.max(0, Math.ceil(values.length * share) - 1)] ?? Number.NaN;
const rounded = (value: number): number => Math.round(value * 100) / 100;

const all: Record<Kind, Measured[]> = { without: [], with: [] };
for (let round = 0; round < Number(rounds); round++)
  for (const kind of KINDS) {
    const measured = await measure(kind);
    all[kind].push(measured);
    console.error(`${kind}: ${measured.seconds.toFixed(1)} s, ${measured.rssMb.toFixed(0)} MB`);
  }
await rm(shared, { recursive: true, force: true });

const median = (kind: Kind, of: (one: Measured) => number): number =>
  rounded(percentile(all[kind].map(of), 0.5));
const updates = all.with.flatMap(({ updateMs }) => updateMs);
const rssRatio = rounded(median('with', ({ rssMb }) => rssMb) / median('without', ({ rssMb }) => rssMb));
const updateP95Ms = rounded(percentile(updates, 0.95));
const reportMs = median('with', (one) => one.reportMs);
const met = rssRatio <= TARGETS.rssRatio && updateP95Ms < TARGETS.updateP95Ms && reportMs < TARGETS.reportMs;
console.log(
  JSON.stringify(
    {
      name: 'dashboard-cost',
      works: Number(works),
      rounds: Number(rounds),
      rss_ratio: rssRatio,
      update_p95_ms: updateP95Ms,
      report_ms: reportMs,
      targets: TARGETS,
      met,
      rss_mb: {
        without: median('without', ({ rssMb }) => rssMb),
        with: median('with', ({ rssMb }) => rssMb),
      },
      seconds: {
        without: median('without', ({ seconds }) => seconds),
        with: median('with', ({ seconds }) => seconds),
      },
      updates: updates.length,
      events: all.with.reduce((sum, { events }) => sum + events, 0),
      load: loadavg()[0],
    },
    null,
    2,
  ),
);
if (!met) process.exitCode = 1;
