import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  each,
  esc,
  footer,
  highwire,
  links,
  made,
  openGraph,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const HOST = 'https://journals.plos.org';

const urls = (a: Article): { article: string; pdf: string; tab: (name: string) => string } => ({
  article: `${HOST}/plosone/article?id=${a.doi}`,
  pdf: `${HOST}/plosone/article/file?id=${a.doi}&type=printable`,
  tab: (name) => `${HOST}/plosone/article/${name}?id=${a.doi}`,
});

const head = (a: Article): string => `<title>${esc(a.title)} | PLOS ONE</title>
<link rel="stylesheet" href="/resource/compressed/css/styles.css"/>${highwire({ ...a, journal: 'PLOS ONE' }, { pdf: urls(a).pdf, publisher: 'Public Library of Science', refs: true })}${openGraph(a, urls(a).article)}${analytics(a.seed, 2)}`;

const top = (a: Article): string => `<a href="#main-content" class="skip-to-content">Skip to main content</a>
<div id="page-wrap"><header><div id="topslot" class="head-top"></div><div id="user" class="nav"><ul class="nav-user"><li><a href="http://community.plos.org/registration/new">create account</a></li><li class="signin"><a href="/plosone/user/secure/login">sign in</a></li></ul></div><div id="pagehdr"><h1 class="logo"><a href="/plosone/.">PLOS ONE</a></h1><nav class="nav-main"><ul class="nav">${links(['Journal Information', 'Staff Editors', 'Editorial Board', 'Publishing Information', 'Submission Guidelines', 'Figures', 'Tables', 'Supporting Information', 'LaTeX', 'Criteria for Publication', 'Editorial and Publishing Policies'], '/plosone/s/')}</ul></nav></div></header>
<section class="article-body content"><div class="title-block"><p class="license-short" id="licenseShort">Open Access</p><p class="peer-reviewed" id="peerReviewed">Peer-reviewed</p><div class="article-type">Research Article</div><div class="article-title-etc"><div class="title-authors"><h1 id="artTitle">${esc(a.title)}</h1><ul class="author-list clearfix" id="author-list">${each(a.people, (one, index) => `<li data-js-tooltip="tooltip_trigger"><a data-author-id="${index}" class="author-name">${esc(one.shown)},</a><div id="author-meta-${index}" class="author-info"><p id="authAffiliations-${index}"><span class="type">Affiliation</span> ${esc(a.places[0] ?? '')}</p></div></li>`)}</ul></div><ul class="date-doi"><li id="artPubDate">Published: ${a.month} ${a.day}, ${a.year}</li><li id="artDoi"><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></li></ul></div></div>
<ul class="article-tabs"><li class="tab-title active" id="tabArticle"><a href="/plosone/article?id=${a.doi}" class="article-tab-1">Article</a></li><li class="tab-title"><a href="/plosone/article/authors?id=${a.doi}">Authors</a></li><li class="tab-title"><a href="/plosone/article/metrics?id=${a.doi}">Metrics</a></li><li class="tab-title"><a href="/plosone/article/comments?id=${a.doi}">Comments</a></li><li class="tab-title"><a href="/plosone/article/peerReview?id=${a.doi}">Peer Review</a></li></ul>`;

const aside = (a: Article): string =>
  `<aside class="article-aside"><div class="dload-menu"><div class="dload-pdf"><a href="/plosone/article/file?id=${a.doi}&amp;type=printable" id="downloadPdf" target="_blank">Download PDF</a></div><div class="dload-hover">&nbsp;<ul class="dload-xml"><li><a href="/plosone/article/citation?id=${a.doi}" id="downloadCitation">Citation</a></li><li><a href="/plosone/article/file?id=${a.doi}&amp;type=manuscript" id="downloadXml">XML</a></li></ul></div></div><div class="subject-areas-container"><h3>Subject Areas</h3><ul id="subjectList">${each(a.keywords, (word) => `<li><a class="taxo-term" href="/plosone/search?subject=x">${esc(word)}</a></li>`)}</ul></div></aside></section>`;

const bottom = (a: Article): string => `${aside(a)}</div>${footer('PLOS', a.year)}`;

export const plosFull = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1371/journal.pone.0#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => ` [<a href="#pone.0${a.number}.ref${n}" class="ref-tip">${n}</a>]`,
      figure: (n) => `<a href="#pone-0${a.number}-g00${n}">Fig ${n}</a>`,
      table: (n) => `<a href="#pone-0${a.number}-t00${n}">Table ${n}</a>`,
    },
    paragraph: (html, id) =>
      `<a id="article1.body1.sec${id}" name="p${id}" class="link-target"></a><p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="figure" data-doi="info:doi/${a.doi}.g00${n}"><div class="img-box"><a href="article/figure/image?size=medium&amp;id=${a.doi}.g00${n}"><img src="article/figure/image?size=inline&amp;id=${a.doi}.g00${n}" alt="thumbnail" class="thumbnail"></a><div class="expand"></div></div><div class="figure-inline-download">Download:<ul><li><a href="article/figure/powerpoint?id=${a.doi}.g00${n}">PPT PowerPoint slide</a></li><li><a href="article/figure/image?download&amp;size=large&amp;id=${a.doi}.g00${n}">PNG larger image</a></li></ul></div><div class="figcaption"><span>Fig ${n}. </span> ${caption}</div><p class="caption_target"></p><p class="caption_object"><a href="https://doi.org/${a.doi}.g00${n}">https://doi.org/${a.doi}.g00${n}</a></p></div>`,
    table: (one) =>
      `<div class="figure" data-doi="info:doi/${a.doi}.t00${one.number}"><div class="figcaption"><span>Table ${one.number}. </span>${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      level === 2
        ? `<div xmlns:plos="http://plos.org" id="section${part.id}" class="section toc-section"><a id="sec00${part.id}" name="sec00${part.id}" class="link-target" title="${esc(title)}"></a><h2>${esc(title)}</h2>${inner}</div>`
        : `<h3>${esc(title)}</h3>${inner}`,
  });
  const html = page(
    'en',
    head(a),
    `${top(a)}<div class="article-container"><div id="nav-article"><ul class="nav-secondary">${each(a.parts, (part) => `<li><a href="#section${part.id}">${esc(part.title)}</a></li>`)}</ul></div><div class="article-content"><div id="figure-carousel-section"><h2>Figures</h2></div><div class="article-text" id="artText"><div class="abstract toc-section abstract-type-"><a id="abstract0"></a><h2>Abstract</h2><div class="abstract-content"><p>${esc(a.abstract.join(' '))}</p></div></div><div class="articleinfo"><p><strong>Citation: </strong>${esc(a.people[0]?.family ?? '')} et al. (${a.year}) ${esc(a.title)}. PLoS ONE ${a.volume}(${a.issue}): e0${a.number}.</p><p><strong>Competing interests: </strong>The authors have declared that no competing interests exist.</p></div>${body}<div class="section toc-section"><h2>Supporting information</h2><div class="figshare_widget" doi="${a.doi}"></div><div class="supplementary-material"><h3 class="siTitle title-small"><a href="article/file?type=supplementary&amp;id=${a.doi}.s001">S1 Appendix. </a></h3><p class="postSiDOI">(PDF)</p></div></div><div class="section toc-section"><h2>Acknowledgments</h2><p>${esc(a.thanks)}</p></div><div class="toc-section"><h2>References</h2><ol class="references">${each(a.refs, (ref) => `<li id="ref${ref.number}"><span class="order">${ref.number}.</span> <a name="pone.0${a.number}.ref${ref.number}" class="link-target"></a>${refText(ref)}<ul class="reflinks"><li>${refLinks(ref)}</li></ul></li>`)}</ol></div></div></div></div>${bottom(a)}`,
  );
  return made(
    a,
    { name, platform: 'plos', kind: 'full-text', url: urls(a).article, isFullText: true, pdf: urls(a).pdf },
    html,
  );
};

const peerReview = (name: string): MadePage => {
  const a = article(name, { doi: '10.1371/journal.pone.0#' });
  const letters = others(a, 3);
  const html = page(
    'en',
    head(a),
    `${top(a)}<div class="article-container"><article class="peer-review"><h2>Peer Review History</h2>${each(letters, (one, index) => `<table class="review-history"><tr><th class="revision">${index === 0 ? 'Original Submission' : `Revision ${index}`}</th></tr><tr><td><span class="letter__title">Decision Letter - ${esc(one.people[0]?.shown ?? '')}, Editor</span><div class="letter__body"><p>PONE-D-21-${a.number}<br>${esc(a.title)}<br>PLOS ONE</p><p>Dear Dr. ${esc(a.people[0]?.family ?? '')},</p><p>Thank you for submitting your manuscript to PLOS ONE. After careful consideration, we feel that it has merit but does not fully meet PLOS ONE’s publication criteria as it currently stands.</p>${each(one.parts, (part) => `<p>Reviewer #${part.id}: ${esc(part.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, ''))}</p>`)}</div></td></tr></table>`)}</article></div>${bottom(a)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'plos',
      kind: 'peer-review',
      url: urls(a).tab('peerReview'),
      isFullText: false,
      pdf: urls(a).pdf,
    },
    html,
  );
};

const authorsTab = (name: string): MadePage => {
  const a = article(name, { doi: '10.1371/journal.pone.0#' });
  const html = page(
    'en',
    head(a),
    `${top(a)}<div class="article-container"><div class="content"><h1>About the Authors</h1>${each(a.people, (one) => `<dl><dt>${esc(one.shown)}</dt><dd>${esc(a.places.join('; '))}</dd></dl>`)}<h2>Corresponding Author</h2><p>Email: someone@example.org</p><h2>Competing Interests</h2><p>The authors have declared that no competing interests exist.</p><h2>Author Contributions</h2><p>${esc(a.thanks)}</p></div></div>${bottom(a)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'plos',
      kind: 'article-tab',
      url: urls(a).tab('authors'),
      isFullText: false,
      pdf: urls(a).pdf,
    },
    html,
  );
};

export const plosPages = (): MadePage[] => [
  plosFull('plos-article', {}),
  plosFull('plos-review', { shape: 'review', refs: 90 }),
  plosFull('plos-link-rot', {
    title: 'Page not found: the decay of web links cited in environmental journals',
    mentions: [
      'Many servers answered with the words “page not found” or “404” although the status was 200.',
      'A soft 404 was counted when the text said that the requested page does not exist or has been moved.',
    ],
  }),
  peerReview('plos-peer-review'),
  authorsTab('plos-authors-tab'),
];
