import { canonicalUrl, isHttpUrl, parseUrl } from '../../core/url.ts';
import type { FoundLink } from './found-link.ts';
import { judgeAnchor } from './judge-anchor.ts';
import { type PageParts, readPageParts } from './page-parts.ts';
import { fileUrlOf, pdfUrlOfPage } from './rewrite-url.ts';

/** An absolute address on a page and what led to it. */
export interface PageLink {
  readonly url: string;
  readonly evidence: string;
}

/** What a landing page says about where the full text is, best first. */
export interface PageLinks {
  readonly title: string;
  readonly pdf: readonly PageLink[];
  readonly xml: readonly PageLink[];
  /** Pages said to be the full text themselves. */
  readonly html: readonly PageLink[];
  /** The page that this one sends browsers on to. */
  readonly refresh?: string;
  readonly license?: string;
}

const MAX_PAGE_LENGTH = 2 * 1024 * 1024;
const MAX_PDF_LINKS = 10;

/** Meta tags that hold the address of the PDF, the most trusted first. */
const PDF_META = ['citation_pdf_url', 'bepress_citation_pdf_url', 'wkhealth_pdf_url', 'eprints.document_url'];
const NO_PDF_SUFFIX = /\.(?:html?|docx?|odt|rtf|ps|gz|zip|tex|txt|pptx?|xlsx?|csv|jpe?g|png|mp[34])$/i;

/**
 * Finds the full text's addresses on a page: meta tags in order of trust, link relations, data in scripts, embedded
 * viewers, anchors, and last the host's known pattern. Relative ones are resolved against `<base>` and the final URL. The
 * first 2 MiB are read, in linear time.
 */
export async function findPdfLinks(page: string, pageUrl: string): Promise<PageLinks> {
  const parts = await readPageParts(page.slice(0, MAX_PAGE_LENGTH));
  const base = (parts.base !== undefined && parseUrl(parts.base, pageUrl)?.href) || pageUrl;
  const absolute = resolver(base, pageUrl);
  const told = [
    ...PDF_META.flatMap((name) => metaLinks(parts, name)),
    ...linksOf(parts, /\b(?:alternate|item)\b/i, /^application\/(?:x-)?pdf\b/i),
    ...parts.blobs,
    ...parts.embeds,
  ].flatMap(absolute);
  const found = [...told, ...(await anchorLinks(parts, absolute, pageUrl))]
    .map(({ url, evidence }) => ({ url: fileUrlOf(url), evidence }))
    .filter(({ url }) => !NO_PDF_SUFFIX.test(new URL(url).pathname));
  const pattern = pdfUrlOfPage(pageUrl);
  const guessed =
    found.length === 0 && pattern ? [{ url: pattern, evidence: 'known pattern of the host' }] : [];
  const refresh = parts.refresh === undefined ? [] : absolute({ href: parts.refresh, evidence: 'refresh' });
  const license = linksOf(parts, /\blicense\b/i, /^/)[0];
  return {
    title: parts.title,
    pdf: distinct([...found, ...guessed]).slice(0, MAX_PDF_LINKS),
    xml: distinct(metaLinks(parts, 'citation_xml_url').flatMap(absolute)),
    html: distinct(metaLinks(parts, 'citation_fulltext_html_url').flatMap(absolute)),
    ...(refresh[0] && { refresh: refresh[0].url }),
    ...(license && { license: license.href }),
  };
}

type Absolute = (link: FoundLink) => readonly PageLink[];

/** Nothing that is not on the web, and not the page itself: it has just answered with HTML. */
function resolver(base: string, pageUrl: string): Absolute {
  const self = canonicalUrl(pageUrl);
  return ({ href, evidence }) => {
    const url = parseUrl(href.trim(), base);
    return url && isHttpUrl(url) && canonicalUrl(url.href) !== self ? [{ url: url.href, evidence }] : [];
  };
}

const metaLinks = ({ metas }: PageParts, name: string): readonly FoundLink[] =>
  metas.filter((meta) => meta.name === name).map(({ content }) => ({ href: content, evidence: name }));

const linksOf = ({ links }: PageParts, rel: RegExp, type: RegExp): readonly FoundLink[] =>
  links
    .filter((link) => rel.test(link.rel) && type.test(link.type))
    .map((link) => ({ href: link.href, evidence: `link rel=${link.rel.toLowerCase()}` }));

async function anchorLinks(
  { anchors }: PageParts,
  absolute: Absolute,
  pageUrl: string,
): Promise<readonly PageLink[]> {
  const { getDomain } = await import('tldts');
  const site = getDomain(pageUrl);
  const judged = anchors.flatMap((anchor) => {
    const [link] = absolute({
      href: anchor.attributes.get('href') ?? '',
      evidence: `anchor "${anchor.text.slice(0, 40)}"`,
    });
    const trust = link && judgeAnchor(anchor, link.url, site !== null && getDomain(link.url) === site);
    return link && trust !== undefined ? [{ link, trust }] : [];
  });
  return judged.sort((a, b) => a.trust - b.trust).map(({ link }) => link);
}

function distinct(links: readonly PageLink[]): readonly PageLink[] {
  const seen = new Set<string>();
  return links.filter(({ url }) => {
    const key = canonicalUrl(url);
    return !seen.has(key) && seen.add(key);
  });
}
