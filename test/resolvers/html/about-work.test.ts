import { describe, expect, test } from 'vitest';
import { parseDoi } from '../../../src/core/identifiers.ts';
import type { WorkNames } from '../../../src/resolvers/html/about-work.ts';
import { findPdfLinks } from '../../../src/resolvers/html/find-pdf-links.ts';

const PAGE = 'https://journal.example.org/article/view/4711';
const doi = (text: string) => parseDoi(text)!;
const WORK: WorkNames = {
  doi: doi('10.5555/river.4711'),
  title: 'Sediment budgets of braided rivers: a decade of repeat surveys in the southern Alps',
  authors: ['Ingrid Halvorsen', 'Paolo De Marchi'],
};
const OTHER_TITLE = 'Nitrate leaching below winter cover crops in sandy soils';
const LINK = '<p><a href="/article/download/4711/12">PDF</a></p>';
const tag = (name: string, content: string) => `<meta name="${name}" content="${content}">`;

const read = (html: string, work: WorkNames = WORK, url = PAGE) => findPdfLinks(html, url, { work });
const aboutOf = async (html: string, work: WorkNames = WORK) => (await read(html, work)).about;

describe('a page of the work', () => {
  test.each([
    ['its DOI as a tag', tag('citation_doi', 'doi:10.5555/RIVER.4711')],
    [
      'its DOI and a translated title',
      tag('DC.identifier', 'https://doi.org/10.5555/river.4711') +
        tag('DC.title', 'Bilanci sedimentari di fiumi intrecciati'),
    ],
    [
      'its DOI as the canonical address',
      '<link rel="canonical" href="https://publisher.org/doi/full/10.5555/river.4711">',
    ],
    [
      'its DOI in JSON-LD',
      '<script type="application/ld+json">{"@type":"ScholarlyArticle","sameAs":"https://doi.org/10.5555/river.4711"}</script>',
    ],
    [
      'its DOI below the heading',
      '<h1>Bilanci sedimentari</h1><p>Halvorsen, I.</p><p>https://doi.org/10.5555/river.4711</p>',
    ],
    [
      'its DOI behind a link',
      '<h1>Bilanci sedimentari</h1><p><a href="https://doi.org/10.5555/river.4711">DOI</a></p>',
    ],
    ['its title in capitals', `<h1>${WORK.title?.toUpperCase()}</h1>`],
    [
      'its title with markup and entities',
      '<h1>Sediment budgets of <i>braided</i> rivers:&nbsp;a decade of repeat surveys in the southern Alps</h1>',
    ],
    [
      'a title that is cut',
      '<title>Sediment budgets of braided rivers: a decade of re… | River Journal</title>',
    ],
    ['its main title', '<h1>Sediment budgets of braided rivers</h1>'],
    ['its title between names of the site', `<title>River Journal | ${WORK.title} | Publisher</title>`],
    [
      'its title and the DOI of a repository',
      tag('DC.title', WORK.title ?? '') + tag('DC.identifier', '10.17169/refubium-1'),
    ],
    [
      'its title and the DOI of a preprint',
      tag('citation_title', WORK.title ?? '') + tag('citation_doi', '10.1101/2020.01.01.123456'),
    ],
    ['its title in a line of its own', `<title>Archive</title><p><b>${WORK.title}</b></p>`],
    ['the published version', tag('DC.relation', 'https://doi.org/10.5555/river.4711')],
  ])('is known by %s', async (_name, html) => {
    expect(await read(html + LINK)).toMatchObject({
      about: 'same',
      pdf: [{ url: 'https://journal.example.org/article/download/4711/12' }],
    });
  });

  test('is taken as it is where the work has no name to compare', async () => {
    for (const work of [{}, { doi: doi('10.5555/river.4711') }])
      expect((await read(`<h1>Anything</h1>${LINK}`, work)).pdf).toHaveLength(1);
  });
});

describe('a page of another work', () => {
  const pdf = tag('citation_pdf_url', '/other.pdf');

  test.each([
    ['DOI and title', tag('citation_doi', '10.5555/soil.1') + tag('citation_title', OTHER_TITLE)],
    ['DOI and heading', `${tag('citation_doi', '10.5555/soil.1')}<h1>${OTHER_TITLE}</h1>`],
    ['title and authors', tag('citation_title', OTHER_TITLE) + tag('citation_author', 'Weber, Karin')],
    ['a correction of the wanted one', tag('citation_title', `Correction to: ${WORK.title}`)],
    [
      'an erratum with the DOI of the wanted one below',
      `${tag('citation_doi', '10.5555/river.5')}${tag('citation_title', `Erratum: ${WORK.title}`)}<h1>Erratum</h1><p>doi: 10.5555/river.4711</p>`,
    ],
    ['a retraction in its heading', `<h1>Retraction notice: ${WORK.title}</h1>`],
  ])('is known by %s, and has nothing', async (_name, html) => {
    expect(await read(html + pdf + LINK)).toMatchObject({ about: 'other', pdf: [] });
  });

  test('is one whose title alone differs, where the work is known by its title alone', async () => {
    const html = tag('citation_title', OTHER_TITLE) + pdf;
    expect(await aboutOf(html, { title: WORK.title ?? '' })).toBe('other');
    expect(await aboutOf(html)).toBe('unknown');
  });

  test('is not what says otherwise in another script, or under another title of the same authors', async () => {
    expect(
      await aboutOf(tag('citation_title', '河流沉积物收支研究') + tag('citation_doi', '10.5555/soil.1')),
    ).toBe('unknown');
    expect(
      await aboutOf(tag('citation_title', 'Bilanci sedimentari') + tag('citation_author', 'Halvorsen, I')),
    ).toBe('unknown');
  });

  test('is known by a notice and another DOI where no title is known', async () => {
    const html = tag('citation_doi', '10.5555/river.5') + tag('citation_title', 'Correction: a title');
    expect(await aboutOf(html, { doi: doi('10.5555/river.4711') })).toBe('other');
    expect(await aboutOf(tag('citation_doi', '10.5555/river.5'), { doi: doi('10.5555/river.4711') })).toBe(
      'unknown',
    );
  });

  test('may be any with a title of many works', async () => {
    const html = tag('citation_title', 'Editorial') + tag('citation_doi', '10.5555/soil.1');
    expect(await aboutOf(html, { doi: doi('10.5555/river.4711'), title: 'Editorial' })).toBe('unknown');
    expect(await aboutOf(tag('citation_title', 'Editorial'), { title: 'Editorial' })).toBe('same');
  });

  test('is not the notice itself', async () => {
    const title = `Correction to: ${WORK.title}`;
    expect(await aboutOf(tag('citation_title', title), { title })).toBe('same');
  });
});

describe('a page that does not say whose it is', () => {
  test.each([
    ['a privacy policy', '<title>Privacy policy</title><h1>Privacy</h1>'],
    ['a missing page', '<title>Page not found | Journal</title><h1>Not found</h1>'],
    ['a cookie wall', '<title>Before you continue</title><h2>We value your privacy</h2>'],
    ['a press release', '<title>Rivers on the move</title><h1>Press release</h1>'],
    [
      'an encyclopedia',
      `<title>Sediment - Wikipedia</title><h1>Sediment</h1><p>Text</p><ol class="references"><li>Halvorsen, I. ${WORK.title}. doi:10.5555/river.4711</li></ol>`,
    ],
    [
      'an issue',
      `<title>Vol. 7</title><h1>Vol. 7</h1><h2><a href="/article/view/1">${WORK.title}</a></h2><h2>Full issue</h2>`,
    ],
    ['a list of headings', `<h1><a href="/1">${WORK.title}</a></h1><h1><a href="/2">${OTHER_TITLE}</a></h1>`],
    ['a search', `<title>Search results for "${WORK.title}"</title>`],
    ['works that cite it', `<title>Articles citing ${WORK.title}</title>`],
  ])('such as %s has no links to be trusted', async (_name, html) => {
    const shown = `${LINK}<p><a href="/media/file.pdf">Download as PDF</a></p><iframe src="/x.pdf"></iframe>`;
    expect(await read(html + shown)).toMatchObject({ about: 'unknown', pdf: [] });
  });

  test('has what is written for machines', async () => {
    const html = `<title>Repository</title>${LINK}`;
    const told = [
      tag('citation_pdf_url', '/f.pdf'),
      '<link rel="item" type="application/pdf" href="/f.pdf">',
      '<script type="application/ld+json">{"@type":"Article","encoding":{"contentUrl":"/f.pdf"}}</script>',
    ];
    for (const one of told)
      expect((await read(html + one)).pdf.map(({ url }) => url)).toEqual([
        'https://journal.example.org/f.pdf',
      ]);
  });

  test('is not guessed from its address', async () => {
    const at = 'https://www.nature.com/articles/s41586-020-1';
    expect((await read('<h1>Subscribe to Nature</h1>', WORK, at)).pdf).toEqual([]);
    expect((await read(`<h1>${WORK.title}</h1>`, WORK, at)).pdf).toHaveLength(1);
  });
});

describe('a page that withholds its text', () => {
  test.each([
    '<div><p>This is a preview of subscription content, <a href="/login">access via your institution</a></p></div>',
    '<h2>Access options</h2>',
    '<section id="access-options"><h3>Buy this article</h3><p>USD 39.95</p></section>',
    '<meta name="access" content="No">',
    '<script type="application/ld+json">{"@type":"ScholarlyArticle","isAccessibleForFree":false}</script>',
    '<p>The final, formatted version of the article will be published soon.</p>',
    '<p>Artikel kaufen</p>',
  ])('is not guessed from its address: %s', async (said) => {
    const html = `<h1>${WORK.title}</h1>${said}<p>Abstract</p>`;
    expect((await read(html, WORK, 'https://www.nature.com/articles/s41586-020-1')).pdf).toEqual([]);
  });

  test('is not one because its site sells elsewhere', async () => {
    const html = `<h1>${WORK.title}</h1><footer><a href="/buy">Institutional subscriptions</a></footer>`;
    expect((await read(html, WORK, 'https://www.nature.com/articles/s41586-020-1')).pdf).toHaveLength(1);
  });
});

describe('files beside the paper', () => {
  test.each([
    '<a href="/files/rights.pdf">Rights &amp; Permissions</a>',
    '<a href="/files/modulo.pdf">Modulo di abbonamento</a>',
    '<a href="/files/bestellung.pdf">Zeitschrift abonnieren (PDF)</a>',
    '<a href="/info/Leitfaden_Deposit.pdf">Leitfaden (PDF)</a>',
    '<a href="/files/1.pdf">投稿须知 PDF</a>',
    '<a href="/items/1/request-a-copy?bitstream=2">Halvorsen_2020.pdf (2.31 MB)</a>',
    '<a href="/cgi/request_doc?docid=9">Text.pdf</a>',
    '<a href="/content/pdf/bfm:978-3-662-51007-2/1?pdf=chapter%20toc">Download chapter PDF</a>',
  ])('%s is none', async (link) => {
    expect((await read(`<h1>${WORK.title}</h1><p>${link}</p>`)).pdf).toEqual([]);
  });

  test('the file of a journal on Magtech is one', async () => {
    const html = `<h1>${WORK.title}</h1><p><a href="/CN/article/downloadArticleFile.do?attachType=PDF&amp;id=4711">全文下载</a></p>`;
    expect(
      (await read(html, WORK, 'https://www.j.cn/CN/10.5555/river.4711')).pdf.map(({ url }) => url),
    ).toEqual(['https://www.j.cn/CN/article/downloadArticleFile.do?attachType=PDF&id=4711']);
  });
});
