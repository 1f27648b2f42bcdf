import { describe, expect, test } from 'vitest';
import { Deferred } from '../../src/core/deferred.ts';
import { Failure } from '../../src/core/errors.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { DownloadResult } from '../../src/download/download.ts';
import { outcomeOf, parkedOf, pdfAt, pipelineBench, storedAt } from './pipeline-bench.ts';

const A = 'https://a.org/1.pdf';
const B = 'https://b.org/1.pdf';

const deferredBy = (host: string, until: number) =>
  new Deferred({ until, host, role: 'artifact', why: 'retry-after' });

function otherPaperAt(url: string): DownloadResult {
  const identity = { score: 0.01, verdict: 'wrong', evidence: {} } as const;
  const aside = storedAt(url, { path: 'quarantine/a.pdf', identity });
  if (aside.kind !== 'stored') throw new Error(aside.kind);
  return { kind: 'refused', reason: 'wrong-paper', quarantined: aside.artifact };
}

describe('the order of things', () => {
  test('stops at the first good artifact and asks nobody further', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'two', gives: [pdfAt(B)] },
      ],
      { [A]: storedAt(A) },
    );
    const outcome = outcomeOf(await bench.run());
    expect(outcome).toMatchObject({ kind: 'saved', reason: 'ok', resolver: 'one', url: A });
    expect(bench.asked).toEqual(['one']);
    expect(bench.fetched).toEqual([A]);
  });

  test('asks the next resolver of the tier when no plan of the first was good', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'two', gives: [pdfAt(B)] },
      ],
      { [A]: { kind: 'refused', reason: 'http-4xx' }, [B]: storedAt(B) },
    );
    const outcome = outcomeOf(await bench.run());
    expect(outcome).toMatchObject({ kind: 'saved', resolver: 'two' });
    expect(outcome.fallbackChain).toEqual(['one:http-4xx', 'two:ok']);
  });

  test('goes down a tier only when the one above gave nothing', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [] },
        { name: 'below', tier: 'landing_scrape', gives: [pdfAt(B)] },
      ],
      { [B]: storedAt(B) },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', tier: 'landing_scrape' });
    expect(bench.asked).toEqual(['one', 'below']);
  });

  test('fetches a URL that two resolvers name only once, whatever its tracking parameters', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'two', gives: [pdfAt(`${A}?utm_source=two#page=2`)] },
      ],
      { [A]: { kind: 'refused', reason: 'http-4xx' } },
    );
    await bench.run();
    expect(bench.fetched).toEqual([A]);
  });

  test('with tier_parallel all resolvers of a tier are asked before anything is fetched', async () => {
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'two', gives: [pdfAt(B)] },
      ],
      { [A]: storedAt(A) },
      { tierParallel: true },
    );
    await bench.run();
    expect(bench.asked).toEqual(['one', 'two']);
    expect(bench.fetched).toEqual([A]);
  });

  test('prefers PDF to XML and the published version to others within a resolver', async () => {
    const bench = pipelineBench(
      [
        {
          name: 'one',
          gives: [
            { url: 'https://a.org/x.xml', expected: 'xml' },
            pdfAt('https://a.org/am.pdf', { version: 'accepted' }),
            pdfAt('https://a.org/vor.pdf', { version: 'published' }),
          ],
        },
      ],
      {
        'https://a.org/vor.pdf': { kind: 'refused', reason: 'http-4xx' },
        'https://a.org/am.pdf': { kind: 'refused', reason: 'http-4xx' },
        'https://a.org/x.xml': storedAt('https://a.org/x.xml', { format: 'xml', classification: 'xml' }),
      },
    );
    expect(outcomeOf(await bench.run()).kind).toBe('saved');
    expect(bench.fetched).toEqual(['https://a.org/vor.pdf', 'https://a.org/am.pdf', 'https://a.org/x.xml']);
  });

  test('goes on after another paper, and records where that was set aside', async () => {
    const right = storedAt(B, { identity: { score: 0.99, verdict: 'proven', evidence: { title: 1 } } });
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A), pdfAt(B)] }], {
      [A]: otherPaperAt(A),
      [B]: right,
    });
    const end = await bench.run();
    expect(outcomeOf(end)).toMatchObject({
      kind: 'saved',
      artifact: { url: B },
      quarantined: [{ path: 'quarantine/a.pdf' }],
      fallbackChain: ['one:wrong-paper', 'one:ok'],
    });
    expect(end.kind === 'finish' && end.ending.record).toMatchObject({
      identity: 'proven',
      identity_score: 0.99,
      extra: { identity: { title: 1 }, quarantined: [{ path: 'quarantine/a.pdf' }] },
    });
  });

  test('ends quarantined, with the file set aside, where there is nothing but another paper', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], { [A]: otherPaperAt(A) });
    const end = await bench.run();
    expect(outcomeOf(end)).toMatchObject({
      kind: 'quarantined',
      reason: 'wrong-paper',
      artifact: { path: 'quarantine/a.pdf' },
    });
    expect(end.kind === 'finish' && end.ending.record).toMatchObject({
      status: 'quarantined',
      path: 'quarantine/a.pdf',
      identity_score: 0.01,
    });
  });

  test('tries a repository copy next once a publisher has refused', async () => {
    const publisher = (n: number) =>
      pdfAt(`https://pub.org/${n}.pdf`, { hostType: 'publisher', version: 'published' });
    const bench = pipelineBench(
      [
        {
          name: 'one',
          gives: [publisher(1), publisher(2), pdfAt(B, { hostType: 'repository', version: 'submitted' })],
        },
      ],
      { 'https://pub.org/1.pdf': { kind: 'refused', reason: 'http-4xx' }, [B]: storedAt(B) },
    );
    await bench.run();
    expect(bench.fetched).toEqual(['https://pub.org/1.pdf', B]);
  });

  test('fetches HTML only after every tier failed, and calls it html_only', async () => {
    const page = 'https://a.org/full';
    const bench = pipelineBench(
      [
        { name: 'one', gives: [{ url: page, expected: 'html' }] },
        { name: 'below', tier: 'archive', gives: [pdfAt(A)] },
      ],
      {
        [page]: storedAt(page, { format: 'html', classification: 'html' }),
        [A]: { kind: 'refused', reason: 'http-4xx' },
      },
    );
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'html_only', reason: 'ok' });
    expect(bench.fetched).toEqual([A, page]);
  });

  test('with html first among the formats, HTML counts as saved and is not put last', async () => {
    const page = 'https://a.org/full';
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A), { url: page, expected: 'html' }] }],
      { [page]: storedAt(page, { format: 'html', classification: 'html' }) },
      { formats: ['html', 'pdf'] },
    );
    expect(outcomeOf(await bench.run()).kind).toBe('saved');
    expect(bench.fetched).toEqual([page]);
  });
});

describe('waiting', () => {
  test('a put-off plan lets the other plans of its tier go first', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A), pdfAt(B)] }], {
      [A]: deferredBy('a.org', Date.UTC(2026, 0, 2)),
      [B]: storedAt(B),
    });
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'saved', url: B });
  });

  test('parks until the earliest put-off step and does not go down a tier meanwhile', async () => {
    const start = Date.UTC(2026, 0, 1);
    const bench = pipelineBench(
      [
        { name: 'one', gives: [pdfAt(A), pdfAt(B)] },
        { name: 'below', tier: 'archive', gives: [pdfAt('https://c.org/1.pdf')] },
      ],
      { [A]: deferredBy('a.org', start + 90_000), [B]: deferredBy('b.org', start + 60_000) },
    );
    const parked = parkedOf(await bench.run());
    expect(parked).toMatchObject({
      at: start + 60_000,
      request: { host: 'b.org', role: 'artifact' },
      pushBack: true,
    });
    expect(bench.asked).toEqual(['one']);
    expect(parked.journal.map(({ status }) => status)).toContain('parked');
  });

  test('goes on from its parked progress without asking anybody twice', async () => {
    const start = Date.UTC(2026, 0, 1);
    let answers = 0;
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: (job) => {
        answers += 1;
        return answers === 1
          ? Promise.reject(deferredBy('a.org', start + 60_000))
          : Promise.resolve(storedAt(job.plan.url));
      },
    });
    const parked = parkedOf(await bench.run());
    await bench.clock.advance(60_001);
    const json = JSON.parse(JSON.stringify(parked.progress)) as typeof parked.progress;
    expect(outcomeOf(await bench.run({ progress: json }))).toMatchObject({ kind: 'saved' });
    expect(bench.asked).toEqual(['one']);
  });

  test('a redirect to a host that wants to be left alone does not push back the host that redirected', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: deferredBy('cdn.org', Date.UTC(2026, 0, 1, 1)),
    });
    expect(parkedOf(await bench.run())).toMatchObject({ request: { host: 'a.org' }, pushBack: false });
  });

  test('gives a step up when the work has waited its share, so that no run is endless', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: deferredBy('a.org', Date.UTC(2026, 0, 1, 0, 50)),
    });
    const end = await bench.run({ progress: { ...NO_PROGRESS, parkedMs: 3_000_000 }, attempts: 2 });
    expect(outcomeOf(end)).toMatchObject({ kind: 'failed', reason: 'retry-after' });
  });

  test('parks when the next host is not ready within a second', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }]);
    const at = bench.clock.now() + 1500;
    const parked = parkedOf(await bench.run({}, { readyAt: () => Promise.resolve(at) }));
    expect(parked).toMatchObject({
      at,
      request: { host: 'a.org', role: 'artifact' },
      why: 'rate',
      pushBack: false,
    });
    expect(bench.fetched).toEqual([]);
  });

  test('a host known to want to be left alone for long lets the other resolvers of its tier go first', async () => {
    const bench = pipelineBench(
      [
        { name: 'busy', gives: deferredBy('busy.org', Date.UTC(2026, 0, 1, 0, 30)), host: 'busy.org' },
        { name: 'free', gives: [pdfAt(A), pdfAt(B)] },
      ],
      { [A]: deferredBy('a.org', Date.UTC(2026, 0, 1, 0, 10)), [B]: storedAt(B) },
    );
    const far = Date.UTC(2026, 0, 1, 0, 10);
    const readyAt = ({ host }: { host: string }) => Promise.resolve(host === 'b.org' ? 0 : far);
    expect(outcomeOf(await bench.run({}, { readyAt }))).toMatchObject({ kind: 'saved', url: B });
    expect(bench.asked).toEqual(['busy', 'free']);
  });

  test('of hosts known to want to be left alone for long, the earliest is waited for, and no tier is left', async () => {
    const start = Date.UTC(2026, 0, 1);
    const bench = pipelineBench([
      { name: 'later', gives: deferredBy('later.org', start + 90_000), host: 'later.org' },
      { name: 'sooner', gives: deferredBy('sooner.org', start + 60_000), host: 'sooner.org' },
      { name: 'below', tier: 'archive', gives: [pdfAt(A)] },
    ]);
    const parked = parkedOf(await bench.run({}, { readyAt: () => Promise.resolve(start + 60_000) }));
    expect(parked).toMatchObject({ at: start + 60_000, request: { host: 'sooner.org' } });
    expect(parked.progress.parkedMs).toBe(60_000);
    expect(bench.asked).toEqual(['later', 'sooner']);
  });

  test('the lane it was leased for is not asked about again', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)], host: 'api.org' }], { [A]: storedAt(A) });
    const late = {
      readyAt: ({ host }: { host: string }) =>
        Promise.resolve(host === 'api.org' ? Number.MAX_SAFE_INTEGER : 0),
    };
    const end = await bench.run({ request: { host: 'api.org', role: 'metadata' } }, late);
    expect(outcomeOf(end).kind).toBe('saved');
  });

  test('a stopping run gets the work back with its progress', async () => {
    let steps = 0;
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }]);
    const parked = parkedOf(await bench.run({}, { isStopping: () => ++steps > 1 }));
    expect(parked.progress.plans.map(({ url }) => url)).toEqual([A]);
    expect(bench.fetched).toEqual([]);
  });

  test('an aborted step gives the work back as far as it came', async () => {
    const abort = new AbortController();
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: () => {
        abort.abort(new Error('stop'));
        return Promise.reject(new Failure('conn-error', 'aborted'));
      },
    });
    const parked = parkedOf(await bench.run({}, { signal: abort.signal }));
    expect(parked.progress.plans.map(({ url }) => url)).toEqual([A]);
  });
});

describe('the one honest reason', () => {
  const endWith = async (
    scripts: Parameters<typeof pipelineBench>[0],
    web: Parameters<typeof pipelineBench>[1] = {},
  ) => outcomeOf(await pipelineBench(scripts, web).run({ attempts: 2 }));

  test('no resolver can use the work: skipped as no-identifier', async () => {
    expect(await endWith([{ name: 'one', gives: [], accepts: false }])).toMatchObject({
      kind: 'skipped',
      reason: 'no-identifier',
    });
  });

  test('nobody knows a place: no-candidates', async () => {
    const scripts = [
      { name: 'one', gives: [], accepts: false },
      { name: 'two', gives: [] },
    ];
    expect(await endWith(scripts)).toMatchObject({ kind: 'failed', reason: 'no-candidates' });
  });

  test('a source that answers 404 does not know the work: nothing went wrong', async () => {
    const unknown = new Failure('http-4xx', 'answered with status 404', { httpStatus: 404 });
    expect(await endWith([{ name: 'one', gives: unknown }])).toMatchObject({
      kind: 'failed',
      reason: 'no-candidates',
    });
  });

  test('a page that turns out to be an abstract means that no copy was found', async () => {
    const page = 'https://a.org/abstract';
    const outcome = await endWith([{ name: 'one', gives: [{ url: page, expected: 'html' }] }], {
      [page]: { kind: 'refused', reason: 'unexpected-ct', classification: 'html' },
    });
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'no-candidates' });
  });

  test('bytes that were no paper outrank a refused request, whatever came later', async () => {
    const outcome = await endWith(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'below', tier: 'archive', gives: [pdfAt(B)] },
      ],
      { [A]: { kind: 'refused', reason: 'html-disguised' }, [B]: { kind: 'refused', reason: 'http-4xx' } },
    );
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'html-disguised', resolver: 'one', url: A });
  });

  test('robots is a skip when nothing came further', async () => {
    const outcome = await endWith([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: new Failure('robots', 'disallowed'),
    });
    expect(outcome).toMatchObject({ kind: 'skipped', reason: 'robots' });
  });

  test('a source that failed for a while outranks robots, since it may know another copy', async () => {
    const outcome = await endWith(
      [
        { name: 'one', gives: new Failure('timeout', 'slow') },
        { name: 'two', gives: [pdfAt(A)] },
      ],
      { [A]: new Failure('robots', 'disallowed') },
    );
    expect(outcome).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });

  test('a source that refuses us for good does not hide what happened to the plans', async () => {
    const outcome = await endWith(
      [
        { name: 'one', gives: new Failure('http-4xx', 'no key') },
        { name: 'two', gives: [pdfAt(A)] },
      ],
      { [A]: new Failure('robots', 'disallowed') },
    );
    expect(outcome).toMatchObject({ kind: 'skipped', reason: 'robots' });
  });

  test('between equals the last tier speaks', async () => {
    const outcome = await endWith(
      [
        { name: 'one', gives: [pdfAt(A)] },
        { name: 'below', tier: 'archive', gives: [pdfAt(B)] },
      ],
      { [A]: { kind: 'refused', reason: 'login-page' }, [B]: { kind: 'refused', reason: 'truncated' } },
    );
    expect(outcome).toMatchObject({ reason: 'truncated', tier: 'archive' });
  });

  test('a work that used up its fetches says so', async () => {
    const many = Array.from({ length: 30 }, (_, n) => pdfAt(`https://a.org/${n}.pdf`));
    const web = Object.fromEntries(
      many.map(({ url }) => [url, { kind: 'refused', reason: 'http-4xx' } as const]),
    );
    const bench = pipelineBench([{ name: 'one', gives: many }], web, { maxFetches: 5 });
    expect(outcomeOf(await bench.run())).toMatchObject({ kind: 'failed', reason: 'attempt-limit' });
    expect(bench.fetched).toHaveLength(5);
  });

  test('an unforeseen error ends this work as internal-error and keeps the evidence', async () => {
    const end = await pipelineBench([{ name: 'one', gives: new TypeError('boom') }]).run();
    expect(outcomeOf(end)).toMatchObject({ kind: 'failed', reason: 'internal-error' });
    const notes = end.kind === 'finish' ? end.ending.journal : [];
    expect(notes.at(-1)?.extra?.['problem']).toBe('TypeError: boom');
  });
});

describe('trying a job again', () => {
  const flaky = { [A]: new Failure('timeout', 'slow') };

  test('a reason that may pass is tried again with a doubling wait', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)], host: 'api.org' }], flaky);
    const first = await bench.run();
    expect(first).toMatchObject({
      kind: 'retry',
      reason: 'timeout',
      at: bench.clock.now() + 30_000,
      request: { host: 'api.org' },
    });
    expect(await bench.run({ attempts: 1 })).toMatchObject({ kind: 'retry', at: bench.clock.now() + 60_000 });
  });

  test('the last attempt ends the job', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], flaky);
    expect(outcomeOf(await bench.run({ attempts: 2 }))).toMatchObject({ kind: 'failed', reason: 'timeout' });
  });

  test('a TLS error is tried again only once', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: new Failure('tls-error', 'expired'),
    });
    expect((await bench.run()).kind).toBe('retry');
    expect((await bench.run({ attempts: 1 })).kind).toBe('finish');
  });

  test('a reason that will not pass is final at once', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: { kind: 'refused', reason: 'login-page' },
    });
    expect(outcomeOf(await bench.run()).reason).toBe('login-page');
  });
});

describe('what is already there', () => {
  const known = {
    path: 'PDF/x.pdf',
    sha256: 'ab'.repeat(32),
    sizeBytes: 10,
    mime: 'application/pdf',
    classification: 'pdf' as const,
    url: A,
    resolver: 'one',
    tier: 'direct_oa',
  };

  test('304 makes it cached and asks no resolver', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [] }], { [A]: { kind: 'not-modified' } });
    const outcome = outcomeOf(await bench.run({ known: { ...known, etag: '"1"' } }));
    expect(outcome).toMatchObject({ kind: 'cached', reason: 'not-modified', resolver: 'one' });
    expect(bench.asked).toEqual([]);
  });

  test('a whole file without validators is cached without a request', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [] }]);
    expect(outcomeOf(await bench.run({ known }))).toMatchObject({ kind: 'cached', reason: 'not-modified' });
    expect(bench.fetched).toEqual([]);
  });

  test('a damaged file is fetched again', async () => {
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A)] }],
      { [A]: storedAt(A) },
      { whole: () => false },
    );
    expect(outcomeOf(await bench.run({ known: { ...known, etag: '"1"' } }))).toMatchObject({ kind: 'saved' });
  });

  test('a whole file stays ours when its source no longer confirms it', async () => {
    const bench = pipelineBench([{ name: 'one', gives: [] }], { [A]: new Failure('timeout', 'slow') });
    const outcome = outcomeOf(await bench.run({ known: { ...known, etag: '"1"' } }));
    expect(outcome).toMatchObject({ kind: 'cached', reason: 'ok', fallbackChain: ['one:timeout', 'one:ok'] });
  });

  test('a file that a failed publication had already replaced is not called ours', async () => {
    const looks = [true, false];
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(B)] }],
      { [A]: new Failure('storage-error', 'EIO while publishing PDF/x.pdf'), [B]: storedAt(B) },
      { whole: () => looks.shift() ?? true },
    );
    const outcome = outcomeOf(await bench.run({ known: { ...known, etag: '"1"' } }));
    expect(outcome).toMatchObject({ kind: 'saved', url: B });
  });

  test('a stored file that cannot be read is fetched again, and is no bug', async () => {
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A)] }],
      { [A]: storedAt(A) },
      { whole: () => Promise.reject(new Failure('storage-error', 'EIO while reading PDF/x.pdf')) },
    );
    expect(outcomeOf(await bench.run({ known: { ...known, etag: '"1"' } }))).toMatchObject({ kind: 'saved' });
  });

  test('a source that wants to be asked later parks the revalidation and fetches nothing', async () => {
    const until = Date.UTC(2026, 0, 1, 0, 10);
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(B)] }], { [A]: deferredBy('a.org', until) });
    expect(parkedOf(await bench.run({ known: { ...known, etag: '"1"' } }))).toMatchObject({ at: until });
    expect(bench.fetched).toEqual([A]);
  });

  test('a file whose publication a crash interrupted is adopted by hash, not fetched again', async () => {
    const { artifact } = storedAt(A) as Extract<ReturnType<typeof storedAt>, { kind: 'stored' }>;
    const publishing = {
      artifact,
      plan: { url: A, expected: 'pdf' as const, resolver: 'one', tier: 'direct_oa' },
    };
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }]);
    const outcome = outcomeOf(await bench.run({ progress: { ...NO_PROGRESS, publishing } }));
    expect(outcome).toMatchObject({ kind: 'saved', reason: 'ok', url: A });
    expect(bench.fetched).toEqual([]);
  });

  test('a file that gets its name while others are tried in vain is adopted in the end', async () => {
    const { artifact } = storedAt(A) as Extract<ReturnType<typeof storedAt>, { kind: 'stored' }>;
    const plan = { url: A, expected: 'pdf' as const, resolver: 'one', tier: 'direct_oa' };
    const looks = [false, true];
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(B)] }],
      { [B]: new Failure('http-4xx', 'gone') },
      { whole: () => looks.shift() ?? true },
    );
    const progress = { ...NO_PROGRESS, publishing: { artifact, plan } };
    expect(outcomeOf(await bench.run({ progress }))).toMatchObject({ kind: 'saved', reason: 'ok', url: A });
    expect(bench.fetched).toEqual([B]);
  });

  test.each(['waits for a host', 'begins anew'])(
    'a file that gets its name only while its work %s is adopted by the next lease',
    async (meanwhile) => {
      const { artifact } = storedAt(A) as Extract<ReturnType<typeof storedAt>, { kind: 'stored' }>;
      const publishing = {
        artifact,
        plan: { url: A, expected: 'pdf' as const, resolver: 'one', tier: 'direct_oa' },
      };
      const looks = meanwhile === 'begins anew' ? [false, false, true] : [false, true];
      const trouble =
        meanwhile === 'begins anew'
          ? new Failure('conn-error', 'refused')
          : deferredBy('a.org', Date.UTC(2026, 0, 1, 0, 10));
      const bench = pipelineBench(
        [{ name: 'one', gives: [pdfAt(A)] }],
        { [A]: trouble },
        { whole: () => looks.shift() ?? true },
      );
      const first = await bench.run({ progress: { ...NO_PROGRESS, publishing }, token: 2 });
      if (first.kind === 'finish') throw new Error('ended too early');
      const outcome = outcomeOf(await bench.run({ progress: first.progress, token: 3 }));
      expect(outcome).toMatchObject({ kind: 'saved', reason: 'ok', url: A });
      expect(bench.fetched).toEqual([A]);
      expect(looks).toEqual([]);
    },
  );

  test.each([
    ['is saved when its file is in place', true, { kind: 'saved', reason: 'ok', url: A }],
    ['ends without a request when it is not', false, { kind: 'failed', reason: 'internal-error' }],
  ])('a work that has killed its process too often %s', async (_, isThere, end) => {
    const { artifact } = storedAt(A) as Extract<ReturnType<typeof storedAt>, { kind: 'stored' }>;
    const plan = { url: A, expected: 'pdf' as const, resolver: 'one', tier: 'direct_oa' };
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {}, { whole: () => isThere });
    const progress = { ...NO_PROGRESS, publishing: { artifact, plan }, isCondemned: true as const };
    const ended = await bench.run({ progress });
    expect(outcomeOf(ended)).toMatchObject(end);
    expect([bench.asked, bench.fetched]).toEqual([[], []]);
    const why = expect.objectContaining({ extra: { problem: expect.stringMatching(/kept dying/) } });
    if (ended.kind === 'finish') expect(ended.ending.journal).toEqual(isThere ? [] : [why]);
  });

  test('a publication that a crash cut short before the name appeared is simply fetched again', async () => {
    let interrupted: typeof NO_PROGRESS | undefined;
    const crash = new AbortController();
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A)] }],
      {
        [A]: async (job) => {
          const stored = storedAt(A);
          if (stored.kind === 'stored') await job.beforePublish(stored.artifact);
          return stored;
        },
      },
      { whole: () => false },
    );
    const holding = {
      checkpoint: (progress: typeof NO_PROGRESS) => {
        interrupted = JSON.parse(JSON.stringify(progress)) as typeof NO_PROGRESS;
        crash.abort(new Error('killed'));
        return Promise.resolve(false);
      },
      signal: crash.signal,
    };
    await bench.run({}, holding);
    expect(interrupted?.publishing?.plan.url).toBe(A);
    expect(outcomeOf(await bench.run({ progress: interrupted! }))).toMatchObject({ kind: 'saved', url: A });
    expect(bench.asked).toEqual(['one']);
    expect(bench.fetched).toEqual([A, A]);
  });

  test.each([
    [true, { kind: 'saved', reason: 'ok' }],
    [false, { kind: 'failed', reason: 'storage-error' }],
  ])('when publishing fails and the file is there all the same: %s', async (isThere, ending) => {
    const bench = pipelineBench(
      [{ name: 'one', gives: [pdfAt(A)] }],
      {
        [A]: async (job) => {
          const stored = storedAt(A);
          if (stored.kind === 'stored') await job.beforePublish(stored.artifact);
          throw new Failure('storage-error', 'EIO while syncing the folder');
        },
      },
      { whole: () => isThere },
    );
    expect(outcomeOf(await bench.run({ attempts: 2 }))).toMatchObject(ending);
  });

  test('the intention to publish is committed before the name appears', async () => {
    const order: string[] = [];
    const bench = pipelineBench([{ name: 'one', gives: [pdfAt(A)] }], {
      [A]: async (job) => {
        const stored = storedAt(A);
        if (stored.kind === 'stored') await job.beforePublish(stored.artifact);
        order.push('published');
        return stored;
      },
    });
    await bench.run(
      {},
      {
        checkpoint: (progress) => {
          order.push(`intends ${progress.publishing?.artifact.path}`);
          return Promise.resolve(true);
        },
      },
    );
    expect(order).toEqual(['intends PDF/x.pdf', 'published']);
  });
});

describe('the first request', () => {
  test('skips what needs no request and names the host of the first plan', async () => {
    const bench = pipelineBench([
      { name: 'none', gives: [], accepts: false },
      { name: 'local', gives: [pdfAt(A)] },
    ]);
    expect(await bench.firstRequest()).toEqual({ host: 'a.org', role: 'artifact' });
  });

  test('names the API of the first resolver that must be asked', async () => {
    const bench = pipelineBench([{ name: 'api', gives: [], host: 'api.org' }]);
    expect(await bench.firstRequest()).toEqual({ host: 'api.org', role: 'metadata' });
    expect(bench.asked).toEqual([]);
  });

  test('a work nobody can look for needs no host', async () => {
    const bench = pipelineBench([{ name: 'api', gives: [], accepts: false, host: 'api.org' }]);
    expect(await bench.firstRequest()).toEqual({ host: '', role: '' });
  });
});
