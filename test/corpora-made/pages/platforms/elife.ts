import { type Article, type ArticleOptions, article, others } from '../article.ts';
import type { MadePage } from '../made-page.ts';
import {
  analytics,
  each,
  esc,
  highwire,
  links,
  made,
  openGraph,
  page,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const url = (a: Article): string => `https://elifesciences.org/articles/${String(a.number).slice(0, 5)}`;
const pdf = (a: Article): string =>
  `https://cdn.elifesciences.org/articles/${String(a.number).slice(0, 5)}/elife-${String(a.number).slice(0, 5)}-v2.pdf`;

const shell = (a: Article, body: string, title: string): string =>
  page(
    'en',
    `<title>${esc(title)} | eLife</title>${highwire({ ...a, journal: 'eLife' }, { pdf: pdf(a), publisher: 'eLife Sciences Publications Limited' })}${openGraph(a, url(a))}${analytics(a.seed, 1)}`,
    `<div class="global-wrapper" data-behaviour="CookieOverlay"><div class="global-inner"><header class="site-header clearfix" data-behaviour="SiteHeader"><div class="site-header__title clearfix"><a href="/" class="site-header__title_link"><span class="visuallyhidden">eLife home page</span></a></div><nav class="site-header__navigation_container"><ul class="nav-primary__list clearfix">${links(['Menu', 'Home', 'Magazine', 'Community', 'About', 'Search', 'Alerts', 'Submit your research'])}</ul></nav></header><main role="main" class="main" id="maincontent"><header class="content-header" id="contentHeader"><ol class="breadcrumb"><li class="breadcrumb-item"><a href="/subjects/ecology">Ecology</a></li></ol><h1 class="content-header__title">${esc(a.title)}</h1><div class="authors" data-behaviour="Authors"><ol class="author_list">${each(a.people, (one) => `<li class="author_list_item"><span class="author"><a href="#x" class="author_link">${esc(one.shown)}</a></span></li>`)}</ol></div><div class="content-header__meta"><span class="date">${a.month} ${a.day}, ${a.year}</span> <span class="doi"><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></span></div></header><nav class="contextual-data"><ul><li>Cited ${a.issue}</li><li>Views ${a.number}</li></ul></nav><div class="tabbed-navigation"><ul><li><a href="${url(a)}">Article</a></li><li><a href="${url(a)}/figures">Figures and data</a></li></ul></div>${body}</main><div class="article-download-links-list" id="downloads"><h2>Download links</h2><ul><li><a href="/download/aHR0cHM6Ly9jZG4/elife-v2.pdf?_hash=${a.dice.hex(20)}" class="article-download-links-list__link" data-article-identifier="${a.doi}" data-download-type="pdf-article">Article PDF</a></li><li><a href="/download/xx/elife-figures-v2.pdf">Figures PDF</a></li><li><a href="https://www.mendeley.com/import?doi=${a.doi}">Mendeley</a></li></ul></div><footer class="site-footer"><p>eLife is a non-profit organisation inspired by research funders and led by scientists.</p><ul>${links(['About', 'Jobs', 'Who we work with', 'Alerts', 'Contact', 'Terms and conditions', 'Privacy notice'])}</ul></footer></div></div>`,
  );

const section = (id: string, title: string, inner: string): string =>
  `<section class="article-section article-section--js" id="${id}" data-behaviour="ArticleSection" data-initial-state="opened"><header class="article-section__header"><h2 class="article-section__header_text">${esc(title)}</h2></header><div class="article-section__body">${inner}</div></section>`;

const asset = (a: Article, caption: string, n: number): string =>
  `<div id="fig${n}" class="asset-viewer-inline"><div class="asset-viewer-inline__header_panel"><span class="asset-viewer-inline__header_text">Figure ${n}</span></div><figure class="captioned-asset"><a href="https://iiif.elifesciences.org/lax/fig${n}.tif/full/1500,/0/default.jpg" class="captioned-asset__link"><img src="https://iiif.elifesciences.org/lax/fig${n}.tif/full/617,/0/default.jpg" alt=""></a><figcaption class="captioned-asset__caption"><h6 class="caption-text__heading">${esc(a.keywords[n % 5] ?? '')}.</h6><p class="paragraph">${caption}</p></figcaption></figure></div>`;

const bodyOf = (a: Article): string =>
  renderParts(a.parts, {
    marks: {
      cite: (n) =>
        ` (<a href="#bib${n}">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} et al., ${a.refs[n - 1]?.year}</a>)`,
      figure: (n) => `<a href="#fig${n}">Figure ${n}</a>`,
    },
    paragraph: (html) => `<p class="paragraph">${html}</p>`,
    figure: (caption, n) => asset(a, caption, n),
    table: (one) => `<div class="inline-table">${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      level === 2
        ? section(`s${part.id}`, title, inner)
        : `<section class="article-section"><header class="article-section__header"><h3 class="article-section__header_text">${esc(title)}</h3></header><div class="article-section__body">${inner}</div></section>`,
  });

const letterText = (a: Article): string =>
  each(others(a, 2), (one) =>
    each(
      one.parts,
      (part) => `<p class="paragraph">${esc(part.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, ''))}</p>`,
    ),
  );

const full = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.7554/eLife.#', ...options });
  const refs = section(
    'references',
    'References',
    `<ol class="reference-list">${each(a.refs, (ref) => `<li class="reference-list__item" id="bib${ref.number}"><div class="reference"><div class="reference__title">${refText(ref)}</div><a href="https://doi.org/${ref.doi}" class="reference__doi">https://doi.org/${ref.doi}</a> <a href="https://scholar.google.com/scholar_lookup?title=x">Google Scholar</a></div></li>`)}</ol>`,
  );
  const html = shell(
    a,
    `<div class="wrapper wrapper--content"><div class="grid"><div class="grid__item" data-behaviour="ViewSelector">${section('abstract', 'Abstract', `<p class="paragraph">${esc(a.abstract.join(' '))}</p><div class="doi"><a href="https://doi.org/${a.doi}.001">https://doi.org/${a.doi}.001</a></div>`)}${bodyOf(a)}${refs}${section('decision-letter', 'Decision letter', letterText(a))}${section('author-response', 'Author response', letterText(article(`${name}/response`, {})))}</div></div></div>`,
    a.title,
  );
  return made(
    a,
    { name, platform: 'elife', kind: 'full-text', url: url(a), isFullText: true, pdf: pdf(a) },
    html,
  );
};

const decisionLetter = (name: string): MadePage => {
  const a = article(name, { doi: '10.7554/eLife.#' });
  const html = shell(
    a,
    section(
      'SA1',
      'Decision letter',
      `<div class="decision-letter-header"><p>In the interests of transparency, eLife publishes the most substantive revision requests and the accompanying author responses.</p></div>${letterText(a)}`,
    ) + section('SA2', 'Author response', letterText(article(`${name}/response`, {}))),
    `Decision letter: ${a.title}`,
  );
  return made(
    a,
    {
      name,
      platform: 'elife',
      kind: 'peer-review',
      url: `${url(a)}/peer-reviews`,
      isFullText: false,
      pdf: pdf(a),
    },
    html,
  );
};

const figures = (name: string): MadePage => {
  const a = article(name, { doi: '10.7554/eLife.#' });
  const all = a.parts.flatMap((part) => part.parts);
  const html = shell(
    a,
    section(
      'figures',
      'Figures',
      all.flatMap((part) => part.figures.map((one) => asset(a, esc(one.caption), one.number))).join(''),
    ) + section('tables', 'Tables', all.flatMap((part) => part.tables.map((one) => tableHtml(one))).join('')),
    `Figures and data in ${a.title}`,
  );
  return made(
    a,
    {
      name,
      platform: 'elife',
      kind: 'figures-only',
      url: `${url(a)}/figures`,
      isFullText: false,
      pdf: pdf(a),
    },
    html,
  );
};

export const elifePages = (): MadePage[] => [
  full('elife-article', {}),
  full('elife-short-report', { length: 0.5, refs: 20 }),
  decisionLetter('elife-decision-letter'),
  figures('elife-figures'),
];
