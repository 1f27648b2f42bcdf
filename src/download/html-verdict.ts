import type { HeaderMap } from '../http/client.ts';
import type { PageFacts } from './read-page.ts';
import { wallByHeaders, wallByUrl } from './walls.ts';

/**
 * What a page is. `full-text` is the only one that may be kept; `landing` is everything that is about a work without
 * being it.
 */
type PageKind = 'challenge-page' | 'login-page' | 'soft-404' | 'preview-stub' | 'full-text' | 'landing';

export interface PageVerdict {
  readonly kind: PageKind;
  /** What gave it away, for the record. */
  readonly evidence: string;
}

export interface PageContext {
  /** Every URL asked, the last being the one that answered. */
  readonly hops: readonly string[];
  readonly headers: HeaderMap;
}

/** A wall has few words of its own; an article that quotes one has many. */
const MAX_WALL_WORDS = 250;
/** An abstract has 150 to 400 words, an abstract page with its notices seldom 700: an article starts above both. */
const MIN_ARTICLE_WORDS = 1000;
const MIN_SECTIONS = 2;

const CHALLENGE_TITLE =
  /^(just a moment|attention required|checking your browser|verifying you are human|human verification|bot verification|are you a robot|robot check|security check|access denied|access to this page has been denied|request rejected|pardon our interruption|ddos-guard|client challenge|making sure you'?re not a bot|preparing to download|radware|validate user|captcha)/i;

/** Left behind by the products that make these pages, in markup and scripts. */
const CHALLENGE_MARKS = [
  'cf-chl-',
  '_cf_chl_opt',
  'cf-browser-verification',
  'challenges.cloudflare.com',
  'errors.edgesuite.net',
  'sec-if-cpt-container',
  'bm-verify',
  'cloudpmc-viewer-pow',
  'pow_challenge',
  'perfdrive.com',
  'captcha-delivery.com',
  '_incapsula_resource',
  'incapsula incident',
  'px-captcha',
  'awswafintegration',
  'awswaf.com',
  'within.website/x/cmd/anubis',
  'g-recaptcha',
  'h-captcha',
  'hcaptcha.com/1/api.js',
  'verify you are human',
  'unusual traffic from your',
  'please complete the security check',
] as const;

const LOGIN_TITLE =
  /\b(log ?in|sign ?in|anmelden|anmeldung|login|connexion|iniciar sesi[óo]n|shibboleth|single sign-on|institutional access|authentication)\b/i;
const LOGIN_MARKS = ['samlrequest', 'wayf', '/shibboleth', 'openathens'] as const;
const COOKIE_MARKS = [
  'cookies must be enabled',
  'cookies are disabled',
  'enable cookies',
  'cookies_not_supported',
  'cookieabsent',
  'browser does not accept cookies',
] as const;

const NOT_FOUND =
  /\b404\b|\b(page|article|document|file|item|resource|content|doi|paper|record)\b.{0,20}\b(not found|cannot be found|could not be found|does not exist|doesn't exist|no longer (available|exists)|is unavailable|not available)|^not found\b|^(error|oops)\b/i;

const PAYWALL_MARKS = [
  '"isaccessibleforfree":false',
  '"isaccessibleforfree": false',
  '"isaccessibleforfree":"false"',
  'purchase pdf',
  'buy article pdf',
  'buy this article',
  'get access to the full version',
  'access through your institution',
  'section snippets',
  'rent this article',
] as const;

const markIn = (source: string, marks: readonly string[]): string | undefined =>
  marks.find((mark) => source.includes(mark));

function challengeIn(page: PageFacts): string | undefined {
  if (CHALLENGE_TITLE.test(page.title)) return `title "${page.title.slice(0, 60)}"`;
  return markIn(page.source, CHALLENGE_MARKS);
}

function loginIn(page: PageFacts): string | undefined {
  const cookies = markIn(page.source, COOKIE_MARKS);
  if (cookies) return cookies;
  // Many article pages carry a folded sign-in form: it is a wall only where the page says so or is about nothing else.
  if (LOGIN_TITLE.test(page.title)) return `title "${page.title.slice(0, 60)}"`;
  if (page.isScholarly) return undefined;
  return page.hasPasswordField ? 'a password field and no article' : markIn(page.source, LOGIN_MARKS);
}

function notFoundIn(page: PageFacts): string | undefined {
  const said = [page.title, page.heading].find((text) => NOT_FOUND.test(text));
  return said && `"${said.slice(0, 60)}"`;
}

const isFullText = (page: PageFacts): boolean =>
  page.proseWords >= MIN_ARTICLE_WORDS && (page.sections >= MIN_SECTIONS || page.hasReferences);

/**
 * Judges a page. Full text is: at least 1,000 words in paragraphs, counted without menus, abstract and references, and
 * the build of an article (two sections with prose of their own, or a list of references). An abstract or landing page
 * never has both; a short letter may be missed, which costs less than a landing page kept as a paper.
 */
export function judgePage(page: PageFacts, { hops, headers }: PageContext): PageVerdict {
  const byHeaders = wallByHeaders(headers);
  if (byHeaders) return byHeaders;
  if (isFullText(page)) {
    const evidence = `${page.proseWords} words, ${page.sections} sections`;
    return { kind: 'full-text', evidence };
  }
  const byUrl = wallByUrl(hops);
  if (byUrl) return byUrl;
  if (page.proseWords <= MAX_WALL_WORDS) {
    const wall = wallIn(page);
    if (wall) return wall;
  }
  const paywall = markIn(page.source, PAYWALL_MARKS);
  if (paywall) return { kind: 'preview-stub', evidence: paywall };
  return { kind: 'landing', evidence: `${page.proseWords} words, ${page.sections} sections` };
}

function wallIn(page: PageFacts): PageVerdict | undefined {
  const challenge = challengeIn(page);
  if (challenge) return { kind: 'challenge-page', evidence: challenge };
  const missing = notFoundIn(page);
  if (missing) return { kind: 'soft-404', evidence: missing };
  const login = loginIn(page);
  return login ? { kind: 'login-page', evidence: login } : undefined;
}
