import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { escapePattern } from '../../../src/http/robots/match-path.ts';
import { parseRobotsTxt, productToken } from '../../../src/http/robots/robots-txt.ts';

const CASES = resolve('../shared/corpora/robots/google-robots-cases.json');

interface Corpus {
  readonly cases: readonly { test: string; robots: string; ua: string; url: string; allowed: boolean }[];
  readonly paths: readonly { url: string; path: string }[];
  readonly escapes: readonly { in: string; out: string }[];
}

/** Path and query of a URL in the loose spellings of the corpus, nothing encoded. */
function pathIn(url: string): string {
  const rest = url.replace(/#.*$/, '').replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '');
  const start = url.startsWith('/') && !url.startsWith('//') ? 0 : rest.search(/[/?;]/);
  if (start < 0) return '/';
  const path = rest.slice(start);
  return path.startsWith('/') ? path : `/${path}`;
}

describe.skipIf(!existsSync(CASES))("google's robots.txt cases", () => {
  const corpus = existsSync(CASES) ? (JSON.parse(readFileSync(CASES, 'utf8')) as Corpus) : undefined;

  test('are all decided as there', () => {
    const wrong = (corpus?.cases ?? []).filter(
      ({ robots, ua, url, allowed }) => parseRobotsTxt(robots, ua).allows(pathIn(url)) !== allowed,
    );
    expect(corpus?.cases).toHaveLength(145);
    expect(wrong).toEqual([]);
  });

  test('have their paths read by this test as there', () => {
    for (const { url, path } of corpus?.paths ?? []) expect([url, pathIn(url)]).toEqual([url, path]);
  });

  test('have their patterns escaped as there', () => {
    for (const { in: from, out } of corpus?.escapes ?? []) expect(escapePattern(from)).toBe(out);
  });
});

describe('parseRobotsTxt', () => {
  const rules = (...lines: string[]) => parseRobotsTxt(lines.join('\n'), 'TestBot');

  test('lets everything through when it is empty, binary, or not for us', () => {
    for (const text of ['', '\0\u0001\ufffd', '<html>404</html>', 'User-agent: OtherBot\nDisallow: /']) {
      expect(parseRobotsTxt(text, 'TestBot').allows('/x')).toBe(true);
    }
  });

  test('takes the group of its own name, in any case and with a version, and leaves the others', () => {
    const own = rules('User-agent: *', 'Disallow: /', 'User-agent: testbot/2.0', 'Disallow: /private');
    expect(own.allows('/a')).toBe(true);
    expect(own.allows('/private/a')).toBe(false);
  });

  test('reads through a byte order mark, CRLF and CR line ends, and comments', () => {
    const text = '\uFEFFUser-agent: *\r\nDisallow: /a # not here\rDisallow: /b\n';
    expect(['/a', '/b', '/c'].map(parseRobotsTxt(text, 'TestBot').allows)).toEqual([false, false, true]);
  });

  test('merges groups of the same name', () => {
    const merged = rules(
      'User-agent: *',
      'Disallow: /a',
      'User-agent: x',
      'Disallow: /',
      'User-agent: *',
      'Disallow: /b',
    );
    expect(['/a', '/b', '/c'].map(merged.allows)).toEqual([false, false, true]);
  });

  test('reads a crawl delay of its group only', () => {
    expect(rules('User-agent: *', 'Crawl-delay: 7.5').crawlDelayS).toBe(7.5);
    expect(rules('User-agent: x', 'Crawl-delay: 7', 'Disallow: /').crawlDelayS).toBeUndefined();
    expect(rules('User-agent: *', 'Crawl-delay: soon').crawlDelayS).toBeUndefined();
    expect(rules('User-agent: *', 'Crawl-delay: -3').crawlDelayS).toBeUndefined();
    expect(rules('User-agent: *', 'Crawl-delay: 1e308').crawlDelayS).toBe(1e308);
  });

  test('cuts lines at 16 KiB', () => {
    const text = `User-agent: *\nDisallow: /${'a'.repeat(100_000)}`;
    expect(parseRobotsTxt(text, 'TestBot').allows(`/${'a'.repeat(16_400)}`)).toBe(false);
  });

  test('parses and matches a megabyte of wildcards in linear time', () => {
    const rule = 'Disallow: /*a*a*a*a*a*a*a*a*b\n';
    const text = `User-agent: *\n${rule.repeat(Math.ceil(1_000_000 / rule.length))}`;
    const started = performance.now();
    const parsed = parseRobotsTxt(text, 'TestBot');
    expect(parsed.allows(`/${'a'.repeat(500)}`)).toBe(true);
    expect(parsed.allows(`/${'a'.repeat(500)}b`)).toBe(false);
    expect(performance.now() - started).toBeLessThan(3000);
  });

  test('finds the product token of a user agent', () => {
    expect(productToken('ContentDownload/1.2 (+mailto:a@b.org)')).toBe('contentdownload');
  });
});
