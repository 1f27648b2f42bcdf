import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { labConfig, run, startLab } from './binary.ts';
import { entries } from './results.ts';

const resolver = (name: string, more: string): string => `{
  name: '${name}', tier: 'direct_oa', enabledByDefault: true, baseUrl: undefined, own: {}, batch: undefined,
  accepts: () => true, first: () => undefined, async *plans() {}, fileHeaders: () => ({}), ${more}
}`;

test('plug-ins whose code fails cost nothing but their own answers, and are told of once', async () => {
  await using lab = await startLab('--works', '6', '--seed', '5', '--faults', 'gold-best-pdf');
  await using folder = await tempDir();
  const broken = [
    resolver('throws', `async *plans() { throw new TypeError('a slip in plans') }`),
    resolver('refuses', `accepts() { throw new Error('a slip in accepts') }`),
    resolver(
      'looks',
      `first() { throw new Error('a slip in first') }, plans() { throw new Error('no iterator') }`,
    ),
    resolver('mumbles', `async *plans() { yield null }`),
    resolver('babbles', `async *plans() { yield { url: 42 } }`),
    resolver('later', `async *plans() { await null; throw 'just a text' }`),
  ];
  const plugin = join(folder.path, 'broken.mjs');
  await writeFile(plugin, `export const resolvers = [${broken.join(',')}];`);
  const order = ['throws', 'refuses', 'looks', 'mumbles', 'babbles', 'later', 'openalex'];
  const config = await labConfig(folder.path, lab.origin, {
    plugins: [plugin],
    resolvers: { order, tiers: { direct_oa: order } },
  });
  const works = await lab.world();
  const ids = works.map(({ spelling }) => spelling);
  const { code, stderr } = await run(['pull', '-c', config, ...ids, '--run-id', 'r']);
  expect(entries(join(folder.path, 'out')).map(({ status }) => status)).toEqual(works.map(() => 'saved'));
  expect(code).toBe(0);
  const warnings = stderr.split('\n').filter((line) => line.startsWith('warning: the resolver '));
  expect(warnings.toSorted()).toEqual([
    'warning: the resolver babbles failed: TypeError: a candidate needs `url` and `expected`; works go on with the next source',
    'warning: the resolver later failed: just a text; works go on with the next source',
    'warning: the resolver looks failed: Error: no iterator; works go on with the next source',
    'warning: the resolver mumbles failed: TypeError: a candidate needs `url` and `expected`; works go on with the next source',
    'warning: the resolver refuses failed: Error: a slip in accepts; works go on with the next source',
    'warning: the resolver throws failed: TypeError: a slip in plans; works go on with the next source',
  ]);
  const explained = await run(['explain', '--work', ids[0]!, '-c', config]);
  expect(explained.stdout).toContain('a slip in plans');
  const report = await run([
    'report',
    '--run',
    join(folder.path, 'out', 'r'),
    '--format',
    'md',
    '-c',
    config,
  ]);
  expect(report.stdout).toMatch(/^\| throws +(?:\| +0 +){4}\| +6 +\| +0 +\|$/m);
}, 60_000);
