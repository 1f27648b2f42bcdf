import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  each,
  esc,
  highwire,
  links,
  made,
  page,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const id = (a: Article): string => `PMC${a.number}7`;

const govBanner = `<section class="usa-banner" aria-label="Official website of the United States government"><div class="usa-banner__header"><p class="usa-banner__header-text">An official website of the United States government</p></div><div class="usa-banner__content"><p><strong>Official websites use .gov</strong> A .gov website belongs to an official government organization in the United States.</p><p><strong>Secure .gov websites use HTTPS</strong> A lock or https:// means you've safely connected to the .gov website.</p></div></section>`;

const oldPage = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1186/s12889-018-#', ...options });
  const url = `https://www.ncbi.nlm.nih.gov/pmc/articles/${id(a)}/`;
  const pdf = `https://www.ncbi.nlm.nih.gov/pmc/articles/${id(a)}/pdf/12889_2018_Article_${a.first}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => ` [<a href="#CR${n}" rid="CR${n}" class=" bibr popnode">${n}</a>]`,
      figure: (n) =>
        `<a href="/pmc/articles/${id(a)}/figure/Fig${n}/" target="figure" class="fig-table-link figpopup" rid-figpopup="Fig${n}">Fig. ${n}</a>`,
    },
    paragraph: (html, p) => `<p id="Par${p}">${html}</p>`,
    figure: (caption, n) =>
      `<div class="fig iconblock whole_rhythm clearfix" id="Fig${n}" co-legend-rid="lgnd_Fig${n}"><a href="/pmc/articles/${id(a)}/figure/Fig${n}/"><img src="/pmc/articles/${id(a)}/bin/Fig${n}_HTML.jpg" class="tileshop" alt="An external file that holds a picture, illustration, etc."></a><div class="icnblk_cntnt" id="lgnd_Fig${n}"><div><a class="figpopup" href="/pmc/articles/${id(a)}/figure/Fig${n}/">Fig. ${n}</a></div><div class="caption"><p>${caption}</p></div></div></div>`,
    table: (one) =>
      `<div class="table-wrap iconblock whole_rhythm clearfix" id="Tab${one.number}"><div class="caption">${esc(one.caption)}</div>${tableHtml(one, ' class="rendered small default_table"')}</div>`,
    part: (title, inner, level, part) =>
      `<div id="Sec${part.id}" class="${level === 2 ? 'tsec sec' : 'sec'}"><h${level}${level === 2 ? ` class="head no_bottom_margin" id="Sec${part.id}title"` : ''}>${esc(title)}</h${level}>${inner}</div>`,
  });
  const html = page(
    'en',
    `<title>${esc(a.title)} - PMC</title><meta name="ncbi_app" content="pmc"/>${highwire(a, { pdf, publisher: 'BioMed Central' })}${analytics(a.seed, 1)}`,
    `<div class="grid no-auto-overflow"><div class="col nine_col"><div class="header"><ul class="inline_list">${links(['NCBI', 'Skip to main content', 'Resources', 'How To', 'About NCBI Accesskeys', 'Sign in to NCBI'])}</ul></div><div id="mc" class="article fm-sec"><div class="article fm-citation half_rhythm no_top_margin clearfix small"><div class="inline_block eight_col va_top"><div><span class="cit"><span role="menubar"><a>BMC Public Health.</a></span> ${a.year}; ${a.volume}: ${a.first}.</span></div><div><span class="fm-vol-iss-date">Published online ${a.year}.</span> <span class="doi"><span>doi: </span><a href="//doi.org/${a.doi}" class="usa-link">${a.doi}</a></span></div></div><div class="inline_block four_col va_top show-overflow align_right"><div class="fm-citation-ids"><div class="fm-citation-pmcid"><span class="fm-citation-ids-label">PMCID: </span><span>${id(a)}</span></div></div></div></div><h1 class="content-title">${esc(a.title)}</h1><div class="half_rhythm"><div class="contrib-group fm-author">${each(a.people, (one) => `<a href="https://pubmed.ncbi.nlm.nih.gov/?term=x">${esc(one.shown)}</a><sup>1</sup>`)}</div></div><div class="tsec sec" id="Abs1"><h2 class="head no_bottom_margin">Abstract</h2><div><p>${esc(a.abstract.join(' '))}</p></div></div>${body}<div id="ack" class="tsec sec"><h2 class="head no_bottom_margin">Acknowledgements</h2><p>${esc(a.thanks)}</p></div><div class="tsec sec"><h2 class="head">References</h2><div class="ref-list-sec sec" id="reference-list">${each(a.refs, (ref) => `<div class="ref-cit-blk half_rhythm" id="CR${ref.number}">${ref.number}. <span class="mixed-citation">${refText(ref)}</span> [<a href="/pmc/articles/PMC${ref.pmid}/" class="ref-extlink">PMC free article</a>] [<a href="https://pubmed.ncbi.nlm.nih.gov/${ref.pmid}" class="ref-extlink">PubMed</a>] [<a href="//doi.org/${ref.doi}">CrossRef</a>]</div>`)}</div></div></div></div><div class="col three_col last"><div class="format-menu"><h2>Formats:</h2><ul><li class="selected">Article</li> | <li><a href="/pmc/articles/${id(a)}/?report=reader">PubReader</a></li> | <li><a href="/pmc/articles/${id(a)}/epub/">ePub (beta)</a></li> | <li class="pdf-link other_item"><a href="/pmc/articles/${id(a)}/pdf/12889_2018_Article_${a.first}.pdf" class="int-view">PDF (1.2M)</a></li></ul></div><div class="portlet"><h3>Similar articles in PubMed</h3><ul>${each(others(a, 5), (one) => `<li><a href="https://pubmed.ncbi.nlm.nih.gov/${one.number}">${esc(one.title)}</a></li>`)}</ul></div></div></div>`,
  );
  return made(a, { name, platform: 'pmc', kind: 'full-text', url, isFullText: true, pdf }, html);
};

const newShell = (a: Article, main: string, pdfHref: string): string =>
  page(
    'en',
    `<title>${esc(a.title)} - PMC</title>${highwire(a, { ...(pdfHref ? { pdf: `https://pmc.ncbi.nlm.nih.gov/articles/${id(a)}/${pdfHref}` } : {}), html: `https://pmc.ncbi.nlm.nih.gov/articles/${id(a)}/` })}<meta name="ncbi_type" content="fulltext">${analytics(a.seed, 2)}`,
    `${govBanner}<header class="ncbi-header" data-header><div class="usa-overlay"></div><a class="usa-button" href="/">PMC</a><form class="usa-search"><input type="search" placeholder="Search PMC Full-Text Archive"></form></header><section class="pmc-actions-bar" aria-label="Actions bar"><ul class="usa-list">${pdfHref ? `<li><a href="${pdfHref}" class="usa-button usa-button--outline display-flex"><span>PDF</span></a></li>` : ''}<li><button aria-label="Open dialog with citation text">Cite</button></li><li><button>Permalink</button></li></ul></section><main id="main-content"><section class="pmc-layout__disclaimer">As a library, NLM provides access to scientific literature. Inclusion in an NLM database does not imply endorsement of, or agreement with, the contents by NLM or the National Institutes of Health. Learn more: <a href="/about/disclaimer/">PMC Disclaimer</a></section><article lang="en"><section aria-label="Article citation and metadata"><section class="pmc-layout__citation font-secondary font-xs"><div><button>${esc(a.journal)}</button>. ${a.year};${a.volume}:${a.first}. doi: <a href="https://doi.org/${a.doi}">${a.doi}</a></div></section><section class="front-matter"><div class="ameta p font-secondary font-xs"><hgroup><h1>${esc(a.title)}</h1></hgroup><div class="cg p">${each(a.people, (one) => `<a href="https://pubmed.ncbi.nlm.nih.gov/?term=x" class="usa-link"><span class="name western">${esc(one.shown)}</span></a>`)}</div><div>PMCID: ${id(a)}</div></div></section></section><section aria-label="Article content">${main}</section></article></main><footer class="ncbi-footer"><ul>${links(['Follow NCBI', 'NLM', 'NIH', 'HHS', 'USA.gov', 'Accessibility', 'FOIA', 'HHS Vulnerability Disclosure'])}</ul><p>National Library of Medicine 8600 Rockville Pike Bethesda, MD 20894</p></footer>`,
  );

const newPage = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.3389/fped.2021.#', ...options });
  const pdf = `pdf/fped-09-${a.number}.pdf`;
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => ` (<a href="#B${n}" class="usa-link" aria-describedby="B${n}">${n}</a>)`,
      figure: (n) => `<a href="#F${n}" class="usa-link">Figure ${n}</a>`,
    },
    paragraph: (html) => `<p>${html}</p>`,
    figure: (caption, n) =>
      `<figure class="fig xbox font-sm" id="F${n}"><h4 class="obj_head">Figure ${n}.</h4><p class="img-box line-height-none margin-x-neg-2 tablet:margin-x-0 text-center"><a class="tileshop" target="_blank" href="https://www.ncbi.nlm.nih.gov/core/lw/2.0/html/tileshop_pmc/x"><img class="graphic zoom-in" src="https://cdn.ncbi.nlm.nih.gov/pmc/blobs/F${n}.jpg" loading="lazy" alt="Figure ${n}"></a></p><figcaption><p>${caption}</p></figcaption></figure>`,
    table: (one) =>
      `<section class="tw xbox font-sm" id="T${one.number}"><h4 class="obj_head">Table ${one.number}.</h4><div class="caption p"><p>${esc(one.caption)}</p></div><div class="tbl-box p" tabindex="0">${tableHtml(one, ' class="content"')}</div></section>`,
    part: (title, inner, level, part) =>
      `<section id="S${part.id}"><h${level} class="pmc_sec_title">${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = newShell(
    a,
    `<section class="body main-article-body"><section class="abstract" id="abstract1"><h2>Abstract</h2><p>${esc(a.abstract.join(' '))}</p></section>${body}<section id="notes1" class="fn-group"><h2 class="pmc_sec_title">Acknowledgments</h2><p>${esc(a.thanks)}</p></section><section id="ref-list1" class="ref-list"><h2 class="pmc_sec_title">References</h2><ul class="ref-list font-sm" style="list-style-type:none">${each(a.refs, (ref) => `<li id="B${ref.number}"><span class="label">${ref.number}.</span><cite>${refText(ref)}</cite> [<a href="https://doi.org/${ref.doi}" class="usa-link usa-link--external">DOI</a>] [<a href="https://pubmed.ncbi.nlm.nih.gov/${ref.pmid}/" class="usa-link">PubMed</a>] [<a href="https://scholar.google.com/scholar_lookup?x" class="usa-link">Google Scholar</a>]</li>`)}</ul></section></section>`,
    pdf,
  );
  return made(
    a,
    {
      name,
      platform: 'pmc',
      kind: 'full-text',
      url: `https://pmc.ncbi.nlm.nih.gov/articles/${id(a)}/`,
      isFullText: true,
      pdf: `https://pmc.ncbi.nlm.nih.gov/articles/${id(a)}/${pdf}`,
    },
    html,
  );
};

const scanned = (name: string): MadePage => {
  const a = article(name, { year: 1962, doi: '10.1136/bmj.2.#' });
  const html = newShell(
    a,
    `<section class="scanned-pages"><p>Full text is available as a scanned copy of the original print version. Get a printable copy (PDF file) of the complete article (688K), or click on a page image below to browse page by page. Links to PubMed are also available for Selected References.</p><ul class="list-inline">${each([0, 1, 2, 3, 4], (n) => `<li><figure><a href="https://www.ncbi.nlm.nih.gov/core/lw/2.0/html/tileshop_pmc/p${a.first + n}"><img src="https://cdn.ncbi.nlm.nih.gov/pmc/blobs/${a.first + n}.gif" alt="icon of scanned page ${a.first + n}"></a><figcaption>${a.first + n}</figcaption></figure></li>`)}</ul><h2 class="pmc_sec_title">Selected References</h2><p>These references are in PubMed. This may not be the complete list of references from this article.</p><ul>${each(a.refs, (ref) => `<li>${refText(ref)} [<a href="https://pubmed.ncbi.nlm.nih.gov/${ref.pmid}/">PubMed</a>]</li>`)}</ul></section>`,
    `pdf/brmedj0${a.number}.pdf`,
  );
  return made(
    a,
    {
      name,
      platform: 'pmc',
      kind: 'scanned-landing',
      url: `https://pmc.ncbi.nlm.nih.gov/articles/${id(a)}/`,
      isFullText: false,
      pdf: `https://pmc.ncbi.nlm.nih.gov/articles/${id(a)}/pdf/brmedj0${a.number}.pdf`,
    },
    html,
  );
};

const pubmed = (name: string): MadePage => {
  const a = article(name, {});
  const pmid = a.number * 31;
  const html = page(
    'en',
    `<title>${esc(a.title)} - PubMed</title>${highwire(a, { publisher: a.journal })}<meta name="citation_pmid" content="${pmid}">`,
    `${govBanner}<main class="article-page" id="article-page"><header id="heading" class="heading"><div class="full-view"><h1 class="heading-title">${esc(a.title)}</h1><div class="authors"><div class="authors-list">${each(a.people, (one) => `<span class="authors-list-item"><a class="full-name">${esc(one.shown)}</a></span>`)}</div></div></div></header><div class="abstract" id="abstract"><h2 class="title">Abstract</h2><div class="abstract-content selected" id="eng-abstract"><p>${esc(a.abstract.join(' '))}</p></div></div><aside class="page-sidebar"><div class="full-text-links"><h3 class="title">Full text links</h3><a class="link-item" href="https://doi.org/${a.doi}" data-ga-action="Publisher"><img alt="full text provider logo"></a></div></aside><div class="similar-articles" id="similar"><h2>Similar articles</h2><ul class="articles-list">${each(others(a, 5), (one) => `<li><a class="docsum-title" href="/${one.number}/">${esc(one.title)}</a><span>${esc(one.people[0]?.shown ?? '')} et al. Free PMC article.</span><div class="full-view-snippet">${esc(one.abstract.join(' '))}</div></li>`)}</ul></div><div class="citedby-articles" id="citedby"><h2>Cited by</h2><ul>${each(others(article(`${name}/cited`), 5), (one) => `<li><a href="/${one.number}/">${esc(one.title)}</a> <a href="https://europepmc.org/articles/PMC${one.number}?pdf=render">PDF</a></li>`)}</ul></div><div class="references" id="references"><h2>References</h2><ol class="references-list">${each(a.refs, (ref) => `<li>${refText(ref)}</li>`)}</ol></div></main>`,
  );
  return made(
    a,
    {
      name,
      platform: 'pubmed',
      kind: 'abstract',
      url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

export const pmcPages = (): MadePage[] => [
  oldPage('pmc-2018', {}),
  oldPage('pmc-2018-letter', { shape: 'letter' }),
  newPage('pmc-2024', {}),
  newPage('pmc-2024-review', { shape: 'review', refs: 100 }),
  scanned('pmc-scanned'),
  pubmed('pubmed-abstract'),
];
