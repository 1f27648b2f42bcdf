const WORDS =
  'the method was applied to every sample and its result compared with the earlier measurement '.split(' ');

export const prose = (words: number): string =>
  Array.from({ length: Math.ceil(words / 60) }, (_, paragraph) => {
    const count = Math.min(60, words - paragraph * 60);
    return `<p>${Array.from({ length: count }, (__, index) => WORDS[(index + paragraph) % (WORDS.length - 1)]).join(' ')}.</p>`;
  }).join('\n');

const references = (count: number): string =>
  `<section class="references"><h2>References</h2><ol>${'<li><p>Author A. A title of some length. Journal 12, 3-4 (2001).</p></li>'.repeat(count)}</ol></section>`;

export const articlePage = (
  words = 1800,
): string => `<!DOCTYPE html><html><head><title>A paper | Journal</title>
<meta name="citation_title" content="A paper"></head><body class="has-sidebar"><nav><p>${'menu '.repeat(300)}</p></nav>
<article><h1>A paper</h1><section class="abstract"><h2>Abstract</h2>${prose(220)}</section>
<h2>1. Introduction</h2>${prose(words / 3)}<h2>2. Methods</h2>${prose(words / 3)}<h2>3. Results</h2>${prose(words / 3)}
${references(20)}</article></body></html>`;

/** What publishers show of a closed article: abstract, notices, all references. */
export const abstractPage = (
  extra = '',
): string => `<!DOCTYPE html><html><head><title>A paper | Journal</title>
<meta name="citation_title" content="A paper"><meta name="citation_doi" content="10.1/x"></head><body>
<nav><p>${'menu '.repeat(400)}</p></nav><main><h1>A paper</h1><h2>Abstract</h2>${prose(350)}
<h2>About this article</h2>${prose(120)}<h2>Author information</h2>${prose(150)}<h2>Rights and permissions</h2>${prose(80)}
${extra}${references(60)}</main><footer>${prose(500)}</footer></body></html>`;

export const WALLS: readonly (readonly [
  name: string,
  reason: 'challenge-page' | 'login-page' | 'soft-404',
  html: string,
])[] = [
  [
    'Cloudflare',
    'challenge-page',
    '<!DOCTYPE html><html lang="en-US"><head><title>Just a moment...</title></head><body><div class="main-wrapper"><noscript>Enable JavaScript and cookies to continue</noscript></div><script>window._cf_chl_opt={cvId:"3"};</script></body></html>',
  ],
  [
    'Akamai',
    'challenge-page',
    "<HTML><HEAD>\n<TITLE>Access Denied</TITLE>\n</HEAD><BODY>\n<H1>Access Denied</H1>\n \nYou don't have permission to access this on this server.<P>\nReference&#32;&#35;18&#46;2<P>https&#58;&#47;&#47;errors&#46;edgesuite&#46;net</BODY></HTML>",
  ],
  [
    'PMC proof of work',
    'challenge-page',
    '<html><head><title>Preparing to download ...</title></head><body><script>const POW_CHALLENGE = "x"; const POW_COOKIE_NAME = "cloudpmc-viewer-pow"</script></body></html>',
  ],
  [
    'perfdrive',
    'challenge-page',
    '<html><head><title>Radware Captcha Page</title></head><body><form action="https://validate.perfdrive.com/x"></form></body></html>',
  ],
  [
    'DataDome',
    'challenge-page',
    '<html><head><title>journal.test</title></head><body><script src="https://ct.captcha-delivery.com/c.js"></script></body></html>',
  ],
  [
    'Incapsula',
    'challenge-page',
    '<html><body><iframe src="/_Incapsula_Resource?x=1">Request unsuccessful. Incapsula incident ID: 1</iframe></body></html>',
  ],
  [
    'recaptcha',
    'challenge-page',
    '<html><head><title>Verify</title></head><body><form><div class="g-recaptcha"></div><p>Confirm that you are not a robot.</p></form></body></html>',
  ],
  [
    'login form',
    'login-page',
    '<html><head><title>Member area</title></head><body><form><input name="u"><input type="password" name="p"></form></body></html>',
  ],
  [
    'sign-in title',
    'login-page',
    '<html><head><title>Sign in - Publisher</title></head><body><p>Choose your institution.</p></body></html>',
  ],
  [
    'cookie wall',
    'login-page',
    '<html><head><title>Journal</title></head><body><p>Cookies must be enabled to read this article.</p></body></html>',
  ],
  [
    'soft 404',
    'soft-404',
    '<html><head><title>Page not found | Journal</title></head><body><h1>Sorry</h1></body></html>',
  ],
  [
    'soft 404 in the heading',
    'soft-404',
    '<html><head><title>Repository</title></head><body><h1>This document is no longer available</h1></body></html>',
  ],
];

export const jats = (words = 400): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE article PUBLIC "-//NLM//DTD JATS (Z39.96) Journal Archiving and Interchange DTD v1.2 20190208//EN" "JATS-archivearticle1.dtd">\n<article article-type="research-article"><front><article-meta><title-group><article-title>A paper</article-title></title-group><abstract><p>Short&nbsp;one.</p></abstract></article-meta></front><body><sec><title>Introduction</title>${prose(words)}</sec></body></article>`;
