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
  jsonLd,
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

interface Site {
  platform: string;
  host: string;
  brand: string;
  path: (a: Article) => string;
}

const OUP: Site = {
  platform: 'oup',
  host: 'https://academic.oup.com',
  brand: 'Oxford Academic',
  path: (a) => `/gigascience/article/doi/${a.doi}/${a.number}`,
};
const AIP: Site = {
  platform: 'aip',
  host: 'https://pubs.aip.org',
  brand: 'AIP Publishing',
  path: (a) => `/aip/adv/article/${a.volume}/${a.issue}/${a.first}/${a.number}/Article`,
};

const pdfOf = (a: Article, site: Site): string =>
  `${site.host}${site.path(a).replace('/article/', '/article-pdf/')}/file${a.number}.pdf`;

const shell = (a: Article, site: Site, main: string, open: boolean): string =>
  page(
    'en',
    `<title>${esc(a.title)} | ${esc(a.journal)} | ${site.brand}</title>${highwire(a, { ...(open ? { pdf: pdfOf(a, site) } : {}), publisher: site.brand, refs: true })}${jsonLd(a)}<script>var SCM=SCM||{};SCM.pubGradeAdsEnabled=true;var dataLayer=[{"siteid":"5567","page_type":"article","full_text":"${open}","authz":"${open}","resource_type":"journal-article"}];</script>${analytics(a.seed, 4)}`,
    `<a href="#skipNav" class="skipnav">Skip to Main Content</a>${megaMenu(site.brand)}<div class="master-container js-master-container"><section class="master-main row js-master-main"><div class="center-inner-row no-overflow"><section class="widget widget-ArticleNavLinks"><ul class="section-jump-link">${each(a.parts, (part) => `<li class="section-jump-link__list-item"><a class="js-jumplink scrollTo" href="#${a.number}${part.id}">${esc(part.title)}</a></li>`)}</ul></section><div id="ArticleList"><div class="widget widget-ArticleTopInfo"><div class="widget-instance-OUP_Article_Top_Info_Widget"><div class="article-top-widget content-box"><span class="article-client_type">RESEARCH ARTICLE</span><h1 class="wi-article-title article-title-main accessible-content-title at-articleTitle">${esc(a.title)}</h1><div class="wi-authors at-ArticleAuthors"><div class="al-authors-list">${each(a.people, (one) => `<span class="al-author-name-more js-flyout-wrap"><button class="linked-name js-linked-name stats-author-info-trigger">${esc(one.shown)}</button><span class="al-author-info-wrap arrow-up"><div class="info-card-affilitation">${esc(a.places[0] ?? '')}</div><a href="/search-results?f_Authors=x">Search for other works by this author on: </a><a href="https://scholar.google.com/scholar?q=author">Google Scholar</a></span></span>`)}</div></div><div class="pub-history-wrap clearfix"><div class="ww-citation-primary"><em>${esc(a.journal)}</em>, Volume ${a.volume}, Issue ${a.issue}, ${a.month} ${a.year}, <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div></div></div></div></div></div><div class="toolbar-wrap js-toolbar-wrap"><div class="toolbar-inner-wrap"><ul id="Toolbar" role="navigation">${open ? `<li class="toolbar-item item-pdf js-item-pdf"><a class="al-link pdf article-pdfLink" data-article-id="${a.number}" href="${site.path(a).replace('/article/', '/article-pdf/')}/file${a.number}.pdf" target="_blank"><img src="/UI/app/svg/pdf.svg" alt="pdf">PDF</a></li>` : ''}<li><a href="#" class="js-split-view at-split-view">Split View</a></li><li><a href="/Citation/Download?resourceId=${a.number}">Cite</a></li><li>${share(`${site.host}${site.path(a)}`)}</li></ul></div></div><div class="article-body"><div class="widget widget-ArticleFulltext widget-instance-OUP_Article_FullText_Widget"><div class="module-widget"><div class="widget-items" data-widgetname="ArticleFulltext">${main}</div></div></div></div></div></section></div><div id="Sidebar" class="page-column page-column--right"><div class="widget widget-relatedTopics"><h3>Latest | Most Read | Most Cited</h3>${each(others(a, 6), (one) => `<div class="articles"><a class="article-link" href="/gigascience/article/doi/${one.doi}/${one.number}">${esc(one.title)}</a></div>`)}</div><ul>${links(['Email alerts', 'Article activity alert', 'Advance article alerts', 'New issue alert'])}</ul></div>${signInWindow()}${guardScripts(a.seed)}${footer(site.brand, a.year)}${consent()}`,
  );

const abstractOf = (a: Article): string =>
  `<h2 scrollto-destination="${a.number}01" id="${a.number}01" class="abstract-title js-splitscreen-abstract-title">Abstract</h2><section class="abstract"><p class="chapter-para">${esc(a.abstract.join(' '))}</p></section><div class="kwd-group">${each(a.keywords, (word) => `<a class="kwd-main kwd-part" href="javascript:;">${esc(word)}</a>`)}</div>`;

const refsOf = (a: Article): string =>
  `<h2 class="backreferences-title" id="${a.number}99">References</h2><div class="ref-list js-splitview-ref-list">${each(a.refs, (ref) => `<div content-id="bib${ref.number}" class="js-splitview-ref-item"><div class="refLink-parent"><span class="refLink"><a name="jumplink-bib${ref.number}" href="javascript:;"></a></span></div><div class="ref false"><div id="ref-auto-bib${ref.number}" class="ref-content"><span class="label title-label">${ref.number}.</span><div class="citation mixed-citation">${refText(ref)}<div class="citation-links">${refLinks(ref)} <a href="http://www.worldcat.org/search?q=ti:x">WorldCat</a></div></div></div></div></div>`)}</div>`;

const full = (name: string, site: Site, options: ArticleOptions): MadePage => {
  const a = article(name, options);
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` [<a href="javascript:;" reveal-id="bib${n}" data-open="bib${n}" class="link link-ref link-reveal xref-bibr">${n}</a>]`,
      figure: (n) =>
        `<a href="javascript:;" data-modal-source-id="fig${n}" class="link xref-fig">Fig. ${n}</a>`,
    },
    paragraph: (html) => `<p class="chapter-para">${html}</p>`,
    figure: (caption, n) =>
      `<div data-id="fig${n}" data-content-id="fig${n}" class="fig fig-section js-fig-section" swap-content-for-modal="true"><div class="graphic-wrap"><img class="content-image js-content-image" src="https://oup.silverchair-cdn.com/m_f${n}.jpeg"><div class="graphic-bottom"><div class="label fig-label title-label">Figure ${n}:</div><div class="caption fig-caption"><p class="chapter-para">${caption}</p></div><div class="ajax-articleAbstract-exclude-regex fig-orig original-slide figure-button-wrap"><a class="fig-view-orig" href="/view-large/figure/${a.number}/f${n}.tif" target="_blank">Open in new tab</a><a class="download-slide" href="/DownloadFile/DownloadImage.aspx?image=f${n}.jpeg">Download slide</a></div></div></div></div>`,
    table: (one) =>
      `<div class="table-wrap table-modal" id="tbl${one.number}"><div class="table-wrap-title"><span class="label title-label">Table ${one.number}:</span><div class="caption"><p class="chapter-para">${esc(one.caption)}</p></div></div><div class="table-overflow">${tableHtml(one)}</div></div>`,
    part: (title, inner, level, part) =>
      title === ''
        ? inner
        : `<h${level} scrollto-destination="${a.number}${part.id}" id="${a.number}${part.id}" class="section-title js-splitscreen-section-title" data-legacy-id="sec${part.id}">${esc(title)}</h${level}>${inner}`,
  });
  const html = shell(
    a,
    site,
    `${options.shape === 'letter' ? '' : abstractOf(a)}<div class="widget-ArticleMainView">${body}<h2 class="backacknowledgements-title">Acknowledgements</h2><p class="chapter-para">${esc(a.thanks)}</p>${refsOf(a)}<div class="dataSuppLink"><h2>Supplementary data</h2><a href="https://oup.silverchair-cdn.com/oup/backfile/Content_public/suppl_data_${a.number}.pdf?Expires=1712&amp;Signature=${a.dice.hex(30)}" class="js-supplement-link">Supplementary Data - pdf file</a></div><div class="copyright copyright-statement">© The Author(s) ${a.year}. Published by ${site.brand}.</div></div>`,
    true,
  );
  return made(
    a,
    {
      name,
      platform: site.platform,
      kind: 'full-text',
      url: `${site.host}${site.path(a)}`,
      isFullText: true,
      pdf: pdfOf(a, site),
    },
    html,
  );
};

const extract = (name: string, site: Site, options: ArticleOptions, withAbstract: boolean): MadePage => {
  const a = article(name, options);
  const first = (a.parts[0]?.paragraphs ?? []).join(' ').replaceAll(/⟦\w+⟧/g, '').slice(0, 900);
  const html = shell(
    a,
    site,
    `${withAbstract ? abstractOf(a) : `<h2 class="extract-title">Extract</h2><section class="extract"><p class="chapter-para">${esc(first)}...</p></section>`}<div class="article-top-info-user-restricted-options"><div class="accessError"><h2>You do not currently have access to this article.</h2></div><div class="widget widget-Login"><h3>Sign in</h3><p>Get help with access</p><h4>Personal account</h4><ul><li>Sign in with email/username & password</li><li>Get email alerts</li><li>Save searches</li><li>Purchase content</li></ul><h4>Institutional access</h4><p>Sign in through your institution</p><a href="/my-account/institution-search">Sign in through your institution</a></div><div class="widget-PayPerView"><h3>Purchase</h3><p>Short-term Access</p><p>To purchase short-term access, please sign in to your personal account above. Don't already have a personal account? <a href="/register">Register</a></p><p>${esc(a.title)} - 24 Hours access EUR €51.00</p><p><a href="https://academic.oup.com/DocumentLibrary/purchase-terms.pdf">Terms and conditions</a></p></div></div><div class="citedBy"><h3>Citing articles via</h3>${each(others(a, 5), (one) => `<p><a href="https://doi.org/${one.doi}">${esc(one.title)}</a> ${esc(one.abstract.join(' '))}</p>`)}</div>`,
    false,
  );
  return made(
    a,
    {
      name,
      platform: site.platform,
      kind: 'paywall-preview',
      url: `${site.host}${site.path(a)}`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

export const silverchairPages = (): MadePage[] => [
  full('oup-oa', OUP, { doi: '10.1093/gigascience/giab#' }),
  full('oup-oa-letter', OUP, { doi: '10.1093/gigascience/giac#', shape: 'letter' }),
  full('aip-oa', AIP, { doi: '10.1063/5.0#' }),
  full('aip-oa-2', AIP, { doi: '10.1063/5.0#', length: 0.7 }),
  extract('oup-extract', OUP, { doi: '10.1093/ehr/cez#' }, false),
  extract('oup-abstract', OUP, { doi: '10.1093/nar/gkx#' }, true),
  extract('aip-abstract', AIP, { doi: '10.1063/1.#' }, true),
];
