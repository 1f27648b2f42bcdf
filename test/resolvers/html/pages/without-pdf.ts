import { ABSTRACT, type PageShape, page, REFERENCES } from './page-shape.ts';

const none = (
  name: string,
  html: string,
  url = 'https://www.publisher.example.org/article/7712',
): PageShape => ({
  name,
  url,
  html,
});
const body = (text: string) => page({ body: ABSTRACT + text });

/** Pages that have no PDF of the paper, however many of other things. */
export const WITHOUT_PDF: readonly PageShape[] = [
  none('nothing but an abstract', body('')),
  none(
    'ScienceDirect behind its wall',
    body(
      '<ul><li><a class="link-button" href="/getaccess/pii/S2210271X18305656/purchase" aria-label="Purchase PDF"><span>Purchase PDF</span></a></li><li><a href="/journal/x/vol/1150/issue/C/download">Download full issue</a></li></ul>',
    ),
    'https://www.sciencedirect.com/science/article/abs/pii/S2210271X18305656',
  ),
  none('references without a class', body(REFERENCES)),
  none(
    'references in a list without heading or class',
    body(
      '<ol><li>Smith J, Doe A. Lakes of the north and their fish: a long survey of many waters. Limnology 2001;12:1-20. <a href="https://other.example.net/lakes.pdf">PDF</a></li><li>Report on water quality in the basin of the great river and its tributaries, 2010. <a href="https://gov.example.net/r.pdf">https://gov.example.net/r.pdf</a></li></ol>',
    ),
  ),
  none(
    'notes that cite files',
    body(
      '<section role="doc-endnotes"><p><a href="https://un.example.org/a.pdf">Report (PDF)</a></p></section>',
    ),
  ),
  none(
    'related articles of the same journal',
    body(
      '<h3>Related articles</h3><ul><li><a href="/article/8001">Another study of rivers and their many fishes</a> <a href="/article/8001/pdf">PDF</a></li><li><a href="/article/8002/pdf">PDF</a></li></ul>',
    ),
  ),
  none(
    'other articles without a heading',
    body(
      '<div class="box"><a href="/article/8001/pdf">Download PDF</a></div><div class="box"><a href="/article/8002/pdf">Download PDF</a></div>',
    ),
  ),
  none(
    'contents of an issue',
    page({
      title: 'Volume 12, Issue 3',
      body: Array.from(
        { length: 8 },
        (_, at) =>
          `<div class="item"><a href="/article/view/${100 + at}">Study number ${at} of something in the field</a> <a href="/article/view/${100 + at}/${200 + at}">PDF</a></div>`,
      ).join(''),
    }),
    'https://ojs.example.org/index.php/jl/issue/view/31',
  ),
  none(
    'supplement only',
    body('<h2>Supplementary material</h2><p><a href="/article/7712/s1.pdf">Download (PDF, 1 MB)</a></p>'),
  ),
  none('supplement by its name', body('<p><a href="/files/7712-supplement.pdf">PDF</a></p>')),
  none(
    'supplement by its label',
    body('<p><a href="/files/7712-a.pdf">Supporting information (PDF)</a></p>'),
  ),
  none(
    'Springer supplement',
    body(
      '<p><a href="https://static.example.com/esm/art%3A10.1007%2Fs1/MediaObjects/1_2020_1_MOESM1_ESM.pdf">Supplementary file1 (PDF 120 KB)</a></p>',
    ),
  ),
  none('Elsevier supplement', body('<p><a href="/cms/7712/mmc1.pdf">Download PDF (1MB)</a></p>')),
  none(
    'table as PDF',
    body('<div class="tbl"><a href="/article/7712/T1.pdf">Download table as PDF</a></div>'),
  ),
  none('file of a table', body('<div class="tbl"><a href="/article/7712/T1.pdf">PDF</a></div>')),
  none('figure as PDF', body('<figure><a href="/article/7712/fig2.pdf">Download PDF</a></figure>')),
  none('slides', body('<p><a href="/files/7712-slides.pdf">Presentation slides (PDF)</a></p>')),
  none('poster', body('<p><a href="/files/poster.pdf">Poster (PDF)</a></p>')),
  none(
    'reports of reviewers',
    body('<p><a href="/article/7712/review-history.pdf">Peer review file (PDF)</a></p>'),
  ),
  none(
    'reporting summary',
    body('<p><a href="/article/7712/nr-reporting-summary.pdf">Reporting Summary (PDF)</a></p>'),
  ),
  none('checklist', body('<p><a href="/files/PRISMA-checklist.pdf">PDF</a></p>')),
  none(
    'forms for authors',
    body(
      '<p><a href="/docs/author-agreement.pdf">Author agreement (PDF)</a> <a href="/docs/copyright-form.pdf">Copyright form (PDF)</a></p>',
    ),
  ),
  none('guidelines', body('<aside><a href="/docs/guidelines.pdf">Download guidelines (PDF)</a></aside>')),
  none('terms', body('<p><a href="/docs/TermsOfUse.pdf">Terms of use (PDF)</a></p>')),
  none('media pack', body('<p><a href="/docs/media-pack-2024.pdf">Media pack (PDF)</a></p>')),
  none(
    'cookie policy',
    body('<div id="cookie-banner"><a href="/docs/cookies.pdf">Our cookie policy (PDF)</a></div>'),
  ),
  none('curriculum of an author', body('<p>Anna Meier (<a href="/people/meier-cv.pdf">CV, PDF</a>)</p>')),
  none('price list', body('<p><a href="/docs/price-list-2024.pdf">Price list (PDF)</a></p>')),
  none('first page as a preview', body('<p><a href="/first-page/7712.pdf">First page preview (PDF)</a></p>')),
  none('shop', body('<div class="buy"><a href="https://shop.example.com/ebook/978">ePub / PDF</a></div>')),
  none(
    'export of the citation',
    body('<p><a href="/citation/7712?format=pdf">Download citation (PDF)</a></p>'),
  ),
  none(
    'login for the file',
    body('<p><a href="/login?target=/article/7712/pdf">Log in to download PDF</a></p>'),
  ),
  none(
    'IEEE without access',
    body(
      '<script>xplGlobal.document.metadata={"isOpenAccess":false,"pdfUrl":"/stamp/stamp.jsp?tp=&arnumber=8730316","pdfPath":"/iel7/6287639/8600701/08730316.pdf"};</script>',
    ),
    'https://ieeexplore.ieee.org/document/8730316',
  ),
  none(
    'a program with its manual',
    page({
      head: '<script type="application/ld+json">{"@type":"SoftwareSourceCode","name":"lake tools"}</script><link rel="alternate" type="application/pdf" href="/records/11/files/manual.pdf">',
      body: '<a href="/records/11/files/manual.pdf?download=1">manual.pdf</a>',
    }),
    'https://zenodo.example.org/records/11',
  ),
  none(
    'files of the whole issue',
    body(
      '<p><a href="/issues/12-3/full-issue.pdf">Download full issue (PDF)</a> <a href="/issues/12-3/front-matter.pdf">Front matter (PDF)</a> <a href="/issues/12-3/toc.pdf">Table of contents (PDF)</a></p>',
    ),
  ),
  none(
    'HTML and EPUB only',
    body(
      '<ul><li><a class="obj_galley_link file" href="/article/view/7712/1">HTML</a></li><li><a class="obj_galley_link file" href="/article/view/7712/2">EPUB</a></li></ul>',
    ),
    'https://ojs.example.org/article/view/7712',
  ),
];
