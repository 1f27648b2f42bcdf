import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, start, startLab } from './binary.ts';
import { rows } from './results.ts';

/** Ten pages, each with an answer that takes longer than half a life of the process that asks. */
const WORKS = 2000;
/** So often it is killed at some moment of the listing; then it may come to the end of it. */
const KILLS = 8;

test('a listing killed again and again and resumed loses no work and queues none twice', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', String(WORKS), '--seed', '31', '--latency', '300');
  const out = join(dir.path, 'out');
  const config = await labConfig(dir.path, lab.origin, { orchestrator: { workers: 2 } });
  const count = (sql: string): number =>
    existsSync(join(out, 'manifest.sqlite3')) ? Number(rows<{ n: number }>(out, sql)[0]?.n ?? 0) : 0;
  const isListed = (): boolean => count('SELECT count(*) AS n FROM cursors WHERE exhausted = 1') === 1;
  let args = ['pull', '-c', config, '--run-id', 'r', '--query', 'publication_year:>1900'];
  let kills = 0;
  for (let seed = 3; !isListed(); kills++) {
    seed = (seed * 1103515245 + 12345) % 2 ** 31;
    const before = await lab.requests();
    const { child, ended } = start(args);
    while ((await lab.requests()) === before && child.exitCode === null) await wait(20);
    if (kills < KILLS) await wait(seed % 700);
    else while (!isListed() && child.exitCode === null) await wait(100);
    child.kill('SIGKILL');
    await ended;
    if (count("SELECT count(*) AS n FROM runs WHERE run_id = 'r'") === 1)
      args = ['resume', '--run', join(out, 'r')];
  }
  expect(kills).toBeGreaterThan(2);
  const listed = (await lab.world()).filter(({ sources }) => sources.openalex !== null);
  expect(listed.length).toBeGreaterThan(WORKS * 0.9);
  expect(new Set(rows<{ id: string }>(out, 'SELECT id FROM works').map(({ id }) => id))).toEqual(
    new Set(listed.map(({ id }) => id)),
  );
  expect(count('SELECT count(*) AS n FROM jobs')).toBe(listed.length);
}, 300_000);
