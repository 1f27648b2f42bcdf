import { type Article, article, others } from '../article.ts';
import { dice } from '../dice.ts';
import type { MadePage } from '../made-page.ts';
import { analytics, consent, each, esc, footer, links, made, page, refText, share } from '../pieces.ts';
import { plain } from '../prose.ts';

const paragraphs = (a: Article): string[] =>
  a.parts.flatMap((part) => [...part.paragraphs, ...part.parts.flatMap((sub) => sub.paragraphs)]).map(plain);

const wikipedia = (name: string): MadePage => {
  const a = article(name, {});
  const subject = a.keywords[0] ?? '';
  const text = paragraphs(article(`${name}/entry`, { shape: 'review', length: 0.8 }));
  const html = page(
    'en',
    `<title>${esc(subject)} - Wikipedia</title><meta name="generator" content="MediaWiki 1.41.0">`,
    `<div class="vector-header-container"><ul>${links(['Main page', 'Contents', 'Current events', 'Random article', 'Donate'])}</ul></div><main id="content" class="mw-body"><h1 id="firstHeading" class="firstHeading mw-first-heading">${esc(subject)}</h1><div id="bodyContent"><div id="siteSub">From Wikipedia, the free encyclopedia</div><div id="mw-content-text" class="mw-body-content"><div class="mw-parser-output">${each(text, (one, index) => `${index % 4 === 0 ? `<h2><span class="mw-headline" id="s${index}">${esc(a.keywords[index % 5] ?? '')}</span><span class="mw-editsection">[<a href="/w/index.php?action=edit">edit</a>]</span></h2>` : ''}<p>${esc(one)}<sup class="reference"><a href="#cite_note-${index}">[${index + 1}]</a></sup></p>`)}<h2>References</h2><ol class="references"><li id="cite_note-1"><cite class="citation journal cs1">${esc(a.people.map((one) => `${one.family}, ${one.given}`).join('; '))} (${a.year}). <a rel="nofollow" class="external text" href="https://doi.org/${a.doi}">"${esc(a.title)}"</a>. <i>${esc(a.journal)}</i>. doi:<a href="https://doi.org/${a.doi}">${a.doi}</a>.</cite></li>${each(a.refs, (ref) => `<li><cite class="citation journal cs1">${refText(ref)}</cite>${ref.number % 6 === 0 ? ` <a class="external text" href="https://www.example.org/reports/${ref.pmid}.pdf">(PDF)</a>` : ''}</li>`)}</ol></div></div></div></main><footer id="footer"><ul><li>This page was last edited on 3 March 2024, at 10:12 (UTC).</li><li><a href="/w/index.php?title=Special:DownloadAsPdf&page=x">Download as PDF</a></li></ul></footer>`,
  );
  return made(
    a,
    {
      name,
      platform: 'wikipedia',
      kind: 'encyclopedia',
      url: `https://en.wikipedia.org/wiki/${encodeURIComponent(subject)}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const news = (name: string, type: 'news' | 'press' | 'blog'): MadePage => {
  const a = article(name, {});
  const other = article(`${name}/text`, { shape: 'essay', length: type === 'blog' ? 1.2 : 0.6 });
  const text = paragraphs(other);
  const lead = type === 'press' ? 'PRESS RELEASE' : type === 'news' ? 'Science news' : 'Reading notes';
  const html = page(
    'en',
    `<title>${lead}: what drives ${esc(a.keywords[0] ?? '')}?</title><meta property="og:type" content="article"><meta property="article:published_time" content="${a.year}-05-04">${analytics(name, 5)}`,
    `${consent()}<header><ul>${links(['Home', 'Science', 'Health', 'Environment', 'Video', 'Newsletter'])}</ul></header><main><article class="entry-content" itemprop="articleBody"><h1>New study: ${esc(a.highlights[0] ?? '')}</h1><p class="byline">By our staff writer · ${a.day} ${a.month} ${a.year} · 6 min read</p>${share('https://news.example.com')}${type === 'blog' ? `<blockquote>${esc(a.abstract.join(' '))}</blockquote>` : ''}${each(text, (one) => `<p>${esc(one)}</p>`)}<p>“We did not expect this,” said ${esc(a.people[0]?.shown ?? '')}, who led the work at ${esc(a.places[0] ?? '')}.</p><p><strong>${type === 'blog' ? 'Paper' : 'Journal reference'}:</strong> ${esc(a.people.map((one) => one.shown).join(', '))}. <em>${esc(a.title)}</em>. ${esc(a.journal)}, ${a.year}; ${a.volume}. DOI: <a href="https://doi.org/${a.doi}">${a.doi}</a></p>${type === 'press' ? '<p><a href="/media/2020/press-release.pdf">Download this press release (PDF)</a> <a href="/media/factsheet.pdf">Fact sheet</a></p><h3>Media contact</h3><p>press@example.edu</p>' : ''}</article><aside><h2>Most read</h2>${each(others(a, 5), (one) => `<h3><a href="/story/${one.number}">${esc(one.title)}</a></h3><p>${esc(one.abstract.join(' ').slice(0, 160))}</p>`)}</aside></main>${footer('The Daily Measure', a.year)}`,
  );
  return made(
    a,
    {
      name,
      platform: `${type}-site`,
      kind: type,
      url: `https://www.dailymeasure.example.com/${type}/${a.number}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const CASINO = [
  'Welcome bonuses are the first thing that new players compare, and rightly so.',
  'Free spins look generous until you read the wagering requirements.',
  'Live roulette streams now run around the clock from several studios.',
  'A licence from a known regulator is the minimum you should ask for.',
  'Withdrawals by card take three days on average, crypto payouts a few minutes.',
  'Set a limit before you start and keep to it.',
  'The best slots publish their return to player openly.',
  'Mobile apps have caught up with the desktop lobby in almost every respect.',
];

/** A lapsed journal domain, bought by a gambling blog that kept the old address. */
const casino = (name: string): MadePage => {
  const a = article(name, {});
  const chance = dice(name);
  const html = page(
    'en',
    `<title>Best Online Casinos ${a.year} – ${esc(a.journal)}</title><meta name="generator" content="WordPress 6.2"><link rel="canonical" href="https://www.appliedfieldjournal.example.net/article/view/${a.number}/">`,
    `<div id="page" class="site"><header id="masthead"><p class="site-title"><a href="/">${esc(a.journal)}</a></p><ul>${links(['Home', 'Casino reviews', 'Slots', 'Bonuses', 'Contact'])}</ul></header><main id="primary"><article class="post hentry"><h1 class="entry-title">Best Online Casinos in ${a.year}: our top picks</h1><div class="entry-content">${each([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12], (n) => `<h2>${n}. Lucky ${chance.hex(4)} review</h2><p>${chance.some(CASINO, 6).join(' ')}</p><p>${chance.some(CASINO, 5).join(' ')}</p>`)}<h2>Conclusion</h2><p>${chance.some(CASINO, 6).join(' ')}</p></div></article></main><aside><h2>Archives</h2><ul>${links(['June 2023', 'May 2023', 'April 2023'])}</ul></aside></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'wordpress',
      kind: 'spam-blog',
      url: `https://www.appliedfieldjournal.example.net/article/view/${a.number}/`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const registry = (name: string): MadePage => {
  const a = article(name, {});
  const trial = article(`${name}/trial`, { length: 0.6 });
  const html = page(
    'en',
    `<title>${esc(a.title)} - Full Text View - ClinicalTrials.gov</title>`,
    `<div id="trials-header"><ul>${links(['Find Studies', 'About Studies', 'Submit Studies', 'Resources', 'About Site', 'PRS Login'])}</ul></div><div id="main-content"><h1 class="tr-h1 ct-sans-serif tr-solo_record">${esc(a.title)}</h1><p>ClinicalTrials.gov Identifier: NCT0${a.number}1</p><p>Recruitment Status: Completed · First Posted: ${a.month} ${a.day}, ${a.year - 3}</p><div id="disclaimer">The safety and scientific validity of this study is the responsibility of the study sponsor and investigators.</div><div class="tr-indent1"><h2>Study Description</h2><h3>Brief Summary:</h3><div class="ct-body3 tr-indent2">${esc(a.abstract.join(' '))}</div><h3>Detailed Description:</h3>${each(paragraphs(trial), (one) => `<div class="ct-body3 tr-indent2"><p>${esc(one)}</p></div>`)}</div><h2>Study Design</h2><table class="ct-layout_table"><tr><td>Study Type:</td><td>Interventional</td></tr><tr><td>Actual Enrollment:</td><td>${a.first} participants</td></tr></table><h2>Eligibility Criteria</h2><ul>${each(a.highlights, (one) => `<li>${esc(one)}</li>`)}</ul><h2>Publications of Results</h2><p>${esc(a.people.map((one) => `${one.family} ${one.given.charAt(0)}`).join(', '))}. ${esc(a.title)}. ${esc(a.journal)}. ${a.year}. doi: ${a.doi}.</p><h2>Study Documents (Full-Text)</h2><p><a href="/ProvidedDocs/71/NCT0${a.number}1/Prot_SAP_000.pdf">Study Protocol and Statistical Analysis Plan [PDF]</a></p><p><a href="/ProvidedDocs/71/NCT0${a.number}1/ICF_001.pdf">Informed Consent Form [PDF]</a></p></div>`,
  );
  return made(
    a,
    {
      name,
      platform: 'clinicaltrials',
      kind: 'trial-registry',
      url: `https://clinicaltrials.gov/ct2/show/NCT0${a.number}1`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

const authorPage = (name: string): MadePage => {
  const a = article(name, {});
  const list = [a, ...others(a, 18)];
  const html = page(
    'en',
    `<title>${esc(a.people[0]?.shown ?? '')} – Publications</title>`,
    `<ul>${links(['Home', 'Research', 'Publications', 'Teaching', 'CV'])}</ul><h1>Publications of ${esc(a.people[0]?.shown ?? '')}</h1><p><a href="cv.pdf">CV (PDF)</a></p><ol>${each(list, (one) => `<li>${esc(one.people.map((p) => p.shown).join(', '))}: <b>${esc(one.title)}</b>. ${esc(one.journal)} ${one.volume} (${one.year}). <a href="papers/${one.number}.pdf">[pdf]</a> <a href="papers/${one.number}.bib">[bib]</a></li>`)}</ol>`,
  );
  return made(
    a,
    {
      name,
      platform: 'personal-page',
      kind: 'publication-list',
      url: 'https://people.example.edu/~first/publications.html',
      isFullText: false,
      pdf: `https://people.example.edu/~first/papers/${a.number}.pdf`,
    },
    html,
  );
};

const ssrn = (name: string): MadePage => {
  const a = article(name, { doi: '10.2139/ssrn.#' });
  const html = page(
    'en',
    `<title>${esc(a.title)} by ${esc(a.people.map((one) => one.shown).join(', '))} :: SSRN</title><meta name="citation_title" content="${esc(a.title)}"><meta name="citation_doi" content="${a.doi}">${each(a.people, (one) => `<meta name="citation_author" content="${esc(`${one.family}, ${one.given}`)}">`)}<meta name="citation_abstract_html_url" content="https://papers.ssrn.com/abstract=${a.number}">${analytics(name, 3)}`,
    `${consent()}<header><ul>${links(['Product & Services', 'Subscribe', 'Submit a paper', 'Browse', 'Rankings', 'Sign in'])}</ul></header><div class="box-container box-abstract-main"><h1>${esc(a.title)}</h1><p class="note note-list"><span>${a.last - a.first} Pages</span> <span>Posted: ${a.day} ${a.month} ${a.year}</span></p><div class="authors">${each(a.people, (one) => `<h2><a href="https://papers.ssrn.com/sol3/cf_dev/AbsByAuth.cfm?per_id=1">${esc(one.shown)}</a></h2><p>${esc(a.places[0] ?? '')}</p>`)}</div><div class="abstract-text"><h3>Abstract</h3><p>${esc(a.abstract.join(' '))}</p></div><p><strong>Keywords:</strong> ${esc(a.keywords.join(', '))}</p><p>There is no PDF of this paper at present: the author removed it at the request of the publisher. <a href="https://static.ssrn.com/cfincludes/ssrn-faq.pdf">FAQ</a></p></div><aside><h3>Related eJournals</h3>${each(others(a, 6), (one) => `<p><a href="https://papers.ssrn.com/sol3/papers.cfm?abstract_id=${one.number}">${esc(one.title)}</a></p>`)}</aside>`,
  );
  return made(
    a,
    {
      name,
      platform: 'ssrn',
      kind: 'abstract',
      url: `https://papers.ssrn.com/sol3/papers.cfm?abstract_id=${a.number}`,
      isFullText: false,
      pdf: null,
    },
    html,
  );
};

export const webWritingPages = (): MadePage[] => [
  wikipedia('wikipedia'),
  wikipedia('wikipedia-2'),
  news('science-news', 'news'),
  news('press-release', 'press'),
  news('science-blog', 'blog'),
  casino('casino-blog'),
  registry('trial-registry'),
  authorPage('author-publications'),
  ssrn('ssrn-removed'),
];
