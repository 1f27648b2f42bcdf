import { expect, test } from 'vitest';
import { parseIdentifier } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import { outcomeOf, parkedOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const A = 'https://a.org/1.pdf';
const learns = { ...parseIdentifier('W77'), ...parseIdentifier('pmid:5') };
const NAMES = ['doi:10.1000/x', 'openalex:W77', 'pmid:5'];

test('a work that a source knows by a name of another ends as its twin, before anything is fetched', async () => {
  const bench = pipelineBench(
    [{ name: 'one', gives: [pdfAt(A)], learns }],
    {},
    { owners: { 'openalex:W77': 'openalex:W77' } },
  );
  const end = await bench.run();
  expect(outcomeOf(end)).toMatchObject({
    kind: 'skipped',
    reason: 'duplicate-work',
    duplicateOf: 'openalex:W77',
  });
  expect(end.kind === 'finish' && end.ending.record.extra).toMatchObject({
    duplicate_of: 'openalex:W77',
    identifiers: { doi: '10.1000/x', openalex: 'W77', pmid: '5' },
  });
  expect(bench.fetched).toEqual([]);
});

test('names that sources add are told to the ledger once, and the work goes on', async () => {
  const bench = pipelineBench(
    [
      { name: 'one', gives: [pdfAt(A)], learns },
      { name: 'two', gives: [pdfAt('https://b.org/1.pdf')], learns },
    ],
    { [A]: { kind: 'refused', reason: 'http-4xx' }, 'https://b.org/1.pdf': storedAt('https://b.org/1.pdf') },
  );
  expect(outcomeOf(await bench.run()).kind).toBe('saved');
  expect(bench.claimed).toEqual([NAMES]);
});

test('names told in an earlier lease are not told again', async () => {
  const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)], learns }], { [A]: storedAt(A) });
  const at = bench.clock.now() + 5000;
  const parked = parkedOf(await bench.run({}, { readyAt: () => Promise.resolve(at) }));
  await bench.clock.advance(5000);
  expect(outcomeOf(await bench.run({ progress: parked.progress })).kind).toBe('saved');
  expect(bench.claimed).toEqual([NAMES]);
});

test('a work whose names were taken meanwhile looks again before its next step', async () => {
  const bench = pipelineBench(
    [{ name: 'one', gives: [pdfAt(A)] }],
    {},
    { owners: { 'doi:10.1000/x': 'pmid:5' } },
  );
  const end = await bench.run({ progress: { ...NO_PROGRESS, named: 0 } });
  expect(outcomeOf(end)).toMatchObject({ reason: 'duplicate-work', duplicateOf: 'pmid:5' });
  expect(bench.asked).toEqual([]);
});

test('a work that came as an address has no name until a source gives it one', async () => {
  const url = 'https://journal.org/article/1';
  const work = { id: `url:${url}`, url } as Parameters<typeof bench.firstRequest>[0] & object;
  const bench = pipelineBench(
    [{ name: 'one', gives: [pdfAt(A)], learns: parseIdentifier('10.1000/y') ?? {} }],
    { [A]: storedAt(A) },
  );
  expect(outcomeOf(await bench.run({ work })).kind).toBe('saved');
  expect(bench.claimed).toEqual([['doi:10.1000/y']]);
});

test('a work whose twin is still to be done waits for that, longer than a run does, and looks again then', async () => {
  const bench = pipelineBench(
    [{ name: 'one', gives: [pdfAt(A)], learns }],
    {},
    { owners: { 'openalex:W77': 'openalex:W77' }, twinHasFile: false },
  );
  const parked = parkedOf(await bench.run());
  expect(parked).toMatchObject({ why: 'twin', request: { host: '', role: '' }, progress: { named: 0 } });
  expect(parked.at - bench.clock.now()).toBeGreaterThan(3_600_000);
  expect(bench.fetched).toEqual([]);
});

test('an identifier of another work is not used, and stands in the record of the end', async () => {
  const conflict = { name: 'pmid:5', with: 'doi:10.1000/other' };
  const bench = pipelineBench(
    [{ name: 'one', gives: [pdfAt(A)], learns: { ...learns, ...parseIdentifier('10.1000/other') } }],
    { [A]: storedAt(A) },
    { conflicts: [conflict] },
  );
  const end = await bench.run();
  expect(end.kind === 'finish' && end.ending.record.extra).toMatchObject({
    identifiers: { doi: '10.1000/x', openalex: 'W77' },
    conflict: [{ name: 'doi:10.1000/other', with: 'doi:10.1000/x' }, conflict],
  });
  expect(end.kind === 'finish' && end.ending.record.extra?.['identifiers']).not.toHaveProperty('pmid');
});
