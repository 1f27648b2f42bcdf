import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  guardScripts,
  made,
  megaMenu,
  page,
  refLinks,
  refText,
  renderParts,
  signInWindow,
  tableHtml,
} from '../pieces.ts';

const HOST = 'https://www.tandfonline.com';

const shell = (a: Article, main: string, access: string, toolbar: string): string =>
  page(
    'en',
    `<title>Full article: ${esc(a.title)}</title><meta name="dc.Title" content="${esc(a.title)}"/>${each(a.people, (one) => `<meta name="dc.Creator" content="${esc(`${one.given} ${one.family}`)}"/>`)}<meta name="dc.Publisher" content="Taylor &amp; Francis"/><meta name="dc.Date" scheme="WTN8601" content="${a.day} ${a.month} ${a.year}"/><meta name="dc.Identifier" scheme="doi" content="${a.doi}"/><meta name="citation_journal_title" content="${esc(a.journal)}"/><link rel="canonical" href="${HOST}/doi/full/${a.doi}"><script>var _prum=[['id','${a.dice.hex(12)}']];</script>${analytics(a.seed, 5)}`,
    `${consent('cookiebot')}<div class="skipContent"><a href="#top-content-scroll">Skip to Main Content</a></div>${megaMenu('Taylor & Francis Online')}<main class="container-lg" id="top-content-scroll"><div class="publicationContentHeader"><div class="publication-header"><h1 class="journal-heading"><a href="/toc/rjos20/current">${esc(a.journal)}</a></h1><span>Volume ${a.volume}, ${a.year} - <a href="/toc/rjos20/${a.volume}/${a.issue}">Issue ${a.issue}</a></span></div></div><div class="toc-heading">${access}</div><div class="hlFld-Title"><div class="publicationContentTitle"><h1 class="chaptertitle"><span class="NLM_article-title hlFld-title">${esc(a.title)}</span></h1></div></div><div class="literatumAuthors"><div class="articleEntryAuthor"><span class="NLM_contrib-group">${each(a.people, (one) => `<span class="contribDegrees"><div class="entryAuthor"><a href="/author/x" class="author" title="Author">${esc(one.shown)}</a><span class="overlay">${esc(a.places[0] ?? '')}</span></div></span>`)}</span></div></div><div class="show-pdf">${toolbar}</div><div class="itemPageRangeHistory">Pages ${a.first}-${a.last} | Published online: ${a.day} ${a.month} ${a.year}</div><ul class="rlist crossmark-doi"><li class="dx-doi"><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></li></ul>${main}</main><div class="relatedArticlesColumn"><h2>People also read</h2>${each(others(a, 5), (one) => `<div class="art-list-item"><a href="/doi/full/${one.doi}?src=recsys"><h5>${esc(one.title)}</h5></a><a class="show-pdf" href="/doi/pdf/${one.doi}?needAccess=true">PDF</a></div>`)}</div>${signInWindow()}${guardScripts(a.seed)}${footer('Informa UK Limited', a.year)}`,
  );

const tabs = (a: Article, first: string): string =>
  `<ul class="tabs-nav"><li class="${first}"><a href="/doi/full/${a.doi}">${first === 'preview' ? '' : 'Full Article'}</a></li><li><a href="/doi/figure/${a.doi}">Figures & data</a></li><li><a href="/doi/ref/${a.doi}">References</a></li><li><a href="/doi/suppl/${a.doi}">Supplemental</a></li><li><a href="/doi/citedby/${a.doi}">Citations</a></li></ul>`;

const refsOf = (a: Article): string =>
  `<div id="references-Section" class="summation-section"><h2 id="_i40" class="section-heading-2">References</h2><ul class="references numeric-ordered-list" id="references-Section">${each(a.refs, (ref) => `<li id="CIT000${ref.number}"><span><span class="hlFld-ContribAuthor">${refText(ref)}</span> <span class="ref-lnk">${refLinks(ref)}</span></span></li>`)}</ul></div>`;

const abstractOf = (a: Article): string =>
  `<div class="hlFld-Abstract"><p class="fulltext"></p><div class="sectionInfo abstractSectionHeading"><h2 id="abstract" class="section-heading-2">ABSTRACT</h2></div><p class="summary-title"></p><div class="abstractSection abstractInFull"><p>${esc(a.abstract.join(' '))}</p></div></div><div class="abstractKeywords"><div class="hlFld-KeywordText"><div><b>KEYWORDS: </b><ul>${each(a.keywords, (word) => `<li><a href="/keyword/x" class="kwd-btn keyword-click">${esc(word)}</a></li>`)}</ul></div></div></div>`;

export const tandfFull = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1080/23311886.2020.#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<span class="ref-lnk lazy-ref"><a data-rid="CIT000${n}" data-refLink="_i40" href="#">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')}, <span class="off-screen">Citation</span>${a.refs[n - 1]?.year}</a></span>)`,
      figure: (n) => `<span class="ref-lnk fig-ref"><a href="#F000${n}">Figure ${n}</a></span>`,
    },
    paragraph: (html) => `<div class="NLM_paragraph">${html}</div>`,
    figure: (caption, n) =>
      `<div class="figure figureViewer" id="F000${n}"><div class="hidden figureViewerArticleInfo"><span class="figViewerTitle">${esc(a.title)}</span></div><a class="thumbnail"><img src="/na101/home/f000${n}.jpg" alt=""></a><div class="figureInfo"><div class="short-legend"><p class="captionText"><span class="captionLabel">Figure ${n}. </span>${caption}</p></div></div></div>`,
    table: (one) =>
      `<div class="tableView" id="T000${one.number}"><div class="tableCaption"><div class="short-legend"><h3><p class="captionText"><span class="captionLabel">Table ${one.number}. </span>${esc(one.caption)}</p></h3></div></div><div class="tableDownloadOption"><a href="/action/downloadTable?id=T000${one.number}&amp;doi=${a.doi}&amp;downloadType=PDF">Download PDF</a><a href="/action/downloadTable?id=T000${one.number}&amp;doi=${a.doi}&amp;downloadType=CSV">Display Table</a></div>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<div id="S000${part.id}" class="NLM_sec NLM_sec${level === 2 && part.id === 1 ? '-type_intro NLM_sec' : ''}_level_${level - 1}"><h${level} class="section-heading-${level}" id="_i${part.id}">${esc(title)}</h${level}>${inner}</div>`,
  });
  const html = shell(
    a,
    `${tabs(a, 'full')}<article class="article"><div class="hlFld-Fulltext">${abstractOf(a)}${body}<div id="coi-statement"><h2 class="section-heading-2">Disclosure statement</h2><p>No potential conflict of interest was reported by the author(s).</p></div><p>${esc(a.thanks)}</p></div>${refsOf(a)}</article>`,
    '<span class="accessIconLocation"><img alt="Open access"></span>Open access',
    `<a href="/doi/pdf/${a.doi}?needAccess=true" class="show-pdf" role="button" target="_blank"><span>Download PDF</span></a><a href="/doi/epdf/${a.doi}?needAccess=true">View PDF</a>`,
  );
  return made(
    a,
    {
      name,
      platform: 'tandf',
      kind: 'full-text',
      url: `${HOST}/doi/full/${a.doi}`,
      isFullText: true,
      pdf: `${HOST}/doi/pdf/${a.doi}?needAccess=true`,
    },
    html,
  );
};

const firstPage = (name: string): MadePage => {
  const a = article(name, { doi: '10.1080/00987913.1997.#', year: 1997 });
  const html = shell(
    a,
    `${tabs(a, 'preview')}<div class="article first-page-preview"><p>Click to increase image size</p><p>Click to decrease image size</p><img class="firstPageImage" src="/na101/home/literatum/publisher/tandf/journals/content/x.fp.png_v03" alt="First page of article"></div><div class="accessOptions"><h2>Log in via your institution</h2><a href="/action/ssostart">Access through your institution</a><h3>Log in to Taylor & Francis Online</h3><form><label>Email Address</label><input name="login"><label>Password</label><input type="password"></form><h3>Restore content access</h3><p>Restore content access for purchases made as guest</p><h3>PDF download + Online access</h3><ul><li>48 hours access to article PDF & online version</li><li>Article PDF can be downloaded</li><li>Article PDF can be printed</li></ul><p>USD 53.00 <button>Add to cart</button></p><p><a href="/pb-assets/tandf/authors/tf-terms.pdf">Terms of purchase</a></p></div>${refsOf(a)}`,
    'Original Articles',
    `<a href="#accessOptions">Get access</a>`,
  );
  return made(
    a,
    {
      name,
      platform: 'tandf',
      kind: 'paywall-preview',
      url: `${HOST}/doi/abs/${a.doi}`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

const abstractPage = (name: string): MadePage => {
  const a = article(name, { doi: '10.1080/01431161.2015.#' });
  const html = shell(
    a,
    `${tabs(a, 'abstract')}${abstractOf(a)}<div class="accessOptions"><h2>Additional information</h2><p>Reprints and permissions</p><a href="/page/terms.pdf">PDF of terms</a></div>${refsOf(a)}<div class="citedByEntries">${each(others(a, 9), (one) => `<div class="citedByEntry">${esc(one.people.map((p) => p.shown).join(', '))}. (${one.year}) ${esc(one.title)}. <i>${esc(one.journal)}</i>. <div class="abstract-teaser">${esc(one.abstract.join(' '))}</div></div>`)}</div>`,
    'Articles',
    `<a href="/action/showLogin">Access options</a>`,
  );
  return made(
    a,
    {
      name,
      platform: 'tandf',
      kind: 'abstract',
      url: `${HOST}/doi/abs/${a.doi}`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

export const tandfPages = (): MadePage[] => [
  tandfFull('tandf-oa', {}),
  tandfFull('tandf-oa-essay', { shape: 'essay' }),
  firstPage('tandf-first-page'),
  abstractPage('tandf-abstract-citing'),
];
