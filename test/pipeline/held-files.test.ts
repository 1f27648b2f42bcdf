import { describe, expect, test } from 'vitest';
import { Deferred } from '../../src/core/deferred.ts';
import type { Candidate } from '../../src/core/plan.ts';
import type { Progress } from '../../src/core/progress.ts';
import type { LeaseEnd } from '../../src/pipeline/process-work.ts';
import { heldAt, outcomeOf, parkedOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const A = 'https://a.org/a.pdf';
const B = 'https://b.org/b.pdf';
const C = 'https://c.org/c.pdf';
const PAGE = 'https://c.org/page';
const proven = { score: 0.99, verdict: 'proven', evidence: {} } as const;
const htmlAt = (url: string): Candidate => ({ url, expected: 'html' });
const asHtml = { format: 'html', classification: 'html', path: 'HTML/x.html' } as const;

const told = (end: LeaseEnd, done: string): readonly (string | undefined)[] =>
  (end.kind === 'finish' ? end.ending.journal : []).flatMap(({ status, extra, url }) =>
    status === 'provisional' && extra?.['done'] === done ? [url] : [],
  );

describe('a file that is not proven to be the work', () => {
  test('gives way to a proven one of a later tier, and is removed', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'two', tier: 'later', gives: [pdfAt(B)] },
      ],
      { [A]: heldAt(A), [B]: storedAt(B, { identity: proven }) },
    );
    const end = await bench.run();
    expect(outcomeOf(end)).toMatchObject({ kind: 'saved', resolver: 'two', artifact: { url: B } });
    expect(bench.released).toEqual([A]);
    expect(told(end, 'removed')).toEqual([A]);
  });

  test('is published when every source has been asked, and says that it is unsure', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'two', tier: 'later', gives: [pdfAt(B)] },
      ],
      { [A]: heldAt(A), [B]: { kind: 'refused', reason: 'http-4xx' } },
    );
    const end = await bench.run();
    expect(bench.fetched).toEqual([A, B]);
    expect(outcomeOf(end)).toMatchObject({ kind: 'saved', resolver: 'one', artifact: { url: A } });
    expect(end.kind === 'finish' && end.ending.record).toMatchObject({
      identity: 'unsure',
      identity_score: 0.5,
    });
    expect(told(end, 'published')).toEqual([A]);
    expect(bench.released).toEqual([]);
  });

  test('costs no request where nothing else can be asked', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], { [A]: heldAt(A) });
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', artifact: { url: A } });
    expect([bench.asked, bench.fetched]).toEqual([['one'], [A]]);
  });

  test.each([
    ['the format asked for first', [heldAt(A, asHtml), heldAt(B)], B],
    ['the higher score', [heldAt(A, { score: 0.4 }), heldAt(B, { score: 0.8 })], B],
    ['the one that came first', [heldAt(A), heldAt(B)], A],
    [
      'what may be right before what looks wrong',
      [
        heldAt(A, { identity: { score: 0.1, verdict: 'wrong', evidence: {} } }),
        heldAt(B, { ...asHtml, score: 0.3 }),
      ],
      B,
    ],
  ] as const)('of several the best is published: %s', async (_name, [first, second], best) => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A), pdfAt(B)] }], { [A]: first, [B]: second });
    const end = await bench.run();
    expect(outcomeOf(end).artifact?.url).toBe(best);
    expect(bench.released).toEqual([A, B].filter((url) => url !== best));
  });

  test('gives way to a page that is proven, and HTML is asked for only after all files', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [htmlAt(PAGE), pdfAt(A), pdfAt(B)] }], {
      [A]: heldAt(A),
      [B]: { kind: 'refused', reason: 'http-4xx' },
      [PAGE]: storedAt(PAGE, { ...asHtml, identity: proven }),
    });
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'html_only', artifact: { url: PAGE } });
    expect(bench.fetched).toEqual([A, B, PAGE]);
  });

  test('is not doubted for money', async () => {
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A), pdfAt(B, { priceUsd: 0.01 })] }],
      { [A]: heldAt(A) },
      { paysForFiles: true },
    );
    expect(outcomeOf(await bench.run()).artifact?.url).toBe(A);
    expect(bench.fetched).toEqual([A]);
  });

  test('is published when the attempts are used up', async () => {
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A), pdfAt(B), pdfAt(C)] }],
      { [A]: heldAt(A), [B]: { kind: 'refused', reason: 'http-4xx' } },
      { maxFetches: 2 },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', artifact: { url: A } });
  });

  test('of more than three the worst goes at once', async () => {
    const urls = [1, 2, 3, 4, 5].map((n) => `https://a.org/${n}.pdf`);
    const web = Object.fromEntries(urls.map((url, at) => [url, heldAt(url, { score: 0.2 + at / 10 })]));
    const bench = pipelineBench([{ name: 'one', gives: urls.map((url) => pdfAt(url)) }], web);
    const kept: number[] = [];
    const checkpoint = ({ heldFiles = [] }: Progress) => {
      kept.push(heldFiles.length);
      return Promise.resolve(true);
    };
    const end = await bench.run({}, { checkpoint });
    expect(outcomeOf(end).artifact?.url).toBe(urls[4]);
    expect(Math.max(...kept)).toBe(3);
    expect(bench.released.toSorted()).toEqual(urls.slice(0, 4));
  });

  test('is on record before anything else is asked, and waits with a work that is parked', async () => {
    const busy = new Deferred({
      until: Date.UTC(2026, 0, 1) + 60_000,
      host: 'b.org',
      role: 'artifact',
      why: 'retry-after',
    });
    const scripts = [
      { name: 'one', gives: [pdfAt(A)] },
      { name: 'two', tier: 'later', gives: [pdfAt(B)] },
    ];
    const bench = pipelineBench(scripts, { [A]: heldAt(A), [B]: busy });
    const committed: Progress[] = [];
    const parked = parkedOf(
      await bench.run(
        {},
        {
          checkpoint: (progress) => {
            committed.push(progress);
            return Promise.resolve(true);
          },
        },
      ),
    );
    expect(committed[0]?.heldFiles).toMatchObject([{ token: 1, artifact: { url: A } }]);
    expect(committed[0]?.tried).toEqual([A]);
    expect(parked.progress.heldFiles).toMatchObject([{ artifact: { url: A } }]);
    expect(bench.released).toEqual([]);
    const later = pipelineBench(scripts, { [B]: { kind: 'refused', reason: 'http-4xx' } });
    await later.clock.advance(120_000);
    const progress = JSON.parse(JSON.stringify(parked.progress)) as Progress;
    const end = await later.run({ progress, token: 2 });
    expect(outcomeOf(end)).toMatchObject({ kind: 'saved', artifact: { url: A } });
    expect([later.asked, later.fetched]).toEqual([[], [B]]);
  });

  test('that a later lease owns is left alone by one that is lost', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A), pdfAt(B)] }], {
      [A]: heldAt(A),
      [B]: storedAt(B, { identity: proven }),
    });
    let lives = true;
    await bench.run(
      {},
      {
        leaseIsLive: () => lives,
        checkpoint: () => {
          lives = false;
          return Promise.resolve(true);
        },
      },
    );
    expect(bench.released).toEqual([]);
  });

  test('that was lost on disk sends the work round once more', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], { [A]: heldAt(A) }, { lost: [A] });
    const end = await bench.run();
    expect(end).toMatchObject({ kind: 'retry', reason: 'storage-error' });
    expect(end.kind === 'retry' && end.progress.heldFiles).toBeFalsy();
  });
});
