import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  highwire,
  links,
  made,
  megaMenu,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const pii = (a: Article): string => `S0048969719${a.number}`;
const url = (a: Article): string => `https://www.sciencedirect.com/science/article/pii/${pii(a)}`;

/** The state React starts from: metadata, abstract, recommendations; never the body. */
const state = (a: Article, entitled: boolean): string =>
  `<script type="application/json" data-iso-key="_0">${JSON.stringify(JSON.stringify({ abstracts: { content: [{ $: { class: 'author' }, '#name': 'abstract', $$: a.abstract.map((text) => ({ '#name': 'simple-para', _: text })) }] }, article: { 'cover-date-text': `${a.month} ${a.year}`, doi: a.doi, pii: pii(a), title: { content: [{ '#name': 'title', _: a.title }] }, access: { openAccess: entitled }, pdfDownload: { isPdfFullText: entitled, linkType: entitled ? 'DOWNLOAD' : 'PURCHASE', urlMetadata: { queryParams: { md5: a.dice.hex(32), pid: `1-s2.0-${pii(a)}-main.pdf` }, pii: pii(a) } } }, authors: a.people, body: {}, recommendations: others(a, 6).map((one) => ({ title: one.title, pii: pii(one), pdf: `/science/article/pii/${pii(one)}/pdfft` })), references: { content: a.refs.slice(0, 10) }, window: { location: url(a) } }))}</script>`;

const shell = (a: Article, main: string, entitled: boolean): string =>
  page(
    'en-us',
    `<title>${esc(a.title)} - ScienceDirect</title>${highwire(a, { publisher: 'Elsevier', ...(entitled ? { pdf: `${url(a)}/pdf` } : {}) }).replace(/<meta name="citation_author[^>]*>\n?/g, '')}<script>window.pageData={"content":[{"contentType":"JL","format":"MIME-XHTML","id":"sd:article:pii:${pii(a)}","type":"sd:article:JL:scope-${entitled ? 'full' : 'abstract'}"}],"page":{"businessUnit":"ELS:RP:ST","name":"product:journal:article"}};</script>${analytics(a.seed, 5)}`,
    `<noscript>JavaScript is disabled on your browser. Please enable JavaScript to use all the features on this page.</noscript><div id="root" class="sd-app"><div class="App" id="app" data-aa-name="root"><div class="page"><div class="sd-flex-container"><div class="sd-flex-content"><header id="gh-cnt"><div id="gh-main-cnt"><a id="gh-branding" href="/">ScienceDirect</a><div class="gh-nav-cnt"><ul>${links(['Journals & Books', 'Help', 'Search', 'My account', 'Sign in'])}</ul></div></div></header><div class="Article" id="mathjax-container"><div class="accessbar-sticky"><div class="accessbar"><ul aria-label="PDF Options">${entitled ? `<li class="ViewPDF"><a class="link-button accessbar-primary-link" href="/science/article/pii/${pii(a)}/pdfft?md5=${a.dice.hex(32)}&amp;pid=1-s2.0-${pii(a)}-main.pdf" target="_blank" aria-label="View PDF"><span class="link-button-text">View&nbsp;<strong>PDF</strong></span></a></li><li><button>Download full issue</button></li>` : `<li><a class="link-button" href="/science?_ob=ShoppingCartURL&amp;_method=add&amp;_udi=${pii(a)}"><span>Purchase PDF</span></a></li><li><a href="/user/institution/login?targetURL=x">Access through your institution</a></li>`}</ul></div></div><div class="article-wrapper grid row"><div class="TableOfContents"><h2>${entitled ? 'Outline' : 'Article preview'}</h2><ul>${each(entitled ? a.parts : a.parts.slice(0, 3), (part) => `<li><a href="#sec${part.id}" title="${esc(part.title)}">${esc(part.title)}</a></li>`)}<li><a href="#cebib0010">References (${a.refs.length})</a></li></ul></div><article class="col-lg-12" lang="en"><div class="Publication"><h2 class="publication-title"><a href="/journal/x">${esc(a.journal)}</a></h2><div class="text-xs">Volume ${a.volume}, ${a.day} ${a.month} ${a.year}, ${a.number}</div></div><h1 id="screen-reader-main-title" class="Head u-font-serif u-h2 u-margin-s-ver"><span class="title-text">${esc(a.title)}</span></h1><div class="Banner" id="banner"><div class="AuthorGroups"><div class="author-group" id="author-group">${each(a.people, (one) => `<button class="button-link" data-sd-ui-side-panel-opener="true"><span class="react-xocs-alternative-link"><span class="given-name">${esc(one.given)}</span> <span class="text surname">${esc(one.family)}</span></span></button>`)}</div></div></div><div class="LicenseInfo">${entitled ? 'Under a Creative Commons <a href="http://creativecommons.org/licenses/by/4.0/">license</a> <span>Open access</span>' : '<a class="rights-and-content" href="https://s100.copyright.com/AppDispatchServlet">Get rights and content</a>'}</div><div class="doi"><a class="anchor doi" href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div>${main}</article><div class="RelatedContent"><aside class="RelatedContentPanel"><h2>Recommended articles</h2>${each(others(a, 5), (one) => `<div class="sub-heading"><h3 class="related-content-panel-list-entry-outline-padding"><a href="/science/article/pii/${pii(one)}">${esc(one.title)}</a></h3><div>${esc(one.journal)}, Volume ${one.volume}, ${one.year}, pp. ${one.first}-${one.last}</div><a class="view-pdf" href="/science/article/pii/${pii(one)}/pdfft?md5=${one.dice.hex(32)}&amp;pid=1-s2.0-${pii(one)}-main.pdf">View PDF</a></div>`)}</aside></div></div></div></div></div></div>${state(a, entitled)}</div></div>${footer('Elsevier B.V. or its licensors', a.year)}${consent()}`,
  );

const abstractOf = (a: Article): string =>
  `<div class="Abstracts u-font-serif" id="abstracts"><div class="abstract author-highlights" id="ab0010"><h2 class="section-title u-h4">Highlights</h2><div id="as0010"><ul class="list">${each(a.highlights, (text) => `<li class="react-xocs-list-item"><span class="list-label">•</span><span><div class="u-margin-s-bottom">${esc(text)}</div></span></li>`)}</ul></div></div><div class="abstract author" id="ab0015"><h2 class="section-title u-h4">Abstract</h2><div id="as0015"><div class="u-margin-s-bottom" id="sp0015">${esc(a.abstract.join(' '))}</div></div></div></div><div class="Keywords u-font-serif"><div class="keywords-section"><h2>Keywords</h2>${each(a.keywords, (word) => `<div class="keyword"><span>${esc(word)}</span></div>`)}</div></div>`;

const refsOf = (a: Article, count: number): string =>
  `<section class="bibliography u-font-serif text-s" id="cebib0010"><h2 class="section-title">References${count < a.refs.length ? ` (${a.refs.length})` : ''}</h2><ol class="references" id="reference-links-cebi0010">${each(a.refs.slice(0, count), (ref) => `<li><span class="label u-font-sans"><a href="#bbib${ref.number}">[${ref.number}]</a></span><span class="reference" id="rf${ref.number}"><div class="contribution"><div class="authors">${esc(ref.authors)}</div><div class="title text-m">${esc(ref.title)}</div></div><div class="host">${refText(ref)}</div><div class="ReferenceLinks"><a class="link" href="/science/article/pii/S00${ref.pmid}/pdfft">View PDF</a> <a href="/science/article/pii/S00${ref.pmid}">View article</a> ${refLinks(ref)}</div></span></li>`)}</ol></section>`;

const full = (name: string, options: ArticleOptions, divs: boolean): MadePage => {
  const a = article(name, { doi: '10.1016/j.scitotenv.2020.#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a class="anchor workspace-trigger" href="#bb00${n}" name="bbb00${n}" data-xocs-content-type="reference"><span class="anchor-text">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} et al., ${a.refs[n - 1]?.year}</span></a>)`,
      figure: (n) => `<a class="anchor" href="#f000${n}"><span class="anchor-text">Fig. ${n}</span></a>`,
    },
    paragraph: (html, id) =>
      divs ? `<div class="u-margin-s-bottom" id="p${id}">${html}</div>` : `<p id="p${id}">${html}</p>`,
    figure: (caption, n) =>
      `<figure class="figure text-xs" id="f000${n}"><span><img src="https://ars.els-cdn.com/content/image/1-s2.0-${pii(a)}-gr${n}.jpg" height="300" alt="Fig. ${n}"><ol class="links-for-figure"><li><a class="anchor download-link" href="https://ars.els-cdn.com/content/image/1-s2.0-${pii(a)}-gr${n}_lrg.jpg">Download: Download high-res image (323KB)</a></li></ol></span><span class="captions text-s"><span><p><span class="label">Fig. ${n}</span>. ${caption}</p></span></span></figure>`,
    table: (one) =>
      `<div class="tables frame-topbot rowsep-0 colsep-0" id="t000${one.number}"><span class="captions text-s"><p>Table ${one.number}. ${esc(one.caption)}</p></span><div class="groups">${tableHtml(one)}</div></div>`,
    part: (title, inner, level, part) =>
      title === ''
        ? inner
        : `<section id="s00${part.id}"><h${level} id="st00${part.id}" class="${level === 2 ? 'u-h4' : 'u-h5'} u-margin-l-top u-margin-xs-bottom">${part.id}. ${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = shell(
    a,
    `${options.shape === 'letter' ? '' : abstractOf(a)}<div class="Body u-font-serif" id="body"><div>${body}<section id="ac0005"><h2 class="u-h4">Acknowledgments</h2><div class="u-margin-s-bottom">${esc(a.thanks)}</div></section><section id="appA"><h2 class="u-h4">Appendix A. Supplementary data</h2><p><span class="MMCvLABEL_SRC"><a class="icon-link" href="https://ars.els-cdn.com/content/image/1-s2.0-${pii(a)}-mmc1.pdf" title="Download Acrobat PDF file (412KB)">Download: Download Acrobat PDF file (412KB)</a></span></p></section></div></div>${refsOf(a, 200)}`,
    true,
  );
  return made(
    a,
    {
      name,
      platform: 'sciencedirect',
      kind: 'full-text',
      url: url(a),
      isFullText: true,
      pdf: `${url(a)}/pdf`,
    },
    html,
  );
};

const preview = (name: string, options: ArticleOptions = {}): MadePage => {
  const a = article(name, { doi: '10.1016/j.jhydrol.2017.#', ...options });
  const snippet = (text: string): string => `${esc(text.replaceAll(/⟦\w+⟧/g, '').slice(0, 420))}…`;
  const html = shell(
    a,
    `${abstractOf(a)}<div class="Snippets u-font-serif text-s" id="preview-section-snippets"><h2>Section snippets</h2>${each(a.parts.slice(0, 5), (part) => `<section><h2 class="section-title u-h4">${esc(part.title)}</h2><div class="u-margin-s-bottom">${snippet(part.paragraphs[0] ?? '')}</div></section>`)}<section id="preview-section-introduction"><h2>Introduction</h2><div class="u-margin-s-bottom">${esc((a.parts[0]?.paragraphs ?? []).slice(0, 2).join(' ').replaceAll(/⟦\w+⟧/g, ''))}</div></section><section><h2>Acknowledgements</h2><div>${esc(a.thanks)}</div></section></div><div id="preview-section-references">${refsOf(a, 60)}</div><div id="preview-section-cited-by"><section class="ListArticles preview"><h2 class="section-title u-h4">Cited by (${a.issue + 20})</h2><ul>${each(others(a, 6), (one) => `<li class="ListArticleItem"><h3><a href="/science/article/pii/${pii(one)}">${esc(one.title)}</a></h3><div class="sub-heading">${one.year}, ${esc(one.journal)}</div><div class="CitedBySection__snippet">${esc(one.abstract.join(' '))}</div></li>`)}</ul></section></div>`,
    false,
  );
  return made(
    a,
    {
      name,
      platform: 'sciencedirect',
      kind: 'paywall-preview',
      url: url(a),
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

/** What a plain client receives of an open article: state, abstract, no body. */
const unrendered = (name: string): MadePage => {
  const a = article(name, { doi: '10.1016/j.watres.2021.#' });
  const html = shell(
    a,
    `${abstractOf(a)}<div class="Body u-font-serif" id="body"></div><section class="bibliography" id="cebib0010"></section>`,
    true,
  );
  return made(
    a,
    {
      name,
      platform: 'sciencedirect',
      kind: 'abstract',
      url: url(a),
      isFullText: false,
      pdf: `${url(a)}/pdf`,
    },
    html,
  );
};

const cell = (name: string, open: boolean): MadePage => {
  const a = article(name, { doi: '10.1016/j.celrep.2021.#' });
  const id = `S2211-1247(21)${a.number}-6`;
  const at = `https://www.cell.com/cell-reports/${open ? 'fulltext' : 'abstract'}/${id}`;
  const pdf = `https://www.cell.com/cell-reports/pdf/${id}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        `<span class="tooltip"><a href="#bib${n}" class="tooltip__ctrl">(${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} et al., ${a.refs[n - 1]?.year})</a><span class="dropBlock__holder">${esc(a.refs[n - 1]?.title ?? '')} <a href="https://doi.org/x">Crossref</a> <a href="https://scholar.google.com">Google Scholar</a></span></span>`,
    },
    paragraph: (text) => `<div class="section-paragraph">${text}</div>`,
    figure: (caption, n) =>
      `<figure class="article-figure" id="fig${n}"><div class="figure-img"><img src="/cms/attachment/gr${n}.jpg"></div><figcaption><span class="figure__label">Figure ${n}</span> <div class="figure__caption">${caption}</div></figcaption><div class="figure-extra"><a href="/cms/attachment/gr${n}_lrg.jpg">View Large Image</a><a href="/action/downloadFigures">Download (PPT)</a></div></figure>`,
    table: (one) => tableHtml(one),
    part: (title, inner, level, part) =>
      `<section id="sec${part.id}"><h${level}${level === 2 ? ' class="top"' : ''} data-left-hand-nav="${esc(title)}">${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)}: Cell Reports</title>${highwire({ ...a, journal: 'Cell Reports' }, { publisher: 'Elsevier', ...(open ? { pdf } : {}) })}${analytics(a.seed, 4)}`,
    `${consent()}${megaMenu('Cell Press')}<div class="article-header"><h1 class="article-header__title">${esc(a.title)}</h1><ul class="rlist loa inline-bullet-list">${each(a.people, (one) => `<li class="loa__item author"><div class="dropBlock article-header__info"><a href="#" class="loa__item__name">${esc(one.shown)}</a></div></li>`)}</ul><span class="article-header__publish-date__value">${a.month} ${a.day}, ${a.year}</span> DOI:<a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div><div class="article-tools"><ul>${open ? `<li class="article-tools__item article-tools__pdf"><a href="/action/showPdf?pii=${encodeURIComponent(id)}" class="article-tools__ctrl"><i class="icon-pdf"></i>PDF [4 MB]</a></li>` : '<li><a href="/action/showLogin">Get Full Text Access</a></li>'}<li><a href="/cms/attachment/mmc1.pdf">Download .pdf (1 MB) Document S1</a></li></ul></div><div class="container"><div class="article__sections"><section id="sectionSummary"><h2 class="top">Summary</h2><div class="section-paragraph">${esc(a.abstract.join(' '))}</div></section>${open ? body : `<div class="get-access"><h2>Get full text access</h2><p>Log in, subscribe or purchase for full access.</p></div>`}<section id="references"><h2 class="top">References</h2><ol>${each(a.refs, (ref) => `<li class="ref">${refText(ref)}<div class="ref__links">${refLinks(ref)}</div></li>`)}</ol></section></div></div>${footer('Elsevier Inc.', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'cell',
      kind: open ? 'full-text' : 'paywall-preview',
      url: at,
      isFullText: open,
      ...(open ? { pdf } : { wall: 'preview-stub' as const, pdf: null }),
    },
    html,
  );
};

export const elsevierPages = (): MadePage[] => [
  full('sciencedirect-oa', {}, true),
  full('sciencedirect-oa-paragraphs', { shape: 'review', refs: 80 }, false),
  full('sciencedirect-oa-letter', { shape: 'letter' }, true),
  preview('sciencedirect-preview'),
  preview('sciencedirect-preview-long-references', { refs: 120 }),
  unrendered('sciencedirect-unrendered'),
  cell('cell-reports', true),
  cell('cell-reports-2', true),
  cell('cell-abstract', false),
];
