import { type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  highwire,
  jsonLd,
  links,
  made,
  megaMenu,
  openGraph,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const hindawi = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1155/2019/#', ...options });
  const url = `https://www.hindawi.com/journals/jfq/2019/${a.number}/`;
  const pdf = `https://downloads.hindawi.com/journals/jfq/2019/${a.number}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => ` [<a href="#B${n}">${n}</a>]`,
      figure: (n) => `Figure <a href="#fig${n}">${n}</a>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="floats-partial"><div class="floats-partial-footer"><div class="image-container" id="fig${n}"><img src="https://static-01.hindawi.com/fig.00${n}.svgz" alt=""></div><div class="groupcaption">Figure ${n}</div><div>${caption}</div></div></div>`,
    table: (one) =>
      `<div class="floats-partial" id="tab${one.number}"><div class="table-responsive">${tableHtml(one)}</div><div class="groupcaption">Table ${one.number}</div><div>${esc(one.caption)}</div></div>`,
    part: (title, inner, level, part) =>
      `<div><h${level + 2} class="header" id="sec${part.id}">${part.id}. ${esc(title)}</h${level + 2}>${inner}</div>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)}</title>${highwire({ ...a, journal: 'Journal of Food Quality' }, { pdf, publisher: 'Hindawi', dc: true })}${openGraph(a, url)}${analytics(a.seed, 2)}`,
    `${consent('plain')}${megaMenu('Hindawi')}<div class="articleHeader"><div class="articleHeader__meta"><a href="/journals/jfq/">Journal of Food Quality</a> / ${a.year} / Article</div><ul class="articleHeader__actions"><li><a href="#ref">On this page</a></li></ul></div><div class="article_wrapper"><article class="article_body" id="main_content"><div class="article_type">Research Article | <span>Open Access</span></div><div class="articleHeader__authors">${each(a.people, (one) => `<span class="articleHeader__authors_author">${esc(one.shown)}<a href="https://orcid.org/0000">orcid</a></span>`)}</div><h1 class="articleHeader__title">${esc(a.title)}</h1><p>Volume ${a.year} | Article ID ${a.number} | <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></p><div class="xml-content"><h4 class="header" id="abstract">Abstract</h4><p>${esc(a.abstract.join(' '))}</p>${body}<h4 class="header">Data Availability</h4><p>${esc(a.thanks)}</p><h4 class="header" id="references">References</h4><ol class="article_references">${each(a.refs, (ref) => `<li id="B${ref.number}">${refText(ref)} View at: <a href="https://doi.org/${ref.doi}">Publisher Site</a> | <a href="https://scholar.google.com/scholar_lookup">Google Scholar</a></li>`)}</ol></div></article><aside class="articleActions"><div class="downloadOptions"><a href="https://downloads.hindawi.com/journals/jfq/2019/${a.number}.pdf" class="downloadPdf">PDF</a><a href="https://www.hindawi.com/journals/jfq/2019/${a.number}.epub">ePub</a><a href="https://downloads.hindawi.com/journals/jfq/annual-issue-2019.pdf">Order printed copies</a></div><h3>Related articles</h3>${each(others(a, 4), (one) => `<a href="/journals/jfq/2019/${one.number}/">${esc(one.title)}</a>`)}</aside></div>${footer('Hindawi Limited', a.year)}`,
  );
  return made(a, { name, platform: 'hindawi', kind: 'full-text', url, isFullText: true, pdf }, html);
};

const copernicus = (name: string, onlyAbstract: boolean): MadePage => {
  const a = article(name, { doi: '10.5194/bg-17-#-2020' });
  const at = `https://bg.copernicus.org/articles/17/${a.first}/2020/`;
  const pdf = `${at}bg-17-${a.first}-2020.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a href="#bib1.bibx${n}" id="paren.${n}">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} et al., ${a.refs[n - 1]?.year}</a>)`,
      figure: (n) => `<a href="#Ch1.F${n}">Fig. ${n}</a>`,
    },
    paragraph: (html, id) => `<p id="d1e${id}">${html}</p>`,
    figure: (caption, n) =>
      `<div id="Ch1.F${n}" class="fig"><a target="_blank" href="${at}bg-17-f0${n}.png"><img alt="" class="img-responsive" data-width="2067" src="${at}bg-17-f0${n}-thumb.png"></a><p><strong class="caption-number">Figure ${n}</strong>${caption}</p><p class="downloads"><a href="${at}bg-17-f0${n}.pdf">Download</a></p></div>`,
    table: (one) =>
      `<div class="table-wrap" id="Ch1.T${one.number}"><p><strong class="caption-number">Table ${one.number}</strong>${esc(one.caption)}</p>${tableHtml(one)}<p class="downloads"><a href="${at}bg-17-t0${one.number}.pdf">Download Print Version</a></p></div>`,
    part: (title, inner, level, part) =>
      `<div id="section${part.id}"><div class="h${level - 1}">${part.id} ${esc(title)}<span class="section-number">&nbsp;</span></div>${level === 2 ? `<div class="h1-special co-arrow-open">${inner}</div>` : inner}</div>`,
  });
  const main = onlyAbstract
    ? `<div class="abstract sec" id="abstract"><div class="h1">Abstract</div><div class="abstract-content show-no-js"><p>${esc(a.abstract.join(' '))}</p></div></div><div class="sec" id="share">How to cite.</div><div class="sec discussion"><div class="h1">Status: closed (peer review)</div>${each(others(a, 4), (one) => `<div class="comment">RC1: 'Review', Anonymous Referee <a href="https://bg.copernicus.org/preprints/bg-2019-${one.first}/bg-2019-${one.first}-RC1.pdf">Supplement: RC1.pdf</a><p>${esc(one.abstract.join(' '))}</p></div>`)}</div>`
    : `<div class="abstract sec" id="abstract"><div class="h1">Abstract</div><p>${esc(a.abstract.join(' '))}</p></div>${body}<div class="sec" id="acknowledgements"><div class="h1">Acknowledgements</div><p>${esc(a.thanks)}</p></div><div class="sec" id="References"><div class="h1">References</div>${each(a.refs, (ref) => `<div class="ref" id="bib1.bibx${ref.number}">${refText(ref)} <a href="https://doi.org/${ref.doi}" target="_blank">https://doi.org/${ref.doi}</a>.</div>`)}</div>`;
  const html = page(
    'en',
    `<title>BG - ${esc(a.title)}</title>${highwire({ ...a, journal: 'Biogeosciences' }, { pdf, abstractPage: at, publisher: 'Copernicus GmbH' })}<meta property="citation_fulltext_html_url" content="${at}">${analytics(a.seed, 1)}`,
    `<header id="printheader"></header>${consent('plain')}<nav class="main-nav"><ul>${links(['Submit', 'Peer review', 'Articles & preprints', 'Special issues', 'Highlight articles', 'About', 'EGU publications'])}</ul></nav><div class="content-container"><main><div class="article-type">Research article</div><div class="j-article-copyright">${a.day} ${a.month} ${a.year}</div><h1>${esc(a.title)}</h1><div class="authors-full">${each(a.people, (one) => `<nobr>${esc(one.shown)}<sup>1</sup></nobr>`)}</div><p>Biogeosciences, 17, ${a.first}–${a.last}, ${a.year} <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></p>${main}</main><div class="download-list"><h3>Download</h3><ul><li><a class="triangle" href="${at}bg-17-${a.first}-2020.pdf">Article <nobr>(PDF, 4 MB)</nobr></a></li><li><a href="${at}bg-17-${a.first}-2020-supplement.pdf">Supplement (1 MB)</a></li><li><a href="${at}bg-17-${a.first}-2020.xml">Full-text XML</a></li><li><a href="/bg_author_guidelines.pdf">Guidelines</a></li></ul></div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'copernicus',
      kind: onlyAbstract ? 'abstract' : 'full-text',
      url: at,
      isFullText: !onlyAbstract,
      pdf,
    },
    html,
  );
};

const jmir = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.2196/#', ...options });
  const url = `https://www.jmir.org/${a.year}/${a.issue}/e${a.number}`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` [<span class="footers"><a class="citation-link" href="#ref${n}" rel="footnote">${n}</a></span>]`,
      figure: (n) => `<span class="footers"><a href="#figure${n}">Figure ${n}</a></span>`,
    },
    paragraph: (html) => `<p class="abstract-paragraph">${html}</p>`,
    figure: (caption, n) =>
      `<figure><a name="figure${n}"></a><a class="fancybox" href="https://asset.jmir.pub/assets/fig${n}.png"><img class="figure-image" src="https://asset.jmir.pub/assets/fig${n}.png"></a><figcaption><span class="typcn typcn-image"></span>Figure ${n}. ${caption}</figcaption></figure>`,
    table: (one) =>
      `<div class="figure-table"><figcaption>Table ${one.number}. ${esc(one.caption)}</figcaption>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      level === 2
        ? `<h3 class="navigation-heading h3-main-heading" id="Section${part.id}" data-label="${esc(title)}">${esc(title)}</h3><div>${inner}</div>`
        : `<h5><span class="h5-sub-heading">${esc(title)}</span></h5>${inner}`,
  });
  const html = page(
    'en',
    `<title>Journal of Medical Internet Research - ${esc(a.title)}</title>${highwire({ ...a, journal: 'Journal of Medical Internet Research' }, { pdf: `${url}/PDF`, html: url, dc: true })}${jsonLd(a)}<script>window.__NUXT__=(function(a,b){return {layout:"default",data:[{article:{id:${a.number},title:${JSON.stringify(a.title)}}}]}}(null,false));</script>`,
    `<div id="__nuxt"><div id="__layout"><div data-test="app"><header class="nav-main"><nav><ul>${links(['Journal Information', 'Browse Journal', 'Submit Article', 'Log In', 'Careers'])}</ul></nav></header><div class="container"><div class="details"><p>Published on ${a.day}.${a.month}.${a.year} in Vol ${a.volume}, No ${a.issue} (${a.year})</p><h1 class="h3 mb-0 mt-0">${esc(a.title)}</h1></div><div class="authors-container"><ul>${each(a.people, (one) => `<li>${esc(one.shown)}<sup>1</sup></li>`)}</ul></div><div id="main-article-content"><section class="article"><article class="ajax-article-content"><h4 class="h4-original-paper"><span class="typcn typcn-document-text"></span>Original Paper</h4><h3 id="Abstract">Abstract</h3><p class="abstract-sub-heading">${esc(a.abstract.join(' '))}</p><p>J Med Internet Res ${a.year};${a.volume}(${a.issue}):e${a.number} <a href="https://doi.org/${a.doi}">doi:${a.doi}</a></p>${body}<h3>Acknowledgments</h3><p>${esc(a.thanks)}</p><h4>Multimedia Appendix 1</h4><p>Survey. <a href="https://jmir.org/api/download?alt_name=jmir_app1.pdf&amp;filename=${a.dice.hex(32)}.pdf">PDF File (Adobe PDF File), 204 KB</a></p><div id="References"><h4 class="h4-border-top navigation-heading">References</h4><ol>${each(a.refs, (ref) => `<li><span id="ref${ref.number}">${refText(ref)} [<a href="https://dx.doi.org/${ref.doi}">CrossRef</a>] [<a href="https://www.ncbi.nlm.nih.gov/entrez/query.fcgi?list_uids=${ref.pmid}">Medline</a>]</span></li>`)}</ol></div></article></section></div><aside><a class="btn" href="/${a.year}/${a.issue}/e${a.number}/PDF">Download PDF</a><a href="/${a.year}/${a.issue}/e${a.number}/XML">Download XML</a></aside></div>${footer('JMIR Publications', a.year)}</div></div></div>`,
  );
  return made(
    a,
    { name, platform: 'jmir', kind: 'full-text', url, isFullText: true, pdf: `${url}/PDF` },
    html,
  );
};

const f1000 = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.12688/f1000research.#.2', ...options });
  const url = `https://f1000research.com/articles/${a.volume}-${a.first}/v2`;
  const pdf = `https://f1000research.com/articles/${a.volume}-${a.first}/v2/pdf`;
  const body = renderParts(a.parts, {
    marks: { cite: (n) => `<sup><a href="#ref-${n}">${n}</a></sup>` },
    paragraph: (html) => `<p class="" id="d${a.number}">${html}</p>`,
    figure: (caption, n) =>
      `<a name="f${n}" class="n-a"></a><div class="fig panel clearfix"><a href="https://f1000researchdata.s3.amazonaws.com/figure${n}.gif"><img src="figure${n}.gif"></a><div class="caption"><h3>Figure ${n}. ${caption}</h3></div></div>`,
    table: (one) =>
      `<div class="table-wrap panel clearfix"><h3>Table ${one.number}. ${esc(one.caption)}</h3>${tableHtml(one)}</div>`,
    part: (title, inner, level) =>
      level === 2
        ? `<div class="section"><a class="n-a"></a><h2 class="main-title">${esc(title)}</h2>${inner}</div>`
        : `<div class="section"><h3 class="section-title">${esc(title)}</h3>${inner}</div>`,
  });
  const report = others(a, 2);
  const html = page(
    'en',
    `<title>${esc(a.title)} | F1000Research</title>${highwire({ ...a, journal: 'F1000Research' }, { pdf: `${pdf}?article_uuid=${a.dice.hex(32)}`.replace(/\?.*/, ''), dc: true })}${analytics(a.seed, 2)}`,
    `${consent()}${megaMenu('F1000Research')}<div class="row article-page"><div class="article-heading-bar"></div><div class="article-header-information"><span class="article-type article-display">Research Article</span><h1>${esc(a.title)} <span class="other-info">[version 2; peer review: 2 approved]</span></h1><div class="authors _mdl-layout">${each(a.people, (one) => `<span class=""><a href="mailto:x@example.org">${esc(one.shown)}</a><sup>1</sup></span>`)}</div></div><div id="article" class="article-content-wrap"><div class="article-abstract article-page-abstract"><h2 class="main-title">Abstract</h2><div class="abstract-text is-centered">${esc(a.abstract.join(' '))}</div></div><div class="grants-section"></div><div id="article-body">${body}<div class="back-section"><h2 class="main-title">Acknowledgments</h2><p>${esc(a.thanks)}</p><h2 class="main-title">References</h2><ul class="references">${each(a.refs, (ref) => `<li><span class="citation"><a name="ref-${ref.number}"></a>${ref.number}. ${refText(ref)} <a href="http://www.ncbi.nlm.nih.gov/pubmed/${ref.pmid}">PubMed Abstract</a> | <a href="https://doi.org/${ref.doi}">Publisher Full Text</a></span></li>`)}</ul></div></div><div id="article-reports" class="u-mt--3"><h2>Open Peer Review</h2>${each(report, (one) => `<div class="report"><h3>Reviewer Report</h3><a href="/articles/${a.volume}-${a.first}/v2/report/${one.number}/pdf">PDF</a>${each(one.parts, (part) => `<p>${esc(part.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, ''))}</p>`)}</div>`)}</div></div><aside class="article-right-col"><a class="button pdf-download-helper" href="/articles/${a.volume}-${a.first}/v2/pdf?article_uuid=${a.dice.hex(32)}" title="Download PDF">Download PDF</a><a href="/articles/${a.volume}-${a.first}/v2/xml">Download XML</a></aside></div>${footer('F1000 Research Ltd', a.year)}`,
  );
  return made(a, { name, platform: 'f1000', kind: 'full-text', url, isFullText: true, pdf }, html);
};

const peerj = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.7717/peerj.#', ...options });
  const url = `https://peerj.com/articles/${a.number}/`;
  const pdf = `https://peerj.com/articles/${a.number}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a class="xref xref-bibr" href="#ref-${n}" data-jats-ref-type="bibr">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')}, ${a.refs[n - 1]?.year}</a>)`,
      figure: (n) => `<a class="xref xref-fig" href="#fig-${n}">Fig. ${n}</a>`,
    },
    paragraph: (html, id) => `<p id="p-${id}">${html}</p>`,
    figure: (caption, n) =>
      `<figure class="fig" id="fig-${n}" itemprop="image" itemscope><div class="image-container"><a class="fresco" href="https://dfzljdn9uc3pi.cloudfront.net/fig-${n}-full.png"><img class="graphic" src="fig-${n}-1x.jpg"></a></div><figcaption><div itemprop="description"><span class="figure-label">Figure ${n}: </span><span class="article-label-container">${caption}</span></div></figcaption></figure>`,
    table: (one) =>
      `<figure class="table-wrap" id="table-${one.number}"><div class="caption">Table ${one.number}: ${esc(one.caption)}</div><div class="table-container">${tableHtml(one, ' class="table table-bordered table-condensed table-hover"')}</div></figure>`,
    part: (title, inner, level, part) =>
      `<section class="sec" id="s${part.id}"><h${level} class="heading">${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} [PeerJ]</title>${highwire({ ...a, journal: 'PeerJ' }, { pdf, html: url, refs: true })}${jsonLd(a)}`,
    `<div class="navbar navbar-fixed-top"><ul class="nav">${links(['About', 'Journals', 'Articles', 'Login', 'Submit manuscript'])}</ul></div><div class="container" itemscope itemtype="http://schema.org/ScholarlyArticle"><div class="row-fluid"><div class="span7 article-main"><article><div class="article-authors">${each(a.people, (one) => `<span class="contrib" itemprop="author"><a rel="author" class="name" href="#author">${esc(one.shown)}</a></span>`)}</div><h1 class="article-title" itemprop="name headline"><span>${esc(a.title)}</span></h1><dl class="article-dates"><dt>Published</dt><dd><time itemprop="datePublished">${a.year}</time></dd></dl><section class="article-body"><div class="abstract" itemprop="description"><h2>Abstract</h2><div><p>${esc(a.abstract.join(' '))}</p></div></div><main><div class="article-content">${body}</div></main><section class="sec" id="supplemental-information"><h2 class="heading">Supplemental Information</h2><div class="supplementary-material"><h3 class="heading">Raw data.</h3><a class="btn article-supporting-download" href="https://dfzljdn9uc3pi.cloudfront.net/${a.number}/1/Supplemental_Figures.pdf">Download</a></div></section><section class="ref-list-container" id="references"><h2 class="heading">References</h2><ul class="ref-list">${each(a.refs, (ref) => `<li class="ref" id="ref-${ref.number}"><span class="element-citation">${refText(ref)}</span> <a href="https://doi.org/${ref.doi}">[CrossRef]</a></li>`)}</ul></section></section></article></div><div class="span3 article-sidebar"><a class="btn pj-download pdf-download" href="/articles/${a.number}.pdf" data-format="PDF">PDF</a><ul><li><a href="/articles/${a.number}.xml">XML</a></li><li><a href="/articles/${a.number}/reviews/">Peer Review history</a></li></ul></div></div></div>${footer('PeerJ', a.year)}`,
  );
  return made(a, { name, platform: 'peerj', kind: 'full-text', url, isFullText: true, pdf }, html);
};

const cambridge = (name: string, options: ArticleOptions, open: boolean): MadePage => {
  const a = article(name, { doi: '10.1017/S00#', ...options });
  const url = `https://www.cambridge.org/core/journals/journal-of-applied/article/made-${a.number}/${a.dice.hex(32).toUpperCase()}`;
  const pdf = `https://www.cambridge.org/core/services/aop-cambridge-core/content/view/${a.dice.hex(32).toUpperCase()}/S00${a.number}a.pdf/${a.title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 60)}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<span class="__cf_cite"><a href="#ref${n}" class="xref bibr">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')}, ${a.refs[n - 1]?.year}</a><span class="hidden-ref">Reference ${esc(a.refs[n - 1]?.authors ?? '')}</span></span>)`,
    },
    paragraph: (html) => `<p class="p">${html}</p>`,
    figure: (caption, n) =>
      `<section><div class="fig" data-magnific="true" id="fig0${n}"><div class="figure-thumb"><img src="https://static.cambridge.org/fig${n}.png"></div><div class="caption"><p class="p"><span class="label">Figure ${n}.</span> ${caption}</p></div></div></section>`,
    table: (one) =>
      `<div class="table-wrap" id="tab${one.number}"><span class="label">Table ${one.number}.</span> ${esc(one.caption)} ${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<div class="sec${level === 2 ? ' intro' : ''}" data-magellan-destination="sec${part.id}" id="sec${part.id}"><h${level} class="${level === 2 ? 'A' : 'B'}">${esc(title)}</h${level}>${inner}</div>`,
  });
  const extract = (a.parts[0]?.paragraphs ?? []).join(' ').replaceAll(/⟦\w+⟧/g, '').slice(0, 800);
  const html = page(
    'en',
    `<title>${esc(a.title)} | Journal of Applied | Cambridge Core</title>${highwire(a, { publisher: 'Cambridge University Press', ...(open ? { pdf, html: url } : {}), abstractPage: url })}${openGraph(a, url)}${analytics(a.seed, 5)}`,
    `${consent()}${megaMenu('Cambridge Core')}<div id="maincontent"><div class="row"><h1 data-v-1="">${esc(a.title)}</h1><div class="row published-date-online">Published online by Cambridge University Press: <strong>${a.day} ${a.month} ${a.year}</strong></div><div class="row authors-details"><dl>${each(a.people, (one) => `<div class="row author"><dt class="title">${esc(one.shown)}</dt><dd>${esc(a.places[0] ?? '')}</dd></div>`)}</dl></div></div><div class="access-block">${open ? `<a href="${pdf.replace('https://www.cambridge.org', '')}" class="button" target="_blank" data-track="save PDF">Save PDF (0.9 mb)</a>` : `<button>Get access</button> <button>Buy a print copy</button> Check if you have access via personal or institutional login <a href="/core/login">Log in</a> <a href="/core/register">Register</a>`}<button>Share</button><button>Cite</button><a href="/core/services/aop-file-manager/file/rights.pdf">Rights & Permissions</a></div><div id="content-container" class="html-fulltext">${open ? `<div class="abstract-content" id="abstract"><h2>Abstract</h2><div class="abstract" data-abstract-type="normal"><p>${esc(a.abstract.join(' '))}</p></div></div><div id="article" class="article-content"><div class="article research-article NLM"><div class="body">${body}</div></div></div>` : `<div class="abstract-text-container"><h2>Extract</h2><div class="abstract" data-abstract-type="extract"><p>${esc(extract)}</p></div><p>An abstract is not available for this content so a preview has been provided. Please use the Get access link above for information on how to access this content.</p></div><div class="first-page"><img src="https://static.cambridge.org/firstPage-S00${a.number}a.jpg" alt="Image of the first page"></div>`}<div id="references-list"><h2>${open ? 'References' : 'Footnotes'}</h2>${each(a.refs, (ref) => `<div class="circle-list__item" id="ref${ref.number}"><div class="circle-list__item__grouped__content">${refText(ref)} ${refLinks(ref)}</div></div>`)}</div></div></div>${footer('Cambridge University Press', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'cambridge',
      kind: open ? 'full-text' : 'paywall-preview',
      url,
      isFullText: open,
      ...(open ? { pdf } : { wall: 'preview-stub' as const, pdf: null }),
    },
    html,
  );
};

export const openAccessPages = (): MadePage[] => [
  hindawi('hindawi-article', {}),
  copernicus('copernicus-article', false),
  copernicus('copernicus-abstract', true),
  jmir('jmir-article', {}),
  f1000('f1000-article', {}),
  f1000('f1000-note', { length: 0.5, refs: 14 }),
  peerj('peerj-article', {}),
  cambridge('cambridge-oa', {}, true),
  cambridge('cambridge-oa-essay', { shape: 'essay' }, true),
  cambridge('cambridge-extract', {}, false),
];
