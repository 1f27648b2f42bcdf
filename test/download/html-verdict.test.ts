import { readdirSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { judgePage } from '../../src/download/html-verdict.ts';
import { readPage } from '../../src/download/read-page.ts';
import { hasCorpora, shared } from './corpora.ts';
import { abstractPage, articlePage, prose, WALLS } from './sample-pages.ts';

function judge(
  html: string | Uint8Array,
  { url = 'https://journal.test/x', chunkBytes = 1 << 20, headers = {} } = {},
) {
  const bytes = Buffer.from(html);
  const page = readPage();
  for (let at = 0; at < bytes.length; at += chunkBytes) page.write(bytes.subarray(at, at + chunkBytes));
  return judgePage(page.end(), { hops: [url], headers }).kind;
}

describe('judgePage', () => {
  test.each(WALLS)('%s is a %s', (_, kind, html) => {
    expect(judge(html)).toBe(kind);
    expect(judge(html, { chunkBytes: 16 })).toBe(kind);
  });

  test('an article with sections is full text, however it is marked up', () => {
    expect(judge(articlePage())).toBe('full-text');
    expect(judge(articlePage(), { chunkBytes: 100 })).toBe('full-text');
    expect(
      judge(`<HTML><BODY><H1>Essay</H1>${prose(3000)}<h2>Works cited</h2><p>A. B. 1999.</p></BODY></HTML>`),
    ).toBe('full-text');
    expect(
      judge(`<html><body><h3>Methods</h3>${prose(700)}<h3>Results</h3>${prose(700)}</body></html>`),
    ).toBe('full-text');
  });

  test.each([
    ['an abstract page with many references', abstractPage()],
    [
      'a very long abstract',
      `<html><body><h2>Abstract</h2>${prose(1500)}<h2>References</h2>${prose(3000)}</body></html>`,
    ],
    [
      'long menus and footers',
      `<html><body><nav>${prose(3000)}</nav><h2>A</h2>${prose(60)}<h2>B</h2>${prose(60)}<footer>${prose(3000)}</footer></body></html>`,
    ],
    [
      'headings and words without a sign of a paper',
      `<html><body><h3>1</h3>${prose(700)}<h3>2</h3>${prose(700)}</body></html>`,
    ],
    ['a wall of words without the build of an article', `<html><body>${prose(5000)}</body></html>`],
    [
      'an abstract by its class alone',
      `<html><body><h2>A</h2><div class="article-abstract">${prose(2000)}</div><h2>B</h2></body></html>`,
    ],
  ])('%s is not', (_, html) => {
    expect(judge(html)).toBe('landing');
  });

  test('an article about captchas and logins is an article', () => {
    const about = articlePage().replace(
      '<h2>2. Methods</h2>',
      '<h2>2. g-recaptcha, sign in</h2><p>verify you are human <input type=password></p>',
    );
    expect(judge(about.replace('<title>', '<title>Just a moment... '))).toBe('full-text');
  });

  test('an article page with a folded sign-in form is no login page', () => {
    expect(judge(abstractPage('<form><input type="password"></form>'))).toBe('landing');
  });

  test.each([
    ['https://validate.perfdrive.com/abc', 'challenge-page'],
    ['https://www.osapublishing.org/captcha/?guid=1', 'challenge-page'],
    ['https://idp.springer.com/authorize?x=1', 'login-page'],
    ['https://journal.test/action/cookieAbsent', 'login-page'],
    ['https://journal.test/x?error=cookies_not_supported&code=1', 'login-page'],
    ['https://login.bepress.com/cas', 'login-page'],
    ['https://journal.test/login?TARGET=https%3A', 'login-page'],
  ])('a page from %s is a %s', (url, kind) => {
    expect(judge(abstractPage(), { url })).toBe(kind);
  });

  test('hostile markup costs little', () => {
    for (const html of [
      '<div>'.repeat(200_000),
      `<p ${'a'.repeat(3_000_000)}`,
      `<!--${'-'.repeat(2_000_000)}`,
      `<html><title>${'x'.repeat(2_000_000)}`,
      '<h2>'.repeat(100_000),
      '&nbsp;'.repeat(300_000),
      '<p>abc'.repeat(150_000),
      '<a href=x>get access to this</a>'.repeat(40_000),
      `<h2>${'1. '.repeat(40)}x</h2>`.repeat(8000),
      `<script type="application/ld+json">${'['.repeat(500_000)}</script>`,
    ]) {
      const before = process.cpuUsage();
      judge(html);
      expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
    }
  });

  test.skipIf(!hasCorpora)('no landing page of the recorded publishers passes for a paper', () => {
    const folder = 'fixtures/landing';
    const names = readdirSync(resolve('../shared', folder)).filter((name) => name.endsWith('.json'));
    expect(names.length).toBeGreaterThan(20);
    for (const name of names) {
      const { meta, pdfAnchors } = JSON.parse(shared(`${folder}/${name}`).toString()) as {
        meta?: Record<string, string[]>;
        pdfAnchors?: { href: string; text: string }[];
      };
      const tags = Object.entries(meta ?? {}).map(
        ([key, values]) => `<meta name="${key}" content="${values.join(' ').replaceAll('"', '')}">`,
      );
      const links = (pdfAnchors ?? []).map(
        ({ href, text }) => `<a href="${href.replaceAll('"', '')}">${text}</a>`,
      );
      const html = abstractPage(links.join('')).replace('</head>', `${tags.join('')}</head>`);
      expect(['landing', 'preview-stub'], name).toContain(judge(html));
    }
  });
});
