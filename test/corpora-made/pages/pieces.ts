import { type Article, type Part, type Ref, type Table, wanted } from './article.ts';
import { dice } from './dice.ts';
import type { MadePage } from './made-page.ts';
import { escapeHtml, type Marks, markUp } from './prose.ts';

export { escapeHtml as esc } from './prose.ts';

export const each = <T>(list: readonly T[], show: (one: T, index: number) => string): string =>
  list.map(show).join('\n');

const BY_NUMBER = (a: Article): string =>
  `${a.year}/${String(new Date(`${a.month} 1, 2000`).getMonth() + 1).padStart(2, '0')}/${String(a.day).padStart(2, '0')}`;

export interface MetaOptions {
  pdf?: string;
  html?: string;
  abstractPage?: string;
  publisher?: string;
  refs?: boolean;
  dc?: boolean;
}

const meta = (name: string, content: string | number): string =>
  `<meta name="${name}" content="${escapeHtml(String(content))}" />`;

/** Highwire tags, as Google Scholar asks for them. */
export const highwire = (a: Article, options: MetaOptions = {}): string =>
  [
    meta('citation_journal_title', a.journal),
    meta('citation_publisher', options.publisher ?? a.journal),
    meta('citation_title', a.title),
    ...a.people.flatMap((one, index) => [
      meta('citation_author', `${one.given} ${one.family}`),
      meta('citation_author_institution', a.places[index % a.places.length] ?? ''),
    ]),
    meta('citation_publication_date', BY_NUMBER(a)),
    meta('citation_volume', a.volume),
    meta('citation_issue', a.issue),
    meta('citation_firstpage', a.first),
    meta('citation_lastpage', a.last),
    meta('citation_issn', a.issn),
    meta('citation_doi', a.doi),
    meta('citation_language', a.lang),
    ...(options.pdf ? [meta('citation_pdf_url', options.pdf)] : []),
    ...(options.html ? [meta('citation_fulltext_html_url', options.html)] : []),
    ...(options.abstractPage ? [meta('citation_abstract_html_url', options.abstractPage)] : []),
    ...(options.refs
      ? a.refs.map((ref) =>
          meta(
            'citation_reference',
            `citation_title=${ref.title}; citation_author=${ref.authors}; citation_journal_title=${ref.journal}; citation_publication_date=${ref.year}; citation_doi=${ref.doi}`,
          ),
        )
      : []),
    ...(options.dc ? dublinCore(a) : []),
  ].join('\n');

export const dublinCore = (a: Article): string[] => [
  meta('dc.title', a.title),
  ...a.people.map((one) => meta('dc.creator', `${one.family}, ${one.given}`)),
  meta('dc.date', `${a.year}-01-01`),
  meta('dc.identifier', `doi:${a.doi}`),
  meta('dc.description', a.abstract.join(' ')),
];

export const openGraph = (a: Article, url: string): string =>
  `<meta property="og:title" content="${escapeHtml(a.title)}"/><meta property="og:type" content="article"/><meta property="og:url" content="${url}"/><meta property="og:description" content="${escapeHtml(a.abstract.join(' ').slice(0, 200))}..."/><meta name="twitter:card" content="summary_large_image"/>`;

export const jsonLd = (a: Article, type = 'ScholarlyArticle'): string =>
  `<script type="application/ld+json">${JSON.stringify({ '@context': 'https://schema.org', '@type': type, headline: a.title, description: a.abstract.join(' '), datePublished: `${a.year}-01-01`, author: a.people.map((one) => ({ '@type': 'Person', name: `${one.given} ${one.family}`, affiliation: a.places })), isPartOf: { '@type': 'Periodical', name: a.journal, issn: [a.issn] }, sameAs: `https://doi.org/${a.doi}` })}</script>`;

/** Tag managers and settings that fill the head of a commercial page. */
export const analytics = (seed: string, kilobytes = 3): string => {
  const chance = dice(`${seed}/analytics`);
  const settings: Record<string, unknown> = {};
  while (JSON.stringify(settings).length < kilobytes * 1024) {
    settings[`feature_${chance.hex(6)}`] = {
      enabled: chance.chance(0.5),
      variant: chance.hex(12),
      bucket: chance.int(0, 100),
      expires: chance.int(1700000000, 1800000000),
      hosts: [`cdn-${chance.hex(4)}.example-cdn.net`, `px.${chance.hex(5)}.io`],
    };
  }
  return `<script>window.dataLayer=window.dataLayer||[];(function(w,d,s,l,i){w[l]=w[l]||[];w[l].push({'gtm.start':new Date().getTime(),event:'gtm.js'});var f=d.getElementsByTagName(s)[0],j=d.createElement(s),dl=l!='dataLayer'?'&l='+l:'';j.async=true;j.src='https://www.googletagmanager.com/gtm.js?id='+i+dl;f.parentNode.insertBefore(j,f);})(window,document,'script','dataLayer','GTM-${chance.hex(7).toUpperCase()}');</script>
<script>window.__settings=${JSON.stringify(settings)};window.digitalData={page:{pageInfo:{pageID:"${chance.hex(16)}"}},user:{segments:["${chance.hex(4)}"]}};</script>`;
};

export const consent = (kind: 'onetrust' | 'plain' | 'cookiebot' = 'onetrust'): string => {
  if (kind === 'cookiebot')
    return `<div id="CybotCookiebotDialog" role="dialog"><h2>This website uses cookies</h2><p>We use cookies to personalise content, to provide social media features and to analyse our traffic. We also share information about your use of our site with our analytics partners.</p><button id="CybotCookiebotDialogBodyButtonAccept">Allow all</button><button>Use necessary cookies only</button></div>`;
  if (kind === 'plain')
    return `<div class="cookie-banner"><p>We use cookies to make our site work. By continuing to use this site you agree to our use of cookies. <a href="/cookies">Find out more</a></p><button>OK</button></div>`;
  return `<div id="onetrust-consent-sdk"><div id="onetrust-banner-sdk" class="otFlat bottom" role="region"><div role="alertdialog" aria-describedby="onetrust-policy-text"><h2 id="onetrust-policy-title">We value your privacy</h2><div id="onetrust-policy-text">We use cookies that are necessary to make our site work. We may also use additional cookies to analyze, improve, and personalize our content and your digital experience. For more information, see our <a href="/legal/cookienotice">Cookie Policy</a> and the list of <a href="/vendors">Google Ad-Tech Vendors</a>. You may choose not to allow some types of cookies. However, blocking some types may impact your experience of our site.</div><button id="onetrust-pc-btn-handler">Cookie Settings</button><button id="onetrust-accept-btn-handler">Accept all cookies</button></div></div></div>`;
};

/** The sign-in window that Atypon and Silverchair put, hidden, on every page, open articles included. */
export const signInWindow = (): string =>
  `<div class="popup login-popup hidden" aria-hidden="true"><div class="login-popup__inner"><h2>Log in</h2><form action="/action/doLogin" method="post"><label for="login">Email or Customer ID</label><input id="login" name="login" type="text"><label for="password">Password</label><input id="password" name="password" type="password"><a href="/action/requestResetPassword">Forgot password?</a><input type="checkbox" name="savePassword"> Keep me logged in <input type="submit" value="Log In"></form><p>Access through your institution</p><h2>Create a new account</h2><p>Returning user</p><h2>Can't sign in? Forgot your password?</h2><p>Enter your email address below and we will send you the reset instructions. If the address matches an existing account you will receive an email with instructions to reset your password.</p></div></div>`;

/** Scripts of bot protection that stay in the page after the visitor was let through. */
export const guardScripts = (seed: string): string => {
  const chance = dice(`${seed}/guard`);
  return `<script src="https://www.google.com/recaptcha/api.js?render=explicit" async defer></script><script>(function(){function c(){var b=a.contentDocument||a.contentWindow.document;if(b){var d=b.createElement('script');d.innerHTML="window.__CF$cv$params={r:'${chance.hex(16)}',t:'${chance.hex(12)}'};var a=document.createElement('script');a.src='/cdn-cgi/challenge-platform/scripts/jsd/main.js';document.getElementsByTagName('head')[0].appendChild(a);";b.getElementsByTagName('head')[0].appendChild(d)}}var a=document.createElement('iframe');a.height=1;a.width=1;a.style.visibility='hidden';document.body.appendChild(a);})();</script>`;
};

export const links = (labels: readonly string[], at = '/'): string =>
  each(
    labels,
    (label) => `<li><a href="${at}${label.toLowerCase().replaceAll(/[^a-z]+/g, '-')}">${label}</a></li>`,
  );

const SUBJECTS = [
  'Agriculture',
  'Arts & Humanities',
  'Behavioral Sciences',
  'Biology',
  'Built Environment',
  'Chemistry',
  'Computer Science',
  'Earth Sciences',
  'Economics',
  'Education',
  'Engineering',
  'Environment',
  'Food Science',
  'Geography',
  'Health',
  'Law',
  'Mathematics',
  'Medicine',
  'Museum Studies',
  'Physics',
  'Politics',
  'Psychology',
  'Sociology',
  'Sports',
  'Tourism',
];

/** A menu with every subject of the publisher. */
export const megaMenu = (brand: string): string =>
  `<header class="site-header" role="banner"><a class="skip" href="#main">Skip to main content</a><a href="/" class="logo"><img src="/img/logo.svg" alt="${brand}"></a><nav class="mega-menu" aria-label="Main"><ul><li><button>Browse subjects</button><div class="mega-menu__panel"><ul>${links(SUBJECTS, '/subject/')}</ul></div></li><li><button>For authors</button><ul>${links(['Submit manuscript', 'Author guidelines', 'Open access options', 'Article processing charges', 'Research integrity', 'Language editing'], '/authors/')}</ul></li><li><button>About</button><ul>${links(['About us', 'Editorial board', 'Contact', 'Press', 'Careers', 'Librarians'], '/about/')}</ul></li></ul></nav><form action="/search" role="search"><label for="q">Search ${brand}</label><input id="q" name="q" type="search" placeholder="Search all articles"><button type="submit">Search</button></form><ul class="account"><li><a href="/login">Sign in</a></li><li><a href="/register">Register</a></li></ul></header>`;

export const footer = (brand: string, year: number): string =>
  `<footer class="site-footer" role="contentinfo"><div><h3>Resources</h3><ul>${links(['Librarians', 'Societies', 'Agents', 'Reviewers', 'Corporate solutions'])}</ul></div><div><h3>Legal</h3><ul>${links(['Terms of use', 'Privacy policy', 'Cookie settings', 'Accessibility statement', 'Sitemap'])}</ul></div><p>© ${year} ${brand}. All rights reserved, including those for text and data mining. Registered office: 4 Quay Street, London, United Kingdom.</p></footer>`;

export const share = (url: string): string =>
  `<div class="share"><span>Share</span><ul><li><a href="https://www.facebook.com/sharer/sharer.php?u=${encodeURIComponent(url)}">Facebook</a></li><li><a href="https://twitter.com/intent/tweet?url=${encodeURIComponent(url)}">X</a></li><li><a href="https://www.linkedin.com/shareArticle?url=${encodeURIComponent(url)}">LinkedIn</a></li><li><a href="mailto:?subject=Article&body=${encodeURIComponent(url)}">Email</a></li></ul></div>`;

export const refText = (ref: Ref): string =>
  `${escapeHtml(ref.authors)}. ${escapeHtml(ref.title)}. <i>${escapeHtml(ref.journal)}</i> ${ref.year};<b>${ref.volume}</b>:${ref.pages}.`;

export const refLinks = (ref: Ref): string =>
  `<a href="https://doi.org/${ref.doi}">Crossref</a> <a href="https://pubmed.ncbi.nlm.nih.gov/${ref.pmid}">PubMed</a> <a href="https://scholar.google.com/scholar_lookup?title=${encodeURIComponent(ref.title)}&amp;publication_year=${ref.year}">Google Scholar</a>`;

export const tableHtml = (one: Table, attributes = ''): string =>
  `<table${attributes}><thead><tr>${each(one.head, (cell) => `<th>${escapeHtml(cell)}</th>`)}</tr></thead><tbody>${each(one.rows, (row) => `<tr>${row.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`)}</tbody></table>`;

/** How a platform prints a part: everything around the text is the platform's. */
export interface PartStyle {
  marks: Marks;
  paragraph(html: string, id: string): string;
  figure(caption: string, number: number): string;
  table(one: Table): string;
  part(title: string, inner: string, level: number, part: Part): string;
}

export const renderParts = (parts: readonly Part[], style: PartStyle, level = 2): string =>
  each(parts, (part) => {
    const texts = each(part.paragraphs, (text, index) =>
      style.paragraph(markUp(text, style.marks), `${part.id}-${index + 1}`),
    );
    const figures = each(part.figures, (one) => style.figure(escapeHtml(one.caption), one.number));
    const tables = each(part.tables, (one) => style.table(one));
    return style.part(
      part.title,
      `${texts}${figures}${tables}${renderParts(part.parts, style, level + 1)}`,
      level,
      part,
    );
  });

export const page = (lang: string, head: string, body: string, attributes = ''): string =>
  `<!DOCTYPE html>\n<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">${head}</head>\n<body${attributes}>${body}</body></html>`;

export type PageFields = Omit<MadePage, 'html' | 'work'>;

export const made = (a: Article, fields: PageFields, html: string): MadePage => ({
  ...fields,
  html,
  work: wanted(a),
});
