import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainStory } from '../../src/app/explain-story.ts';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import type { CatalogEntry } from '../../src/ledger/catalog.ts';
import type { JobFacts, WorkStory } from '../../src/ledger/story.ts';
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
    { work: work(1), names: [DOC], job: JOB, entries: [], attempts: [], claims: [], ...story },
    { root: '/files', clock: { now: () => 1000 } },
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
      entry({ run_id: 'run-2', status: 'saved', reason: 'ok', path: 'PDF/1.pdf' }),
    ];
    const { runs } = told({ attempts, entries });
    expect(runs.map(({ run_id, steps, end }) => [run_id, steps.length, end?.status])).toEqual([
      ['run-1', 1, 'failed'],
      ['run-2', 1, 'saved'],
    ]);
    expect(runs[0]?.end).toMatchObject({ file: null, advice: 'Run `resume` later.' });
    expect(runs[1]?.end).toMatchObject({ file: join('/files', 'PDF/1.pdf') });
  });

  test('an answer that came in a request for many says so', () => {
    const asked = attempt(DOC, { stage: 'resolve', role: 'metadata', verb: 'GET', resolver: 'unpaywall' });
    const empty = (resolver: string) =>
      attempt(DOC, { stage: 'resolve', status: 'resolver-empty', resolver });
    const { runs } = told({ attempts: [empty('openalex'), asked, empty('unpaywall')] });
    const [batched, , alone] = runs[0]?.steps ?? [];
    expect(batched?.text).toMatch(/^named no place; its answer took no request of this work alone$/);
    expect(alone?.text).toBe('named no place');
  });

  test('a place counts as tried whatever its spelling', () => {
    const attempts = [attempt(DOC, { canonical_url: 'https://x.org/1.pdf' })];
    const claims = [claim('a', 'https://X.org/1.pdf?utm_source=b'), claim('b', 'https://x.org/2.pdf')];
    expect(told({ attempts, claims }).claims.map(({ tried }) => tried)).toEqual([true, false]);
  });

  test('a job in backoff tells how long it still waits', () => {
    expect(told({ job: { ...JOB, state: 'queued', available_at: 31_000 } }).job).toMatchObject({
      waits_ms: 30_000,
    });
    expect(told({ job: { ...JOB, state: 'queued' } }).job).toMatchObject({ waits_ms: 0 });
  });
});
