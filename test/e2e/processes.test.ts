import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, labConfig, start, startLab } from './binary.ts';
import { engines, isAlive, until } from './process-tree.ts';
import { entries, rows } from './results.ts';
import { faultsOf, leasesIn } from './wholeness.ts';

const SLOW_HOST = 'api.unpaywall.org';
const INTERVAL_MS = 150;
const fast = { metadata: '500/second', landing: '500/second', artifact: '500/second' };
const policies = {
  ...Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, fast])),
  [SLOW_HOST]: { metadata: `1/${INTERVAL_MS / 1000}second` },
};
const ORCHESTRATOR = { workers: 8, job_retry_backoff_s: 0.1, shutdown_grace_s: 1, max_per_host: 2 };

async function setUp(works: number, seed: number) {
  const lab = await startLab('--works', String(works), '--seed', String(seed), '--latency', '25');
  const folder = await tempDir();
  const world = await lab.world();
  const config = await labConfig(folder.path, lab.origin, {
    rate_limit: { default: fast, policies },
    orchestrator: ORCHESTRATOR,
  });
  const ids = await idsFile(folder.path, world);
  const args = ['pull', '-c', config, '--ids', ids, '--run-id', 'r', '--processes', '2'];
  return { lab, folder, world, args, out: join(folder.path, 'out') };
}

test('two engine processes do the works of one run, at one rate and within one number per host', async () => {
  const { lab, folder, world, args, out } = await setUp(40, 41);
  await using _lab = lab;
  await using _folder = folder;
  const ended = await start(args).ended;
  expect(await faultsOf(out, 'r', world), ended.stderr).toEqual([]);
  const workers = rows<{ id: string }>(
    out,
    "SELECT DISTINCT worker_id AS id FROM attempts WHERE stage = 'stream'",
  );
  expect(workers).toHaveLength(2);
  expect(await lab.violations()).toEqual([]);
  const starts = (await lab.accessLog())
    .filter(({ host }) => host === SLOW_HOST)
    .map(({ startMs }) => startMs)
    .toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((at, index) => at - starts[index]!);
  expect(gaps.length).toBeGreaterThan(8);
  // Two limiters of their own would have every second start come early; the rest is room for a busy machine.
  expect(gaps.filter((gap) => gap < INTERVAL_MS * 0.6).length).toBeLessThanOrEqual(gaps.length * 0.1);
  for (const { host, maxConcurrent } of await lab.hosts())
    expect(maxConcurrent, host).toBeLessThanOrEqual(ORCHESTRATOR.max_per_host);
}, 120_000);

test('an engine process that is killed is replaced, and its works are done', async () => {
  const { lab, folder, world, args, out } = await setUp(60, 42);
  await using _lab = lab;
  await using _folder = folder;
  const run = start(args);
  const [first] = await engines(run.child.pid!, 2);
  await until('requests', async () => ((await lab.requests()) > 40 ? true : undefined));
  process.kill(first!, 'SIGKILL');
  await until('another engine', () => (run.stderr().includes('another takes its place') ? true : undefined));
  expect(await engines(run.child.pid!, 2)).not.toContain(first);
  const ended = await run.ended;
  expect(await faultsOf(out, 'r', world), ended.stderr).toEqual([]);
}, 120_000);

test('engine processes end with their parent, and with a signal to it, leaving no lease', async () => {
  const { lab, folder, world, args, out } = await setUp(60, 43);
  await using _lab = lab;
  await using _folder = folder;
  const killed = start(args);
  const orphans = await engines(killed.child.pid!, 2);
  await until('requests', async () => ((await lab.requests()) > 20 ? true : undefined));
  killed.child.kill('SIGKILL');
  await killed.ended;
  await until('orphans to end', () => (orphans.some(isAlive) ? undefined : true));
  const before = await lab.requests();
  await wait(200);
  expect(await lab.requests()).toBe(before);

  const resume = ['resume', '--run', join(out, 'r'), '--processes', '2'];
  const stopped = start(resume);
  const stopping = await engines(stopped.child.pid!, 2);
  await until('more requests', async () => ((await lab.requests()) > before + 20 ? true : undefined));
  for (const pid of [...stopping, stopped.child.pid!]) process.kill(pid, 'SIGTERM');
  expect((await stopped.ended).code).toBe(143);
  expect(stopping.some(isAlive)).toBe(false);
  expect(leasesIn(out)).toBe(0);
  expect(entries(out).length).toBeLessThan(world.length);
  const ended = await start(resume).ended;
  expect(await faultsOf(out, 'r', world), ended.stderr).toEqual([]);
}, 120_000);
