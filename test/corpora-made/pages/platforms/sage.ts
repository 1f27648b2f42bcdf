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
  made,
  megaMenu,
  page,
  refLinks,
  refText,
  renderParts,
  signInWindow,
  tableHtml,
} from '../pieces.ts';

/** SAGE and Science run the same Atypon theme of 2022: paragraphs are divs with a role. */
interface Site {
  host: string;
  brand: string;
  platform: string;
  publisher: string;
}

const SAGE: Site = {
  host: 'https://journals.sagepub.com',
  brand: 'Sage Journals',
  platform: 'sage',
  publisher: 'SAGE Publications',
};
const SCIENCE: Site = {
  host: 'https://www.science.org',
  brand: 'Science',
  platform: 'science',
  publisher: 'American Association for the Advancement of Science',
};

const shell = (a: Article, site: Site, main: string, open: boolean): string =>
  page(
    'en',
    `<title>${esc(a.title)} | ${site.brand}</title><meta name="dc.Identifier" scheme="doi" content="${a.doi}"><meta name="dc.Title" content="${esc(a.title)}">${each(a.people, (one) => `<meta name="dc.Creator" content="${esc(`${one.given} ${one.family}`)}">`)}${site === SAGE ? highwire(a, { publisher: site.publisher, ...(open ? { pdf: `${site.host}/doi/pdf/${a.doi}` } : {}) }) : `<meta name="citation_journal_title" content="Science"><meta property="og:title" content="${esc(a.title)}">`}${analytics(a.seed, 4)}`,
    `${consent()}<div id="pb-page-content">${megaMenu(site.brand)}<main class="content main-content"><article data-type="body" property="mainContentOfPage"><div class="meta-panel"><div class="meta-panel__left-content"><span class="meta-panel__type">Research article</span>${open ? '<span class="meta-panel__access meta-panel__access--free">Open Access</span>' : '<span class="meta-panel__access">Restricted access</span>'}</div></div><header><div class="core-container"><h1 property="name">${esc(a.title)}</h1><div class="contributors"><div class="authors"><span role="list">${each(a.people, (one) => `<span property="author" typeof="Person" role="listitem"><a href="#con"><span property="givenName">${esc(one.given)}</span> <span property="familyName">${esc(one.family)}</span></a></span>, `)}</span></div></div><div class="core-self-citation"><span>Volume ${a.volume}, Issue ${a.issue}</span><div class="doi"><a href="https://doi.org/${a.doi}" property="sameAs">https://doi.org/${a.doi}</a></div></div></div></header><nav class="core-nav-wrapper"><ul class="info-panel">${open ? `<li class="info-panel__formats"><a href="/doi/reader/${a.doi}" class="btn" title="PDF/EPUB" data-id="article-toolbar-pdf-epub"><i class="icon-pdf"></i>PDF / EPUB</a></li><li><a href="/doi/pdf/${a.doi}" aria-label="PDF">Download PDF</a></li>` : `<li><a href="#access-options-container" class="btn">Get access</a></li>`}<li><a href="/action/showCitFormats?doi=${a.doi}">Cite article</a></li></ul></nav>${main}</article></main></div><div class="ux-modal-container"></div>${signInWindow()}${guardScripts(a.seed)}${footer(site.publisher, a.year)}`,
  );

const abstractOf = (a: Article): string =>
  `<div id="abstracts"><div class="core-container"><section id="abstract" property="abstract" typeof="Text" role="doc-abstract"><h2 property="name">Abstract</h2><div role="paragraph">${esc(a.abstract.join(' '))}</div></section></div></div>`;

const backmatter = (a: Article): string =>
  `<div id="backmatter"><div class="core-container"><section id="acknowledgments" role="doc-acknowledgments"><h2>Acknowledgments</h2><div role="paragraph">${esc(a.thanks)}</div></section><section class="core-supplementary-materials"><h2>Supplementary Materials</h2><div class="core-supplementary-material"><div class="core-description"><div class="core-label">Supplementary Material File 1</div></div><a href="/doi/suppl/${a.doi}/suppl_file/sj-pdf-1.pdf" class="btn">Download .pdf</a></div></section><section id="bibliography" role="doc-bibliography"><h2>References</h2><div role="list">${each(a.refs, (ref) => `<div role="listitem" data-has="label"><div class="label">${ref.number}.</div><div class="citations"><div class="citation" id="bibr${ref.number}"><div class="citation-content">${refText(ref)}</div><div class="external-links">${refLinks(ref)}</div></div></div></div>`)}</div></section></div></div>`;

const sidebar = (a: Article): string =>
  `<div id="article_collateral_menu"><section class="core-similar"><h2>Similar articles:</h2><ul>${each(others(a, 4), (one) => `<li><a href="/doi/abs/${one.doi}">${esc(one.title)}</a><a class="btn" href="/doi/pdf/${one.doi}">PDF</a><div>${esc(one.abstract.join(' '))}</div></li>`)}</ul></section></div>`;

const full = (name: string, site: Site, options: ArticleOptions): MadePage => {
  const a = article(name, options);
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => `<sup><a href="#bibr${n}" role="doc-biblioref" data-xml-rid="bibr${n}">${n}</a></sup>`,
      figure: (n) => `<a href="#fig${n}">Figure ${n}</a>`,
      table: (n) => `<a href="#table${n}">Table ${n}</a>`,
    },
    paragraph: (html) => `<div role="paragraph">${html}</div>`,
    figure: (caption, n) =>
      `<div class="figure-wrap"><figure id="fig${n}" class="graphic"><img src="/cms/${a.doi}/asset/images/fig${n}.jpg" loading="lazy"><figcaption><span class="heading">Figure ${n}.</span> ${caption}</figcaption></figure></div>`,
    table: (one) =>
      `<div class="figure-wrap"><figure id="table${one.number}" class="table"><div role="figcaption"><span class="heading">Table ${one.number}.</span> ${esc(one.caption)}</div><div class="table-wrap">${tableHtml(one)}</div></figure></div>`,
    part: (title, inner, level, part) =>
      title === ''
        ? inner
        : `<section id="sec-${part.id}"><h${level}>${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = shell(
    a,
    site,
    `${options.shape === 'letter' ? '' : abstractOf(a)}<section id="bodymatter" data-extent="bodymatter" property="articleBody" typeof="Text"><div class="core-container">${body}</div></section>${backmatter(a)}${sidebar(a)}`,
    true,
  );
  return made(
    a,
    {
      name,
      platform: site.platform,
      kind: 'full-text',
      url: `${site.host}/doi/full/${a.doi}`,
      isFullText: true,
      pdf: `${site.host}/doi/pdf/${a.doi}`,
    },
    html,
  );
};

const paywall = (name: string, site: Site, options: ArticleOptions): MadePage => {
  const a = article(name, options);
  const first = a.parts[0]?.paragraphs[0]?.replaceAll(/⟦\w+⟧/g, '') ?? '';
  const html = shell(
    a,
    site,
    `${abstractOf(a)}<section id="bodymatter" class="denial-preview"><div class="core-container"><div role="paragraph">${esc(first.slice(0, 240))}…</div></div></section><div id="access-options-container" class="accessDenialWidget"><h2>${site === SCIENCE ? 'Access the full article' : 'Get full access to this article'}</h2><p>View all access options to continue reading this article.</p><ul><li><a href="/action/showLogin">Log in</a></li><li><a href="/action/ssostart">Access through your institution</a></li><li>${site === SCIENCE ? 'Become a AAAS Member · Activate your AAAS ID · Purchase Access to Other Journals in the Science Family · Account Help' : 'Purchase 24 hour online access to view and download content: USD 41.50'}</li></ul><p><a href="/pb-assets/cmscontent/rights-form.pdf">Request permissions (PDF)</a></p></div>${backmatter(a)}${sidebar(a)}`,
    false,
  );
  return made(
    a,
    {
      name,
      platform: site.platform,
      kind: 'paywall-preview',
      url: `${site.host}/doi/abs/${a.doi}`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

export const sagePages = (): MadePage[] => [
  full('sage-oa', SAGE, { doi: '10.1177/21582440#' }),
  full('sage-commentary', SAGE, { doi: '10.1177/21582440#', shape: 'letter' }),
  paywall('sage-paywall', SAGE, { doi: '10.1177/00169862#' }),
  full('science-advances', SCIENCE, { doi: '10.1126/sciadv.abc#' }),
  full('science-research-article', SCIENCE, { doi: '10.1126/science.abd#', shape: 'essay' }),
  paywall('science-paywall', SCIENCE, { doi: '10.1126/science.abe#' }),
];
