import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run, startLab } from './binary.ts';
import { entries, surprises } from './results.ts';

/** Both runs ask this host about most of their works. */
const SHARED = 'api.unpaywall.org';
const INTERVAL_MS = 250;

const fast = { metadata: '500/second', landing: '500/second', artifact: '500/second' };
const policies = {
  ...Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, fast])),
  [SHARED]: { metadata: '4/second' },
};

test('two runs that name one file of rate limits keep to one rate together', async () => {
  await using lab = await startLab('--works', '24', '--seed', '33');
  await using folder = await tempDir();
  const world = await lab.world();
  const config = await labConfig(folder.path, lab.origin, {
    rate_limit: { backend: 'sqlite', url: join(folder.path, 'limits.sqlite3'), default: fast, policies },
  });
  await Promise.all(
    [world.slice(0, 12), world.slice(12)].map(async (works, half) => {
      const out = join(folder.path, `out-${half}`);
      const ids = join(folder.path, `ids-${half}.txt`);
      await writeFile(ids, works.map(({ spelling }) => spelling).join('\n'));
      const ended = await run(['pull', '-c', config, '--ids', ids, '--out', out]);
      expect(surprises(works, entries(out)), ended.stderr).toEqual([]);
    }),
  );
  const starts = (await lab.accessLog())
    .filter(({ host }) => host === SHARED)
    .map(({ startMs }) => startMs)
    .toSorted((a, b) => a - b);
  const gaps = starts.slice(1).map((at, index) => at - starts[index]!);
  expect(gaps.length).toBeGreaterThan(8);
  // Two limiters of their own would have every second start come early; the rest is room for a busy machine.
  const early = gaps.filter((gap) => gap < INTERVAL_MS * 0.6);
  expect(early.length).toBeLessThanOrEqual(gaps.length * 0.1);
}, 60_000);
