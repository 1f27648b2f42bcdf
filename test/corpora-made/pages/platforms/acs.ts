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

const HOST = 'https://pubs.acs.org';

const shell = (a: Article, main: string, buttons: string): string =>
  page(
    'en',
    `<title>${esc(a.title)} | ACS Omega</title><meta name="dc.Title" content="${esc(a.title)}"><meta name="dc.Identifier" scheme="doi" content="${a.doi}"><meta name="dc.Publisher" content="American Chemical Society">${each(a.people, (one) => `<meta name="dc.Creator" content="${esc(`${one.given} ${one.family}`)}">`)}<meta property="og:title" content="${esc(a.title)}">${analytics(a.seed, 4)}`,
    `${consent()}${megaMenu('ACS Publications')}<main class="content"><div class="article_header"><div class="article_header-meta"><span class="article_header-journal">ACS Omega</span> ${a.year}, ${a.volume}, ${a.issue}, ${a.first}–${a.last}</div><h1 class="article_header-title"><span class="hlFld-Title">${esc(a.title)}</span></h1><ul class="loa">${each(a.people, (one) => `<li><span class="hlFld-ContribAuthor">${esc(one.shown)}</span></li>`)}</ul><div class="article_header-doiurl"><a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div><div class="article_header-views">Article Views ${a.number} Altmetric 2 Citations ${a.issue}</div>${buttons}</div>${main}<div id="relatedcontent"><h3>Recommended Articles</h3>${each(others(a, 4), (one) => `<div class="recommended"><a href="/doi/${one.doi}">${esc(one.title)}</a><p>${esc(one.abstract.join(' '))}</p><a href="/doi/pdf/${one.doi}">PDF</a></div>`)}</div></main>${signInWindow()}${guardScripts(a.seed)}${footer('American Chemical Society', a.year)}`,
  );

const abstractOf = (a: Article): string =>
  `<div class="article_abstract"><div id="abstractBox" class="article_abstract-content hlFld-Abstract"><h2 class="article_abstract-title">Abstract</h2><p class="articleBody_abstractText">${esc(a.abstract.join(' '))}</p></div></div>`;
const refsOf = (a: Article): string =>
  `<div class="NLM_back"><div class="article_content-header"><h2 id="referenceSectionTitle">References</h2></div><p>This article references ${a.refs.length} other publications.</p><ol id="references">${each(
    a.refs,
    (ref) =>
      `<li id="ref${ref.number}"><span class="refLabel">${ref.number}</span><div class="NLM_citation" id="cit${ref.number}">${refText(ref)}<div class="citationLinks">${refLinks(ref)} <a href="/servlet/linkout?suffix=cas">CAS</a></div><div class="casContent"><span class="casTitleNuber">${ref.number}</span><div class="casTitle"><span class="NLM_cas:atl">${esc(ref.title)}</span></div><div class="casAbstract">${esc(
        a.writer.tongue.sentences
          .slice(0, 1)
          .join('')
          .replaceAll(/\{\w+\}/g, ''),
      )}</div></div></div></li>`,
  )}</ol></div>`;

const full = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.1021/acsomega.1c0#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) =>
        `<a class="ref ref${n}" href="javascript:void(0);" aria-label="${n}"><sup>(${n})</sup></a>`,
      figure: (n) => `<a class="ref internalNav" href="#fig${n}">Figure ${n}</a>`,
    },
    paragraph: (html) => `<div class="NLM_p">${html}</div>`,
    figure: (caption, n) =>
      `<figure id="fig${n}" class="article__inlineFigure"><h2 class="fig-label">Figure ${n}</h2><img src="/cms/${a.doi}/asset/images/medium/g00${n}.gif"><div class="download-hi-res-img"><a href="/cms/${a.doi}/asset/g00${n}.jpeg">High Resolution Image</a> <a href="/action/downloadFigure?figureName=g00${n}">Download MS PowerPoint Slide</a></div><figcaption class="hlFld-FigureCaption"><p class="last">Figure ${n}. ${caption}</p></figcaption></figure>`,
    table: (one) =>
      `<div class="NLM_table-wrap" id="tbl${one.number}"><div class="NLM_caption"><span>Table ${one.number}. ${esc(one.caption)}</span></div>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<div id="sec${part.id}" class="NLM_sec NLM_sec_level_${level - 1}"><h${level} class="article-section__title">${part.id}. ${esc(title)}</h${level}>${inner}</div>`,
  });
  const html = shell(
    a,
    `${abstractOf(a)}<div class="article_content"><div class="article_content-left"><div class="hlFld-Fulltext"><div class="article_content-title"></div>${body}<div id="notes-1"><h2>Supporting Information</h2><div class="NLM_p">The Supporting Information is available free of charge at <a href="https://pubs.acs.org/doi/${a.doi}?goto=supporting-info">https://pubs.acs.org/doi/${a.doi}</a>.<ul><li>Additional data (<a class="suppl-anchor" href="/doi/suppl/${a.doi}/suppl_file/ao1c0${a.number}_si_001.pdf">PDF</a>)</li></ul></div></div><div class="NLM_ack"><h2>Acknowledgments</h2><div class="NLM_p">${esc(a.thanks)}</div></div>${refsOf(a)}</div></div></div>`,
    `<div class="article_header-btns"><a class="article__btn__secondary article__btn__secondary--pdf" href="/doi/pdf/${a.doi}" title="PDF" target="_blank"><i class="icon-file-pdf-o"></i><span>Open PDF</span></a><a class="suppl-anchor" href="/doi/suppl/${a.doi}/suppl_file/ao1c0${a.number}_si_001.pdf">Supporting Information (1)»</a></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'acs',
      kind: 'full-text',
      url: `${HOST}/doi/${a.doi}`,
      isFullText: true,
      pdf: `${HOST}/doi/pdf/${a.doi}`,
    },
    html,
  );
};

const paywall = (name: string): MadePage => {
  const a = article(name, { doi: '10.1021/ja5#' });
  const html = shell(
    a,
    `${abstractOf(a)}<div class="article_content"><div class="access-denial"><p>To access the full text, please choose an option below.</p><h2>Get e-Alerts</h2><h3>ACS members purchase additional access options</h3><ul><li>Get Access To This Article</li><li>48-hour access $48</li></ul></div><div id="supporting-info"><h2>Supporting Information</h2><p>${esc(a.thanks)}</p><ul class="sup-info-attachments"><li><a href="/doi/suppl/${a.doi}/suppl_file/ja5${a.number}_si_001.pdf" class="suppl-anchor">ja5${a.number}_si_001.pdf (2.31 MB)</a></li></ul></div><div class="cited-by"><h2>Cited By</h2><ol>${each(others(a, 14), (one) => `<li class="citedByEntry">${esc(one.people.map((p) => p.shown).join(', '))}. ${esc(one.title)}. <i>${esc(one.journal)}</i> ${one.year}, https://doi.org/${one.doi}<div class="citedBy_abs">${esc(one.abstract.join(' '))}</div></li>`)}</ol></div></div>`,
    `<div class="article_header-btns"><a class="article__btn__secondary" href="/action/showCart?doi=${a.doi}">Get Access</a><a class="suppl-anchor" href="/doi/suppl/${a.doi}/suppl_file/ja5${a.number}_si_001.pdf">Supporting Info (1)»</a></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'acs',
      kind: 'paywall-preview',
      url: `${HOST}/doi/abs/${a.doi}`,
      isFullText: false,
      wall: 'preview-stub',
      pdf: null,
    },
    html,
  );
};

export const acsPages = (): MadePage[] => [
  full('acs-oa', {}),
  full('acs-oa-review', { shape: 'review', refs: 90 }),
  paywall('acs-paywall'),
  paywall('acs-paywall-2'),
];
