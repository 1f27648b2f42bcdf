import { type Article, type ArticleOptions, article, others } from '../article.ts';
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
  openGraph,
  type PartStyle,
  page,
  refLinks,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const base = (a: Article): string => `https://www.frontiersin.org/articles/${a.doi}`;

const style = (a: Article): PartStyle => ({
  marks: {
    cite: (n) =>
      ` (<a href="#B${n}">${esc(a.refs[n - 1]?.authors.split(' ')[0] ?? '')} et al., ${a.refs[n - 1]?.year}</a>)`,
    figure: (n) => `<a href="#F${n}">Figure ${n}</a>`,
  },
  paragraph: (html) => `<p class="mb15">${html}</p>`,
  figure: (caption, n) =>
    `<div class="DottedLine"></div><div class="Imageheaders">FIGURE ${n}</div><div class="FigureDesc"><a href="https://www.frontiersin.org/files/Articles/${a.number}/fmars-g00${n}.jpg" name="figure${n}" target="_blank"><picture><source srcset="g00${n}.webp" media="(max-width: 563px)"><img src="g00${n}.jpg" alt="www.frontiersin.org" id="F${n}"></picture></a><p><strong>Figure ${n}</strong>. ${caption}</p></div><div class="clear"></div>`,
  table: (one) =>
    `<div class="Imageheaders">TABLE ${one.number}</div><div class="FigureDesc">${tableHtml(one)}<p><strong>Table ${one.number}</strong>. ${esc(one.caption)}</p></div>`,
  part: (title, inner, level, part) =>
    `<a id="h${part.id}" name="h${part.id}"></a><h${level}>${esc(title)}</h${level}>${inner}`,
});

const meta = (a: Article): string =>
  `<title>Frontiers | ${esc(a.title)}</title>${highwire({ ...a, journal: 'Frontiers in Marine Science' }, { pdf: `${base(a)}/pdf`, publisher: 'Frontiers', dc: true })}${openGraph(a, `${base(a)}/full`)}`;

const refs = (a: Article): string =>
  `<div class="References"><h2>References</h2>${each(a.refs, (ref) => `<p class="ReferencesCopy1" name="B${ref.number}"><a name="B${ref.number}" id="B${ref.number}"></a>${refText(ref)} doi: ${ref.doi}</p><p class="ReferencesCopy2">${refLinks(ref)}</p>`)}</div>`;

const old = (name: string, options: ArticleOptions, abstractOnly = false): MadePage => {
  const a = article(name, { doi: '10.3389/fmars.2018.#', ...options });
  const inner = abstractOnly
    ? `<div class="article-section"><p><strong>Received:</strong> 1 ${a.month} ${a.year}; <strong>Accepted:</strong> ${a.day} ${a.month} ${a.year}.</p><p>Note: The final, formatted version of the article will be published soon. <a href="/Design/pdf/Author_Guidelines.pdf">Author guidelines (PDF)</a></p><p>* Correspondence: Dr. ${esc(a.people[0]?.shown ?? '')}</p><p><strong>Disclaimer:</strong> All claims expressed in this article are solely those of the authors and do not necessarily represent those of their affiliated organizations.</p></div>${each(others(a, 4), (one) => `<div class="related"><h3><a href="/articles/${one.doi}/full">${esc(one.title)}</a></h3><p>${esc(one.abstract.join(' '))}</p><a href="/articles/${one.doi}/pdf">Download article</a></div>`)}`
    : `<div class="JournalFullText"><div class="JournalFullText">${renderParts(a.parts, style(a))}<h2>Author Contributions</h2><p class="mb0">${esc(a.thanks)}</p><h2>Supplementary Material</h2><p class="mb15">The Supplementary Material for this article can be found online at: <a href="https://www.frontiersin.org/articles/file/downloadfile/${a.number}_supplementary-materials_datasheets_1_pdf/octet-stream/Data%20Sheet%201.pdf">Data Sheet 1.pdf</a></p>${refs(a)}<div class="AbstractSummary"><p><span>Keywords: </span>${esc(a.keywords.join(', '))}</p></div></div></div>`;
  const head = abstractOnly ? meta(a).replace(/<meta name="citation_pdf_url"[^>]*>/, '') : meta(a);
  const html = page(
    'en',
    `${head}${analytics(a.seed)}`,
    `${consent()}<div class="global-nav"><ul>${links(['Articles', 'Research Topics', 'For Authors', 'Editorial Board', 'About journal'])}</ul></div><div class="article-section"><div class="article-container"><div class="abstract-container"><div class="abstract-container-top"><h2 class="article-type">Original Research ARTICLE</h2><p>Front. Mar. Sci., ${a.day} ${a.month} ${a.year} | <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></p></div><div class="JournalAbstract"><a id="h1" name="h1"></a><h1>${esc(a.title)}</h1><div class="authors">${each(a.people, (one) => `<a href="https://loop.frontiersin.org/people/${a.number}" class="user-id"><img class="pr5" src="user.png">${esc(one.shown)}</a><sup>1*</sup>`)}</div><ul class="notes">${each(a.places, (one) => `<li>${esc(one)}</li>`)}</ul><p class="mb0">${esc(a.abstract.join(' '))}</p></div></div>${inner}</div><aside class="side-article-download"><button class="side-article-download-button">Download Article</button><ul>${abstractOnly ? '' : `<li><a class="download-files-pdf action-link" href="/articles/${a.doi}/pdf">Download PDF</a></li><li><a href="/articles/${a.doi}/xml/nlm">XML</a></li>`}</ul></aside></div>${footer('Frontiers Media S.A.', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'frontiers',
      kind: abstractOnly ? 'abstract' : 'full-text',
      url: `${base(a)}/full`,
      isFullText: !abstractOnly,
      pdf: abstractOnly ? null : `${base(a)}/pdf`,
    },
    html,
  );
};

const next = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.3389/fpls.2024.#', ...options });
  const at = `https://www.frontiersin.org/journals/plant-science/articles/${a.doi}`;
  const state = JSON.stringify({
    props: {
      pageProps: {
        article: {
          id: a.number,
          doi: a.doi,
          title: a.title,
          abstract: a.abstract.join(' '),
          authors: a.people,
          keywords: a.keywords,
          downloads: { pdf: `${at}/pdf` },
        },
        relatedArticles: others(a, 6).map((one) => ({
          title: one.title,
          abstract: one.abstract.join(' '),
          pdf: `/articles/${one.doi}/pdf`,
        })),
      },
    },
    page: '/journals/[journal]/articles/[...doi]',
    buildId: a.dice.hex(20),
  });
  const html = page(
    'en',
    `${meta(a).replace(`${base(a)}/pdf`, `${at}/pdf`)}<meta name="next-head-count" content="48"><link rel="preload" href="/_next/static/css/${a.dice.hex(16)}.css" as="style">${jsonLd(a)}${analytics(a.seed, 1)}`,
    `<div id="__next"><nav class="Ibar"><div class="Ibar__main"><button class="Ibar__burger">Menu</button><ul class="Ibar__journalLinks">${links(['Sections', 'Articles', 'Research Topics', 'Editorial Board', 'About journal'])}</ul></div></nav><main class="ArticleDetailsV4"><div class="ArticleLayoutHeader"><div class="ArticleDetailsV4__main__header"><span>ORIGINAL RESEARCH article</span><p>Front. Plant Sci., ${a.day} ${a.month} ${a.year}</p><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div></div><article class="ArticleContent"><h1>${esc(a.title)}</h1><div class="AuthorList">${each(a.people, (one) => `<button class="AuthorList__author"><span>${esc(one.shown)}</span></button>`)}</div><div id="h1" class="Abstract"><h2>Abstract</h2><p>${esc(a.abstract.join(' '))}</p></div>${renderParts(a.parts, { ...style(a), marks: { cite: (n) => ` <button class="ArticleReference" data-event="articleReference-a-${n}">(${n})</button>`, figure: (n) => `<a href="#F${n}">Figure ${n}</a>` }, paragraph: (text) => `<p>${text}</p>` })}${refs(a)}</article><aside class="ArticleDetailsV4__aside"><a class="ButtonPrimary" href="${at}/pdf" data-event="downloadArticle-a-pdf">Download article</a><a href="${at}/epub">EPUB</a><a href="https://www.frontiersin.org/documents/author-forms/ethics.pdf">Ethics form</a></aside></main></div><script id="__NEXT_DATA__" type="application/json">${state}</script>${footer('Frontiers Media SA', a.year)}`,
  );
  return made(
    a,
    { name, platform: 'frontiers', kind: 'full-text', url: `${at}/full`, isFullText: true, pdf: `${at}/pdf` },
    html,
  );
};

export const frontiersPages = (): MadePage[] => [
  old('frontiers-2018', {}),
  old('frontiers-2018-mini-review', { shape: 'essay', refs: 40 }),
  next('frontiers-next', {}),
  old('frontiers-provisional', {}, true),
];
