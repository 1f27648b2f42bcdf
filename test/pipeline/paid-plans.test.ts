import { expect, test } from 'vitest';
import { Deferred } from '../../src/core/deferred.ts';
import { outcomeOf, parkedOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const FREE = 'https://free.org/1.pdf';
const BOUGHT = 'https://content.openalex.org/works/W1.pdf';
const PAGE = 'https://journal.org/1';
const bought = pdfAt(BOUGHT, { priceUsd: 0.01 });
const page = { url: PAGE, expected: 'html' } as const;

const route = [
  { name: 'index', gives: [bought, page] },
  { name: 'below', tier: 'archive', gives: [pdfAt(FREE)] },
];

test('without a budget a file that costs money is known and not asked for', async () => {
  const bench = pipelineBench([{ name: 'index', gives: [bought] }]);
  const outcome = outcomeOf(await bench.run());
  expect(outcome).toMatchObject({ kind: 'failed', reason: 'no-candidates' });
  expect(outcome.claims).toMatchObject([{ url: BOUGHT }]);
  expect(bench.fetched).toEqual([]);
});

test('money is spent after every tier has failed, and before a page is taken instead', async () => {
  const bench = pipelineBench(
    route,
    { [FREE]: { kind: 'refused', reason: 'http-4xx' }, [BOUGHT]: storedAt(BOUGHT) },
    { paysForFiles: true },
  );
  expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', url: BOUGHT, resolver: 'index' });
  expect(bench.fetched).toEqual([FREE, BOUGHT]);
});

test('nothing is paid for what is there for nothing', async () => {
  const bench = pipelineBench(route, { [FREE]: storedAt(FREE) }, { paysForFiles: true });
  expect(outcomeOf(await bench.run())).toMatchObject({ url: FREE });
  expect(bench.fetched).toEqual([FREE]);
});

test('a spent budget parks the work, and the page is not taken meanwhile', async () => {
  const until = Date.UTC(2026, 0, 2);
  const spent = new Deferred({ until, host: 'content.openalex.org', role: 'artifact', why: 'budget-spent' });
  const bench = pipelineBench(
    route,
    { [FREE]: { kind: 'refused', reason: 'http-4xx' }, [BOUGHT]: spent },
    { paysForFiles: true },
  );
  expect(parkedOf(await bench.run())).toMatchObject({ at: until, why: 'budget-spent' });
  expect(bench.fetched).toEqual([FREE, BOUGHT]);
});

test('a bought file keeps no validators: nobody pays to hear that nothing has changed', async () => {
  const bench = pipelineBench(
    [{ name: 'index', gives: [bought] }],
    { [BOUGHT]: storedAt(BOUGHT, { etag: '"v1"', lastModified: 'yesterday' }) },
    { paysForFiles: true },
  );
  const { artifact } = outcomeOf(await bench.run());
  expect(artifact).not.toHaveProperty('etag');
  expect(artifact).not.toHaveProperty('lastModified');
});
