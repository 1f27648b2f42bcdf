import { type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  consent,
  each,
  esc,
  footer,
  highwire,
  made,
  megaMenu,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

/** Royal Society on the older Atypon theme: `hlFld-Fulltext` with plain paragraphs. */
const royal = (name: string, options: ArticleOptions, open: boolean): MadePage => {
  const a = article(name, { doi: '10.1098/rsos.#', ...options });
  const url = `https://royalsocietypublishing.org/doi/${open ? 'full' : 'abs'}/${a.doi}`;
  const pdf = `https://royalsocietypublishing.org/doi/pdf/${a.doi}`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` [<a class="tab-link" data-tab="pane-pcw-references" href="javascript:popRef('bib${n}')">${n}</a>]`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<div class="article__inlineFigure"><figure class="article__tableOrFigure"><img src="/cms/asset/f0${n}.gif"><figcaption><strong class="figure__title">Figure ${n}.</strong> ${caption}</figcaption></figure></div>`,
    table: (one) =>
      `<div class="article-table-content"><b>Table ${one.number}.</b> ${esc(one.caption)}${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<h${level} class="article-section__title section__title" id="d${part.id}">${part.id}. ${esc(title)}</h${level}>${inner}`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} | Royal Society Open Science</title>${highwire({ ...a, journal: 'Royal Society Open Science' }, open ? { pdf } : {})}${analytics(a.seed, 3)}`,
    `${consent('plain')}${megaMenu('The Royal Society Publishing')}<article class="container"><div class="citation"><span class="citation__top__item article__access">${open ? 'Open Access' : 'Restricted access'}</span><h1 class="citation__title">${esc(a.title)}</h1><ul class="rlist--inline loa">${each(a.people, (one) => `<li><a class="author-name"><span>${esc(one.shown)}</span></a></li>`)}</ul><div class="epub-section">Published:<span class="epub-section__date">${a.day} ${a.month} ${a.year}</span><a href="https://doi.org/${a.doi}" class="epub-section__doi__text">https://doi.org/${a.doi}</a></div></div>${open ? `<div class="coolBar"><a href="/doi/pdf/${a.doi}?download=true" class="coolBar__ctrl coolBar--download">PDF</a><a href="/doi/suppl/${a.doi}/suppl_file/rsos_si_001.pdf">Supplemental</a></div>` : ''}<div class="article__body"><div class="abstractSection abstractInFull"><h2>Abstract</h2><p>${esc(a.abstract.join(' '))}</p></div>${open ? `<div class="hlFld-Fulltext">${body}<h2>Data accessibility</h2><p>${esc(a.thanks)}</p></div>` : `<div class="article__denial"><h2>Log in to access full text</h2><p>Purchase this article, or subscribe.</p><a href="/pb-assets/licence-to-publish.pdf">Licence to publish</a></div>`}<div class="references"><h2>References</h2><ul class="rlist separator">${each(a.refs, (ref) => `<li class="references__item"><span class="references__note">${ref.number}. ${refText(ref)} ${refLinks(ref)}</span></li>`)}</ul></div></div><div class="related">${each(others(a, 4), (one) => `<div><a href="/doi/${one.doi}">${esc(one.title)}</a> <a href="/doi/pdf/${one.doi}">PDF</a></div>`)}</div></article>${footer('The Royal Society', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'royal-society',
      kind: open ? 'full-text' : 'paywall-preview',
      url,
      isFullText: open,
      ...(open ? { pdf } : { wall: 'preview-stub' as const, pdf: null }),
    },
    html,
  );
};

/** RSC's HTML version: spans as headings, paragraphs mixed with `otherpara` spans. */
const rsc = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1039/d1ra#a', ...options });
  const id = `d1ra${a.number}a`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => `<sup><a title="Select to navigate to references" href="#cit${n}">${n}</a></sup>`,
      figure: (n) => `<a title="Select to navigate to figure" href="#imgfig${n}">Fig. ${n}</a>`,
    },
    paragraph: (html, p) =>
      p.endsWith('-1') ? `<p class="otherpara">${html}</p>` : `<span>${html}</span><br>`,
    figure: (caption, n) =>
      `<div class="image_table"><table><tr><td colspan="3" class="imgHolder" id="imgfig${n}"><a href="/image/article/2021/RA/${id}/${id}-f${n}_hi-res.gif"><img alt="image file: ${id}-f${n}.tif" src="/image/article/${id}-f${n}.gif"></a></td></tr><tr><td class="pushTitleLeft">&nbsp;</td><td class="image_title"><b>Fig. ${n}</b> <span id="fig${n}"><span class="graphic_title">${caption}</span></span></td></tr></table></div>`,
    table: (one) =>
      `<div class="table_caption" id="tab${one.number}"><b>Table ${one.number}</b> <span id="${id}t${one.number}">${esc(one.caption)}</span></div><div class="rtable__wrapper">${tableHtml(one, ' class="tgroup rtable" border="1"')}</div>`,
    part: (title, inner, level, part) =>
      `<section><h${level} class="h--heading${level}"><span class="${level === 2 ? 'a' : 'b'}_heading" id="sect${part.id}">${part.id}. ${esc(title)}</span></h${level}>${inner}</section>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} - RSC Advances (RSC Publishing) DOI:${a.doi.toUpperCase()}</title><meta content="${a.doi}" name="DC.Identifier"/>${highwire({ ...a, journal: 'RSC Advances' }, { pdf: `https://pubs.rsc.org/en/content/articlepdf/2021/ra/${id}`, html: `https://pubs.rsc.org/en/content/articlehtml/2021/ra/${id}` })}`,
    `<div id="top" class="page_anchor"></div><div class="header_text"><a class="simple" href="https://pubs.rsc.org/en/content/articlelanding/2021/ra/${id}">View Article Online</a> / <a href="https://pubs.rsc.org/en/journals/journal/ra">Journal Homepage</a></div><div id="wrapper"><div class="article_info">DOI:&nbsp;<a target="_blank" title="Link to landing page via DOI" href="https://doi.org/${a.doi}">${a.doi.toUpperCase()}</a> (Paper) <a href="https://pubs.rsc.org/en/content/articlepdf/2021/ra/${id}">PDF</a> <a href="https://www.rsc.org/suppdata/d1/ra/${id}/${id}1.pdf">Electronic supplementary information (ESI)</a></div><div class="title_heading"><h1 id="sect1"><span class="title_heading">${esc(a.title)}</span></h1></div><p class="header_text">${each(a.people, (one) => `<span class="bold">${esc(one.shown)}</span> <sup><i>a</i></sup>`)}<br>${esc(a.places.join('; '))}</p><div class="abstract"><h2>Abstract</h2><p>${esc(a.abstract.join(' '))}</p></div>${body}<h2 class="h--heading2">Acknowledgements</h2><p class="otherpara">${esc(a.thanks)}</p><h2 class="h--heading2"><a id="sect99">Notes and references</a></h2><ol type="1">${each(a.refs, (ref) => `<li><span id="cit${ref.number}">${refText(ref)}</span> <a target="_blank" class="DOILink" href="https://doi.org/${ref.doi}">CrossRef</a> <a class="COILink" href="/en/content/coiresolver?coi=x">CAS</a>.</li>`)}</ol><hr><table><tr><td><b>This journal is © The Royal Society of Chemistry ${a.year}</b></td></tr></table></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'rsc',
      kind: 'full-text',
      url: `https://pubs.rsc.org/en/content/articlehtml/2021/ra/${id}`,
      isFullText: true,
      pdf: `https://pubs.rsc.org/en/content/articlepdf/2021/ra/${id}`,
    },
    html,
  );
};

const rscLanding = (name: string): MadePage => {
  const a = article(name, { doi: '10.1039/c5dt#k' });
  const id = `c5dt${a.number}k`;
  const pdf = `https://pubs.rsc.org/en/content/articlepdf/2015/dt/${id}`;
  const html = page(
    'en',
    `<title>${esc(a.title)} - Dalton Transactions (RSC Publishing)</title>${highwire({ ...a, journal: 'Dalton Transactions' }, { pdf, html: `https://pubs.rsc.org/en/content/articlehtml/2015/dt/${id}` })}${analytics(a.seed, 2)}`,
    `${consent()}${megaMenu('RSC Publishing')}<main><article class="article-control"><span class="h--heading3 article-type">Paper</span><h2 class="capsule__title fixpadv--m">${esc(a.title)}</h2><div class="article__authors">${each(a.people, (one) => `<span class="article__author-link"><a href="/en/results?searchtext=x">${esc(one.shown)}</a></span>`)}</div><div class="capsule__text"><h3>Abstract</h3><p>${esc(a.abstract.join(' '))}</p></div><div class="viewport autopad--h"><div class="btn-container"><a class="btn btn--primary btn--stack" href="/en/content/articlepdf/2015/dt/${id}">PDF</a><a class="btn btn--stack" href="/en/content/articlehtml/2015/dt/${id}">Article HTML</a></div><div id="SuppDiv"><h3>Supplementary files</h3><ul class="list__collection"><li><a href="https://www.rsc.org/suppdata/c5/dt/${id}/${id}1.pdf">Supplementary information PDF (1204K)</a></li></ul></div></div></article><section class="related">${each(others(a, 5), (one) => `<div class="capsule"><h3 class="capsule__title">${esc(one.title)}</h3><p>${esc(one.abstract.join(' '))}</p><a href="/en/content/articlepdf/2015/dt/c5dt${one.number}">PDF</a></div>`)}</section></main>${footer('Royal Society of Chemistry', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'rsc',
      kind: 'abstract',
      url: `https://pubs.rsc.org/en/content/articlelanding/2015/dt/${id}`,
      isFullText: false,
      pdf,
    },
    html,
  );
};

const iop = (name: string, options: ArticleOptions, open: boolean): MadePage => {
  const a = article(name, { doi: '10.1088/1748-9326/ab#', ...options });
  const url = `https://iopscience.iop.org/article/${a.doi}`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a class="cite" href="#erlab${a.number}bib${n}" id="fnref-bib${n}">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} <i>et al</i> ${a.refs[n - 1]?.year}</a>)`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<figure class="boxout figure" id="f${n}"><div class="figure-image"><img src="https://cfn-live-content-bucket-iop-org.s3.amazonaws.com/f${n}_lr.jpg"></div><p><a class="btn btn-multi-line" href="f${n}_hr.jpg">Zoom In</a> <a class="btn" href="#">Download figure: Standard image</a></p><figcaption><div class="figure-caption"><b>Figure ${n}.</b> ${caption}</div></figcaption></figure>`,
    table: (one) =>
      `<div class="boxout table-wrapper"><p><b>Table ${one.number}.</b> ${esc(one.caption)}</p>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<${level === 2 ? 'h2' : 'h3'} class="header-anchor" id="erlab${a.number}s${part.id}">${part.id}. ${esc(title)}</${level === 2 ? 'h2' : 'h3'}><div class="article-text">${inner}</div>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} - IOPscience</title>${highwire({ ...a, journal: 'Environmental Research Letters' }, open ? { pdf: `${url}/pdf` } : {})}${analytics(a.seed, 2)}`,
    `${consent('plain')}<script src="https://cdn.perfdrive.com/aperture/aperture.js" async></script><noscript>This site requires you to enable Javascript on your browser.</noscript>${megaMenu('IOPscience')}<main id="page-content" itemscope itemtype="http://schema.org/Article"><div id="wd-jnl-nm-vol-opts"><span itemprop="name">Environmental Research Letters</span></div><h1 class="wd-jnl-art-title" itemprop="headline">${esc(a.title)}</h1><p class="mb-0"><span data-authors class="nowrap-authors">${each(a.people, (one) => `<span itemprop="author" itemscope itemtype="http://schema.org/Person"><span itemprop="name">${esc(one.shown)}</span><sup>1</sup></span>`)}</span></p><p>Published ${a.day} ${a.month} ${a.year} • ${a.year} <b>DOI</b> <a href="https://doi.org/${a.doi}">${a.doi}</a></p><div class="btn-multi-block">${open ? `<a href="/article/${a.doi}/pdf" itemprop="sameAs" class="btn btn-primary wd-jnl-art-pdf-button-main"><span>Article PDF</span></a> <a href="/article/${a.doi}/epub">Article ePub</a>` : '<a href="/myiopscience/signin?origin=x" class="btn">Get permission to re-use this article</a>'}</div><div class="article-content"><h2>Abstract</h2><div class="article-text wd-jnl-art-abstract cf" itemprop="description"><p>${esc(a.abstract.join(' '))}</p></div>${open ? `<div itemprop="articleBody">${body}<h2>Acknowledgments</h2><div class="article-text"><p>${esc(a.thanks)}</p></div></div>` : `<div class="article-access"><h2>Access this article</h2><p>The computer you are using is not registered by an institution with a subscription to this article. Please choose one of the options below.</p><h3>Login</h3><h3>Purchase from Article Galaxy, CCC RightFind, IngentaConnect</h3><p>Make a recommendation: <a href="/documents/library-recommendation.pdf">form</a></p></div>`}<div class="reflist"><h2>References</h2><ul class="clear-list">${each(a.refs, (ref) => `<li id="erlab${a.number}bib${ref.number}" itemprop="citation">${refText(ref)} <a href="https://doi.org/${ref.doi}">Crossref</a> <a href="http://scholar.google.com/scholar_lookup">Google Scholar</a></li>`)}</ul></div></div><div class="side-bar"><a href="/article/${a.doi}/data1/erl_suppdata.pdf">Supplementary data (PDF)</a></div></main>${footer('IOP Publishing', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'iop',
      kind: open ? 'full-text' : 'paywall-preview',
      url,
      isFullText: open,
      ...(open ? { pdf: `${url}/pdf` } : { wall: 'preview-stub' as const, pdf: null }),
    },
    html,
  );
};

const aps = (name: string, open: boolean): MadePage => {
  const a = article(name, { doi: '10.1103/PhysRevX.11.0#', refs: 60 });
  const pdf = `https://journals.aps.org/prx/pdf/${a.doi}`;
  const body = renderParts(a.parts, {
    marks: { cite: (n) => ` <a href="#c${n}" class="ref">[${n}]</a>` },
    paragraph: (html) =>
      `<p>${html} <span class="MathJax_Preview"></span><script type="math/mml"><math><mi>E</mi><mo>=</mo><mi>h</mi><mi>ν</mi></math></script></p>`,
    figure: (caption, n) =>
      `<div class="figure" id="f${n}"><img src="/prx/article/${a.doi}/figures/${n}/medium"><div class="caption"><p>Figure ${n}. ${caption}</p></div></div>`,
    table: (one) => tableHtml(one),
    part: (title, inner, level, part) =>
      `<section class="article section" id="s${part.id}"><h${level + 1} class="title"><i class="fi-plus"></i>${esc(title.toUpperCase())}</h${level + 1}><div class="content">${inner}</div></section>`,
  });
  const html = page(
    'en',
    `<title>Phys. Rev. X ${a.volume}, ${a.first} (${a.year}) - ${esc(a.title)}</title>${highwire({ ...a, journal: 'Physical Review X' }, open ? { pdf } : {})}`,
    `${megaMenu('APS Physics Journals')}<div id="article-body" class="page-body"><section class="article-header"><h3>${esc(a.title)}</h3><h5 class="authors">${a.people.map((one) => `<a href="/search/field/author/x">${esc(one.shown)}</a>`).join(', ')}</h5><h5 class="pub-info">Phys. Rev. X <strong>${a.volume}</strong>, ${a.first} – Published ${a.day} ${a.month} ${a.year}</h5></section><div class="article-nav-actions">${open ? `<a class="small button" href="/prx/pdf/${a.doi}">PDF</a> <a class="small button" href="/prx/abstract/${a.doi}">HTML</a>` : '<a class="button" href="/login_inst_user">Access by your institution</a>'}</div><section class="article open abstract"><h4 class="title">Abstract</h4><div class="content"><p>${esc(a.abstract.join(' '))}</p></div></section>${open ? `<section class="article fulltext"><h4 class="title">Article Text</h4><div class="content">${body}</div></section>` : '<section class="article authorization-required"><h4>Authorization Required</h4><div class="content"><p>Article Text</p><p>Authorization is required to view the full text. <a href="/files/subscription-form.pdf">Subscription form</a></p></div></section><section class="article supplemental"><h4>Supplemental Material</h4><p>Authorization Required</p></section>'}<section class="article references"><h4 class="title">References</h4><ol class="references">${each(a.refs, (ref) => `<li><a href="https://doi.org/${ref.doi}">${refText(ref)}</a></li>`)}</ol></section></div>${footer('American Physical Society', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'aps',
      kind: open ? 'full-text' : 'paywall-preview',
      url: `https://journals.aps.org/prx/abstract/${a.doi}`,
      isFullText: open,
      ...(open ? { pdf } : { wall: 'preview-stub' as const, pdf: null }),
    },
    html,
  );
};

export const societyPages = (): MadePage[] => [
  royal('royal-society-oa', {}, true),
  royal('royal-society-paywall', {}, false),
  rsc('rsc-html', {}),
  rsc('rsc-html-review', { shape: 'review', refs: 100 }),
  rscLanding('rsc-landing'),
  iop('iop-oa', {}, true),
  iop('iop-paywall', {}, false),
  aps('aps-oa', true),
  aps('aps-paywall', false),
];
