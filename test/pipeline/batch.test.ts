import { expect, test } from 'vitest';
import { Deferred } from '../../src/core/deferred.ts';
import { Failure } from '../../src/core/errors.ts';
import { canonicalWorkId, parseIdentifier, type WorkId } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Work } from '../../src/core/work.ts';
import type { PipelineDeps } from '../../src/pipeline/case.ts';
import { createPipeline } from '../../src/pipeline/create-pipeline.ts';
import type { Batched, LeaseEnd } from '../../src/pipeline/process-work.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { type BatchAnswer, defineResolver } from '../../src/resolvers/resolver.ts';
import { live } from '../contracts/replace-file.ts';
import { fakeClock } from '../support/fake-clock.ts';

const LANE = { host: 'api.org', role: 'metadata' as const };

const workOf = (n: number): Work => {
  const ids = parseIdentifier(`10.1000/${n}`) ?? {};
  return { id: canonicalWorkId(ids), ...ids };
};

interface Api {
  readonly ask: (works: readonly Work[]) => Promise<ReadonlyMap<WorkId, BatchAnswer>>;
  readonly takes?: (work: Work) => boolean;
  readonly isWhole?: boolean;
}

function batchBench({ ask, takes = () => true, isWhole = true }: Api) {
  const clock = fakeClock();
  const askedAlone: string[] = [];
  const resolver = defineResolver({
    name: 'api',
    tier: 'direct_oa',
    enabledByDefault: true,
    baseUrl: 'https://api.org/',
    own: {},
    accepts: () => true,
    first: (work) => ({
      url: work.title === 'known' ? 'https://second.org/' : 'https://api.org/one',
      role: 'metadata' as const,
    }),
    async *plans(work, { answer }) {
      if (answer === undefined) askedAlone.push(work.id);
      else if (answer !== null) yield { url: answer as string, expected: 'pdf' as const };
    },
    batch: { size: 100, isWhole, takes, ask: (works) => ask(works) },
  });
  const deps: PipelineDeps = {
    clock,
    emit: () => {},
    orderOf: () => 1,
    send: () => Promise.reject(new Error('nothing is sent in this test')),
    downloader: {
      isWhole: () => Promise.resolve(true),
      adopt: () => Promise.resolve(true),
      examineHeld: (file) => Promise.resolve({ kind: 'held', file }),
      publishHeld: () => Promise.resolve(undefined),
      release: () => Promise.resolve(),
      clear: () => Promise.resolve(),
      download: () => Promise.reject(new Error('a work in a batch fetches nothing')),
    },
    twinOf: () => Promise.resolve(undefined),
    claimNames: () => Promise.resolve({ conflicts: [] }),
    route: [{ name: 'direct_oa', resolvers: [{ resolver, options: ResolverOptions.parse({}), order: 1 }] }],
    options: {
      configHash: 'hash',
      mailto: undefined,
      formats: ['pdf'],
      acceptedLicenses: [],
      tierParallel: false,
      askAll: false,
      paysForFiles: false,
      maxFetches: 25,
      maxJobAttempts: 1,
      retryBackoffMs: 0,
      maxParkMs: 3_600_000,
      parkAfterMs: 15_000,
    },
  };
  const pipeline = createPipeline(deps);
  const batchedOf = (work: Work): Batched => ({
    held: { runId: 'r', token: 1, work, progress: NO_PROGRESS, attempts: 0, request: LANE },
    holding: {
      workerId: 'w',
      signal: new AbortController().signal,
      isStopping: () => false,
      readyAt: () => Promise.resolve(0),
      checkpoint: () => Promise.resolve(true),
      leaseIsLive: () => true,
      replaceFile: live,
      turnsTo: () => {},
    },
  });
  return {
    clock,
    askedAlone,
    pipeline,
    run: (works: readonly Work[]) => pipeline.runBatch(works.map(batchedOf)),
  };
}

const parkedAt = (end: LeaseEnd | undefined) => (end?.kind === 'park' ? end.request.host : end?.kind);

test('a host is told apart by what its API takes', () => {
  const { pipeline } = batchBench({ ask: () => Promise.resolve(new Map()) });
  expect(pipeline.batchSize(LANE)).toBe(100);
  expect(pipeline.batchSize({ host: 'other.org', role: 'metadata' })).toBe(1);
  expect(pipeline.batchSize({ host: 'api.org', role: 'artifact' })).toBe(1);
});

test('one request serves all; each work then waits where its own next request goes', async () => {
  const requests: number[] = [];
  const bench = batchBench({
    ask: (works) => {
      requests.push(works.length);
      return Promise.resolve(
        new Map(works.map(({ id }, n) => [id, { record: `https://host-${n}.org/x.pdf` }])),
      );
    },
  });
  const ends = await bench.run([1, 2, 3].map(workOf));
  expect(requests).toEqual([3]);
  expect(ends.map(parkedAt)).toEqual(['host-0.org', 'host-1.org', 'host-2.org']);
  expect(bench.askedAlone).toEqual([]);
});

test('the answer is used up with the turn of its resolver', async () => {
  const bench = batchBench({
    ask: ([one, two]) =>
      Promise.resolve(
        new Map([
          [one!.id, { record: 'https://a.org/x.pdf' }],
          [two!.id, { record: 'https://b.org/x.pdf' }],
        ]),
      ),
  });
  const [end] = await bench.run([1, 2].map(workOf));
  expect(end?.kind === 'park' && end.progress).not.toHaveProperty('answers');
});

test('a work the source does not know ends as honestly as one by one', async () => {
  const bench = batchBench({
    ask: ([one]) => Promise.resolve(new Map([[one!.id, { record: 'https://a.org/x.pdf' }]])),
  });
  const [known, unknown] = await bench.run([1, 2].map(workOf));
  expect(parkedAt(known)).toBe('a.org');
  expect(unknown).toMatchObject({
    kind: 'finish',
    ending: { outcome: { kind: 'failed', reason: 'no-candidates' } },
  });
});

test('what a batch teaches decides where the next request goes', async () => {
  const bench = batchBench({
    isWhole: false,
    ask: (works) =>
      Promise.resolve(new Map(works.map(({ id }) => [id, { record: 'x', learnt: { title: 'known' } }]))),
  });
  expect((await bench.run([1, 2].map(workOf))).map(parkedAt)).toEqual(['second.org', 'second.org']);
});

test('a host that wants to be asked later puts all of them off', async () => {
  const until = Date.UTC(2026, 0, 1, 0, 10);
  const bench = batchBench({
    ask: () => Promise.reject(new Deferred({ until, host: 'api.org', role: 'metadata', why: 'retry-after' })),
  });
  const ends = await bench.run([1, 2].map(workOf));
  expect(ends.map((end) => end.kind === 'park' && end.at)).toEqual([until, until]);
});

test('a failed batch is a miss of each work', async () => {
  const bench = batchBench({ ask: () => Promise.reject(new Failure('http-5xx', 'broken')) });
  const ends = await bench.run([1, 2].map(workOf));
  for (const end of ends)
    expect(end).toMatchObject({ kind: 'finish', ending: { outcome: { reason: 'http-5xx' } } });
});

test('works that no batch can name are asked for alone', async () => {
  const bench = batchBench({
    takes: ({ id }) => !id.endsWith('/3'),
    ask: (works) => Promise.resolve(new Map(works.map(({ id }) => [id, { record: 'https://a.org/x.pdf' }]))),
  });
  await bench.run([1, 2, 3].map(workOf));
  expect(bench.askedAlone).toEqual(['doi:10.1000/3']);
});

test('a single work is no batch', async () => {
  const bench = batchBench({ ask: () => Promise.reject(new Error('a batch of one')) });
  await bench.run([workOf(1)]);
  expect(bench.askedAlone).toEqual(['doi:10.1000/1']);
});
