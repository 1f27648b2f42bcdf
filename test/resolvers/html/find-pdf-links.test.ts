import { describe, expect, test } from 'vitest';
import { findPdfLinks } from '../../../src/resolvers/html/find-pdf-links.ts';

const PAGE = 'https://journal.example.org/article/view/12';
const pdfs = async (html: string, url = PAGE) => (await findPdfLinks(html, url)).pdf.map((link) => link.url);

describe('meta tags and links', () => {
  test('are taken in the order of trust, whatever their order on the page', async () => {
    const html = `
      <link rel="alternate" type="application/pdf" href="/5.pdf">
      <meta name="eprints.document_url" content="https://journal.example.org/4.pdf">
      <meta name="wkhealth_pdf_url" content="/3.pdf">
      <meta name="bepress_citation_pdf_url" content="/2.pdf">
      <meta name="citation_pdf_url" content="/1.pdf">
      <script>window.x = {"pdfUrl":"\\/6.pdf"}</script>
      <iframe src="/7.pdf"></iframe><a href="/8.pdf">PDF</a>`;
    expect(await pdfs(html)).toEqual(
      [1, 2, 3, 4, 5, 6, 7, 8].map((n) => `https://journal.example.org/${n}.pdf`),
    );
  });

  test.each([
    ['<META NAME="Citation_PDF_URL" CONTENT="/a.pdf">', 'https://journal.example.org/a.pdf'],
    ["<meta content='/a.pdf' property=citation_pdf_url>", 'https://journal.example.org/a.pdf'],
    ['<meta name="citation_pdf_url" content=" //cdn.example.org/a ">', 'https://cdn.example.org/a'],
    [
      '<meta name="citation_pdf_url" content="a.pdf?x=1&amp;y=2">',
      'https://journal.example.org/article/view/a.pdf?x=1&y=2',
    ],
    [
      '<link rel="item" type="application/pdf" href="b.pdf">',
      'https://journal.example.org/article/view/b.pdf',
    ],
    ['<embed type="application/pdf" src="/view">', 'https://journal.example.org/view'],
    ['<object type="application/pdf" data="/o">', 'https://journal.example.org/o'],
    [
      '<base href="/files/"><meta name="citation_pdf_url" content="a.pdf">',
      'https://journal.example.org/files/a.pdf',
    ],
    [
      '<meta name="citation_pdf_url" content="a.pdf"><base href="https://other.org/x/">',
      'https://other.org/x/a.pdf',
    ],
    [
      '<base href="/one/"><base href="/two/"><a href="a.pdf">PDF</a>',
      'https://journal.example.org/one/a.pdf',
    ],
  ])('%s', async (html, url) => {
    expect(await pdfs(html)).toEqual([url]);
  });

  test.each([
    '<meta name="citation_pdf_url" content="">',
    '<meta name="citation_pdf_url" content="javascript:alert(1)">',
    '<meta name="citation_pdf_url" content="file:///etc/passwd">',
    `<meta name="citation_pdf_url" content="${PAGE}">`,
    '<meta name="eprints.document_url" content="https://e.org/1/paper.docx">',
    '<link rel="alternate" type="application/rss+xml" href="/feed">',
    '<!-- <meta name="citation_pdf_url" content="/a.pdf"> -->',
    '<script>"<meta name=citation_pdf_url content=/a.pdf>"</script>',
  ])('nothing comes of %s', async (html) => {
    expect(await pdfs(html)).toEqual([]);
  });

  test('XML, full text pages, refresh and licence are told apart', async () => {
    const html = `<title> A &amp; B </title><meta name="citation_xml_url" content="/a.xml">
      <meta name="citation_fulltext_html_url" content="/a.html">
      <meta http-equiv="Refresh" content="0; URL='/next?a=1&amp;b=2'">
      <link rel="license" href="https://creativecommons.org/licenses/by/4.0/">`;
    expect(await findPdfLinks(html, PAGE)).toEqual({
      title: ' A & B ',
      about: 'same',
      pdf: [],
      xml: [{ url: 'https://journal.example.org/a.xml', evidence: 'citation_xml_url' }],
      html: [{ url: 'https://journal.example.org/a.html', evidence: 'citation_fulltext_html_url' }],
      onward: ['https://journal.example.org/next?a=1&b=2'],
      license: 'https://creativecommons.org/licenses/by/4.0/',
    });
  });
});

describe('data in scripts', () => {
  test('of ScienceDirect name the file', async () => {
    const html = `<script type="application/json">{"article":{"pdfDownload":{"isPdfFullText":false,"urlMetadata":
      {"queryParams":{"md5":"0a1b","pid":"1-s2.0-S1-main.pdf"},"pii":"S1","pdfExtension":"/pdfft","path":"science/article/pii"}}}}</script>`;
    expect(await pdfs(html, 'https://www.sciencedirect.com/science/article/pii/S1')).toEqual([
      'https://www.sciencedirect.com/science/article/pii/S1/pdfft?md5=0a1b&pid=1-s2.0-S1-main.pdf',
    ]);
  });

  test('of IEEE name the file, not the frame around it', async () => {
    const html = String.raw`<script>xplGlobal.document.metadata={"pdfUrl":"\/stamp\/stamp.jsp?tp=&arnumber=1","pdfPath":"/ielx7/1/2/3.pdf"};</script>`;
    expect(await pdfs(html, 'https://ieeexplore.ieee.org/document/1')).toEqual([
      'https://ieeexplore.ieee.org/ielx7/1/2/3.pdf',
    ]);
  });
});

describe('anchors', () => {
  test.each([
    ['<a href="/a.pdf">Download PDF</a>', true],
    ['<a href="/a/pdf"><span>PDF</span> (2&nbsp;MB)</a>', true],
    ['<a href="/file?id=1&type=printable">Download</a>', true],
    ['<a href="/download/77" title="Full text PDF"><img></a>', true],
    ['<a href="/x" data-download-type="pdf-article">Article</a>', true],
    ['<a href="https://cdn.example.org/a.pdf">anything</a>', true],
    ['<a href="https://elsewhere.net/a.pdf">PDF</a>', true],
    ['<a href="https://elsewhere.net/a.pdf">Some other paper</a>', false],
    ['<a href="https://elsewhere.net/view/1">PDF</a>', false],
    ['<a href="/a-suppl.pdf">PDF</a>', false],
    ['<a href="/a_toc_1.pdf">PDF</a>', false],
    ['<a href="/first-page/a.pdf">PDF</a>', false],
    ['<a href="/samples/a.pdf">PDF</a>', false],
    ['<a href="/TermsOfUse.pdf">PDF</a>', false],
    ['<a href="/a.pdf">Supplementary material (PDF)</a>', false],
    ['<a href="/a.pdf">Figures PDF</a>', false],
    ['<a href="/a.pdf">PRISMA checklist</a>', false],
    ['<a href="/a">see the PDF of this paper in the archive of the library there</a>', false],
    ['<a href="/about">About us</a>', false],
    ['<a href="mailto:a@b.pdf">PDF</a>', false],
    ['<a name="pdf">PDF</a>', false],
    ['<div class="references"><div>x</div><a href="/a.pdf">PDF</a></div>', false],
    ['<section id="related-articles"><a href="/a.pdf">PDF</a></section>', false],
    ['<ol class="c cited-by-list"><li><a href="/a.pdf">PDF</a></ol>', false],
    ['<div class="references"><div></div></div><a href="/a.pdf">PDF</a>', true],
    ['<body class="references"><a href="/a.pdf">PDF</a>', true],
  ])('%s is the paper: %s', async (html, isPaper) => {
    expect((await pdfs(html)).length).toBe(isPaper ? 1 : 0);
  });

  test('those of the own site that say PDF come first, foreign ones last', async () => {
    const html = `<a href="https://elsewhere.net/1.pdf">PDF</a><a href="/2.pdf">Mein Artikel</a>
      <a href="/3.pdf">Download</a><a href="/4.pdf">PDF</a>`;
    expect((await pdfs(html)).map((url) => url.match(/\d/)?.[0])).toEqual(['4', '3', '2', '1']);
  });

  test('an anchor that is never closed ends at the next one', async () => {
    expect(await pdfs('<a href="/a.pdf">PDF <a href="/about">About')).toEqual([
      'https://journal.example.org/a.pdf',
    ]);
  });
});

describe('known addresses', () => {
  test.each([
    ['https://www.tandfonline.com/doi/epdf/10.1080/1', 'https://www.tandfonline.com/doi/pdf/10.1080/1'],
    [
      'https://onlinelibrary.wiley.com/doi/epdf/10.1002/1',
      'https://onlinelibrary.wiley.com/doi/pdfdirect/10.1002/1',
    ],
    [
      'https://onlinelibrary.wiley.com/doi/pdf/10.1002/1',
      'https://onlinelibrary.wiley.com/doi/pdfdirect/10.1002/1',
    ],
    ['https://journals.sagepub.com/doi/reader/10.1177/1', 'https://journals.sagepub.com/doi/pdf/10.1177/1'],
    [
      'https://ojs.example.org/index.php/j/article/view/12/34',
      'https://ojs.example.org/index.php/j/article/download/12/34',
    ],
    ['https://x.org/pdf.js/web/viewer.html?file=%2Ffiles%2F1.pdf', 'https://x.org/files/1.pdf'],
    ['https://docs.google.com/viewer?url=https%3A%2F%2Fx.org%2F1.pdf', 'https://x.org/1.pdf'],
    ['https://x.org/doi/pdf/10.1/1', 'https://x.org/doi/pdf/10.1/1'],
  ])('the viewer %s is followed to its file', async (address, file) => {
    expect(await pdfs(`<meta name="citation_pdf_url" content="${address}">`)).toEqual([file]);
  });

  test.each([
    ['https://www.nature.com/articles/s41586-020-1', 'https://www.nature.com/articles/s41586-020-1.pdf'],
    ['https://www.mdpi.com/2072-6643/12/1/1/htm', 'https://www.mdpi.com/2072-6643/12/1/1/pdf'],
    [
      'https://www.frontiersin.org/articles/10.3389/f.1/full',
      'https://www.frontiersin.org/articles/10.3389/f.1/pdf',
    ],
    [
      'https://www.biorxiv.org/content/10.1101/1.2v3',
      'https://www.biorxiv.org/content/10.1101/1.2v3.full.pdf',
    ],
    ['https://arxiv.org/abs/2104.12255', 'https://arxiv.org/pdf/2104.12255'],
    ['https://osf.io/preprints/psyarxiv/abcde_v1', 'https://osf.io/preprints/psyarxiv/abcde_v1/download'],
  ])('the page %s tells its file when nothing on it does', async (page, file) => {
    expect(await pdfs('<p>nothing here</p>', page)).toEqual([file]);
    expect(await pdfs('<meta name="citation_pdf_url" content="/told.pdf">', page)).toHaveLength(1);
  });
});

describe('hostile pages', () => {
  // Linear time is 30 to 500 ms, quadratic time many minutes: the bound is for slow machines.
  const MAX_MS = 8000;
  const size = 2 * 1024 * 1024;
  const fill = (piece: string) => piece.repeat(Math.ceil(size / piece.length));
  const meta = '<meta name="citation_pdf_url" content="/a.pdf">';
  test.each([
    ['nested divs', fill('<div>')],
    ['nested divs of references', fill('<div class="references">')],
    [
      'openings, then closings of something else',
      fill('<div>').slice(0, size / 2) + fill('</span>').slice(0, size / 2),
    ],
    ['forms in svg', fill('<svg><form><title>')],
    ['one huge attribute', `<a href="${fill('x')}">PDF</a>`],
    ['an attribute of entities', `<a title="${fill('&amp;')}" href="/a">PDF</a>`],
    ['a tag of attributes', `<a ${fill('b=c ')}>`],
    ['anchors', fill('<a href="/b.pdf">PDF')],
    ['cut tags', fill('<a href="')],
    ['open comments', fill('<!--')],
    ['openings', fill('<')],
    ['scripts full of keys', `<script>${fill('"pdfUrl":"\\"')}</script>`],
    ['small scripts', fill('<script>"pdfDownload"</script>')],
    ['class names', `<div class="${fill('references-')}">`],
    ['slashes', `<a href="/${fill('/')}x">PDF</a>`],
    ['meta tags', fill('<meta name="citation_pdf_url" content="/b.pdf">')],
    ['attributes with data', fill('<i data-pdf-url="/b.pdf" data-url="/c">')],
    ['names of bitstreams', `<script>bitstreams/${fill('"name":"a.pdf",')}</script>`],
    ['quoted bitstreams', `<script>bitstreams/${fill('&q;name&q;:&q;')}</script>`],
    ['linked data', `<script type="application/ld+json">${fill('[{"@graph":')}</script>`],
    ['flat linked data', `<script type="application/ld+json">[${fill('{"encoding":[]},')}{}]</script>`],
    ['scripts that send away', fill("<script>window.location = '/a</script>")],
    ['calls in attributes', fill(`<a href="javascript:x('${'a/'.repeat(900)}">PDF</a>`)],
    ['long class names', fill(`<div class="${'references-'.repeat(300)}">`)],
    ['headings', fill('<h2>Related articles of the same')],
    ['paragraphs', fill('<p>Related articles ')],
    ['long addresses', fill(`<a href="/${'article/12/'.repeat(350)}x.pdf">PDF</a>`)],
    ['addresses full of dots', fill(`<a href="/x">${'a.a-'.repeat(80)}</a>`)],
    ['addresses full of names of files', fill(`<a href="/${'supp-'.repeat(700)}.pdf">PDF</a>`)],
    ['addresses of viewers', fill(`<a href="/viewer?${'file=a&'.repeat(400)}">PDF</a>`)],
    ['addresses of DOIs', fill(`<a href="/doi/pdf/10.1000/${'10.1000/'.repeat(400)}">PDF</a>`)],
    ['parts of Cambridge', `<script>${fill("'/aop-cambridge-core/content/view/")}</script>`],
    ['frames', fill('<frame src="/b">')],
    ['refreshes', fill(`<meta http-equiv=refresh content="${'0'.repeat(3000)};">`)],
  ])('%s of 2 MiB are read in linear time', async (_name, html) => {
    const started = performance.now();
    const found = await findPdfLinks(meta + html, PAGE);
    expect(performance.now() - started).toBeLessThan(MAX_MS);
    expect(found.pdf[0]?.url).toBe('https://journal.example.org/a.pdf');
    expect(found.pdf.length).toBeLessThanOrEqual(10);
  });

  test('what stands beyond 2 MiB is not read', async () => {
    expect(await pdfs(' '.repeat(size) + meta)).toEqual([]);
  });
});
