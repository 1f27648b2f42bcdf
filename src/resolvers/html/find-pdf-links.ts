import { canonicalUrl, isHttpUrl, parseUrl } from '../../core/url.ts';
import { nextTurn } from '../../platform/next-turn.ts';
import { type About, aboutWork, type WorkNames } from './about-work.ts';
import { saysOfFile } from './address-shapes.ts';
import { isAddressBeside } from './beside-paper.ts';
import { type FoundLink, LINKED_DATA } from './found-link.ts';
import { htmlGalleys } from './html-galleys.ts';
import { type Anchor, judgeAnchor, MENTION, type Setting, type Trust } from './judge-anchor.ts';
import { kinshipOf, ownerOf } from './own-address.ts';
import { type PageParts, readPageParts } from './page-parts.ts';
import { fileUrlOf, pdfUrlOfPage } from './rewrite-url.ts';
import { withholds } from './withholds.ts';

/** An absolute address on a page and what led to it. */
export interface PageLink {
  readonly url: string;
  readonly evidence: string;
}

/** For which work a page is read. */
export interface Wanted {
  readonly work: WorkNames;
  /** Identifiers that the headers of the answer give of what the page shows. */
  readonly more?: readonly string[];
}

/** What a landing page says about where the full text is, best first. */
export interface PageLinks {
  readonly title: string;
  readonly about: About;
  readonly pdf: readonly PageLink[];
  readonly xml: readonly PageLink[];
  /** Pages said to be the full text themselves. */
  readonly html: readonly PageLink[];
  /** Pages that this one sends browsers on to, or shows in its frames, the likeliest first. */
  readonly onward: readonly string[];
  readonly license?: string;
}

const MAX_PAGE_LENGTH = 2 * 1024 * 1024;
const MAX_PDF_LINKS = 10;
const MAX_ONWARD = 3;
/** A page with less text than this and a script that leads away is no page to be read. */
const MAX_STUB_TEXT = 600;
/** More links that say PDF, none of which is known as the work's own, make a list of works. */
const MAX_UNTOLD = 4;

/** Meta tags that hold the address of the PDF, the most trusted first. */
const PDF_META = [
  'citation_pdf_url',
  'bepress_citation_pdf_url',
  'wkhealth_pdf_url',
  'fulltext_pdf',
  'eprints.document_url',
];
/** What no answer in PDF has; pages may have it (Emerald), where the tag says that the PDF is behind it. */
const NO_PDF_SUFFIX =
  /\.(?:docx?|odt|rtf|ps|gz|zip|tex|txt|pptx?|xlsx?|csv|jpe?g|gif|png|svg|mp[34]|xml|epub)$/i;
const PAGE_SUFFIX = /\.x?html?$/i;
/** Types of things whose PDFs are manuals and descriptions, not the work (schema.org, DataCite, DCMI). */
const NO_TEXT_TYPE =
  /^(?:https?:\/\/schema\.org\/)?(?:dataset|software(?:sourcecode|application)?|image(?:object)?|video(?:object)?|sound|audio(?:object)?)$/i;
const TEXT_TYPE = /article|report|thesis|book|chapter|text|publication|paper|creativework|digitaldocument/i;

/**
 * Finds the full text's addresses on a page: meta tags in order of trust, link relations, data in scripts, embedded
 * viewers, anchors, and last the host's known pattern. Relative ones are resolved against `<base>` and the final URL. The
 * first 2 MiB are read, in linear time. On a page that does not say that it is the wanted work's, only what is written for
 * machines counts: links of such pages give policies, issues and other works. On another work's page nothing does.
 */
export async function findPdfLinks(
  page: string,
  url: string,
  wanted: Wanted = { work: {} },
): Promise<PageLinks> {
  const parts = await readPageParts(page.slice(0, MAX_PAGE_LENGTH));
  const pageUrl = addressOfPage(parts, url);
  const base = (parts.base !== undefined && parseUrl(parts.base, pageUrl)?.href) || pageUrl;
  const absolute = resolver(base, pageUrl);
  const setting = await settingOf(parts, pageUrl);
  const about = aboutWork(parts, wanted);
  const found =
    about === 'other' || showsNoText(parts) ? [] : await pdfLinks(parts, { absolute, setting, about });
  const isGuessed = about === 'same' && found.length === 0 && !showsNoText(parts);
  const guessed = isGuessed ? guessedLink(parts, pageUrl) : [];
  const onward = onwardOf(parts).flatMap((href) => absolute({ href, evidence: 'onward' }));
  const license = linksOf(parts, /\blicense\b/i, /^/)[0];
  return {
    title: parts.title,
    about,
    pdf: distinct([...found, ...guessed]).slice(0, MAX_PDF_LINKS),
    xml: distinct(
      ['citation_xml_url', 'fulltext_xml'].flatMap((name) => metaLinks(parts, name)).flatMap(absolute),
    ),
    html: distinct(
      [...metaLinks(parts, 'citation_fulltext_html_url'), ...htmlGalleys(parts.anchors, pageUrl)].flatMap(
        absolute,
      ),
    ),
    onward: distinct(onward)
      .slice(0, MAX_ONWARD)
      .map(({ url }) => url),
    ...(license && { license: license.href }),
  };
}

const NAME_SERVICE = /(?:^|\.)(?:doi\.org|handle\.net)$/;

/** A page met under a name alone says itself where it is. */
function addressOfPage({ links, metas }: PageParts, url: string): string {
  if (!NAME_SERVICE.test(parseUrl(url)?.hostname ?? '')) return url;
  return addressesTold({ links, metas }).find((told) => /^https?:/i.test(told)) ?? url;
}

const addressesTold = ({ links, metas }: Pick<PageParts, 'links' | 'metas'>): readonly string[] => [
  ...links.filter(({ rel }) => /\bcanonical\b/i.test(rel)).map(({ href }) => href),
  ...metas.filter(({ name }) => name === 'og:url').map(({ content }) => content),
];

type Absolute = (link: FoundLink) => readonly PageLink[];

/** What is on the web, and not the page itself: it has just answered with HTML. */
function resolver(base: string, pageUrl: string): Absolute {
  const self = canonicalUrl(pageUrl);
  return ({ href, evidence }) => {
    const url = parseUrl(href.trim(), base);
    return url && isHttpUrl(url) && canonicalUrl(url.href) !== self ? [{ url: url.href, evidence }] : [];
  };
}

/** Where a browser goes on to without being asked: a refresh, the script of an empty page, the frames of a frameset. */
const onwardOf = ({ refresh, scripted, frames, textLength }: PageParts): readonly string[] => [
  ...(refresh === undefined ? [] : [refresh]),
  ...(scripted !== undefined && textLength <= MAX_STUB_TEXT ? [scripted] : []),
  ...frames.filter((href) => /main|content|body|article|text|paper/i.test(href)),
  ...frames.toReversed(),
];

const TITLE_TAGS =
  /^(?:citation_title|bepress_citation_title|dc\.title|dcterms\.title|eprints\.title|og:title|prism\.title|title)$/;

async function settingOf(parts: PageParts, pageUrl: string): Promise<Setting> {
  const { getDomain } = await import('tldts');
  const site = getDomain(pageUrl);
  const titles = [
    parts.title,
    ...parts.headings.slice(0, 3).map(({ text }) => text),
    ...parts.metas.filter(({ name }) => TITLE_TAGS.test(name)).map(({ content }) => content),
  ];
  const words = titles.flatMap((title) => title.toLowerCase().split(/[^\p{L}\p{N}]+/u));
  return {
    owner: ownerOf(pageUrl, parts),
    title: new Set(words.filter((word) => word.length >= 3)),
    isSameSite: (url) =>
      site === null ? new URL(url).host === new URL(pageUrl).host : getDomain(url) === site,
  };
}

/** A deposit of data or of a program. */
function showsNoText({ types, metas }: PageParts): boolean {
  const told = [
    ...types,
    ...metas.filter(({ name }) => /^(?:dc\.type|dcterms\.type)$/.test(name)).map(({ content }) => content),
  ];
  return told.some((type) => NO_TEXT_TYPE.test(type)) && !told.some((type) => TEXT_TYPE.test(type));
}

interface Shown {
  readonly absolute: Absolute;
  readonly setting: Setting;
}

interface Reading extends Shown {
  readonly about: About;
}

async function pdfLinks(parts: PageParts, reading: Reading): Promise<readonly PageLink[]> {
  const { absolute, setting, about } = reading;
  const tagged = PDF_META.flatMap((name) => metaLinks(parts, name)).flatMap(absolute);
  const isPage = ({ url }: PageLink) => PAGE_SUFFIX.test(new URL(url).pathname);
  const isSure = ({ evidence }: FoundLink) => about === 'same' || evidence === LINKED_DATA;
  const told = [
    ...linksOf(parts, /\b(?:alternate|item)\b/i, /^application\/(?:x-)?pdf\b/i).flatMap(absolute),
    ...parts.blobs
      .filter(isSure)
      .flatMap(absolute)
      .filter(({ url }) => isOwnFile(new URL(url), setting)),
  ].filter((link) => !isPage(link));
  // What readers see tells of the work only where the page is its own.
  const shown = {
    embedded: about === 'same' ? embedLinks(parts, { absolute, setting }) : [],
    linked: about === 'same' ? await anchorLinks(parts, { absolute, setting }) : [],
  };
  const files = (links: readonly PageLink[]) =>
    links
      .map(({ url, evidence }) => ({ url: fileUrlOf(url), evidence }))
      .filter(({ url }) => !NO_PDF_SUFFIX.test(new URL(url).pathname));
  return files([
    ...tagged.filter((link) => !isPage(link)),
    ...told,
    ...shown.embedded,
    ...shown.linked.filter((link) => !isPage(link)),
    ...tagged.filter(isPage),
  ]);
}

const isOwnFile = (url: URL, { owner, title }: Setting): boolean =>
  kinshipOf(url, owner) !== 'other' && !isAddressBeside(url, title);

const metaLinks = ({ metas }: PageParts, name: string): readonly FoundLink[] =>
  metas.filter((meta) => meta.name === name).map(({ content }) => ({ href: content, evidence: name }));

const linksOf = ({ links }: PageParts, rel: RegExp, type: RegExp): readonly FoundLink[] =>
  links
    .filter((link) => rel.test(link.rel) && type.test(link.type))
    .map((link) => ({ href: link.href, evidence: `link rel=${link.rel.toLowerCase()}` }));

/** Embedded documents: by type, by address, by the viewer around the file, or by what the element is called. */
function embedLinks({ embeds }: PageParts, { absolute, setting }: Shown): readonly PageLink[] {
  return embeds.flatMap((embed) => {
    if (embed.section !== 'work' && embed.section !== 'site') return [];
    return absolute({ href: embed.href, evidence: embed.text })
      .map((link) => ({ ...link, file: fileUrlOf(link.url) }))
      .filter(
        ({ url, file }) =>
          isPdfEmbed(embed, file !== url, new URL(file)) && isOwnFile(new URL(file), setting),
      )
      .map(({ url, evidence }) => ({ url, evidence }));
  });
}

function isPdfEmbed({ attributes }: Anchor, isViewer: boolean, file: URL): boolean {
  const named = ['id', 'class', 'name', 'title'].some((name) =>
    /(?:^|[^a-z])pdf|pdf(?:viewer|frame|embed)/i.test(attributes.get(name) ?? ''),
  );
  return (
    isViewer ||
    named ||
    saysOfFile(file) === 'pdf' ||
    /^application\/(?:x-)?pdf\b/i.test(attributes.get('type') ?? '')
  );
}

interface JudgedLink {
  readonly link: PageLink;
  readonly trust: Trust;
  readonly isOwn: boolean;
}

/** Addresses may be as long as 4 KiB, and each is taken apart several times. */
const ANCHORS_IN_A_TURN = 100;

async function anchorLinks({ anchors }: PageParts, shown: Shown): Promise<readonly PageLink[]> {
  const { absolute, setting } = shown;
  const judged: JudgedLink[] = [];
  for (const [at, anchor] of anchors.entries()) {
    if (at > 0 && at % ANCHORS_IN_A_TURN === 0) await nextTurn();
    const [link] = absolute({ href: anchor.href, evidence: `anchor "${anchor.text.slice(0, 40)}"` });
    const url = link && new URL(fileUrlOf(link.url));
    const trust = url && judgeAnchor(anchor, url, setting);
    if (link && url && trust !== undefined)
      judged.push({ link, trust, isOwn: kinshipOf(url, setting.owner) === 'own' });
  }
  return withoutLists(judged)
    .sort((one, other) => Number(other.isOwn) - Number(one.isOwn) || one.trust - other.trust)
    .map(({ link }) => link);
}

/** Where the work's own files are known, others are not offered; many that are not known make a list of other works. */
function withoutLists(judged: readonly JudgedLink[]): JudgedLink[] {
  const own = judged.filter(({ isOwn }) => isOwn);
  if (own.some(({ trust }) => trust <= 1)) return own;
  const count = (links: readonly JudgedLink[]) =>
    new Set(links.map(({ link }) => canonicalUrl(link.url))).size;
  const isList = count(judged.filter(({ isOwn }) => !isOwn)) > MAX_UNTOLD;
  const kept = isList ? own : [...judged];
  const mentions = kept.filter(({ trust }) => trust === MENTION);
  return count(mentions) > 1 || mentions.length < kept.length
    ? kept.filter(({ trust }) => trust !== MENTION)
    : kept;
}

function guessedLink(parts: PageParts, pageUrl: string): readonly PageLink[] {
  const url = [pageUrl, ...addressesTold(parts)].map(pdfUrlOfPage).find((told) => told !== undefined);
  return url === undefined || withholds(parts) ? [] : [{ url, evidence: 'known pattern of the host' }];
}

function distinct(links: readonly PageLink[]): readonly PageLink[] {
  const seen = new Set<string>();
  return links.filter(({ url }) => {
    const key = canonicalUrl(url);
    return !seen.has(key) && seen.add(key);
  });
}
