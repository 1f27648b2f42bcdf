import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainStory } from '../../src/app/explain-story.ts';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import type { CatalogEntry } from '../../src/ledger/catalog.ts';
import type { JobFacts, WorkStory } from '../../src/ledger/story.ts';
import { RESOLVERS } from '../../src/resolvers/index.ts';
import { attempt, work } from '../ledger/samples.ts';

const DOC = work(1).id;
const JOB: JobFacts = {
  state: 'done',
  run_id: 'run-1',
  attempts: 0,
  last_error: null,
  host_key: '',
  role: '',
  available_at: 0,
};
const entry = (fields: Partial<CatalogEntry>): CatalogEntry =>
  ({
    doc_id: DOC,
    run_id: 'run-1',
    duration_ms: 5,
    created_at: '2026-01-01T00:00:02.000Z',
    path: null,
    identity: null,
    identity_score: null,
    identity_evidence: null,
    ...fields,
  }) as CatalogEntry;
const claim = (resolver: string, url: string) => ({
  resolver,
  url,
  license: null,
  version: null,
  host_type: null,
  evidence: null,
});

const told = (story: Partial<WorkStory>) =>
  explainStory(
    {
      work: work(1),
      names: [DOC],
      job: JOB,
      entries: [],
      attempts: [],
      claims: [],
      duplicates: [],
      ...story,
    },
    { root: '/files', clock: { now: () => 1000 }, folderOf: (id) => `/my runs/${id}`, resolvers: RESOLVERS },
  );

describe('the story of a work, told', () => {
  test('runs come in order, each with its steps and its end', () => {
    const attempts: AttemptRecord[] = [
      attempt(DOC, {
        run_id: 'run-1',
        status: 'http-error',
        reason: 'http-5xx',
        http_status: 500,
        verb: 'GET',
      }),
      attempt(DOC, { run_id: 'run-2', verb: 'GET' }),
    ];
    const entries = [
      entry({ status: 'failed', reason: 'http-5xx' }),
      entry({
        run_id: 'run-2',
        status: 'saved',
        reason: 'ok',
        path: 'PDF/1.pdf',
        identity: 'unsure',
        identity_score: 0.5,
        identity_evidence: '{"title":0.4,"unknown":"the pages are pictures"}',
      }),
    ];
    const { runs } = told({ attempts, entries });
    expect(runs.map(({ run_id, steps, end }) => [run_id, steps.length, end?.status])).toEqual([
      ['run-1', 1, 'failed'],
      ['run-2', 1, 'saved'],
    ]);
    expect(runs[0]?.end).toMatchObject({
      file: null,
      advice: "Try again later: `contentdownload resume --run '/my runs/run-1' --filter status=failed`.",
    });
    expect(runs[0]?.end).toMatchObject({ identity: null, identity_why: null });
    expect(runs[1]?.end).toMatchObject({
      file: join('/files', 'PDF/1.pdf'),
      identity: 'unsure',
      identity_why: 'the pages are pictures; 40 % of the title found',
    });
  });

  test('an answer that came in a request for many says so', () => {
    const asked = attempt(DOC, { stage: 'resolve', role: 'metadata', verb: 'GET', resolver: 'unpaywall' });
    const empty = (resolver: string) =>
      attempt(DOC, { stage: 'resolve', status: 'resolver-empty', resolver });
    const { runs } = told({ attempts: [empty('openalex'), asked, empty('unpaywall')] });
    const [batched, , alone] = runs[0]?.steps ?? [];
    expect(batched?.text).toMatch(/^named no place, answered together with other works in one request$/);
    expect(alone?.text).toBe('named no place');
  });

  test('a source that was asked by the cache, or has no requests for many, is not said to be', () => {
    const hit = attempt(DOC, { stage: 'resolve', status: 'cache-hit', resolver: 'openalex' });
    const empty = (resolver: string) =>
      attempt(DOC, { stage: 'resolve', status: 'resolver-empty', resolver });
    const { runs } = told({ attempts: [hit, empty('openalex'), empty('wayback')] });
    expect(runs[0]?.steps.slice(1).map(({ text }) => text)).toEqual(['named no place', 'named no place']);
  });

  test('a source that was skipped is told with what it takes, or that nothing was left for it', () => {
    const skip = (resolver: string) =>
      attempt(DOC, { stage: 'resolve', status: 'resolver-skip', reason: 'no-identifier', resolver });
    const { runs } = told({
      work: { id: DOC, arxiv: '2104.12255' } as unknown as WorkStory['work'],
      attempts: [skip('unpaywall'), skip('landing'), skip('pmc'), skip('gone_plugin')],
    });
    expect(runs[0]?.steps.map(({ text }) => text)).toEqual([
      'skipped: this work has no identifier it can use: it takes a DOI, and the DOI that arXiv derives from its own id is not asked for',
      'skipped: no page or file that other sources named was left for it',
      expect.stringMatching(/^skipped: this work has no identifier it can use: it takes .*a PMCID/),
      'skipped: this work has no identifier it can use',
    ]);
  });

  test('a source that was skipped before an identifier was learnt says so', () => {
    const skip = { stage: 'resolve', status: 'resolver-skip', reason: 'no-identifier' } as const;
    const { runs } = told({
      work: { id: DOC, pmid: '1', doi: '10.1/learnt' } as unknown as WorkStory['work'],
      attempts: [attempt(DOC, { ...skip, resolver: 'unpaywall' })],
    });
    expect(runs[0]?.steps[0]?.text).toBe('skipped: no identifier it can use was known yet: it takes a DOI');
  });

  test('of a DOI that doi.org does not know, that is what to look at', () => {
    const entries = [entry({ status: 'failed', reason: 'no-candidates' })];
    const answered = (host: string) =>
      attempt(DOC, { host, role: 'landing', verb: 'GET', status: 'http-error', http_status: 404 });
    const advice = (host: string) => told({ attempts: [answered(host)], entries }).runs[0]?.end?.advice;
    expect(advice('doi.org')).toMatch(/^doi\.org does not know this DOI .* mistyped/);
    expect(advice('publisher.org')).toMatch(/enable more resolvers/);
  });

  test('its end says what the records say, and sends nobody to the story that is being read', () => {
    const endOf = (reason: string, more: Partial<WorkStory> = {}, url = 'https://x.org/1.pdf') =>
      told({ entries: [entry({ status: 'failed', reason, url })], ...more }).runs[0]?.end;
    for (const reason of ['blocked-address', 'attempt-limit', 'duplicate-work'])
      expect(endOf(reason)?.advice).not.toContain('explain --work');
    expect(endOf('no-candidates')?.meaning).toMatch(/^No source that was asked named a place/);
    const claims = [claim('a', 'https://x.org/1')];
    expect(endOf('no-candidates', { claims })?.meaning).toBe(
      'No place that a source named has the full text.',
    );
    const robots = attempt(DOC, {
      status: 'robots-disallowed',
      reason: 'http-5xx',
      url: 'https://x.org/1.pdf',
    });
    expect(endOf('http-5xx', { attempts: [robots] })?.meaning).toMatch(
      /^robots\.txt of the host could not be read/,
    );
    expect(endOf('http-5xx', { attempts: [robots] }, 'https://y.org/1')?.meaning).not.toContain('robots.txt');
  });

  test('a file that was examined again is not said to be removed', () => {
    const held = (done: string) =>
      attempt(DOC, { status: 'provisional', classification: 'pdf', extra: { done } });
    const texts = told({ attempts: ['examined', 'published', 'removed'].map(held) }).runs[0]?.steps;
    expect(texts?.map(({ text }) => text.split(' the ')[0])).toEqual([
      'examined again',
      'published',
      'removed',
    ]);
  });

  test('a place counts as tried whatever its spelling', () => {
    const attempts = [attempt(DOC, { canonical_url: 'https://x.org/1.pdf' })];
    const claims = [claim('a', 'https://X.org/1.pdf?utm_source=b'), claim('b', 'https://x.org/2.pdf')];
    expect(told({ attempts, claims }).claims.map(({ tried }) => tried)).toEqual([true, false]);
  });

  test('a place whose server was not asked says why', () => {
    const robots = 'https://x.org/robots.pdf';
    const shared = 'https://x.org/shared.pdf';
    const large = 'https://x.org/large.pdf';
    const later = 'https://x.org/later.pdf';
    const skip = { role: 'artifact', status: 'content-policy-skip' } as const;
    const attempts = [
      attempt(DOC, {
        role: 'artifact',
        status: 'robots-disallowed',
        reason: 'robots',
        canonical_url: robots,
      }),
      attempt(DOC, { ...skip, reason: 'duplicate-url', canonical_url: shared }),
      attempt(DOC, { verb: 'GET', canonical_url: large }),
      attempt(DOC, { ...skip, reason: 'policy-size', canonical_url: large }),
    ];
    const claims = [robots, shared, large, later].map((url) => claim('a', url));
    expect(told({ attempts, claims }).claims.map(({ tried, left_alone }) => [tried, left_alone])).toEqual([
      [false, 'left alone: robots.txt'],
      [false, 'not asked: refused to another work'],
      [true, null],
      [false, null],
    ]);
  });

  test('a job in backoff tells how long it still waits', () => {
    expect(told({ job: { ...JOB, state: 'queued', available_at: 31_000 } }).job).toMatchObject({
      waits_ms: 30_000,
    });
    expect(told({ job: { ...JOB, state: 'queued' } }).job).toMatchObject({ waits_ms: 0 });
  });
});
