import { describe, expect, test } from 'vitest';
import type { Artifact } from '../../src/core/artifact.ts';
import type { Progress } from '../../src/core/progress.ts';
import type { Learnt } from '../../src/core/work.ts';
import type { DownloadResult, HeldAgain } from '../../src/download/download.ts';
import type { LeaseEnd } from '../../src/pipeline/process-work.ts';
import { heldAt, outcomeOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const A = 'https://a.org/a.pdf';
const B = 'https://b.org/b.pdf';
const TITLE = 'Seasonal discharge of alpine rivers';
const told: Learnt = { title: TITLE, authors: ['Lena Bauer'] };

function fileOf(result: DownloadResult) {
  if (result.kind !== 'held') throw new Error('not held');
  return result.file;
}

const again = (url: string, identity: NonNullable<Artifact['identity']>): HeldAgain => ({
  kind: 'held',
  file: fileOf(heldAt(url, { identity })),
});
const proven = { score: 0.99, verdict: 'proven', evidence: {} } as const;

/** A source that gives a file and no title; a later one that tells the title and another file. */
const scripts = (learns: Learnt = told) => [
  { name: 'one', gives: [pdfAt(A)] },
  { name: 'two', tier: 'later', gives: [pdfAt(B)], learns },
];
const refusesB = { [A]: heldAt(A), [B]: { kind: 'refused', reason: 'http-4xx' } } as const;

const records = (end: LeaseEnd, done: string) =>
  (end.kind === 'finish' ? end.ending.journal : []).filter(
    ({ status, extra }) => status === 'provisional' && extra?.['done'] === done,
  );

describe('a held file, when a later source tells more of the work', () => {
  test('is examined again with it, and ends the work where it is proven then', async () => {
    const bench = pipelineBench(scripts(), refusesB, { again: { [A]: again(A, proven) } });
    const end = await bench.run();
    expect(bench.examined).toEqual([{ url: A, title: TITLE }]);
    expect(bench.fetched).toEqual([A]);
    expect(outcomeOf(end)).toMatchObject({ kind: 'saved', artifact: { url: A, identity: proven } });
    expect(end.kind === 'finish' && end.ending.record).toMatchObject({ identity: 'proven' });
    expect(records(end, 'examined')).toMatchObject([{ url: A, extra: { identity: proven } }]);
  });

  test('that turns out to be another paper is set aside, and the next file is asked for', async () => {
    const quarantined = { ...fileOf(heldAt(A)).artifact, path: 'quarantine/x.pdf' };
    const bench = pipelineBench(
      scripts(),
      { [A]: heldAt(A), [B]: storedAt(B, { identity: proven }) },
      { again: { [A]: { kind: 'refused', reason: 'wrong-paper', quarantined } } },
    );
    const end = await bench.run();
    expect(outcomeOf(end)).toMatchObject({ kind: 'saved', artifact: { url: B } });
    expect(records(end, 'removed')).toMatchObject([
      { url: A, extra: { quarantined: 'quarantine/x.pdf', why: expect.stringContaining('wrong-paper') } },
    ]);
    expect(bench.released).toEqual([A]);
  });

  test('that is another paper, with nothing else to be had, ends the work as quarantined', async () => {
    const quarantined = { ...fileOf(heldAt(A)).artifact, path: 'quarantine/x.pdf' };
    const bench = pipelineBench(scripts(), refusesB, {
      again: { [A]: { kind: 'refused', reason: 'wrong-paper', quarantined } },
    });
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'quarantined', reason: 'wrong-paper' });
  });

  test('is examined once for what is told, whatever comes of it', async () => {
    const bench = pipelineBench(scripts(), refusesB);
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', artifact: { url: A } });
    expect(bench.examined).toHaveLength(1);
  });

  test('is examined again by the next lease where the last one did not come to it', async () => {
    const progress: Progress[] = [];
    const bench = pipelineBench(scripts(), refusesB, { again: { [A]: again(A, proven) } });
    await bench.run({}, { checkpoint: (one) => Promise.resolve(progress.push(one) > 0) });
    const [held] = progress;
    if (!held) throw new Error('nothing was committed');
    const next = pipelineBench(scripts(), refusesB, { again: { [A]: again(A, proven) } });
    const end = await next.run({ token: 2, progress: { ...held, learnt: told } });
    expect(next.examined).toEqual([{ url: A, title: TITLE }]);
    expect([next.asked, next.fetched]).toEqual([[], []]);
    expect(outcomeOf(end)).toMatchObject({ kind: 'saved', artifact: { identity: proven } });
  });
});

describe('a held file is not examined again', () => {
  test('where the source tells what identity is not told by', async () => {
    const bench = pipelineBench(scripts({ pmcid: 'PMC123' as NonNullable<Learnt['pmcid']> }), refusesB);
    await bench.run();
    expect(bench.examined).toEqual([]);
  });

  test('where nobody looks into files', async () => {
    const { artifact, ...file } = fileOf(heldAt(A));
    const { identity: _, ...unchecked } = artifact;
    const page = { ...unchecked, format: 'html', classification: 'html' } as const;
    const bench = pipelineBench(scripts(), {
      ...refusesB,
      [A]: { kind: 'held', file: { ...file, artifact: page } },
    });
    await bench.run();
    expect(bench.examined).toEqual([]);
  });
});
