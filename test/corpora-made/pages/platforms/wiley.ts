import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  guardScripts,
  highwire,
  links,
  made,
  megaMenu,
  page,
  refLinks,
  refText,
  renderParts,
  share,
  signInWindow,
  tableHtml,
} from '../pieces.ts';

const HOST = 'https://onlinelibrary.wiley.com';

const shell = (a: Article, main: string, full: boolean): string =>
  page(
    'en',
    `<title>${esc(a.title)} - ${esc(a.people[0]?.family ?? '')} - ${a.year} - ${esc(a.journal)} - Wiley Online Library</title>${highwire(a, { pdf: `${HOST}/doi/pdf/${a.doi}`, html: `${HOST}/doi/full/${a.doi}`, abstractPage: `${HOST}/doi/abs/${a.doi}`, publisher: 'John Wiley & Sons, Ltd', refs: true })}<meta name="pbContext" content=";requestedJournal:journal:${a.issn};ctype:string:Journal Content;page:string:Article/Chapter View">${analytics(a.seed, 4)}`,
    `${consent()}<div class="pb-page-content"><div class="pb-ui" data-widget-def="UX3HeaderFooter">${megaMenu('Wiley Online Library')}</div><div data-widget-def="graphQueryWidget"></div><div class="article-page-container"><article data-figures="${HOST}/action/ajaxShowFigures?doi=${a.doi}" data-references="${HOST}/action/ajaxShowEnhancedAbstract"><div class="article__breadcrumbs"></div><div class="article-header__inner"><span class="primary-heading">${full ? 'RESEARCH ARTICLE' : 'Original Paper'}</span>${full ? '<div class="doi-access-container"><div class="doi-access"><i class="icon-icon-lock_open"></i>Open Access</div></div>' : ''}<h1 class="citation__title">${esc(a.title)}</h1><div class="accordion-tabbed loa-authors">${each(a.people, (one) => `<span class="accordion-tabbed__tab-mobile accordion__closed"><a href="#" class="author-name accordion-tabbed__control"><span>${esc(one.shown)}</span></a><div class="author-info accordion-tabbed__content"><p class="author-type"></p><p>${esc(a.places[0] ?? '')}</p><a class="moreInfoLink" href="/action/doSearch?ContribAuthorRaw=x">Search for more papers by this author</a></div></span>`)}</div><div class="epub-section"><span class="epub-state">First published: </span><span class="epub-date">${a.day} ${a.month} ${a.year}</span></div><div><a href="https://doi.org/${a.doi}" class="epub-doi">https://doi.org/${a.doi}</a></div><div class="cited-by-count">Citations: <a href="#citedby-section">${a.issue}</a></div></div><nav class="coolBar stickybar"><ul><li class="coolBar__section"><a href="#" class="coolBar__ctrl">Sections</a></li>${full ? `<li class="coolBar__section coolBar--download PdfLink cloned"><a href="/doi/epdf/${a.doi}" title="ePDF" class="coolBar__ctrl pdf-download"><i class="icon-PDF"></i><span>PDF</span></a></li>` : `<li><a href="/doi/epdf/${a.doi}" class="coolBar__ctrl pdf-download no-access">PDF</a></li>`}<li>Tools</li><li>${share(`${HOST}/doi/${a.doi}`)}</li></ul></nav>${main}</article><div class="article-row-right"><div class="tab tab--flex tabs--xs"><ul><li>Figures</li><li>References</li><li>Related</li><li>Information</li></ul></div><section class="recommended"><h3>Recommended</h3><ul>${each(others(a, 5), (one) => `<li><a href="/doi/${one.doi}">${esc(one.title)}</a><div>${esc(one.people.map((p) => p.shown).join(', '))}</div></li>`)}</ul></section></div></div></div>${signInWindow()}${guardScripts(a.seed)}${footer('John Wiley & Sons, Inc. or related companies', a.year)}`,
  );

const abstractOf = (a: Article): string =>
  `<section class="article-section article-section__abstract" lang="en" data-lang="en" id="section-1-en"><h2 class="article-section__header section__title main abstractlang_en main">Abstract</h2><div class="article-section__content en main"><p>${esc(a.abstract.join(' '))}</p></div></section>`;

const refsOf = (a: Article): string =>
  `<section class="article-section article-section__references" id="references-section"><div class="accordion"><div class="article-accordion"><h2 class="article-section__title section__title">REFERENCES</h2></div><div class="accordion__content"><ul class="rlist separator">${each(a.refs, (ref) => `<li data-bib-id="bib-000${ref.number}">${refText(ref)}<div class="extra-links getFTR">${refLinks(ref)} <span><a href="/servlet/linkout?suffix=x">Web of Science®</a></span></div></li>`)}</ul></div></div></section>`;

const citing = (a: Article): string =>
  `<section class="article-section article-section__citedBy cited-by" id="citedby-section"><div class="accordion__content"><p>Citing Literature</p><ul class="rlist cited-by__list">${each(others(a, 8), (one) => `<li class="citedByEntry"><span>${esc(one.people.map((p) => p.shown).join(', '))}, ${esc(one.title)}, <i>${esc(one.journal)}</i>, <a href="https://doi.org/${one.doi}">10.${one.number}</a></span></li>`)}</ul></div></section>`;

const full = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1002/ece3.#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<span><a href="#ece3-bib-000${n}" class="bibLink tab-link" data-tab="pane-pcw-references" id="ece3-bib-000${n}R">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} et al., ${a.refs[n - 1]?.year}</a></span>)`,
      figure: (n) => `<a href="#ece3-fig-000${n}" class="figureLink open-figure-link">Figure ${n}</a>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<section class="article-section__inline-figure" id="ece3-fig-000${n}"><figure class="figure"><a href="/cms/asset/x/fig-000${n}-m.jpg"><picture><img class="figure__image" src="/cms/asset/fig-000${n}-m.png" alt="Details are in the caption following the image"></picture></a><figcaption class="figure__caption"><div class="figure__caption__header"><strong class="figure__title">FIGURE ${n}</strong><div class="figure-extra"><a href="#" class="open-figure-link">Open in figure viewer</a><a href="/action/downloadFigures?id=x" class="ppt-figure-link">PowerPoint</a></div></div><div class="figure__caption figure__caption-text"><div class="figure__caption-text">${caption}</div></div></figcaption></figure></section>`,
    table: (one) =>
      `<div class="article-table-content" id="ece3-tbl-000${one.number}"><header class="article-table-caption"><span class="table-caption__label">TABLE ${one.number}. </span>${esc(one.caption)}</header><div class="article-table-content-wrapper" tabindex="0">${tableHtml(one, ' class="table article-section__table"')}</div></div>`,
    part: (title, inner, level, part) =>
      title === ''
        ? inner
        : level === 2
          ? `<section class="article-section__content" id="ece3-sec-000${part.id}"><h2 class="article-section__title section__title section1" id="ece3-sec-000${part.id}-title">${part.id} ${esc(title.toUpperCase())}</h2>${inner}</section>`
          : `<section class="article-section__sub-content" id="ece3-sec-000${part.id}"><h3 class="article-section__sub-title section2">${esc(title)}</h3>${inner}</section>`,
  });
  const html = shell(
    a,
    `${options.shape === 'letter' ? '' : abstractOf(a)}<section class="article-section article-section__full">${body}<section class="article-section__content"><div class="header">ACKNOWLEDGEMENTS</div><p>${esc(a.thanks)}</p></section><section class="article-section article-section__supporting" id="support-information-section"><div class="article-accordion">Supporting Information</div><table class="support-info__table"><tr><td headers="article-filename"><a href="/action/downloadSupplement?doi=${encodeURIComponent(a.doi)}&amp;file=ece3${a.number}-sup-0001-AppendixS1.pdf">ece3${a.number}-sup-0001-AppendixS1.pdf</a><span>PDF document, 1.1 MB</span></td></tr></table></section>${refsOf(a)}${citing(a)}</section>`,
    true,
  );
  return made(
    a,
    {
      name,
      platform: 'wiley',
      kind: 'full-text',
      url: `${HOST}/doi/full/${a.doi}`,
      isFullText: true,
      pdf: `${HOST}/doi/pdf/${a.doi}`,
    },
    html,
  );
};

const abstractPage = (name: string): MadePage => {
  const a = article(name, { doi: '10.1111/j.1365-2486.#.x' });
  const html = shell(
    a,
    `${abstractOf(a)}<div class="article__access"><div class="denial-block"><h2>Log in to Wiley Online Library</h2><ul><li><a href="/action/showLogin">Personal login</a></li><li><a href="/action/ssostart">Institutional Login</a></li></ul><form action="/action/doLogin"><label>Email or Customer ID<input name="login"></label><label>Password<input type="password"></label></form><h3>Purchase Instant Access</h3><ul><li>48-Hour online access $15.00</li><li>Online-only access $20.00</li><li>PDF download and online access $49.00</li></ul><p><a href="/pb-assets/ordering/order-form.pdf">Order form</a></p></div></div>${refsOf(a)}${citing(a)}<section class="additional-links"><ul>${links(['Request permission', 'Export citation', 'Add to favorites', 'Track citation'])}</ul></section>`,
    false,
  );
  return made(
    a,
    {
      name,
      platform: 'wiley',
      kind: 'paywall-preview',
      url: `${HOST}/doi/abs/${a.doi}`,
      isFullText: false,
      wall: 'preview-stub',
    },
    html,
  );
};

export const wileyPages = (): MadePage[] => [
  full('wiley-oa', {}),
  full('wiley-letter', { shape: 'letter', doi: '10.1002/joom.#' }),
  abstractPage('wiley-paywall'),
  abstractPage('wiley-paywall-2'),
];
