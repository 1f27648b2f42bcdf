import { describe, expect, test } from 'vitest';
import { Deferred } from '../../src/core/deferred.ts';
import { Failure } from '../../src/core/errors.ts';
import type { Candidate } from '../../src/core/plan.ts';
import { outcomeOf, parkedOf, pdfAt, pipelineBench, type SourceScript, storedAt } from './pipeline-bench.ts';

const START = Date.UTC(2026, 0, 1);
const SECOND = 1000;

describe('with `tier_parallel`', () => {
  /** Sources that need a second each; the last one names the best place. */
  const slow = (
    names: readonly string[],
    gives: (name: string) => readonly Candidate[],
    { batched = [], askAll = false }: { batched?: readonly string[]; askAll?: boolean } = {},
  ) => {
    const scripts = names.map(
      (name): SourceScript => ({
        name,
        host: `${name}.org`,
        gives: gives(name),
        isBatched: batched.includes(name),
        async *plans() {
          yield* [];
          await bench.clock.sleep(SECOND);
        },
      }),
    );
    const web = Object.fromEntries(
      names.map((name) => [`https://${name}.org/a.pdf`, storedAt(`https://${name}.org/a.pdf`)]),
    );
    const bench = pipelineBench(scripts, web, { tierParallel: !askAll, askAll });
    return bench;
  };

  test('sources of a second each take a second together, and the first in order is fetched first', async () => {
    const names = ['one', 'two', 'three', 'four'];
    const bench = slow(names, (name) => [pdfAt(`https://${name}.org/a.pdf`)]);
    const running = bench.run();
    await bench.clock.runAll();
    expect(outcomeOf(await running)).toMatchObject({ kind: 'saved', resolver: 'one' });
    expect(bench.clock.now() - START).toBe(SECOND);
    expect(bench.asked).toEqual(names);
    expect(bench.fetched).toEqual(['https://one.org/a.pdf']);
  });

  test.each([['one'], ['three', 'four'], ['one', 'two', 'three', 'four']])(
    'sources that take batches are asked side by side with the others, for one work (%s)',
    async (...batched) => {
      const names = ['one', 'two', 'three', 'four'];
      const bench = slow(names, (name) => [pdfAt(`https://${name}.org/a.pdf`)], { batched });
      const running = bench.run();
      await bench.clock.runAll();
      expect(outcomeOf(await running)).toMatchObject({ kind: 'saved', resolver: 'one' });
      expect(bench.clock.now() - START).toBe(SECOND);
      expect(bench.asked).toEqual(names);
      // Works that wait for it are not leased together: one after the other they would each take its second.
      expect(batched.map((name) => bench.batchSize(`${name}.org`))).toEqual(batched.map(() => 1));
    },
  );

  test('a source alone in its tier keeps its batches: nothing is sooner without them', () => {
    expect(slow(['one'], () => [], { batched: ['one'] }).batchSize('one.org')).toBe(100);
  });

  test('where only all answers are wanted, sources that take batches keep them', async () => {
    const bench = slow(['one', 'two', 'three'], () => [], { batched: ['two'], askAll: true });
    expect(bench.batchSize('two.org')).toBe(100);
    const running = bench.run();
    await bench.clock.runAll();
    expect(parkedOf(await running)).toMatchObject({ why: 'batch', request: { host: 'two.org' } });
    expect(bench.asked).toEqual(['one', 'three']);
  });

  test('more than eight take turns', async () => {
    const names = Array.from({ length: 10 }, (_, at) => `s${at}`);
    const bench = slow(names, () => []);
    const running = bench.run();
    await bench.clock.runAll();
    expect(outcomeOf(await running)).toMatchObject({ kind: 'failed', reason: 'no-candidates' });
    expect(bench.clock.now() - START).toBe(2 * SECOND);
  });

  test('one that must wait loses nothing of what the others said, and is asked alone later', async () => {
    const busy = new Deferred({
      until: START + 60 * SECOND,
      host: 'two.org',
      role: 'metadata',
      why: 'retry-after',
    });
    const bad = { kind: 'refused', reason: 'http-4xx' } as const;
    const scripts: readonly SourceScript[] = [
      { name: 'one', host: 'one.org', gives: [pdfAt('https://one.org/a.pdf')] },
      { name: 'two', host: 'two.org', gives: busy },
      { name: 'three', host: 'three.org', gives: new Failure('http-5xx', 'down') },
    ];
    const bench = pipelineBench(scripts, { 'https://one.org/a.pdf': bad }, { tierParallel: true });
    const { progress, request } = parkedOf(await bench.run());
    expect(request.host).toBe('two.org');
    expect(progress.asked).toEqual(['one', 'three']);
    expect(progress.misses.map(({ resolver, reason }) => [resolver, reason])).toEqual([
      ['three', 'http-5xx'],
      ['one', 'http-4xx'],
    ]);
    const url = 'https://two.org/a.pdf';
    const later = pipelineBench(
      [scripts[0]!, { name: 'two', host: 'two.org', gives: [pdfAt(url)] }, scripts[2]!],
      { [url]: storedAt(url) },
      { tierParallel: true },
    );
    await later.clock.advance(120 * SECOND);
    expect(outcomeOf(await later.run({ progress, request }))).toMatchObject({ resolver: 'two' });
    expect(later.asked).toEqual(['two']);
  });

  test('a source that can use only what another tells has its turn after them', async () => {
    const bench = pipelineBench(
      [
        { name: 'deaf', host: 'deaf.org', accepts: false, gives: [] },
        { name: 'one', host: 'one.org', gives: [] },
        { name: 'two', host: 'two.org', gives: [] },
      ],
      {},
      { tierParallel: true },
    );
    const end = await bench.run();
    expect(outcomeOf(end).fallbackChain).toEqual([
      'one:no-candidates',
      'two:no-candidates',
      'deaf:no-identifier',
    ]);
  });

  test('an error nobody foresaw is told when all have ended', async () => {
    let hasEnded = false;
    const bench = pipelineBench(
      [
        { name: 'broken', host: 'one.org', gives: new TypeError('a bug') },
        {
          name: 'slow',
          host: 'two.org',
          gives: [],
          async *plans() {
            yield* [];
            await bench.clock.sleep(SECOND);
            hasEnded = true;
          },
        },
      ],
      {},
      { tierParallel: true },
    );
    const running = bench.run();
    await bench.clock.runAll();
    expect(outcomeOf(await running)).toMatchObject({ reason: 'internal-error' });
    expect(hasEnded).toBe(true);
  });
});
