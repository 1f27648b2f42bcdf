import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, type LabProcess, type LabWork, labConfig, run, start, startLab } from './binary.ts';
import { type Entry, entries, filesIn, manifestOf, rows, sha256, storedFiles, surprises } from './results.ts';

/** Slow enough that a signal always finds work under way. */
const SLOW = { orchestrator: { workers: 8, job_retry_backoff_s: 0.1, shutdown_grace_s: 1 } };

async function setUp(works: number, seed: number) {
  const lab = await startLab('--works', String(works), '--seed', String(seed), '--latency', '30');
  const folder = await tempDir();
  const world = await lab.world();
  const config = await labConfig(folder.path, lab.origin, SLOW);
  return {
    lab,
    folder,
    world,
    config,
    ids: await idsFile(folder.path, world),
    out: join(folder.path, 'out'),
  };
}

async function expectWhole(out: string, runId: string, world: readonly LabWork[]): Promise<void> {
  const found = entries(out).filter((entry) => entry.run_id === runId);
  expect(surprises(world, found)).toEqual([]);
  const stored = storedFiles(out);
  for (const { path, sha256: hash } of stored) expect(await sha256(join(out, 'artifacts', path))).toBe(hash);
  expect((await filesIn(join(out, 'artifacts'))).sort()).toEqual(stored.map(({ path }) => path).sort());
  const lines = await manifestOf(join(out, runId));
  expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  const outcomes = lines.filter(({ record_type }) => record_type === 'outcome').map(({ doc_id }) => doc_id);
  expect(outcomes).toHaveLength(world.length);
  expect(new Set(outcomes).size).toBe(world.length);
}

/** Artifacts of works that had ended at some moment must not be asked for after it. */
async function fetchedAgain(
  lab: LabProcess,
  finished: readonly { upTo: number; entries: readonly Entry[] }[],
): Promise<string[]> {
  const log = await lab.accessLog();
  return finished.flatMap(({ upTo, entries: done }) => {
    const urls = new Set(done.filter(({ path }) => path !== null).map(({ url }) => url));
    const later = log.filter(({ seq, role }) => seq > upTo && role === 'artifact');
    return later.map(({ host, path }) => `https://${host}${path}`).filter((url) => urls.has(url));
  });
}

test('SIGTERM gives works back at once, exits 143, and resume ends the run', async () => {
  const { lab, folder, world, config, ids, out } = await setUp(120, 21);
  await using _lab = lab;
  await using _folder = folder;
  const first = start(['pull', '-c', config, '--ids', ids, '--run-id', 'r']);
  while ((await lab.requests()) < 80) await wait(20);
  first.child.kill('SIGTERM');
  const stopped = await first.ended;
  expect(stopped.code).toBe(143);
  const leased = rows<{ n: number }>(out, "SELECT count(*) AS n FROM jobs WHERE state = 'in_progress'");
  expect(leased).toEqual([{ n: 0 }]);
  const finished = [{ upTo: await lab.requests(), entries: entries(out) }];
  expect(finished[0]!.entries.length).toBeLessThan(world.length);
  const resumed = await run(['resume', '--run', join(out, 'r'), '--json']);
  expect(resumed.code).toBe(1);
  await expectWhole(out, 'r', world);
  expect(await fetchedAgain(lab, finished)).toEqual([]);
}, 180_000);

test('after twelve SIGKILLs nothing is lost, partial, doubled, or fetched again', async () => {
  const { lab, folder, world, config, ids, out } = await setUp(160, 22);
  await using _lab = lab;
  await using _folder = folder;
  const finished: { upTo: number; entries: readonly Entry[] }[] = [];
  let kills = 0;
  let args = ['pull', '-c', config, '--ids', ids, '--run-id', 'r'];
  for (let seed = 7; kills < 12; kills++) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const before = await lab.requests();
    const { child, ended } = start(args);
    // Some die while starting, most in the middle of requests.
    const target = before + (seed % 60);
    while ((await lab.requests()) < target && child.exitCode === null) await wait(10);
    if (child.exitCode !== null) break;
    await wait(seed % 40);
    child.kill('SIGKILL');
    expect((await ended).signal).toBe('SIGKILL');
    if ((await run(['queue', 'stats', '--out', out])).code === 0) {
      finished.push({ upTo: await lab.requests(), entries: entries(out) });
      args = ['resume', '--run', join(out, 'r')];
    }
  }
  expect(kills).toBeGreaterThanOrEqual(10);
  const last = await run(args);
  expect(last.code, last.stderr).toBe(1);
  await expectWhole(out, 'r', world);
  expect(await fetchedAgain(lab, finished)).toEqual([]);
}, 300_000);
