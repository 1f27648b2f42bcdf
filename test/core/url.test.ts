import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalUrl, hostKey } from '../../src/core/url.ts';
import { readShared, sharedIsAbsent } from '../support/shared-data.ts';

describe('canonicalUrl', () => {
  test.each([
    ['HTTPS://Example.ORG/A', 'https://example.org/A'],
    ['https://example.org:443/a', 'https://example.org/a'],
    ['https://example.org:8443/a', 'https://example.org:8443/a'],
    ['https://example.org/a#part', 'https://example.org/a'],
    ['https://example.org/a/', 'https://example.org/a'],
    ['https://example.org/a//', 'https://example.org/a'],
    ['https://example.org/', 'https://example.org'],
    ['https://example.org/?b=2&a=1', 'https://example.org/?a=1&b=2'],
    ['https://example.org/a?', 'https://example.org/a'],
    ['https://example.org/a?utm_source=x&UTM_Medium=y&fbclid=1&gclid=2&id=3', 'https://example.org/a?id=3'],
    ['https://example.org/a?id=2&id=1', 'https://example.org/a?id=2&id=1'],
    ['https://example.org/10.1000%2fx', 'https://example.org/10.1000%2Fx'],
    ['not a url', 'not a url'],
  ])('%s is known as %s', (url, canonical) => {
    expect(canonicalUrl(url)).toBe(canonical);
  });

  test('keeps every query parameter that is not tracking', () => {
    const url = 'https://journals.plos.org/plosone/article/file?id=10.1371/j.1&type=printable';
    expect(new URL(canonicalUrl(url)).searchParams.get('id')).toBe('10.1371/j.1');
  });

  test('doing it twice changes nothing', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.webUrl({ withQueryParameters: true, withFragments: true }),
          fc.string().map((path) => `https://example.org/${path}`),
          fc.string(),
        ),
        (url) => {
          expect(canonicalUrl(canonicalUrl(url))).toBe(canonicalUrl(url));
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('is quick on a long run of slashes', () => {
    const started = performance.now();
    canonicalUrl(`https://example.org/${'/'.repeat(1_000_000)}x/`);
    expect(performance.now() - started).toBeLessThan(8000);
  });

  test.skipIf(sharedIsAbsent)('never throws on the odd addresses of crawlers', () => {
    const lines = [
      'invalidUrls.csv',
      'weirdToNormalizedUrls.csv',
      'nutch-regex-normalize-default.test',
    ].flatMap((file) => readShared(`corpora/url/crawler-commons/${file}`).split('\n'));
    expect(lines.length).toBeGreaterThan(100);
    for (const line of lines) {
      for (const url of [line, ...line.split(/,? /)])
        expect(canonicalUrl(canonicalUrl(url))).toBe(canonicalUrl(url));
    }
  });
});

describe('hostKey', () => {
  test.each([
    ['https://Example.org/', 'example.org'],
    ['https://example.org./', 'example.org'],
    ['https://example.org.:8443/', 'example.org:8443'],
    ['http://example.org:80/', 'example.org'],
    ['http://[::1]:80/', '[::1]'],
  ])('of %s is %s', (url, key) => {
    expect(hostKey(new URL(url))).toBe(key);
  });
});
