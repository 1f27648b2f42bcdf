import type { Zone } from './page-blocks.ts';

export type Attributes = Readonly<Record<string, string>>;

/** Elements that end a paragraph where they begin and end. */
export const BLOCKS = new Set(
  (
    'address article aside blockquote body center dd details dialog div dl dt fieldset figcaption figure footer form ' +
    'h1 h2 h3 h4 h5 h6 head header hr html legend li main nav ol option p pre section summary table tbody td tfoot th thead title tr ul'
  ).split(' '),
);
/** Nobody reads what stands in them. `<head>` is not among them: some pages never close it. */
const UNREAD = new Set(
  'script style noscript template select textarea button svg math iframe object canvas audio video datalist'.split(
    ' ',
  ),
);
const CHROME = new Set(['nav', 'footer', 'aside', 'header', 'dialog', 'menu']);
const CAPTIONS = new Set(['figcaption', 'caption']);
/** Containers of the whole page: what their class says ("has-sidebar") is not about the text inside. */
const LANDMARKS = new Set(['html', 'body', 'main', 'article']);
/** What a heading is called ("navigation-heading") is said of the heading, never of the text below it. */
const isHeading = (name: string): boolean => /^h[1-6]$/.test(name);

const word = (...words: readonly string[]): RegExp =>
  new RegExp(`(?:^|[\\s_-])(?:${words.join('|')})(?=[\\s_-]|$)`, 'i');

const ABSTRACT_CLASS = word(
  'abstracts?',
  'highlights?',
  'digest',
  'pls',
  'lay[_-]?summary',
  'teaser',
  'extract',
  'excerpt',
  'synopsis',
  'snippets?',
  'resum(?:en|o)',
  'first[_-]?page',
);
const REFERENCE_CLASS = word(
  'references?',
  'reflist',
  'refs',
  'bibliography',
  'biblio',
  'ref[_-]?list',
  'citations?[_-]list(?:ing)?',
);
const BESIDE_CLASS = word(
  'related(?![_-]works?\\b)',
  'recommend(?:ed|ations?|er)?',
  'similar',
  'cited[_-]?by',
  'citing',
  'captions?',
  'legends?',
  'extended[_-]?data',
  'comments?',
  'disqus',
  'reviews?[_-]?reports?',
  'search[_-]?results?',
  'suggest(?:ed|ions?)',
  'also[_-]?(?:read|like)',
  'most[_-]?(?:read|cited|viewed)',
  'trending',
);
/** One contribution of many, as in forums; alone, it may hold anything. */
const POST_CLASS = word(
  'posts?',
  'post[_-]?(?:item|body|content)',
  'message',
  'repl(?:y|ies)',
  'thread',
  'annotation',
);
const CHROME_CLASS = word(
  'cookies?',
  'consent',
  'sidebar',
  'side[_-]?bar',
  'nav',
  'navbar',
  'navigation',
  'menu',
  'footer',
  'banner',
  'breadcrumbs?',
  'masthead',
  'toolbar',
  'modal',
  'popup',
  'tooltip',
  'newsletter',
  'social',
  'advert(?:isement)?s?',
);
/** "page-with-sidebar", "no-banner", "sidebar-layout": said of a page, not of a part. */
const LAYOUT = word('has', 'with', 'without', 'no', 'layout', 'show', 'enabled?');

const MAX_CLASSES = 400;

/** Names that style sheets and scripts know the element by; ids of sections are made of their headings and say nothing. */
function namesOf(name: string, attributes: Attributes): string {
  const id = name === 'section' ? '' : (attributes['id'] ?? '');
  const names = `${attributes['class'] ?? ''} ${id}`.slice(0, MAX_CLASSES);
  return names.replace(/(\p{Ll})(\p{Lu})/gu, '$1-$2');
}

function zoneByName(name: string, attributes: Attributes): Zone | undefined {
  if (CAPTIONS.has(name)) return 'beside';
  if (CHROME.has(name)) return 'chrome';
  if (LANDMARKS.has(name) || isHeading(name) || !BLOCKS.has(name)) return undefined;
  const names = namesOf(name, attributes);
  if (names.length < 2 || LAYOUT.test(names)) return undefined;
  if (BESIDE_CLASS.test(names)) return 'beside';
  if (REFERENCE_CLASS.test(names)) return 'references';
  if (ABSTRACT_CLASS.test(names)) return 'abstract';
  return CHROME_CLASS.test(names) ? 'chrome' : undefined;
}

const MENUS = new Set(['nav', 'footer', 'menu', 'dialog']);
const MENU_CLASS = word(
  'nav',
  'navbar',
  'navigation',
  'menu',
  'footer',
  'breadcrumbs?',
  'masthead',
  'modal',
  'popup',
  'cookies?',
  'consent',
  'site[_-]?header',
  'global[_-]?header',
  'top[_-]?bar',
  'utility[_-]?(?:bar|links)',
);

/** Parts that are the same on every page of a site, or are about other works: what they offer is not about this one. */
function isMenu(name: string, attributes: Attributes): boolean {
  if (MENUS.has(name)) return true;
  if (!BLOCKS.has(name) || LANDMARKS.has(name) || isHeading(name)) return false;
  const names = namesOf(name, attributes);
  return (MENU_CLASS.test(names) || BESIDE_CLASS.test(names)) && !LAYOUT.test(names);
}

/** Whether a link leads to another page; places on the same page and scripts do not. */
const leadsAway = (name: string, { href }: Attributes): boolean =>
  name === 'a' && href !== undefined && href !== '' && !href.includes('#') && !/^\s*javascript:/i.test(href);

/** An element that is set as a heading without being one. */
const isSetAsHeading = (name: string, attributes: Attributes): boolean =>
  /^(?:b|strong|h[1-6])$/.test(name) ||
  (BLOCKS.has(name) &&
    /(?:^|[\s_-])(?:title|heading|head|hd|header|h[1-6])(?:[\s_-]|$)/i.test(namesOf(name, attributes)));

/** More elements inside each other than this give no zones of their own. */
const MAX_NESTED = 16;

/** An element that gives what stands in it a zone. Held open to doubt: the text may turn out to stand in it. */
export interface ZoneOwner {
  readonly zone: Zone;
  readonly isMenu: boolean;
  /** A paragraph: its name says nothing about others. */
  readonly isParagraph: boolean;
  /** Elements that never hold a text, whatever they are called. */
  readonly isSure: boolean;
  readonly above: ZoneOwner | undefined;
  readonly nested: number;
  /** The title or the abstract stands inside. */
  hasFront: boolean;
  /** Headings inside that only the text of a paper has. */
  textHeadings: number;
  /** It holds the text: its name was about something else. */
  isOfText: boolean;
  /** What is to be done with its words if it turns out to hold the text. */
  readonly held: (() => void)[];
}

const SURE = new Set(['nav', 'footer', 'menu', 'dialog', ...CAPTIONS]);

function ownerOf(name: string, attributes: Attributes, above: ZoneOwner | undefined): ZoneOwner | undefined {
  const zone = zoneByName(name, attributes);
  const isOfMenu = isMenu(name, attributes);
  const nested = (above?.nested ?? 0) + 1;
  if ((zone === undefined && !isOfMenu) || nested > MAX_NESTED) return above;
  return {
    zone: zone ?? 'text',
    isMenu: isOfMenu,
    isParagraph: name === 'p',
    isSure: SURE.has(name),
    above,
    nested,
    hasFront: false,
    textHeadings: 0,
    isOfText: false,
    held: [],
  };
}

const RANK: Readonly<Record<Zone, number>> = { text: 0, abstract: 1, references: 2, beside: 3, chrome: 4 };

export function* ownersOf({ owner }: Open): Generator<ZoneOwner> {
  for (let one = owner; one !== undefined; one = one.above) yield one;
}

/** The least of the zones around a place. */
export function zoneAt(place: Open): Zone {
  let zone: Zone = 'text';
  for (const owner of ownersOf(place))
    if (!owner.isOfText && RANK[owner.zone] > RANK[zone]) zone = owner.zone;
  return zone;
}

const menuOf = (place: Open): ZoneOwner | undefined => {
  for (const owner of ownersOf(place)) if (owner.isMenu && !owner.isOfText) return owner;
  return undefined;
};

const MAX_HELD = 200;

/** Does now what is to be done with words of the page, or for those of a menu once it turns out to be none. */
export function unlessInMenu(place: Open, take: () => void): void {
  const menu = menuOf(place);
  if (menu === undefined) take();
  else if (!menu.isSure && menu.held.length < MAX_HELD) menu.held.push(take);
}

/** The element holds the text: what was said in it so far counts. */
export function makeText(owner: ZoneOwner): void {
  owner.isOfText = true;
  for (const take of owner.held.splice(0)) take();
}

/** An element that stands open, with what holds for everything inside it. */
export interface Open {
  readonly name: string;
  readonly owner: ZoneOwner | undefined;
  readonly isUnread: boolean;
  readonly isAway: boolean;
  readonly isBold: boolean;
  /** Somebody else's words. */
  readonly isQuoted: boolean;
  /** Its line breaks are to be seen. */
  readonly isPlain: boolean;
  /** One line, set to its place on the page. */
  readonly isSetLine: boolean;
  /** Contributions to a discussion that stand in it side by side. */
  readonly posts: { count: number };
}

export const OUTSIDE: Open = {
  name: '',
  owner: undefined,
  isUnread: false,
  isAway: false,
  isBold: false,
  isQuoted: false,
  isPlain: false,
  isSetLine: false,
  posts: { count: 0 },
};

const QUOTES = new Set(['q', 'code', 'samp', 'kbd', 'cite']);

/** Another contribution beside one before it. */
function isNextPost(name: string, attributes: Attributes, { posts }: Open): boolean {
  const { class: names = '' } = attributes;
  const isPost = names !== '' && BLOCKS.has(name) && !isHeading(name) && POST_CLASS.test(names);
  if (isPost) posts.count++;
  return isPost && posts.count > 1;
}

/** As pdf2htmlEX and pdftohtml write lines. */
const isSetToPlace = ({ class: names = '', style = '' }: Attributes): boolean =>
  (names !== '' && /(?:^|\s)t(?:\s|$)/.test(names)) ||
  (style !== '' && /position\s*:\s*absolute/i.test(style));

const COMMENT: Attributes = { class: 'comment' };

/** The element as it stands in the page: what holds for its parent holds for it. */
export const openElement = (name: string, attributes: Attributes, above: Open): Open => ({
  name,
  owner: ownerOf(name, isNextPost(name, attributes, above) ? COMMENT : attributes, above.owner),
  isUnread: above.isUnread || UNREAD.has(name),
  isAway: above.isAway || leadsAway(name, attributes),
  isBold: above.isBold || isSetAsHeading(name, attributes),
  isQuoted: above.isQuoted || QUOTES.has(name),
  isPlain: above.isPlain || name === 'pre',
  isSetLine: BLOCKS.has(name) ? isSetToPlace(attributes) : above.isSetLine,
  posts: { count: 0 },
});
