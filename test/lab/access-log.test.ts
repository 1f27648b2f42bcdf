import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { createAccessLog } from '../../src/lab/access-log.ts';
import { judge } from '../../src/lab/judge.ts';
import { startLab } from '../../src/lab/server.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ask, askJson } from './ask.ts';

const request = {
  method: 'GET',
  host: 'a.example',
  path: '/x',
  role: 'artifact',
  userAgent: 'test',
} as const;

/** A log on a clock the test moves. */
function logAt() {
  const time = { ms: 0 };
  return { time, log: createAccessLog({ now: () => time.ms, keep: 10 }) };
}

describe('the judge', () => {
  test('finds two requests that came too close, in their role only', () => {
    const { log, time } = logAt();
    for (const [ms, role] of [
      [0, 'artifact'],
      [500, 'landing'],
      [1000, 'artifact'],
      [1900, 'artifact'],
    ] as const) {
      time.ms = ms;
      log.start({ ...request, role }).end();
    }
    expect(judge(log, { minGapMs: () => 900 }).violations).toEqual([]);
    const { violations } = judge(log, { minGapMs: () => 1000 });
    expect(violations).toEqual([expect.objectContaining({ kind: 'gap', host: 'a.example' })]);
  });

  test('finds requests to a host, and to the hosts of a site, that came closer than their totals', () => {
    const { log, time } = logAt();
    for (const [ms, host, role] of [
      [0, 'www.a.example', 'landing'],
      [100, 'www.a.example', 'artifact'],
      [110, 'files.a.example', 'artifact'],
      [111, 'files.other.example', 'artifact'],
      [112, 'one.ac.uk', 'artifact'],
      [113, 'two.ac.uk', 'artifact'],
    ] as const) {
      time.ms = ms;
      log.start({ ...request, host, role }).end();
    }
    const kept = { minHostGapMs: () => 100, minSiteGapMs: () => 10, minGapMs: () => 1e6, toleranceMs: 0 };
    expect(judge(log, kept).violations).toEqual([]);
    expect(judge(log, { ...kept, minHostGapMs: () => 110 }).violations).toMatchObject([
      { kind: 'host-total', host: 'www.a.example' },
    ]);
    expect(judge(log, { ...kept, minSiteGapMs: () => 20 }).violations).toMatchObject([
      { kind: 'site-total', host: 'a.example' },
    ]);
  });

  test('lets clock jitter pass', () => {
    const { log, time } = logAt();
    log.start(request).end();
    time.ms = 99;
    log.start(request).end();
    expect(judge(log, { minGapMs: () => 100 }).violations).toEqual([]);
    expect(judge(log, { minGapMs: () => 102, toleranceMs: 0, toleranceShare: 0 }).violations).toHaveLength(1);
  });

  test('finds more requests at once than promised', () => {
    const { log } = logAt();
    const tickets = [log.start(request), log.start(request), log.start(request)];
    for (const ticket of tickets) ticket.end();
    expect(judge(log, { maxConcurrent: () => 3 }).violations).toEqual([]);
    expect(judge(log, { maxConcurrent: () => 2 }).violations).toMatchObject([{ kind: 'concurrency' }]);
    expect(log.entries().map(({ concurrent }) => concurrent)).toEqual([1, 2, 3]);
  });

  test('finds a request made before the Retry-After had passed, and none after', () => {
    const { log, time } = logAt();
    const first = log.start(request);
    first.answered(429, 5000);
    first.end();
    time.ms = 5001;
    log.start(request).end();
    expect(judge(log).violations).toEqual([]);
    const again = log.start(request);
    again.answered(503, 5000);
    again.end();
    time.ms = 9000;
    log.start(request).end();
    expect(judge(log).violations).toMatchObject([{ kind: 'retry-after', host: 'a.example' }]);
  });

  test('counts every request though only the newest entries are kept', () => {
    const { log } = logAt();
    for (let at = 0; at < 95; at += 1) log.start({ ...request, path: `/${at}` }).end();
    expect(log.count()).toBe(95);
    expect(log.entries().map(({ path }) => path)).toEqual(
      Array.from({ length: 10 }, (_, at) => `/${85 + at}`),
    );
    expect(log.hosts()[0]?.requests).toBe(95);
  });
});

describe('the lab', () => {
  test('accuses who asks a denied path, and who follows a redirect to its private address', async () => {
    await using lab = await startLab({ works: 2, seed: 1, sizeScale: 0.02, faults: ['robots-denied'] });
    const url = lab.world.works[0]!.setup.openalex![0]!.pdfUrl!;
    await ask(lab, new URL('/robots.txt', url).href);
    expect(judge(lab.accessLog).violations).toEqual([]);
    await ask(lab, url);
    await ask(lab, `${lab.origin}/__lab/trap.pdf`);
    expect(judge(lab.accessLog).violations.map(({ kind }) => kind)).toEqual(['robots', 'private-address']);
  });

  test('writes one line a request, with status, bytes and who asked', async () => {
    await using dir = await tempDir();
    const logFile = join(dir.path, 'access.jsonl');
    const lab = await startLab({ works: 3, seed: 1, sizeScale: 0.02, faults: ['gold-best-pdf'], logFile });
    const url = lab.world.works[0]!.setup.openalex![0]!.pdfUrl!;
    const whole = await ask(lab, url, { headers: { 'user-agent': 'me/1', accept: 'application/pdf' } });
    await ask(lab, url, { headers: { 'if-none-match': whole.headers.etag ?? '*' } });
    const kept = await askJson<{ entries: object[] }>(lab, `${lab.origin}/__lab/access-log`);
    await lab.close();
    const lines = (await readFile(logFile, 'utf8'))
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as object);
    expect(lines).toEqual(kept.entries);
    expect(lines).toMatchObject([
      { status: 200, bytes: whole.body.length, role: 'artifact', userAgent: 'me/1', host: new URL(url).host },
      { status: 304, bytes: 0 },
    ]);
  });

  test('answers 429 to who is faster than a host allows, each host in its own words', async () => {
    await using lab = await startLab({
      works: 20,
      seed: 1,
      sizeScale: 0.02,
      faults: ['arxiv-doi', 'gold-best-pdf'],
      rateLimits: [
        { host: 'export.arxiv.org', minIntervalMs: 60_000 },
        { host: '*.example', minIntervalMs: 60_000, retryAfterS: 3 },
      ],
    });
    const arxiv = 'https://export.arxiv.org/api/query?id_list=1501.00001';
    expect((await ask(lab, arxiv)).status).toBe(200);
    const refused = await ask(lab, arxiv);
    expect([refused.status, refused.text, refused.headers['retry-after']]).toEqual([
      429,
      'Rate exceeded.',
      undefined,
    ]);
    const url = lab.world.works.find(({ label }) => label === 'gold-best-pdf')!.setup.doiTarget!;
    await ask(lab, url);
    expect((await ask(lab, url)).headers['retry-after']).toBe('3');
    expect((await ask(lab, 'https://doi.org/foo')).status).toBe(400);
    expect((await ask(lab, 'https://doi.org/foo')).status).toBe(400);
  });

  test('waits before it answers when told to', async () => {
    await using lab = await startLab({ works: 1, seed: 1, sizeScale: 0.02, latencyMs: 60 });
    const before = performance.now();
    await ask(lab, 'https://doi.org/foo');
    expect(performance.now() - before).toBeGreaterThan(29);
  });
});
