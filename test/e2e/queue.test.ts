import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run, start, startLab } from './binary.ts';
import { entries, surprises } from './results.ts';

test('works queued by hand, once each, are drained by queue run', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', '12', '--seed', '5');
  const config = await labConfig(dir.path, lab.origin);
  const out = join(dir.path, 'out');
  const works = await lab.world();
  const file = join(dir.path, 'works.txt');
  await writeFile(
    file,
    [...works.map(({ spelling }) => spelling), 'nonsense', works[0]!.spelling].join('\n'),
  );
  const first = await run(['queue', 'enqueue', works[1]!.spelling, '-c', config, '--json']);
  expect(JSON.parse(first.stdout)).toEqual({ added: 1, duplicates: 0, rejects: 0 });
  const imported = await run(['queue', 'import', file, '-c', config, '--json']);
  expect(imported.code).toBe(1);
  expect(JSON.parse(imported.stdout)).toEqual({ added: 11, duplicates: 2, rejects: 1 });
  expect(imported.stderr).toContain('works.txt:13: "nonsense"');
  const drained = await run(['queue', 'run', '--drain', '-c', config]);
  expect(drained.code, drained.stderr).toBeLessThan(2);
  expect(surprises(works, entries(out))).toEqual([]);
}, 120_000);

test('a pause holds a running drainer, which goes on when told; works may be queued beside it', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', '6', '--faults', 'gold-best-pdf');
  const config = await labConfig(dir.path, lab.origin);
  const out = join(dir.path, 'out');
  const works = await lab.world();
  await run(['queue', 'enqueue', works[0]!.spelling, '-c', config]);
  await run(['queue', 'pause', '-c', config]);
  const drainer = start(['queue', 'run', '-c', config]);
  await wait(1500);
  expect(entries(out)).toEqual([]);
  await run(['queue', 'enqueue', ...works.map(({ spelling }) => spelling), '-c', config]);
  await run(['queue', 'resume', '-c', config]);
  while (entries(out).length < works.length) await wait(100);
  drainer.child.kill('SIGINT');
  expect((await drainer.ended).code).toBe(130);
  expect(surprises(works, entries(out))).toEqual([]);
}, 120_000);

test('retry-failed lets failed works wait again', async () => {
  await using dir = await tempDir();
  await using lab = await startLab('--works', '2', '--faults', 'dead-link');
  const config = await labConfig(dir.path, lab.origin);
  const works = await lab.world();
  expect(
    (await run(['pull', '-c', config, '--run-id', 'r', ...works.map(({ spelling }) => spelling)])).code,
  ).toBe(1);
  const retried = await run(['queue', 'retry-failed', '-c', config, '--json']);
  expect(JSON.parse(retried.stdout)).toEqual({ retried: 2 });
  const stats = await run(['queue', 'stats', '-c', config, '--json']);
  expect(JSON.parse(stats.stdout)).toMatchObject({ queued: 2, error: 0 });
}, 120_000);
