import { type Dice, dice } from './dice.ts';
import { citationTags, escapeHtml } from './pages.ts';
import type { Paper } from './paper.ts';
import { ordinaryTitle, paragraph } from './titles.ts';
import { FAMILY_NAMES } from './words.ts';

/** Pages that answer where an article was looked for. Long ones have the words of an article and are none. */
const OTHER_PAGES = [
  'privacy-policy',
  'author-guidelines',
  'issue-contents',
  'search-results',
  'citing-papers',
  'abstract-with-references',
  'elsevier-preview',
  'nature-preview',
  'application-shell',
] as const;
export type OtherPage = (typeof OTHER_PAGES)[number];

interface Frame {
  readonly title: string;
  readonly head?: string;
  readonly body: string;
}

const MENU = ['Journals', 'Books', 'For authors', 'For librarians', 'About us', 'Help', 'Contact'];
const menu = `<header class="site-header"><a class="logo" href="/">Press</a><nav><ul>${MENU.map((name) => `<li><a href="/${name.toLowerCase().replaceAll(' ', '-')}">${name}</a></li>`).join('')}</ul></nav><form action="/search" role="search"><input name="q"><button>Search</button></form></header>`;
const footer =
  '<footer class="site-footer"><ul><li><a href="/terms">Terms and conditions</a></li><li><a href="/privacy">Privacy policy</a></li><li><a href="/accessibility">Accessibility</a></li></ul><p>All rights reserved, including those for text and data mining.</p></footer>';

const framed = ({ title, head = '', body }: Frame): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title>\n${head}<link rel="stylesheet" href="/assets/site.css"><script>window.dataLayer=window.dataLayer||[];</script></head>\n<body>${menu}\n${body}\n${footer}</body></html>\n`;

const paragraphs = (chance: Dice, count: number, sentences: number): string =>
  Array.from({ length: count }, () => `<p>${paragraph(chance, sentences)}</p>`).join('\n');

const policy = (name: string, headings: readonly string[], chance: Dice): string =>
  framed({
    title: `${name} | Press`,
    body: `<main id="content"><h1>${name}</h1>\n<p>Last updated: 4 January 2024</p>\n${headings
      .map((heading, at) => `<h2>${at + 1}. ${heading}</h2>\n${paragraphs(chance, 4, 5)}`)
      .join('\n')}</main>`,
  });

const authorsOf = (chance: Dice): string =>
  Array.from({ length: 3 }, () => chance.pick(FAMILY_NAMES)).join(', ');

const teaser = (title: string, chance: Dice): string =>
  `<article class="teaser"><h3 class="teaser-title"><a href="/articles/${chance.int(90_000, 99_999)}">${escapeHtml(title)}</a></h3><p class="teaser-authors">${authorsOf(chance)}</p><div class="teaser-abstract"><p>${paragraph(chance, 8)}</p></div></article>`;

const teasers = (paper: Paper, chance: Dice, count: number): string =>
  Array.from({ length: count }, (_, at) =>
    teaser(at === 1 ? (paper.title ?? 'Untitled') : ordinaryTitle(chance), chance),
  ).join('\n');

const referenceList = (chance: Dice, count: number): string =>
  `<section class="bibliography" id="references"><h2>References (${count})</h2><ol class="references-list">${Array.from(
    { length: count },
    (_, at) =>
      `<li id="b${at}"><span class="authors">${authorsOf(chance)}</span> <span class="ref-title">${ordinaryTitle(chance)}</span>. <span class="source">${paragraph(chance, 1)}</span> <a href="https://scholar.google.com/scholar?q=${at}">Google Scholar</a></li>`,
  ).join('\n')}</ol></section>`;

const heading = (paper: Paper): string =>
  `<h1 class="article-title"><span>${escapeHtml(paper.title ?? 'Untitled')}</span></h1><div class="author-group">${paper.authors.map((name) => `<span class="author">${escapeHtml(name)}</span>`).join(', ')}</div>`;

const doiLink = ({ doi }: Paper): string =>
  doi === undefined
    ? ''
    : `<a class="doi" href="https://doi.org/${escapeHtml(doi)}">https://doi.org/${escapeHtml(doi)}</a>`;

const abstractBlock = (chance: Dice): string =>
  `<div class="abstract author" id="abstract"><h2>Abstract</h2><div><p>${paragraph(chance, 8)}</p></div></div>`;

const articleFrame = (paper: Paper, body: string): string =>
  framed({ title: `${escapeHtml(paper.title ?? 'Untitled')} - Press`, head: citationTags(paper, {}), body });

/** The first lines of each section, between a button to buy and the list of references. */
const elsevierPreview = (paper: Paper, chance: Dice): string =>
  articleFrame(
    paper,
    `<div class="article-wrapper"><div class="accessbar"><a class="link-button" href="/getaccess/pii/S0000000000000000/purchase"><span>Purchase PDF</span></a><a href="/institution-login">Access through <strong>your institution</strong></a></div>
<article>${heading(paper)}${doiLink(paper)}<a class="rights" href="/permissions">Get rights and content</a>
${abstractBlock(chance)}
<div class="introduction-content"><section><h2>Introduction</h2><div><p>${paragraph(chance, 9)}</p><p>${paragraph(chance, 8)}</p></div></section></div>
<div class="preview"><h2>Section snippets</h2>${['Materials', 'Apparatus and procedure', 'Results and discussion', 'Conclusion'].map((name) => `<section><h3>${name}</h3><p>${paragraph(chance, 4)}…</p></section>`).join('\n')}</div>
${referenceList(chance, 58)}
<section class="cited-by"><h2>Cited by (12)</h2>${teasers(paper, chance, 4)}</section></article></div>`,
  );

/** Abstract, captions of figures and notes stand free; the text between them does not. */
const naturePreview = (paper: Paper, chance: Dice): string =>
  articleFrame(
    paper,
    `<main class="c-article-main-column"><article lang="en"><div class="c-article-header">${heading(paper)}${doiLink(paper)}</div>
<section aria-labelledby="Abs1" data-title="Abstract"><div class="c-article-section" id="Abs1-section"><h2>Abstract</h2><div class="c-article-section__content" id="Abs1-content"><p>${paragraph(chance, 8)}</p></div></div></section>
<div class="c-notes"><p>This is a preview of subscription content, <a href="/login">access via your institution</a></p></div>
<div class="c-article-access-provider"><h2 class="c-article-access-provider__heading">Access options</h2><div class="c-article-buy-box"><h3>Buy this article</h3><ul><li>Purchase on SpringerLink</li><li>Instant access to the full article PDF</li></ul></div></div>
<section data-title="Data availability"><h2>Data availability</h2><p>${paragraph(chance, 3)}</p></section>
${referenceList(chance, 45)}
<section data-title="Extended data figures and tables"><h2>Extended data figures and tables</h2>${Array.from({ length: 10 }, (_, at) => `<div class="c-article-supplementary__item"><h3>Extended Data Fig. ${at + 1} ${ordinaryTitle(chance)}.</h3><div class="c-article-supplementary__description"><p>${paragraph(chance, 6)}</p></div></div>`).join('\n')}</section></article></main>`,
  );

const BUILD: Readonly<Record<OtherPage, (paper: Paper, chance: Dice) => string>> = {
  'privacy-policy': (_paper, chance) =>
    policy(
      'Privacy policy',
      ['Who we are', 'What we collect', 'Cookies', 'Your rights', 'Transfers', 'Contact'],
      chance,
    ),
  'author-guidelines': (_paper, chance) =>
    policy(
      'Instructions for authors',
      ['Scope', 'Introduction', 'Methods', 'Results', 'References', 'Peer review'],
      chance,
    ),
  'issue-contents': (paper, chance) =>
    framed({
      title: `${escapeHtml(paper.journal)} | Volume 12, Issue 3`,
      body: `<main><h1>${escapeHtml(paper.journal)}</h1><h2>Volume 12, Issue 3, ${paper.year}</h2><h2>Research articles</h2>${teasers(paper, chance, 9)}<h2>Reviews</h2>${teasers(paper, chance, 3)}</main>`,
    }),
  'search-results': (paper, chance) =>
    framed({
      title: 'Search results',
      body: `<main><h1>Search results</h1><p>1–20 of 1,204 results for “${escapeHtml(paper.title ?? 'Untitled')}”</p><ol>${Array.from({ length: 20 }, (_, at) => `<li>${teaser(at === 0 ? (paper.title ?? 'Untitled') : ordinaryTitle(chance), chance)}</li>`).join('\n')}</ol></main>`,
    }),
  'citing-papers': (paper, chance) =>
    articleFrame(
      paper,
      `<main>${heading(paper)}${doiLink(paper)}${abstractBlock(chance)}<section><h2>84 Citations</h2>${teasers(paper, chance, 10)}</section><section><h2>Related Papers</h2>${teasers(paper, chance, 5)}</section></main>`,
    ),
  'abstract-with-references': (paper, chance) =>
    articleFrame(
      paper,
      `<main><article>${heading(paper)}${doiLink(paper)}${abstractBlock(chance)}<h2>Keywords</h2><p>one, two, three</p>${referenceList(chance, 90)}</article></main>`,
    ),
  'elsevier-preview': elsevierPreview,
  'nature-preview': naturePreview,
  'application-shell': (paper) =>
    `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(paper.journal)}</title><base href="/"><script type="module" src="/main.8f2c1d.js"></script></head>\n<body><noscript>This application needs JavaScript to run.</noscript><div id="root"></div></body></html>\n`,
};

export const otherPage = (kind: OtherPage, paper: Paper): string =>
  BUILD[kind](paper, dice('other page', kind, paper.id));
