import { type Article, type ArticleOptions, article, others, wanted } from '../article.ts';
import { dice } from '../dice.ts';
import type { MadePage } from '../made-page.ts';
import { analytics, consent, each, esc, footer, highwire, links, made, megaMenu, page } from '../pieces.ts';
import { latexml, nineties } from './hand-made.ts';
import { mdpiFull } from './mdpi.ts';
import { plosFull } from './plos.ts';
import { chinese, scielo } from './regional.ts';
import { tandfFull } from './tandf.ts';

const PRIVACY = [
  'We collect the information that you give us when you create an account, submit a manuscript or subscribe to an alert.',
  'Your browser sends us technical data such as the address of your device, the pages you open and the time you spend on them.',
  'We keep personal data only as long as the purpose requires it or the law obliges us to do so.',
  'You may ask us at any time which data we hold about you, and you may have them corrected or erased.',
  'We share data with service providers who process them on our behalf and under our instructions.',
  'Where data leave the European Economic Area, we rely on standard contractual clauses.',
  'You can withdraw your consent with effect for the future by changing the cookie settings.',
  'Our analytics partners use pseudonymous identifiers and may combine them with data from other sites.',
  'If you believe that our processing infringes the law, you may lodge a complaint with a supervisory authority.',
  'We review this policy once a year and publish every change on this page.',
];
const TERMS = [
  'By using this site you accept these terms in full; if you disagree with them, you must not use the site.',
  'You may view, print and download single articles for private study and research.',
  'Systematic downloading, the use of robots and the creation of derivative databases require our written permission.',
  'The content is provided as is, without any warranty of accuracy or fitness for a particular purpose.',
  'We are not liable for loss of data, loss of profit or any indirect damage that arises from the use of the site.',
  'Links to other sites are offered for convenience and do not imply endorsement.',
  'We may suspend your account when there are reasons to believe that these terms have been broken.',
  'These terms are governed by the law of England and Wales, whose courts have exclusive jurisdiction.',
];
const GUIDE = [
  'Manuscripts should be written in clear English and should not exceed eight thousand words including references.',
  'The abstract must state the background, the methods, the main results and the conclusions in no more than 250 words.',
  'Figures are submitted as separate files with a resolution of at least 300 dots per inch.',
  'References are numbered in the order of their appearance and follow the style of the journal.',
  'All authors must declare competing interests and describe their contribution to the work.',
  'Studies that involve human participants need the approval of an ethics committee, named in the methods section.',
  'Data that support the findings should be deposited in a public repository before acceptance.',
  'Submissions are screened for overlap with published text before they are sent to reviewers.',
  'Authors receive a first decision within six weeks on average, and proofs within ten days after acceptance.',
  'Results, discussion and conclusions may be combined when this helps the reader.',
];
const DATENSCHUTZ = [
  'Der Schutz Ihrer personenbezogenen Daten ist uns ein wichtiges Anliegen.',
  'Beim Aufruf unserer Seiten werden automatisch Protokolldaten erhoben und nach sieben Tagen gelöscht.',
  'Sie haben das Recht auf Auskunft, Berichtigung, Löschung und Einschränkung der Verarbeitung.',
  'Rechtsgrundlage der Verarbeitung ist Artikel 6 Absatz 1 Buchstabe f der Datenschutz-Grundverordnung.',
  'Eine Weitergabe an Dritte erfolgt nur, soweit dies zur Vertragserfüllung erforderlich ist.',
  'Cookies, die nicht unbedingt erforderlich sind, setzen wir nur mit Ihrer Einwilligung ein.',
];

const texts = (seed: string, sentences: readonly string[], count: number): string[] => {
  const chance = dice(seed);
  return Array.from({ length: count }, () => chance.some(sentences, chance.int(4, 6)).join(' '));
};

const policy = (name: string, heading: string, sentences: readonly string[], lang = 'en'): MadePage => {
  const a = article(name, {});
  const html = page(
    lang,
    `<title>${heading} | Made Publishing</title>${analytics(name, 3)}`,
    `${consent()}${megaMenu('Made Publishing')}<main class="static-page"><h1>${heading}</h1>${each(['1. Scope', '2. Definitions', '3. What we do', '4. Your part', '5. Exceptions', '6. Methods of enforcement', '7. Changes', '8. Conclusions and contact'], (part, index) => `<section><h2>${part}</h2>${each(texts(`${name}/${index}`, sentences, 4), (text) => `<p>${text}</p>`)}</section>`)}<h2>Downloads</h2><ul><li><a href="/files/${name}.pdf">This document as PDF</a></li><li><a href="/files/copyright-transfer.pdf">Copyright transfer form</a></li></ul></main>${footer('Made Publishing', 2024)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'publisher-site',
      kind: 'policy',
      url: `https://www.madepublishing.example.com/about/${name}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const contents = (
  name: string,
  count: number,
  options: { inList: boolean; lang?: 'en' | 'es' },
): MadePage => {
  const a = article(name, { lang: options.lang ?? 'en' });
  const list = [...others(a, count - 1), ...(options.inList ? [a] : [])];
  const html = page(
    a.lang,
    `<title>Vol. ${a.volume} No. ${a.issue} (${a.year}) | ${esc(a.journal)}</title><meta name="generator" content="Open Journal Systems 3.3.0.8">`,
    `<div class="pkp_structure_page"><header class="pkp_structure_head"><ul>${links(['Current', 'Archives', 'About', 'Submissions'])}</ul></header><div class="pkp_structure_content"><div class="page page_issue"><h1>Vol. ${a.volume} No. ${a.issue} (${a.year})</h1><div class="obj_issue_toc"><div class="heading"><div class="description"><p>${esc(a.highlights.join(' '))}</p></div></div><div class="galleys"><h2>Full Issue</h2><ul class="galleys_links"><li><a class="obj_galley_link pdf" href="/index.php/made/issue/view/${a.issue}/77">PDF</a></li></ul></div><div class="sections"><div class="section"><h2>Articles</h2><ul class="cmp_article_list articles">${each(list, (one) => `<li><div class="obj_article_summary"><h3 class="title"><a id="article-${one.number}" href="/index.php/made/article/view/${one.number}">${esc(one.title)}</a></h3><div class="meta"><div class="authors">${esc(one.people.map((p) => p.shown).join(', '))}</div><div class="pages">${one.first}-${one.last}</div></div><div class="abstract"><p>${esc(one.abstract.join(' '))}</p></div>${one === a ? '' : `<ul class="galleys_links"><li><a class="obj_galley_link pdf" href="/index.php/made/article/view/${one.number}/${one.first}" aria-labelledby="article-${one.number}">PDF</a></li></ul>`}</div></li>`)}</ul></div></div></div></div></div></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'ojs3',
      kind: 'issue-contents',
      url: `https://journal.made.example.org/index.php/made/issue/view/${a.issue}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const journalHome = (name: string): MadePage => {
  const a = article(name, {});
  const html = page(
    'en',
    `<title>Home | ${esc(a.journal)}</title>${analytics(name, 3)}`,
    `${consent()}${megaMenu(a.journal)}<main><h1>${esc(a.journal)}</h1><section><h2>Aims and scope</h2>${each(texts(name, GUIDE, 3), (text) => `<p>${text}</p>`)}</section><section><h2>Latest articles</h2>${each(others(a, 8), (one) => `<article class="c-listing__content"><h3><a href="/articles/${one.doi}">${esc(one.title)}</a></h3><p>Authors: ${esc(one.people.map((p) => p.shown).join(', '))}</p><p>${esc(one.abstract.join(' '))}</p><a href="/track/pdf/${one.doi}.pdf">PDF</a></article>`)}</section><section><h2>Announcements</h2><p><a href="/docs/media-kit.pdf">Media kit</a></p></section></main>${footer(a.journal, a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'journal-site',
      kind: 'journal-home',
      url: 'https://www.appliedfield.example.com/',
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const search = (name: string, found: boolean): MadePage => {
  const a = article(name, {});
  const list = found ? [a, ...others(a, 9)] : others(a, 12);
  const html = page(
    'en',
    `<title>Search results for "${esc(a.title)}"</title>${analytics(name, 2)}`,
    `${megaMenu('Made Publishing')}<main><h1>Search results</h1><p>${list.length * 31} results for <b>${esc(a.title)}</b></p><aside><h2>Refine</h2><ul>${links(['Article', 'Review', 'Open access', 'Year', 'Journal'])}</ul></aside><ol class="search-results">${each(list, (one) => `<li class="result-item"><h2 class="hlFld-Title"><a href="/doi/${one.doi}">${esc(one.title)}</a></h2><div>${esc(one.people.map((p) => p.shown).join(', '))}</div><div class="result-item__abstract">${esc(one.abstract.join(' '))}</div>${one === a ? '' : `<a href="/doi/pdf/${one.doi}">PDF</a>`} <a href="/doi/abs/${one.doi}">Abstract</a></li>`)}</ol></main>${footer('Made Publishing', 2023)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'publisher-site',
      kind: 'search-results',
      url: `https://www.madepublishing.example.com/action/doSearch?AllField=${encodeURIComponent(a.title)}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

/** The whole text of another work: the page is in order, but not what was asked for. */
const other = (from: MadePage, name: string, options: ArticleOptions = {}): MadePage => ({
  ...from,
  name,
  kind: 'other-article',
  isFullText: false,
  pdf: null,
  work: wanted(article(name, options)),
});

const correction = (name: string, platform: 'springer' | 'plos'): MadePage => {
  const a = article(name, { doi: '10.1007/s10661-019-#' });
  const doi = a.doi.replace('-019-', '-020-');
  const word = platform === 'springer' ? 'Correction to: ' : 'Correction: ';
  const notice: Article = { ...a, title: `${word}${a.title}`, doi };
  const base = platform === 'springer' ? 'https://link.springer.com' : 'https://journals.plos.org/plosone';
  const pdf =
    platform === 'springer'
      ? `${base}/content/pdf/${doi}.pdf`
      : `${base}/article/file?id=${doi}&type=printable`;
  const html = page(
    'en',
    `<title>${esc(notice.title)}</title>${highwire(notice, { pdf })}${analytics(name, 2)}`,
    `${consent()}${megaMenu(platform)}<main><article><header><ul class="c-article-identifiers"><li>Correction</li><li>Open access</li></ul><h1 class="c-article-title">${esc(notice.title)}</h1><ul class="c-article-author-list">${each(a.people, (one) => `<li>${esc(one.shown)}</li>`)}</ul><p>The <a href="https://doi.org/${a.doi}">Original Article</a> was published on ${a.day} ${a.month} ${a.year}</p></header><a class="c-pdf-download__link" data-article-pdf="true" href="${pdf}">Download PDF</a><div class="c-article-body"><section data-title="Correction"><div class="c-article-section"><h2>${word.replace(': ', '')}</h2><div class="c-article-section__content"><p><b>Correction to: Environ Monit Assess (${a.year}) ${a.volume}:${a.first}</b> https://doi.org/${a.doi}</p><p>In the original publication of the article, the values of ${esc(a.keywords[0] ?? '')} in Table 2 were given in the wrong unit, and the second affiliation was incomplete. The correct table is given below. The authors apologise for any inconvenience. The conclusions are not affected.</p><p>${esc(a.thanks)}</p></div></div></section></div></article></main>${footer(platform, a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform,
      kind: 'correction-notice',
      url: platform === 'springer' ? `${base}/article/${doi}` : `${base}/article?id=${doi}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const supplement = (name: string): MadePage => {
  const a = article(name, { doi: '10.1080/made.2019.#' });
  const figures = a.parts.flatMap((part) => part.parts).flatMap((part) => part.figures);
  const html = page(
    'en',
    `<title>Supplemental Material for ${esc(a.title)}</title><meta name="dc.Title" content="${esc(a.title)}">${analytics(name, 2)}`,
    `${megaMenu('Made Online')}<main><h1>${esc(a.title)}</h1><p>${esc(a.people.map((one) => one.shown).join(', '))}</p><ul><li>Full Article</li><li>Figures & data</li><li>References</li><li class="active">Supplemental</li></ul><div class="supplemental-material-container"><h2>Supplemental Material</h2><div class="suppl"><p>Supplementary figures and tables.</p><a href="/doi/suppl/${a.doi}/suppl_file/supp_figures.pdf">Download PDF (1.2 MB)</a><p>Questionnaire used in the study.</p><a href="/doi/suppl/${a.doi}/suppl_file/questionnaire.pdf">Download PDF (220 KB)</a>${each(figures, (one) => `<p><b>Figure S${one.number}.</b> ${esc(one.caption)} ${esc(one.caption)}</p>`)}</div></div></main>${footer('Made Online', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: 'tandf',
      kind: 'supplement',
      url: `https://www.tandfonline.com/doi/suppl/${a.doi}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

export const sitePages = (): MadePage[] => [
  policy('privacy-policy', 'Privacy policy', PRIVACY),
  policy('datenschutz', 'Datenschutzerklärung', DATENSCHUTZ, 'de'),
  policy('terms-of-use', 'Terms of use', TERMS),
  policy('author-guidelines', 'Instructions for authors', GUIDE),
  policy('editorial-policies', 'Editorial policies', [...GUIDE, ...TERMS]),
  contents('issue-contents-4', 4, { inList: true }),
  contents('issue-contents-20', 20, { inList: true }),
  contents('issue-contents-spanish', 12, { inList: true, lang: 'es' }),
  contents('issue-contents-without', 9, { inList: false }),
  journalHome('journal-home'),
  search('search-results', true),
  search('search-results-without', false),
  other(plosFull('other-plos/page', {}), 'other-article-plos'),
  other(mdpiFull('other-mdpi/page', {}), 'other-article-mdpi'),
  other(tandfFull('other-tandf/page', {}), 'other-article-tandf'),
  other(scielo('other-scielo/page', {}), 'other-article-scielo', { lang: 'pt' }),
  other(chinese('other-chinese/page', true), 'other-article-chinese', { lang: 'zh' }),
  other(latexml('other-arxiv/page', 'arxiv'), 'other-article-arxiv'),
  other(nineties('other-1998/page', true), 'other-article-1998'),
  correction('correction-springer', 'springer'),
  correction('correction-plos', 'plos'),
  supplement('supplement-page'),
];
