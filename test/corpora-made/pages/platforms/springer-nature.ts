import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  highwire,
  jsonLd,
  made,
  megaMenu,
  openGraph,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

interface Site {
  brand: string;
  url: (a: Article) => string;
  pdf: (a: Article) => string;
  pdfLabel: string;
  figure: string;
}

const NATURE: Site = {
  brand: 'Nature',
  url: (a) => `https://www.nature.com/articles/s41467-022-${a.number}`,
  pdf: (a) => `https://www.nature.com/articles/s41467-022-${a.number}.pdf`,
  pdfLabel: 'Download PDF',
  figure: 'nature-article',
};
const SCIREP: Site = {
  ...NATURE,
  url: (a) => `https://www.nature.com/articles/s41598-021-${a.number}`,
  pdf: (a) => `https://www.nature.com/articles/s41598-021-${a.number}.pdf`,
};
const BMC: Site = {
  brand: 'BMC Public Health',
  url: (a) => `https://bmcpublichealth.biomedcentral.com/articles/${a.doi}`,
  pdf: (a) => `https://bmcpublichealth.biomedcentral.com/counter/pdf/${a.doi}.pdf`,
  pdfLabel: 'Download PDF',
  figure: 'bmc',
};
const SPRINGER: Site = {
  brand: 'SpringerLink',
  url: (a) => `https://link.springer.com/article/${a.doi}`,
  pdf: (a) => `https://link.springer.com/content/pdf/${a.doi}.pdf`,
  pdfLabel: 'Download PDF',
  figure: 'springer',
};
const CHAPTER: Site = {
  ...SPRINGER,
  url: (a) => `https://link.springer.com/chapter/${a.doi}`,
  pdfLabel: 'Download chapter PDF',
};

const section = (id: string, title: string, inner: string): string =>
  `<section aria-labelledby="${id}" data-title="${esc(title)}"><div class="c-article-section" id="${id}-section"><h2 class="c-article-section__title js-section-title js-c-reading-companion-sections-item" id="${id}">${esc(title)}</h2><div class="c-article-section__content" id="${id}-content">${inner}</div></div></section>`;

const refsOf = (a: Article): string =>
  section(
    'Bib1',
    'References',
    `<div data-container-section="references"><ol class="c-article-references" data-track-component="outbound reference">${each(a.refs, (ref) => `<li class="c-article-references__item js-c-reading-companion-references-item" data-counter="${ref.number}."><p class="c-article-references__text" id="ref-CR${ref.number}">${refText(ref)} https://doi.org/${ref.doi}</p><p class="c-article-references__links u-hide-print">${refLinks(ref)}</p></li>`)}</ol><p class="c-article-references__download u-hide-print"><a data-track="click" href="https://citation-needed.springer.com/v2/references/${a.doi}?format=refman&amp;flavour=references">Download references</a></p></div>`,
  );

const bodyOf = (a: Article): string =>
  renderParts(a.parts, {
    marks: {
      cite: (n) =>
        `<sup><a data-track="click" data-track-action="reference anchor" data-test="citation-ref" title="${esc(a.refs[n - 1]?.title ?? '')}" href="/articles/x#ref-CR${n}">${n}</a></sup>`,
      figure: (n) => `Fig. <a data-track="click" data-track-label="link" href="#Fig${n}">${n}</a>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="c-article-section__figure js-c-reading-companion-figures-item" data-test="figure" data-container-section="figure" id="figure-${n}" data-title="Figure"><figure><figcaption><b id="Fig${n}" class="c-article-section__figure-caption" data-test="figure-caption-text">Fig. ${n}</b></figcaption><div class="c-article-section__figure-content"><div class="c-article-section__figure-item"><a class="c-article-section__figure-link" href="/articles/x/figures/${n}" rel="nofollow"><picture><img aria-describedby="Fig${n}" src="//media.springernature.com/lw685/Fig${n}_HTML.png" alt="figure ${n}" loading="lazy"></picture></a></div><div class="c-article-section__figure-description" data-test="bottom-caption"><p>${caption}</p></div></div></figure></div>`,
    table: (one) =>
      `<div class="c-article-table" data-test="inline-table" id="table-${one.number}"><figure><figcaption class="c-article-table__figcaption"><b>Table ${one.number} ${esc(one.caption)}</b></figcaption><div class="u-text-right u-hide-print"><a class="c-article__pill-button" href="/articles/x/tables/${one.number}">Full size table</a></div></figure>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      title === ''
        ? `<div class="main-content">${inner}</div>`
        : level === 2
          ? section(`Sec${part.id}`, title, inner)
          : `<h3 class="c-article__sub-heading" id="Sec${part.id}">${esc(title)}</h3>${inner}`,
  });

const shell = (a: Article, site: Site, main: string, access: 'Yes' | 'No'): string =>
  page(
    'en',
    `<title>${esc(a.title)} | ${site.brand}</title><meta name="access" content="${access}"><meta name="journal_id" content="${a.issn}"><script>window.dataLayer=[{"content":{"category":{"contentType":"${access === 'Yes' ? 'research' : 'review article'}","legacy":null},"article":{"doi":"${a.doi}"}},"access":${access === 'Yes'}}];</script>${highwire(a, { pdf: site.pdf(a), html: site.url(a), publisher: site.brand, refs: true })}<meta name="prism.doi" content="doi:${a.doi}">${openGraph(a, site.url(a))}${jsonLd(a)}${analytics(a.seed, 3)}`,
    `<a class="c-skip-link" href="#content">Skip to main content</a>${consent()}<aside class="c-ad c-ad--728x90"><p class="c-ad__label">Advertisement</p></aside>${megaMenu(site.brand)}<div class="u-container u-mt-32 u-mb-32 u-clearfix" id="content"><main class="c-article-main-column u-float-left js-main-column" data-track-component="article body"><nav class="c-breadcrumbs"><ol><li>Home</li><li>${site.brand}</li><li>Articles</li></ol></nav><article lang="en"><div class="c-article-header"><header><ul class="c-article-identifiers" data-test="article-identifier"><li class="c-article-identifiers__item">Article</li>${access === 'Yes' ? '<li class="c-article-identifiers__item"><a href="https://www.springernature.com/gp/open-science/about" class="u-color-open-access" data-test="open-access">Open access</a></li>' : ''}<li>Published: <time datetime="${a.year}">${a.day} ${a.month} ${a.year}</time></li></ul><h1 class="c-article-title" data-test="article-title" data-article-title="">${esc(a.title)}</h1><ul class="c-article-author-list c-article-author-list--short" data-test="authors-list">${each(a.people, (one, n) => `<li class="c-article-author-list__item"><a data-test="author-name" href="#auth-${n}">${esc(one.shown)}</a><sup class="u-js-hide"><a href="#Aff1">1</a></sup></li>`)}</ul><p class="c-article-info-details" data-container-section="info"><i data-test="journal-title">${esc(a.journal)}</i> <b>volume ${a.volume}</b>, Article number: ${a.first} (<span data-test="article-publication-year">${a.year}</span>)</p><div class="c-article-metrics-bar__wrapper"><ul class="c-article-metrics-bar"><li>${a.number} Accesses</li><li>${a.issue} Citations</li><li>3 Altmetric</li></ul></div></header></div>${main}</article></main><div class="c-article-extras u-text-sm u-hide-print" data-container-type="reading-companion"><aside><div class="c-reading-companion"><ul class="c-reading-companion__tabs"><li>Sections</li><li>Figures</li><li>References</li></ul></div><h3>Associated content</h3></aside></div></div><section class="c-article-recommendations"><h2>Similar content being viewed by others</h2>${each(others(a, 3), (one) => `<article class="c-article-recommendations-card"><h3><a href="https://link.springer.com/${one.doi}">${esc(one.title)}</a></h3><p>${esc(one.abstract.join(' ').slice(0, 120))}</p></article>`)}</section>${footer('Springer Nature', a.year)}`,
  );

const end = (a: Article): string =>
  `${section('Ack1', 'Acknowledgements', `<p>${esc(a.thanks)}</p>`)}${section('author-information', 'Author information', `<ol class="c-article-author-affiliation__list">${each(a.places, (one) => `<li id="Aff1"><p class="c-article-author-affiliation__address">${esc(one)}</p><p class="c-article-author-affiliation__authors-list">${esc(a.people.map((p) => p.shown).join(', '))}</p></li>`)}</ol>`)}${section('Sec99', 'Supplementary information', `<div data-test="supplementary-info"><div class="c-article-supplementary__item"><h3><a class="print-link" data-track-action="view supplementary info" href="https://static-content.springer.com/esm/art%3A${a.doi}/MediaObjects/${a.number}_MOESM1_ESM.pdf">Supplementary Information</a></h3></div><div><a href="https://static-content.springer.com/esm/art%3A${a.doi}/MediaObjects/${a.number}_MOESM2_ESM.pdf">Reporting Summary</a></div></div>`)}`;

const pdfBox = (a: Article, site: Site): string =>
  `<div class="c-pdf-container"><div class="c-pdf-download u-clear-both u-mb-16"><a href="${site.pdf(a).replace(/^https:\/\/[^/]+/, '')}" class="u-button u-button--full-width u-button--primary c-pdf-download__link" data-article-pdf="true" data-readcube-pdf-url="true" data-test="download-pdf"><span class="c-pdf-download__text">${site.pdfLabel}</span></a></div></div>`;

const full = (name: string, platform: string, site: Site, options: ArticleOptions): MadePage => {
  const a = article(name, options);
  const main = `${pdfBox(a, site)}${options.shape === 'letter' ? '' : section('Abs1', 'Abstract', `<p>${esc(a.abstract.join(' '))}</p>`)}<div class="c-article-body">${bodyOf(a)}${end(a)}${refsOf(a)}</div>`;
  return made(
    a,
    {
      name,
      platform,
      kind: options.shape === 'letter' ? 'full-text-letter' : 'full-text',
      url: site.url(a),
      isFullText: true,
      pdf: site.pdf(a),
    },
    shell(a, site, main, 'Yes'),
  );
};

const naturePreview = (name: string): MadePage => {
  const a = article(name, { doi: '10.1038/s41586-020-#' });
  const site: Site = { ...NATURE, url: (x) => `https://www.nature.com/articles/s41586-020-${x.number}` };
  const figures = a.parts.flatMap((part) => part.parts).flatMap((part) => part.figures);
  const main = `<div class="c-article-body">${section('Abs1', 'Abstract', `<p>${esc(a.abstract.join(' '))}</p>`)}<div class="c-article-access-provider"><div class="c-article-access-provider__text"><p>This is a preview of subscription content, <a href="https://wayf.springernature.com?redirect_uri=x">access via your institution</a></p></div></div><h2 id="access-options">Access options</h2><div class="LiveAreaSection-1oiueg8"><div class="BuyBoxSection-1"><h3>Access Nature and 54 other Nature Portfolio journals</h3><p>Get Nature+, our best-value online-access subscription</p><span>$29.99 / 30 days</span><a href="https://shop.nature.com/products/plus">Learn more</a></div><div><h3>Rent or buy this article</h3><p>Prices vary by article type</p><p>from$1.95 to$39.95</p></div><ul><li><a href="https://idp.nature.com/authorize">Log in</a></li><li><a href="https://support.nature.com">Learn about institutional subscriptions</a></li><li><a href="/documents/institutional-access.pdf">Read our FAQs (PDF)</a></li></ul></div>${each(figures, (one) => `<div class="c-article-section__figure" id="figure-${one.number}"><figure><figcaption><b>Fig. ${one.number}: ${esc(a.keywords[one.number] ?? '')}</b></figcaption><picture><img src="f${one.number}.png"></picture></figure></div>`)}${section('data-availability', 'Data availability', `<p>${esc(a.thanks)}</p>`)}${refsOf(a)}${end(a)}${section(
    'extended-data',
    'Extended data figures and tables',
    each(
      figures,
      (one) =>
        `<div class="c-article-supplementary__item" id="Fig${one.number + 4}"><h3>Extended Data Fig. ${one.number} ${esc(a.keywords[one.number % 5] ?? '')}</h3><p>${esc(one.caption)} ${esc(one.caption)}</p></div>`,
    ),
  )}</div>`;
  const html = shell(a, site, main, 'No').replace(/<meta name="citation_pdf_url"[^>]*>/, '');
  return made(
    a,
    {
      name,
      platform: 'nature',
      kind: 'paywall-preview',
      url: site.url(a),
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

const springerPreview = (name: string, chapter: boolean): MadePage => {
  const a = article(name, { doi: chapter ? '10.1007/978-3-030-#_7' : '10.1007/s10584-019-#' });
  const site = chapter ? CHAPTER : SPRINGER;
  const main = `${section('Abs1', 'Abstract', `<p>${esc(a.abstract.join(' '))}</p>`)}<div class="c-article-body"><div class="c-article-access-provider"><p class="c-article-access-provider__text">This is a preview of subscription content, <a data-track-action="institution-access" href="//wayf.springernature.com?redirect_uri=x">log in via an institution</a> to check access.</p></div><div data-test="entitlement-box"><h2>Access this ${chapter ? 'chapter' : 'article'}</h2><a href="https://link.springer.com/signup-login">Log in via an institution</a><div class="buybox"><h3>Buy Now</h3><p>Price includes VAT (Germany)</p><p>Instant access to the full ${chapter ? 'chapter' : 'article'} PDF.</p><p><a href="https://www.springernature.com/documents/rent-terms.pdf">Terms of rental</a></p></div></div><p class="c-article-preview">${esc((a.parts[0]?.paragraphs[0] ?? '').replaceAll(/⟦\w+⟧/g, '').slice(0, 300))}…</p>${refsOf(a)}${section('author-information', 'Author information', `<p>${esc(a.places.join('; '))}</p>`)}</div>`;
  return made(
    a,
    {
      name,
      platform: 'springer',
      kind: 'paywall-preview',
      url: site.url(a),
      isFullText: false,
      wall: 'preview-stub',
    },
    shell(a, site, main, 'No'),
  );
};

const bookToc = (name: string): MadePage => {
  const a = article(name, { doi: '10.1007/978-3-662-#_3' });
  const chapters = others(a, 14);
  const html = page(
    'en',
    `<title>Handbook of Applied Studies | SpringerLink</title>${analytics(a.seed, 2)}`,
    `${consent()}${megaMenu('SpringerLink')}<main><h1>Handbook of Applied Studies</h1><p>Editors: ${esc(a.people.map((one) => one.shown).join(', '))}</p><section data-title="About this book"><h2>About this book</h2><p>${esc(a.thanks)}</p></section><section data-title="Table of contents"><h2>Table of contents (${chapters.length + 1} chapters)</h2><ol><li data-test="chapter"><h3>Front Matter</h3><a href="https://link.springer.com/content/pdf/bfm:978-3-662-${a.number}/1?pdf=chapter%20toc">Download chapter PDF</a></li>${each([...chapters.slice(0, 6), a, ...chapters.slice(6)], (one) => `<li data-test="chapter"><h3><a href="/chapter/${one.doi}">${esc(one.title)}</a></h3><p>${esc(one.people.map((p) => p.shown).join(', '))}</p><p>Pages ${one.first}-${one.last}</p><p>${esc(one.abstract.join(' '))}</p></li>`)}<li><h3>Back Matter</h3><a href="https://link.springer.com/content/pdf/bbm:978-3-662-${a.number}/1?pdf=chapter%20toc">Download chapter PDF</a></li></ol></section></main>${footer('Springer Nature', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'springer',
      kind: 'book-contents',
      url: `https://link.springer.com/book/10.1007/978-3-662-${a.number}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

export const springerNaturePages = (): MadePage[] => [
  full('nature-oa', 'nature', NATURE, { doi: '10.1038/s41467-022-#' }),
  full('nature-correspondence', 'nature', NATURE, { doi: '10.1038/s41467-022-#', shape: 'letter' }),
  full('scientific-reports', 'scientific-reports', SCIREP, { doi: '10.1038/s41598-021-#' }),
  full('scientific-reports-2', 'scientific-reports', SCIREP, { doi: '10.1038/s41598-021-#', length: 0.8 }),
  full('bmc-article', 'bmc', BMC, { doi: '10.1186/s12889-020-#' }),
  full('bmc-short', 'bmc', BMC, { doi: '10.1186/s12889-020-#', length: 0.5, refs: 18 }),
  full('springer-oa', 'springer', SPRINGER, { doi: '10.1007/s10661-021-#' }),
  full('springer-oa-german', 'springer', SPRINGER, { doi: '10.1007/s11553-021-#', lang: 'de' }),
  full('springer-chapter-oa', 'springer-chapter', CHAPTER, { doi: '10.1007/978-3-031-#_4', shape: 'essay' }),
  naturePreview('nature-preview'),
  naturePreview('nature-preview-2'),
  springerPreview('springer-preview', false),
  springerPreview('springer-chapter-preview', true),
  bookToc('springer-book-contents'),
];
