import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import { tellAttempt } from '../../src/report/tell-attempt.ts';

const told = (fields: Partial<AttemptRecord> & Pick<AttemptRecord, 'status'>): string =>
  tellAttempt({
    schema_version: 3,
    record_type: 'attempt',
    run_id: 'r',
    timestamp: '2026-01-01T00:00:00.000Z',
    doc_id: 'doi:10.1/x',
    config_hash: '',
    ...fields,
  });

describe('an attempt in plain words', () => {
  test('a page without the full text is told as that, by records of earlier versions too', () => {
    const page = { status: 'http-200', reason: 'unexpected-ct', classification: 'html' } as const;
    for (const why of ['landing: 0 words, 0 sections', 'a page (landing: 0 words, 0 sections)'])
      expect(told({ ...page, extra: { why } })).toBe(
        'not taken, unexpected-ct: the page is not the full text: 0 words, 0 sections',
      );
    expect(
      told({ ...page, classification: 'other', extra: { why: 'neither PDF, XML nor HTML (zip)' } }),
    ).toBe('not taken, unexpected-ct: the file is not the full text: neither PDF, XML nor HTML (zip)');
  });

  test('an error page that an archive has captured is no refusal of the archive', () => {
    const url = 'https://web.archive.org/web/2019id_/https://a.org/x.pdf';
    const asked = { role: 'artifact', verb: 'GET', url, status: 'http-error', http_status: 429 } as const;
    expect(told({ ...asked, reason: 'http-4xx', extra: { archived: true } })).toBe(
      `tried to fetch ${url}: the archived copy is itself an error page, status 429 of its own host`,
    );
    expect(told({ ...asked, reason: 'retry-after' })).toBe(`tried to fetch ${url}: status 429`);
  });

  test('a stored file that is still good was not turned down', () => {
    expect(told({ status: 'http-200', reason: 'not-modified' })).toBe(
      'the stored file is still what the source has; no bytes were moved',
    );
  });

  test('tells an exchange with its answer, its size, its waits and its company', () => {
    const asked = { role: 'metadata', verb: 'GET', url: 'https://api.example/x', http_status: 200 } as const;
    expect(
      told({ ...asked, status: 'http-200', size_bytes: 2441, duration_ms: 9, sleep_ms: 3000, attempt: 2 }),
    ).toBe(
      'asked https://api.example/x: status 200, 2.4 kB in 9 ms, after waiting 3.0 s for its turn, try 2',
    );
    expect(told({ ...asked, status: 'http-200', extra: { batch: 20 } })).toMatch(
      /together with 19 other works$/,
    );
  });

  test('tells a request that got no answer by what went wrong', () => {
    expect(
      told({
        status: 'http-get',
        role: 'artifact',
        verb: 'GET',
        url: 'https://a.example/1.pdf',
        reason: 'timeout',
      }),
    ).toBe('tried to fetch https://a.example/1.pdf: the server did not answer, or stopped sending, in time');
  });

  test('tells a verdict with its reason, its evidence and what was kept', () => {
    const verdict = { role: 'artifact', stage: 'finalize', url: 'https://a.example/1.pdf' } as const;
    expect(
      told({ ...verdict, status: 'download-error', reason: 'html-disguised', extra: { why: 'a page' } }),
    ).toBe('not taken, html-disguised: an HTML page came where a PDF was announced (a page)');
    expect(
      told({ ...verdict, status: 'size-mismatch', reason: 'size-mismatch', extra: { kept_bytes: 267_139 } }),
    ).toMatch(/267\.1 kB kept to go on with$/);
    expect(
      told({
        ...verdict,
        status: 'http-200',
        reason: 'ok',
        classification: 'pdf',
        size_bytes: 1000,
        sha256: 'ab'.repeat(32),
        extra: { pages: 6, identity: { score: 1, verdict: 'proven' } },
      }),
    ).toBe('good: pdf, 1.0 kB, 6 pages, sha256 abababababab…; identity: proven, score 1');
  });

  test('tells a robots.txt that forbids from one that could not be had', () => {
    const left = { status: 'robots-disallowed', url: 'https://a.example/1' } as const;
    expect(told({ ...left, reason: 'robots' })).toMatch(/robots\.txt of the host does not allow it$/);
    expect(told({ ...left, reason: 'http-5xx' })).toBe(
      'left https://a.example/1 alone: robots.txt of the host could not be read (http-5xx: the server had an error of its own)',
    );
  });

  test('tells by which rule an address was refused', () => {
    const left = {
      status: 'content-policy-skip',
      reason: 'blocked-address',
      url: 'https://a.example:8443/1',
    } as const;
    expect(told({ ...left, extra: { why: 'port 8443 is not allowed' } })).toBe(
      'left https://a.example:8443/1 alone, blocked-address: port 8443 is not allowed',
    );
    expect(told(left)).not.toMatch(/leads to a private/);
  });

  test.each([
    [
      { status: 'robots-disallowed', url: 'https://a.example/1' },
      /robots\.txt of the host does not allow it/,
    ],
    [
      { status: 'parked', host: 'a.example', sleep_ms: 60_000, extra: { why: 'retry-after' } },
      /set aside for 1 min 00 s, waiting for a\.example: the host asked to come back later/,
    ],
    [
      { status: 'retry', http_status: 429, sleep_ms: 1000, retry_after_s: 1 },
      /waited 1\.0 s before the next try after status 429, as the host asked \(Retry-After 1 s\)/,
    ],
    [{ status: 'resolver-skip', reason: 'no-identifier' }, /cannot use the identifiers/],
    [{ status: 'resolver-empty' }, /named no place/],
    [{ status: 'breaker-open', host: 'a.example' }, /did not ask a\.example/],
    [
      { status: 'content-policy-skip', url: 'https://a.example/1', reason: 'policy-license' },
      /left https:\/\/a\.example\/1 alone, policy-license: no plan has an accepted licence/,
    ],
  ] as const)('tells the decision %o', (fields, words) => {
    expect(told(fields)).toMatch(words);
  });
});
