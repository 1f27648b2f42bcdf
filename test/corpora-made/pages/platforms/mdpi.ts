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
  page,
  refText,
  renderParts,
  tableHtml,
} from '../pieces.ts';

const path = (a: Article): string => `/2073-4441/${a.volume}/${a.issue}/${a.first}`;
const url = (a: Article): string => `https://www.mdpi.com${path(a)}`;
const pdf = (a: Article): string => `${url(a)}/pdf?version=16${a.number}00`;

const shell = (a: Article, content: string): string =>
  page(
    'en',
    `<title>${esc(a.title)}</title><link rel="stylesheet" href="https://pub.mdpi-res.com/assets/css/main.css">${highwire({ ...a, journal: 'Water' }, { pdf: pdf(a), html: `${url(a)}/htm`, publisher: 'Multidisciplinary Digital Publishing Institute', dc: true })}<meta name="fulltext_pdf" content="${pdf(a)}">${jsonLd(a)}${analytics(a.seed, 2)}`,
    `${consent('cookiebot')}<div data-page="article-view"><noscript><div class="no-script">You seem to have javascript disabled. Please note that many of the page functionalities won't work as expected without javascript enabled.</div></noscript><nav class="tab-bar"><ul class="content-menu">${links(['Journals', 'Topics', 'Information', 'Author Services', 'Initiatives', 'About', 'Sign In / Sign Up', 'Submit'])}</ul></nav><div class="container content__container" id="main-content"><div class="content__column__left"><div id="left-column"><a href="/journal/water"><img src="https://pub.mdpi-res.com/img/journals/water-logo.png" alt="water-logo"></a><a class="button" href="https://susy.mdpi.com/user/manuscripts/upload">Submit to this Journal</a><div class="article-menu"><h2>Article Menu</h2><ul><li><a href="#academic_editor">Academic Editor</a></li><li><a href="/scifeed_display">Subscribe SciFeed</a></li><li>Recommended Articles<ul>${each(others(a, 4), (one) => `<li><a href="/2073-4441/1/${one.issue}/${one.first}">${esc(one.title)}</a> <a href="/2073-4441/1/${one.issue}/${one.first}/pdf">PDF</a></li>`)}</ul></li></ul></div></div></div><div class="content__column__middle" id="middle-column"><div class="article-icons"><a href="${path(a)}/pdf?version=16${a.number}00" class="button UD_ArticlePDF" target="_blank">Download PDF</a><a href="${path(a)}/pdf-with-cover">Download PDF with Cover</a><a href="${path(a)}/xml">Download XML</a></div><article><div class="html-article-content"><span itemprop="publisher" content="Multidisciplinary Digital Publishing Institute"></span><div class="article-icons"><span class="label openaccess">Open Access</span><span class="label articletype">Article</span></div><h1 class="title hypothesis_container" itemprop="name">${esc(a.title)}</h1><div class="art-authors hypothesis_container">by ${each(a.people, (one) => `<span class="inlineblock"><div class="profile-card-drop">${esc(one.shown)}</div><sup> 1</sup><a href="https://orcid.org/0000-0001"><img src="https://pub.mdpi-res.com/img/design/orcid.png"></a></span>`)}</div><div class="art-affiliations">${each(a.places, (one, n) => `<div class="affiliation"><div class="affiliation-item"><sup>${n + 1}</sup></div><div class="affiliation-name">${esc(one)}</div></div>`)}</div><div class="bib-identity"><em>Water</em> <b>${a.year}</b>, <em>${a.volume}</em>(${a.issue}), ${a.first}; <a href="https://doi.org/${a.doi}">https://doi.org/${a.doi}</a></div><div class="pubhistory"><span>Submission received: 1 ${a.month} ${a.year} / Published: ${a.day} ${a.month} ${a.year}</span></div>${content}</div></article></div><div class="content__column__right"><div class="right-buttons"><a href="${path(a)}/review_report">Open Review Reports</a></div></div></div></div>${footer('MDPI (Basel, Switzerland) unless otherwise stated', a.year)}`,
  );

const abstractOf = (a: Article): string =>
  `<section class="html-abstract" id="html-abstract"><h2 id="html-abstract-title">Abstract</h2><div class="html-p">${esc(a.abstract.join(' '))}</div></section><div id="html-keywords"><div class="html-gwd-group"><div class="html-kwd-title">Keywords: </div>${each(a.keywords, (word) => `<a href="/search?q=x">${esc(word)}</a>`)}</div></div>`;

export const mdpiFull = (name: string, options: ArticleOptions): MadePage => {
  const a = article(name, { doi: '10.3390/w#', ...options });
  const body = renderParts(a.parts, {
    marks: {
      cite: (n) => ` [<a href="#B${n}-water-${a.volume}" class="html-bibr">${n}</a>]`,
      figure: (n) => `<a href="#water-f00${n}" class="html-fig">Figure ${n}</a>`,
      table: (n) => `<a href="#table_body_display_water-t00${n}" class="html-table">Table ${n}</a>`,
    },
    paragraph: (html) => `<div class="html-p">${html}</div>`,
    figure: (caption, n) =>
      `<div class="html-fig-wrap" id="water-f00${n}"><div class="html-fig_img"><div class="html-figpopup html-figpopup-link" href="#fig_body_display_water-f00${n}"><img data-large="/water/article_deploy/g00${n}.png" alt="Water f00${n}" src="/water/g00${n}-550.jpg"></div></div><div class="html-fig_description"><b>Figure ${n}.</b> ${caption}</div></div><div class="html-fig_show mfp-hide" id="fig_body_display_water-f00${n}"><div class="html-caption"><b>Figure ${n}.</b> ${caption}</div></div>`,
    table: (one) =>
      `<div class="html-table-wrap" id="water-t00${one.number}"><div class="html-table_wrap_discription"><b>Table ${one.number}.</b> ${esc(one.caption)}</div>${tableHtml(one)}</div>`,
    part: (title, inner, level, part) =>
      `<section id="sec${part.id}-water"${level === 2 ? ' type="intro"' : ''}><h${level} data-nested="${level - 1}"${level > 2 ? ' class="html-italic"' : ''}> ${part.id}. ${esc(title)}</h${level}>${inner}</section>`,
  });
  const html = shell(
    a,
    `${abstractOf(a)}<div class="html-body">${body}</div><div class="html-back"><section class="html-notes"><h2>Supplementary Materials</h2><div class="html-p">The following supporting information can be downloaded at: <a href="https://www.mdpi.com/article/${a.doi}/s1">https://www.mdpi.com/article/${a.doi}/s1</a></div></section><section class="html-notes"><h2>Author Contributions</h2><div class="html-p">${esc(a.thanks)}</div></section><section id="html-references_list"><h2>References</h2><ol class="html-xxx">${each(a.refs, (ref) => `<li id="B${ref.number}-water-${a.volume}" class="html-x" data-content="${ref.number}.">${refText(ref)} [<a href="https://scholar.google.com/scholar_lookup?title=x" class="google-scholar">Google Scholar</a>] [<a href="https://doi.org/${ref.doi}" class="cross-ref">CrossRef</a>]${ref.number % 6 === 0 ? ` [<a href="https://www.mdpi.com/1660/${ref.volume}/pdf" class="cross-ref">Green Version</a>]` : ''}</li>`)}</ol></section></div>`,
  );
  return made(
    a,
    { name, platform: 'mdpi', kind: 'full-text', url: url(a), isFullText: true, pdf: pdf(a) },
    html,
  );
};

const abstractOnly = (name: string): MadePage => {
  const a = article(name, { doi: '10.3390/w#' });
  const html = shell(
    a,
    `${abstractOf(a)}<div class="art-abstract">Full-Text PDF available. <a href="${path(a)}/htm">View Full-Text</a></div><section id="html-references_list"><h2>References</h2><ol class="html-xxx">${each(a.refs, (ref) => `<li class="html-x">${refText(ref)} [<a href="https://doi.org/${ref.doi}" class="cross-ref">CrossRef</a>]</li>`)}</ol></section>`,
  );
  return made(
    a,
    { name, platform: 'mdpi', kind: 'abstract', url: `${url(a)}/abs`, isFullText: false, pdf: pdf(a) },
    html,
  );
};

const reviewReport = (name: string): MadePage => {
  const a = article(name, { doi: '10.3390/w#' });
  const html = shell(
    a,
    `<div class="abstract_div"><p>Round 1</p>${each(others(a, 3), (one, n) => `<p><span class="bold">Reviewer ${n + 1} Report</span></p><div>${each(one.parts, (part) => `<p>${esc(part.paragraphs.join(' ').replaceAll(/⟦\w+⟧/g, ''))}</p>`)}</div><p><b>Author Response</b></p><p>Please see the attachment. <a href="https://susy.mdpi.com/user/review/displayFile/${one.number}">Author Response File</a> <a href="/reports/${one.number}.pdf">Author Response.pdf</a></p>`)}</div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'mdpi',
      kind: 'peer-review',
      url: `${url(a)}/review_report`,
      isFullText: false,
      pdf: pdf(a),
    },
    html,
  );
};

export const mdpiPages = (): MadePage[] => [
  mdpiFull('mdpi-article', {}),
  mdpiFull('mdpi-review', { shape: 'review', refs: 110 }),
  mdpiFull('mdpi-captcha-study', {
    title: 'Verify you are human: the accessibility of CAPTCHA challenges on library websites',
    mentions: [
      'Visitors were asked to prove that they are not a robot before the catalogue opened.',
      'The message “Just a moment... checking your browser” stayed on the screen for several seconds.',
      'Access denied was shown to users who had switched off JavaScript and cookies.',
    ],
  }),
  abstractOnly('mdpi-abstract'),
  reviewReport('mdpi-review-report'),
];
