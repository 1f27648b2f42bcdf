import { describe, expect, test } from 'vitest';
import { articleText } from '../../../src/download/html-text/article-text.ts';
import { sharedIsAbsent } from '../../support/shared-data.ts';
import { benchmarkPages, meanScore, scoreText } from './benchmark.ts';

const paragraph =
  'The estimate remains stable when rivers and soils are measured together in every season of the year. '.repeat(
    4,
  );

const page = (body: string): string =>
  `<!doctype html><html><head><title>Rivers of the north</title></head><body>
  <nav><a href="/">Home</a> <a href="/news">News</a></nav>
  <article><h1>Rivers of the north</h1><p class="byline">By A. Bauer</p><time>1 March 2021</time>${body}</article>
  <footer>Copyright</footer></body></html>`;

const body = (more: string): string =>
  page(`<p>${paragraph}</p><p>${paragraph}</p>${more}<p>${paragraph}</p>`);

describe('the text of a page', () => {
  test('is its paragraphs, one a line, without title, byline, date and navigation', () => {
    const lines = articleText(body(''))?.split('\n') ?? [];
    expect(lines).toHaveLength(3);
    for (const line of lines) expect(line).toBe(paragraph.trim());
  });

  test('leaves out captions of photographs and keeps numbered ones', () => {
    const figures =
      '<figure><img src="a.jpg"><figcaption>A river at dusk. Photo: C. Chen</figcaption></figure>' +
      '<figure><img src="b.png"><figcaption>Figure 2. Discharge by season.</figcaption></figure>';
    const text = articleText(body(figures)) ?? '';
    expect(text).not.toContain('at dusk');
    expect(text).toContain('Figure 2. Discharge by season.');
  });

  test('leaves out lists of other pages, and keeps lists of references', () => {
    const list = (name: string) =>
      `<div class="${name}"><ul><li><a href="/1">Lakes of the south and their fish</a></li><li><a href="/2">Deltas in the east and west</a></li></ul></div>`;
    expect(articleText(body(list('read-next')))).not.toContain('Lakes of the south');
    expect(articleText(body(list('references')))).toContain('Lakes of the south');
  });

  test('keeps the cells of a table apart, whatever its rows are called', () => {
    const table =
      '<table><tr class="ad-row"><td>Oder</td><td>854</td></tr><tr><td>Elbe</td><td>1094</td></tr></table>';
    expect(articleText(body(`<p>${paragraph}</p>${table}`))).toContain('Oder\t854\nElbe\t1094');
  });

  test('is not lost where a site calls the whole text an aside', () => {
    expect(
      articleText(page(`<div class="post-meta"><p>${paragraph}</p><p>${paragraph}</p></div>`)),
    ).toContain('The estimate remains stable');
  });

  test('is none where there is no article', () => {
    expect(articleText('<html><body></body></html>')).toBeUndefined();
  });

  test.skipIf(sharedIsAbsent)(
    'scores at least 0.955 on the pages of the article-extraction-benchmark',
    () => {
      const scores = benchmarkPages().map(({ html, expected }) =>
        scoreText(expected, articleText(html) ?? ''),
      );
      expect(scores).toHaveLength(77);
      expect(meanScore(scores).f1).toBeGreaterThanOrEqual(0.955);
    },
    60_000,
  );
});
