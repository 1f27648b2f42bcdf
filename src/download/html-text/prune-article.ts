import { countWords } from '../../core/count-words.ts';
import type { DomElement } from './dom.ts';

/**
 * What stands among an article's paragraphs without being its text, by the names that sites of all kinds give it:
 * who and when, captions of photographs, links to other pages, requests to share, subscribe and agree.
 */
const ASIDE =
  /(?:^|[\s_-])(?:bylines?|authors?|author-?bio|bio|dateline|datetime|timestamps?|dates?|published|updated|pubdate|postinfo|metas?|(?:post|entry|article)meta|breadcrumbs?|shar(?:e|ing)|social|follow|related|recommend(?:ed|ations)?|read-?more|more-?(?:stories|news|articles)|also|newsletters?|subscribe|subscription|sign-?up|promos?|advert(?:s|isement)?|ads?|sponsor(?:ed)?|captions?|credits?|attribution|copyright|disclaimers?|cookies?|comments?|tags?|footers?|sidebar|rollover|flyout|views?-count|read(?:ing)?-?time|print-header|players?|tooltip|popup|modal|skip-link|screen-reader-text)(?:[\s_-]|$)/i;

/** A numbered caption belongs to the text of a paper; the caption of a photograph does not. */
const NUMBERED_CAPTION =
  /^\s*(?:supplementa(?:ry|l)\s+)?(?:fig(?:ure|s?\.)|table|tab\.|scheme|box|plate|chart|video|abb(?:ildung|\.)|tabelle|рис|табл|图|圖|図|表)/i;

/** Sites name rows and cells for their look; tables are kept or dropped whole by the extraction itself. */
const TABLE_PARTS = new Set(['TABLE', 'TBODY', 'THEAD', 'TFOOT', 'TR', 'TD', 'TH']);
const LINK_HOLDERS = 'ul,ol,p,h2,h3,h4,h5,h6,div';
const MAX_ASIDE_SHARE = 0.2;
const MIN_ASIDE_WORDS = 80;
const LINK_SHARE = 0.9;
const MIN_LINK_WORDS = 3;
const MIN_TITLE_WORDS = 3;

const textOf = (element: DomElement): string => element.textContent ?? '';

function dropAll(elements: Iterable<DomElement>, isAside: (element: DomElement) => boolean): void {
  for (const element of elements) if (isAside(element)) element.remove();
}

const namesOf = (element: DomElement): string =>
  `${element.getAttribute('class') ?? ''} ${element.getAttribute('id') ?? ''}`;

/** Paragraphs and lists that are nothing but links: other stories, tags, navigation. */
function isLinks(element: DomElement): boolean {
  const words = countWords(textOf(element));
  if (words < MIN_LINK_WORDS) return false;
  let linked = 0;
  for (const link of element.querySelectorAll('a')) linked += countWords(textOf(link));
  return linked / words >= LINK_SHARE;
}

const isNumberedCaption = (element: DomElement): boolean => NUMBERED_CAPTION.test(textOf(element));

/** References are links by their nature, and text of the paper. */
const isReference = (element: DomElement): boolean =>
  element.closest(
    '[class*="reference" i],[id*="reference" i],[class*="bibliograph" i],[class*="ref-list" i]',
  ) !== null;

/**
 * Takes out of an extracted article what is not its text. Only parts much smaller than the article go, whatever they are
 * called: a site may name the whole text "post-meta".
 */
export function pruneArticle(root: DomElement, title: string): void {
  const total = countWords(textOf(root));
  const isSmall = (element: DomElement): boolean => {
    const words = countWords(textOf(element));
    return words < Math.max(MIN_ASIDE_WORDS, total * MAX_ASIDE_SHARE) && words < total / 2;
  };
  dropAll(root.querySelectorAll('figcaption,figure'), (one) => !isNumberedCaption(one) && isSmall(one));
  dropAll(
    root.querySelectorAll('[class],[id]'),
    (one) =>
      ASIDE.test(namesOf(one)) &&
      !TABLE_PARTS.has(one.tagName.toUpperCase()) &&
      isSmall(one) &&
      !isNumberedCaption(one),
  );
  dropAll(root.querySelectorAll(LINK_HOLDERS), (one) => isLinks(one) && isSmall(one) && !isReference(one));
  dropAll(root.querySelectorAll('time'), isSmall);
  dropAll(root.querySelectorAll('h1,h2'), (one) => isTitle(textOf(one).trim(), title));
}

/** The title is known from elsewhere; in the text it would stand twice. */
const isTitle = (heading: string, title: string): boolean =>
  countWords(heading) >= MIN_TITLE_WORDS &&
  (title.includes(heading) || heading.includes(title)) &&
  title !== '';
