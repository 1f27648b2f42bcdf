import { dice } from './dice.ts';
import type { Paper } from './paper.ts';
import { paragraph } from './titles.ts';

/** How a landing page names the full text; hrefs are written as they are, relative ones too. */
export interface LandingLinks {
  readonly citationPdf?: string;
  readonly alternatePdf?: string;
  readonly citationXml?: string;
  readonly citationFullText?: string;
  readonly base?: string;
}

export const escapeHtml = (text: string): string =>
  text
    .replace(/(?![\t\n\r])\p{Cc}/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');

const meta = (name: string, content: string | undefined): string =>
  content === undefined ? '' : `<meta name="${name}" content="${escapeHtml(content)}">\n`;

/** The tags by which indexes read an article's page. */
export const citationTags = (paper: Paper, links: LandingLinks): string =>
  [
    meta('citation_title', paper.title ?? ''),
    ...paper.authors.map((author) => meta('citation_author', author)),
    meta('citation_journal_title', paper.journal),
    meta('citation_publication_date', paper.date.replaceAll('-', '/')),
    meta('citation_doi', paper.doi),
    meta('citation_issn', paper.issn),
    meta('citation_pdf_url', links.citationPdf),
    meta('citation_xml_url', links.citationXml),
    meta('citation_fulltext_html_url', links.citationFullText),
    links.alternatePdf === undefined
      ? ''
      : `<link rel="alternate" type="application/pdf" title="PDF" href="${escapeHtml(links.alternatePdf)}">\n`,
  ].join('');

const head = (paper: Paper, links: LandingLinks): string =>
  [
    `<head>\n<meta charset="utf-8">\n<title>${escapeHtml(paper.title ?? 'Untitled')} | ${escapeHtml(paper.journal)}</title>\n`,
    links.base === undefined ? '' : `<base href="${escapeHtml(links.base)}">\n`,
    citationTags(paper, links),
    '<link rel="stylesheet" href="/assets/site.css">\n</head>\n',
  ].join('');

const byline = (paper: Paper): string => `<p class="authors">${paper.authors.map(escapeHtml).join(', ')}</p>`;

/** Title, authors, abstract: what most DOIs lead to. */
export function landingPage(paper: Paper, links: LandingLinks): string {
  const chance = dice('abstract', paper.id);
  return `<!DOCTYPE html>
<html lang="en">
${head(paper, links)}<body>
<nav><a href="/">Home</a> <a href="/search">Search</a> <a href="/about">About</a></nav>
<main>
<h1>${escapeHtml(paper.title ?? 'Untitled')}</h1>
${byline(paper)}
<section id="abstract"><h2>Abstract</h2><p>${paragraph(chance, 5)}</p></section>
<p>To read the article, see the access options of your institution.</p>
</main>
<footer>${escapeHtml(paper.journal)}, ${paper.year}</footer>
</body>
</html>
`;
}

const SECTIONS = ['Introduction', 'Materials and methods', 'Results', 'Discussion', 'Conclusions'] as const;

/** The whole article as a web page: sections, several thousand words, references. */
export function fullTextPage(paper: Paper, links: LandingLinks): string {
  const chance = dice('full text', paper.id);
  const sections = SECTIONS.map(
    (name) =>
      `<section><h2>${name}</h2>\n${Array.from({ length: 6 }, () => `<p>${paragraph(chance, 6)}</p>`).join('\n')}\n</section>`,
  );
  const references = Array.from(
    { length: 25 },
    (_, at) => `<li id="ref${at + 1}">${paragraph(chance, 1)}</li>`,
  );
  return `<!DOCTYPE html>
<html lang="en">
${head(paper, links)}<body>
<article>
<h1>${escapeHtml(paper.title ?? 'Untitled')}</h1>
${byline(paper)}
<section id="abstract"><h2>Abstract</h2><p>${paragraph(chance, 6)}</p></section>
${sections.join('\n')}
<section id="references"><h2>References</h2><ol>${references.join('\n')}</ol></section>
</article>
</body>
</html>
`;
}

const page = (title: string, body: string): string =>
  `<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><title>${title}</title></head>\n<body>${body}</body></html>\n`;

export const notFoundPage = (): string =>
  page('Page not found', '<h1>Page not found</h1><p>The page you asked for does not exist.</p>');

export const viewerPage = (): string =>
  page(
    'PDF viewer',
    '<div id="viewer">Loading the document. Please enable JavaScript to view this article.</div><script src="/assets/viewer.js"></script>',
  );

export const loginPage = (): string =>
  page(
    'Sign in',
    '<h1>Sign in</h1><p>Log in via your institution to get access to this content.</p><form method="post" action="/login"><label>Username <input name="username"></label><label>Password <input type="password" name="password"></label><button>Log in</button></form>',
  );

/** As Cloudflare's interstitial looks from outside. */
export const cloudflarePage = (): string => `<!DOCTYPE html>
<html lang="en-US"><head><title>Just a moment...</title><meta http-equiv="Content-Type" content="text/html; charset=UTF-8"><meta name="robots" content="noindex,nofollow"><meta http-equiv="refresh" content="390"></head>
<body><div class="main-wrapper" role="main"><div class="main-content"><noscript><div class="h2"><span id="challenge-error-text">Enable JavaScript and cookies to continue</span></div></noscript></div></div>
<script>(function(){window._cf_chl_opt={cvId:'3',cType:'managed',cRay:'0000000000000000'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/h/b/orchestrate/chl_page/v1';document.getElementsByTagName('head')[0].appendChild(a);})();</script></body></html>
`;

/** As PMC answers programs: a small page that wants a proof of work. */
export const proofOfWorkPage = (): string => `<!DOCTYPE html>
<html><head><title>Preparing to download ...</title></head>
<body><p>Preparing to download ...</p>
<script>const POW_CHALLENGE="lab:1700000000:0a1b2c3d";const POW_DIFFICULTY="4";const POW_COOKIE_NAME="cloudpmc-viewer-pow";
/* searches for a nonce whose SHA-256 starts with zeros, sets the cookie, loads the page again */</script></body></html>
`;
