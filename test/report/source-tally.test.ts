import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import type { CatalogEntry } from '../../src/ledger/catalog.ts';
import { sourceTally } from '../../src/report/source-tally.ts';

const entry = (doc_id: string, resolver: string | null, fields: Partial<CatalogEntry> = {}) =>
  ({
    doc_id,
    resolver,
    status: resolver === null ? 'failed' : 'saved',
    canonical_url: null,
    ...fields,
  }) as CatalogEntry;
const attempt = (doc_id: string, resolver: string, fields: Partial<AttemptRecord>) =>
  ({ doc_id, resolver, status: 'http-200', verb: 'GET', role: 'artifact', ...fields }) as AttemptRecord;
const claim = (resolver: string, url: string) => ({ resolver, url });

describe('what a source was worth', () => {
  test('a work counts as found by one source alone when all others were asked and named no place', () => {
    const tally = sourceTally(['unpaywall', 'core', 'arxiv']);
    tally.addEntry(entry('a', 'unpaywall'), [claim('unpaywall', 'https://x.org/1.pdf')]);
    expect(tally.figures()['unpaywall']).toMatchObject({ named: 1, saved: 1, only: 0, not_compared: 1 });
    tally.addAttempt(attempt('a', 'core', { status: 'resolver-empty' }));
    tally.addAttempt(attempt('a', 'arxiv', { status: 'breaker-open' }));
    expect(tally.figures()['unpaywall']).toMatchObject({ only: 0, not_compared: 1 });
    tally.addAttempt(attempt('a', 'arxiv', { status: 'resolver-skip' }));
    expect(tally.figures()['unpaywall']).toMatchObject({ only: 1, not_compared: 0 });
  });

  test('where nobody knows which sources there were, no comparison is complete', () => {
    const tally = sourceTally();
    tally.addEntry(entry('a', 'unpaywall'), [claim('unpaywall', 'https://x.org/1.pdf')]);
    expect(tally.figures()['unpaywall']).toMatchObject({ only: 0, not_compared: 1 });
  });

  test('a place that another source named too, or that nobody tried, takes the merit away', () => {
    const tally = sourceTally();
    tally.addEntry(entry('same', 'openalex'), [
      claim('openalex', 'https://x.org/1.pdf'),
      claim('unpaywall', 'https://x.org/1.pdf#page=2'),
    ]);
    tally.addEntry(entry('untried', 'openalex'), [
      claim('openalex', 'https://x.org/2.pdf'),
      claim('unpaywall', 'https://y.org/2.pdf'),
    ]);
    tally.addAttempt(attempt('untried', 'unpaywall', { status: 'breaker-open', url: 'https://y.org/2.pdf' }));
    expect(tally.figures()).toMatchObject({
      openalex: { saved: 2, only: 0, not_compared: 0 },
      unpaywall: { named: 2, saved: 0, only: 0, requests_per_saved: null },
    });
  });

  test('a place that was tried and gave nothing does not', () => {
    const tally = sourceTally(['openalex', 'unpaywall', 'core']);
    tally.addEntry(entry('a', 'core'), [
      claim('core', 'https://core.ac.uk/1.pdf'),
      claim('openalex', 'https://x.org/1.pdf'),
      claim('unpaywall', 'https://y.org/1.pdf'),
    ]);
    tally.addAttempt(attempt('a', 'openalex', { status: 'http-error', url: 'https://x.org/1.pdf' }));
    expect(tally.figures()['core']).toMatchObject({ only: 0 });
    // The same address of another work says nothing about this one.
    tally.addAttempt(attempt('b', 'unpaywall', { status: 'http-error', url: 'https://y.org/1.pdf' }));
    expect(tally.figures()['core']).toMatchObject({ only: 0 });
    tally.addAttempt(attempt('a', 'unpaywall', { status: 'robots-disallowed', url: 'https://y.org/1.pdf' }));
    tally.addAttempt(attempt('a', 'unpaywall', { status: 'http-error', url: 'https://y.org/1.pdf' }));
    expect(tally.figures()['core']).toMatchObject({ only: 1 });
  });

  test('cost is the requests made on its behalf, over the works saved through it', () => {
    const tally = sourceTally();
    tally.addEntry(entry('a', 'openalex'), []);
    tally.addEntry(entry('b', 'openalex', { status: 'cached' }), []);
    tally.addEntry(entry('c', null), []);
    for (const status of ['http-200', 'http-redirect', 'http-error', 'cache-hit', 'parked'] as const)
      tally.addAttempt(attempt('a', 'openalex', { status, url: 'https://x.org/1.pdf' }));
    expect(tally.figures()['openalex']).toMatchObject({ requests: 3, saved: 2, requests_per_saved: 1.5 });
  });
});
