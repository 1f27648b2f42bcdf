import { countWords } from '../core/count-words.ts';
import { saysGone, wallByHeading, wallByText } from '../core/wall-words.ts';
import type { HeaderMap } from '../http/client.ts';
import type { PageFacts } from './read-page.ts';
import { wallByHeaders, wallByUrl } from './walls.ts';

/**
 * What a page is. `full-text` is the only one that may be kept, `truncated` the beginning of one; `landing` is everything
 * that is about a work without being it.
 */
type PageKind =
  | 'challenge-page'
  | 'login-page'
  | 'soft-404'
  | 'preview-stub'
  | 'full-text'
  | 'truncated'
  | 'landing';

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

/** A wall says little; a page that says more is one that merely loads a script against robots, or has a form to log in. */
const MAX_WALL_WORDS = 250;
const MAX_TEXT_WALL_WORDS = 150;
const MAX_MARKED_WALL_WORDS = 150;
/** A heading as long as this is the title of something. */
const MIN_TITLE_WORDS = 6;
/** Words of a wall stand at the top of it. */
const WALL_CHARS = 1500;
/** An abstract has 150 to 400 words, an abstract page with its notices seldom 700: an article starts above both. */
const MIN_ARTICLE_WORDS = 1000;
/** Long abstracts, as of reviews, do not make an article. */
const MIN_ARTICLE_TO_ABSTRACT = 1.5;
const MIN_SECTIONS = 2;
/** Without tags and sections, references make a paper only of a long text: pages about trials and persons have some, too. */
const MIN_ESSAY_WORDS = 2500;
/** Beside so much text an offer to buy is about something else: reprints, another article, another edition. */
const MIN_WORDS_BESIDE_OFFER = 3000;
/** Of the text itself, on a page that offers the rest. */
const MIN_SHOWN_WORDS = 200;
/** Nobody writes an abstract page with so little. */
const MIN_ABSTRACT = 40;

/** Left behind by the products that make these pages, in markup and scripts. Ordinary pages load some of them, too. */
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
] as const;
const LOGIN_MARKS = ['samlrequest', 'wayf', '/shibboleth', 'openathens'] as const;

const markIn = (source: string, marks: readonly string[]): string | undefined =>
  marks.find((mark) => source.includes(mark));

/** The least that a letter or a commentary has, and in how many paragraphs. */
const MIN_LETTER_WORDS = 500;
const MIN_LETTER_PARAGRAPHS = 3;
const MIN_LETTER_TO_ABSTRACT = 2;
/** Where nothing in the text points to its references. */
const MIN_UNCITED_WORDS = 600;
const MIN_UNCITED_PARAGRAPHS = 4;
const MIN_CITATIONS = 2;
/** Data, software and books have descriptions as long as letters. */
const DESCRIBED_TYPE = /dataset|software|^(?:og:)?book|thesis|periodical|videoobject|course/;
const MAX_ABSTRACT_LABELS = 1;

/** A page about an article: its tags say so and an abstract is there. No wall is. */
const isAboutWork = (page: PageFacts): boolean =>
  page.isScholarly && (page.abstractWords >= MIN_ABSTRACT || page.words >= MAX_TEXT_WALL_WORDS);

/** What stands before the page asked for, judged by what this one says and by how little it is beside that. */
function wallIn(page: PageFacts): PageVerdict | undefined {
  if (isAboutWork(page)) return undefined;
  const byHeading = page.ownWords <= MAX_WALL_WORDS ? wallBySaying(page) : wallByBoth(page);
  if (byHeading || page.isScholarly || page.ownWords > MAX_WALL_WORDS) return byHeading;
  const text = page.identity.front.slice(0, WALL_CHARS);
  const byText = page.ownWords <= MAX_TEXT_WALL_WORDS ? wallByText(text) : undefined;
  if (byText) return { kind: byText, evidence: 'what the page says' };
  const isTitled = page.identity.headings.some(({ text: title }) => countWords(title) >= MIN_TITLE_WORDS);
  if (page.hasPasswordField && !isTitled)
    return { kind: 'login-page', evidence: 'a password field and no article' };
  return wallByMark(page);
}

function wallBySaying({ title, heading, identity }: PageFacts): PageVerdict | undefined {
  const said = [title, heading, identity.headings[0]?.text ?? ''];
  for (const text of said) {
    const kind = wallByHeading(text);
    if (kind) return { kind, evidence: `"${text.slice(0, 60)}"` };
  }
  const gone = said.find(saysGone);
  return gone === undefined ? undefined : { kind: 'soft-404', evidence: `"${gone.slice(0, 60)}"` };
}

/** Where title and heading say the same, the rest is what sites put below to keep readers: news, popular articles. */
function wallByBoth({ title, heading, isScholarly }: PageFacts): PageVerdict | undefined {
  const kind = isScholarly ? undefined : wallByHeading(title);
  const same = wallByHeading(heading) ?? (saysGone(heading) ? 'soft-404' : undefined);
  return kind !== undefined && kind === same ? { kind, evidence: `"${heading.slice(0, 60)}"` } : undefined;
}

function wallByMark(page: PageFacts): PageVerdict | undefined {
  if (page.allWords > MAX_MARKED_WALL_WORDS) return undefined;
  const challenge = markIn(page.source, CHALLENGE_MARKS);
  if (challenge) return { kind: 'challenge-page', evidence: challenge };
  const login = markIn(page.source, LOGIN_MARKS);
  return login === undefined ? undefined : { kind: 'login-page', evidence: login };
}

/** Types of pages that have long texts, headings and references, and are no papers. */
const OTHER_TYPE =
  /^(?:blogposting|newsarticle|reportagenewsarticle|product|offer|recipe|faqpage|qapage|discussionforumposting|socialmediaposting|advertisercontentarticle|og:(?:product|profile|video|music).*)$/;

/** The page is an article's by its tags, or by a build that only papers have. */
function isOfPaper(page: PageFacts): boolean {
  const { isTagged, isScholarly, identity, proseWords } = page;
  if (/mediawiki/i.test(identity.generator) || page.source.includes('mw-parser-output')) return false;
  if (isTagged) return true;
  if (identity.types.some((type) => OTHER_TYPE.test(type))) return false;
  const hasBuild = page.sections >= MIN_SECTIONS || proseWords >= MIN_ESSAY_WORDS;
  if (isScholarly && (page.namedSections > 0 || page.hasReferences)) return true;
  return page.namedSections >= MIN_SECTIONS || (page.hasReferences && hasBuild);
}

/** Beside an abstract, an introduction of less than this and nothing else is what a publisher shows of the text. */
const MAX_SHOWN_INTRODUCTION = 2500;

/** An introduction without what it introduces, or texts of several works. */
function isOtherThanOne({ isIntroductionOnly, isCollection, abstractWords, proseWords }: PageFacts): boolean {
  const isShown = abstractWords >= MIN_ABSTRACT && proseWords < MAX_SHOWN_INTRODUCTION;
  return isCollection || (isIntroductionOnly && isShown);
}

function hasBody({ proseWords, abstractWords, sections, hasReferences }: PageFacts): boolean {
  const isLong = proseWords >= Math.max(MIN_ARTICLE_WORDS, MIN_ARTICLE_TO_ABSTRACT * abstractWords);
  return isLong && (sections >= MIN_SECTIONS || hasReferences);
}

/**
 * A letter, a commentary, a short editorial: less than an article and often without sections or an abstract. It points to
 * its references as abstracts do not, or stands beside references on a page that has no abstract which it could be.
 */
function isLetter(page: PageFacts): boolean {
  const { proseWords, paragraphs, citations, abstractWords, labels } = page;
  if (!page.isTagged || page.offer !== undefined || page.isCut || labels > MAX_ABSTRACT_LABELS) return false;
  if (page.identity.types.some((type) => DESCRIBED_TYPE.test(type))) return false;
  const isLong = proseWords >= Math.max(MIN_LETTER_WORDS, MIN_LETTER_TO_ABSTRACT * abstractWords);
  if (isLong && paragraphs >= MIN_LETTER_PARAGRAPHS && citations >= MIN_CITATIONS) return true;
  const isOnly = abstractWords < MIN_ABSTRACT && page.hasReferences;
  return isOnly && proseWords >= MIN_UNCITED_WORDS && paragraphs >= MIN_UNCITED_PARAGRAPHS;
}

/** On a page that says it is open, a column beside a text with so many sections sells print. */
const MIN_OPEN_SECTIONS = 3;
const MIN_OPEN_WORDS = 1500;

const isOpenText = ({ isOpen, hasReferences, namedSections, proseWords }: PageFacts): boolean =>
  isOpen && hasReferences && namedSections >= MIN_OPEN_SECTIONS && proseWords >= MIN_OPEN_WORDS;

/** Whether the page withholds the text, in its own words. */
function isWithheld(page: PageFacts): boolean {
  const { offer, proseWords, namedSections } = page;
  if (offer === undefined || (offer.isAside && !offer.isPart && isOpenText(page))) return false;
  return offer.isPart || proseWords < MIN_WORDS_BESIDE_OFFER || namedSections < MIN_SECTIONS;
}

const isArticle = (page: PageFacts): boolean =>
  (hasBody(page) || isLetter(page)) && isOfPaper(page) && !isOtherThanOne(page);

/**
 * Judges what kind of page it is; whether it is the work's is another question (`identifyPage`). Full text has at least 1,000
 * words in paragraphs, counted without menus, abstract, references, captions, notices and what is said of other works; the
 * build of an article (two sections with prose of their own, or references); a sign that it is a paper (tags, references,
 * section names); and does not offer itself for money or a login. Of letters less is asked (`isLetter`). One may be missed, which costs less than
 * a landing page kept as a paper.
 */
export function judgePage(page: PageFacts, { hops, headers }: PageContext): PageVerdict {
  const byHeaders = wallByHeaders(headers);
  if (byHeaders) return byHeaders;
  const evidence = `${page.proseWords} words, ${page.sections} sections`;
  if (isArticle(page) && !isWithheld(page))
    return page.isBrokenOff
      ? { kind: 'truncated', evidence: 'no </html> at the end' }
      : { kind: 'full-text', evidence };
  const wall = wallByUrl(hops) ?? wallIn(page);
  if (wall) return wall;
  return isPreview(page)
    ? { kind: 'preview-stub', evidence: page.offer?.said ?? '' }
    : { kind: 'landing', evidence };
}

/** An abstract page that mentions a login somewhere is a landing page like any other; a preview shows some of the text or sells it. */
const isPreview = ({ offer, proseWords }: PageFacts): boolean =>
  offer !== undefined && (offer.isPart || offer.isForSale || proseWords >= MIN_SHOWN_WORDS);
