import { describe, expect, test } from 'vitest';
import { findPdfLinks } from '../../../src/resolvers/html/find-pdf-links.ts';

const PAGE = 'https://ojs.example.org/index.php/jl/article/view/1234';
const HEAD = '<meta name="citation_title" content="Seasonal dynamics of boreal lake plankton">';
const html = async (body: string, url = PAGE): Promise<readonly string[]> =>
  (await findPdfLinks(`<html><head>${HEAD}</head><body>${body}</body></html>`, url)).html.map(
    (link) => link.url,
  );

const FILE = 'https://ojs.example.org/index.php/jl/article/download/1234/2346?inline=1';
const VIEW = 'https://ojs.example.org/index.php/jl/article/view/1234/2346';

describe('the full text in HTML of Open Journal Systems', () => {
  test.each([
    [
      'OJS 3',
      `<ul class="value galleys_links"><li><a class="obj_galley_link file" href="${VIEW}">\n HTML\n</a></li></ul>`,
    ],
    ['OJS 3 in two languages', `<a class="obj_galley_link file" href="${VIEW}">HTML (English)</a>`],
    ['OJS 3 with a named galley', `<a class="galley-link" href="${VIEW}">Full Text (HTML)</a>`],
    [
      'OJS 2',
      `<div id="articleFullText"><h4>Full Text:</h4><a href="${VIEW}" class="file" target="_parent">HTML</a></div>`,
    ],
    ['a relative link', '<a class="file" href="/index.php/jl/article/view/1234/2346">HTML</a>'],
  ])('%s: the file is named first, then the page that shows it', async (_, body) => {
    expect(await html(body)).toEqual([FILE, VIEW]);
  });

  test.each([
    ['a PDF', `<a class="obj_galley_link pdf" href="${VIEW}">PDF</a>`],
    ['another article', '<a href="https://ojs.example.org/index.php/jl/article/view/99/101">HTML</a>'],
    ['another journal', '<a href="https://ojs.example.org/index.php/other/article/view/1234/2346">HTML</a>'],
    ['the article itself', `<a href="${PAGE}">HTML</a>`],
    ['a sentence about HTML', `<a href="${VIEW}">How we made our HTML pages accessible to all</a>`],
  ])('%s is none', async (_, body) => {
    expect(await html(body)).toEqual([]);
  });
});
