import { describe, expect, test } from 'vitest';
import { Failure, GivenUp, OutOfRoom } from '../../src/core/errors.ts';
import { type KeptPart, NO_PROGRESS } from '../../src/core/progress.ts';
import type { DownloadJob } from '../../src/download/download.ts';
import { outcomeOf, parkedOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const A = 'https://a.org/1.pdf';
const B = 'https://b.org/1.pdf';
const PART: KeptPart = { canonicalUrl: A, token: 1, sha256: 'aa', sizeBytes: 70_000, etag: '"v1"' };

describe('when the machine has no room', () => {
  test.each(['disk', 'files'] as const)(
    'a work is given back untouched and burns nothing (%s)',
    async (shortage) => {
      const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A), pdfAt(B)] }], {
        [A]: new OutOfRoom(shortage, 'none left'),
        [B]: storedAt(B),
      });
      const end = parkedOf(await bench.run());
      expect(end).toMatchObject({ shortage, pushBack: false });
      expect(bench.fetched).toEqual([A]);
      expect(end.progress).toMatchObject({ fetches: 0, misses: [], tried: [] });
      expect(end.progress.plans.map(({ url }) => url)).toEqual([A, B]);
    },
  );

  test('a resolver that found no socket is asked again', async () => {
    const bench = pipelineBench([{ name: 'one', gives: new OutOfRoom('files', 'none left') }]);
    const end = parkedOf(await bench.run());
    expect(end.progress).toMatchObject({ asked: [], misses: [] });
  });
});

describe('what a broken transfer leaves', () => {
  const breaks = async (job: DownloadJob): Promise<never> => {
    job.shelf.part = PART;
    throw new Failure('timeout', 'the server stopped sending');
  };

  test('waits with the job for its next try', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], { [A]: breaks });
    const end = await bench.run();
    expect(end).toMatchObject({ kind: 'retry', reason: 'timeout', progress: { ...NO_PROGRESS, part: PART } });
    expect(bench.cleared).toEqual([]);
  });

  test('is handed to the next try, and gone from the record once that has taken it up', async () => {
    let handed: KeptPart | undefined;
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: async (job) => {
        handed = job.shelf.part;
        job.shelf.part = undefined;
        throw new OutOfRoom('disk', 'full');
      },
    });
    const end = parkedOf(await bench.run({ progress: { ...NO_PROGRESS, part: PART } }));
    expect(handed).toEqual(PART);
    expect(end.progress.part).toBeUndefined();
  });

  test('is kept when the run stops in the middle', async () => {
    const stop = new AbortController();
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: async (job) => {
        job.shelf.part = PART;
        stop.abort(new GivenUp('the run is stopping'));
        return job.signal.throwIfAborted() as never;
      },
    });
    const end = parkedOf(await bench.run({}, { signal: stop.signal }));
    expect(end).toMatchObject({ why: 'stopping', progress: { part: PART } });
    expect(end.progress.plans.map(({ url }) => url)).toEqual([A]);
  });

  test.each([
    ['saved by another plan', storedAt(B), 'saved'],
    ['failed for good', { kind: 'refused', reason: 'http-4xx' } as const, 'failed'],
  ])('is removed when the work has %s', async (_, answer, kind) => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(B)] }], { [B]: answer });
    const outcome = outcomeOf(await bench.run({ progress: { ...NO_PROGRESS, part: PART } }));
    expect(outcome.kind).toBe(kind);
    expect(bench.cleared).toEqual([1]);
  });
});

test('a source that was being asked when the run stopped has not answered: it is asked again', async () => {
  const stop = new AbortController();
  const bench = pipelineBench(
    [
      {
        name: 'one',
        gives: () => {
          stop.abort(new GivenUp('the run is stopping'));
          return new Failure('timeout', 'cut short');
        },
      },
      { name: 'two', gives: [pdfAt(A)] },
    ],
    {},
  );
  const end = parkedOf(await bench.run({}, { signal: stop.signal }));
  expect(end).toMatchObject({ why: 'stopping', progress: { asked: [], misses: [] } });
  expect(bench.asked).toEqual(['one']);
});

test('the file another work stored from the same URL is offered to the download', async () => {
  const twin = {
    docId: 'doi:10.1/other',
    path: 'PDF/other.pdf',
    sha256: 'bb',
    sizeBytes: 1,
    mime: 'application/pdf',
    classification: 'pdf' as const,
    url: A,
  };
  let offered: unknown;
  const bench = pipelineBench(
    [{ name: 'one', gives: [pdfAt(`${A}#page=2`)] }],
    {
      [`${A}#page=2`]: async (job) => {
        offered = job.twin;
        return { kind: 'refused', reason: 'wrong-paper' };
      },
    },
    { twins: { [A]: twin } },
  );
  await bench.run();
  expect(offered).toEqual(twin);
});
