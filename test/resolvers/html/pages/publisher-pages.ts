import type { PageShape } from './page-shape.ts';
import { shortPage } from './short-page.ts';

const C =
  '/core/services/aop-cambridge-core/content/view/6FD8B783E1C96EC149D10FADAEAE6E9C/9781139199209c2_p41-81_CBO.pdf/title.pdf';

/** Facts that the tests of parseland-lib hold: where publishers without citation tags keep their files, and what only looks so. */
export const PUBLISHER_PAGES: readonly PageShape[] = [
  shortPage([
    'cup data',
    'https://www.cambridge.org/core/books/abs/x/chapter',
    `<div data-pdf="${C}"></div>`,
    'https://www.cambridge.org' + C,
  ]),
  shortPage([
    'cup script',
    'https://www.cambridge.org/core/books/abs/x/chapter',
    `<script>var d={"pdf":"${C}"};</script>`,
    'https://www.cambridge.org' + C,
  ]),
  shortPage([
    'dg router',
    'https://doi.org/10.1515/9783112318904-040',
    '<meta property="og:url" content="https://www.degruyter.com/document/doi/10.1515/9783112318904-040/html" /><span>A</span><div class="pdf-container" data-url="/document/doi/10.1515/9783112318904-040/pdf/firstPage"></div>',
    'https://www.degruyter.com/document/doi/10.1515/9783112318904-040/pdf',
  ]),
  shortPage([
    'dg og',
    'https://www.degruyter.com/document/doi/10.1515/1553-779X.3019/html',
    '<meta property="og:url" content="https://www.degruyter.com/document/doi/10.1515/1553-779X.3019/html"><div id="documentContent" data-doi="10.1515/1553-779X.3019" data-accessrestricted="true"></div>',
    'https://www.degruyter.com/document/doi/10.1515/1553-779X.3019/pdf',
  ]),
  shortPage([
    'dg fm',
    'https://www.degruyter.com/document/doi/10.1515/9783839454886-fm/html',
    '<div class="pdf-container" data-url="/document/doi/10.1515/9783839454886-fm/pdf?stream=true"></div>',
    'https://www.degruyter.com/document/doi/10.1515/9783839454886-fm/pdf',
  ]),
  shortPage([
    'lww a',
    'https://journals.lww.com/jorthotrauma/abstract/1990/04030/example.10',
    '<a href="https://journals.lww.com/jorthotrauma/_layouts/15/oaks.journals/downloadpdf.aspx?trckng_src_pg=Other&amp;an=00005131-199004030-00010">PDF</a>',
    'https://journals.lww.com/jorthotrauma/_layouts/15/oaks.journals/downloadpdf.aspx?trckng_src_pg=Other&an=00005131-199004030-00010',
  ]),
  shortPage([
    'tf 1',
    'https://doi.org/10.1080/15459624.2013.817676',
    '<link rel="canonical" href="https://www.tandfonline.com/doi/full/10.1080/15459624.2013.817676" /><a href="/action/showCitFormats?doi=10.1080%2F15459624.2013.817676">Download citation</a>',
    'https://www.tandfonline.com/doi/pdf/10.1080/15459624.2013.817676',
  ]),
  shortPage([
    'tf 3',
    'https://www.tandfonline.com/doi/abs/10.1080/18125980.2014.893098',
    '<link rel="canonical" href="https://www.tandfonline.com/doi/abs/10.1080/18125980.2014.893098" /><a href="https://www.tandfonline.com/doi/abs/10.1080/18125980.2014.893098">Full Text</a>',
    'https://www.tandfonline.com/doi/pdf/10.1080/18125980.2014.893098',
  ]),
  shortPage([
    'tf book',
    'https://www.taylorfrancis.com/books/mono/10.4324/9780203360866/example',
    '<meta name="citation_pdf_url" content="https://api.taylorfrancis.com/content/books/mono/download?identifierName=doi&identifierValue=10.4324/9780203360866&type=googlepdf">',
    'https://api.taylorfrancis.com/content/books/mono/download?identifierName=doi&identifierValue=10.4324/9780203360866&type=googlepdf',
  ]),
  shortPage([
    'non tf',
    'https://example.com/doi/full/10.1080/example',
    '<link rel="canonical" href="https://example.com/doi/full/10.1080/example" />',
    null,
  ]),
  shortPage([
    'oe',
    'https://books.openedition.org/pupo/43808',
    '<div class="widget--buy"><a href="https://www.7switch.com/fr/ebook/1">ePub / PDF</a></div><div id="anchor-footnotes"><div class="foot_notes"><div id="tei_ftn26" class="footnote"><p>26 <a href="https://inis.iaea.org/26034277.pdf">https://inis.iaea.org/26034277.pdf</a></p></div></div></div>',
    null,
  ]),
  shortPage([
    'oe j',
    'https://journals.openedition.org/lectures/1234',
    '<a href="https://journals.openedition.org/lectures/pdf/1234">PDF</a>',
    'https://journals.openedition.org/lectures/pdf/1234',
  ]),
  shortPage([
    'acm',
    'https://dl.acm.org/doi/10.1145/3746132',
    '<section id="backmatter"><section id="footnotes"><div role="doc-footnote"><a href="https://un.org/x.pdf">https://un.org/x.pdf</a></div></section><section id="bibliography" role="doc-bibliography"><a href="https://www.nber.org/w11986.pdf">w11986.pdf</a></section></section>',
    null,
  ]),
  shortPage([
    'plos',
    'https://journals.plos.org/plosone/article?id=10.1371/journal.pone.0316527',
    '<aside class="article-aside"><div class="dload-menu"><div class="dload-pdf"><a href="/plosone/article/file?id=10.1371/journal.pone.0316527&amp;type=printable">Download PDF</a></div></div></aside><ol class="references"><li id="ref36"><a href="https://www.who.int/x.pdf">WHO report</a></li></ol>',
    'https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0316527&type=printable',
  ]),
];
