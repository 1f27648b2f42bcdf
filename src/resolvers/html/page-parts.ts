import type { FoundLink } from './found-link.ts';
import { type Anchor, isContainer, listsOtherWorks } from './judge-anchor.ts';
import { pdfUrlsInScript } from './script-blobs.ts';
import { type Attributes, type HtmlVisitor, walkHtml } from './walk-html.ts';

/** The parts of a page that may say where the full text is, in document order, nothing judged yet. */
export interface PageParts {
  readonly title: string;
  readonly base: string | undefined;
  readonly refresh: string | undefined;
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly { readonly rel: string; readonly type: string; readonly href: string }[];
  readonly blobs: readonly FoundLink[];
  readonly embeds: readonly FoundLink[];
  /** Outside of reference lists and the like. */
  readonly anchors: readonly Anchor[];
}

const MAX_PARTS = 5000;
const MAX_TEXT_LENGTH = 300;
const INTERESTING = new Set(['meta', 'link', 'base', 'a', 'iframe', 'embed', 'object', 'script', 'title']);

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };

export async function readPageParts(html: string): Promise<PageParts> {
  const parts: Mutable<PageParts> = {
    title: '',
    base: undefined,
    refresh: undefined,
    metas: [],
    links: [],
    blobs: [],
    embeds: [],
    anchors: [],
  };
  await walkHtml(html, visitorFor(parts));
  return parts;
}

/** A container of other works, left again when as many of its tags have closed as opened. */
interface Aside {
  readonly tag: string;
  depth: number;
}

function visitorFor(parts: Mutable<PageParts>): HtmlVisitor {
  let inside: 'title' | 'script' | undefined;
  let anchor: { attributes: Attributes; text: string } | undefined;
  let aside: Aside | undefined;
  const endAnchor = () => {
    if (anchor && !aside && parts.anchors.length < MAX_PARTS)
      parts.anchors.push({ ...anchor, text: anchor.text.replace(/\s+/g, ' ').trim() });
    anchor = undefined;
  };
  return {
    wants: (tag) => INTERESTING.has(tag) || isContainer(tag),
    open(tag, attributes) {
      if (aside) aside.depth += tag === aside.tag ? 1 : 0;
      else if (listsOtherWorks(tag, attributes)) aside = { tag, depth: 1 };
      if (tag === 'title' || tag === 'script') inside = tag;
      if (tag !== 'a') return collect(parts, tag, attributes);
      endAnchor();
      if (attributes.has('href')) anchor = { attributes, text: '' };
    },
    close(tag) {
      if (tag === 'title' || tag === 'script') inside = undefined;
      if (tag === 'a') endAnchor();
      if (aside?.tag === tag && --aside.depth === 0) aside = undefined;
    },
    text(text) {
      if (inside === 'script') {
        if (parts.blobs.length < MAX_PARTS) parts.blobs.push(...pdfUrlsInScript(text));
      } else if (inside === 'title') {
        parts.title = (parts.title + text).slice(0, MAX_TEXT_LENGTH);
      } else if (anchor && anchor.text.length < MAX_TEXT_LENGTH) {
        anchor.text += text.slice(0, MAX_TEXT_LENGTH);
      }
    },
  };
}

function collect(parts: Mutable<PageParts>, tag: string, attributes: Attributes): void {
  switch (tag) {
    case 'base':
      parts.base ??= attributes.get('href');
      break;
    case 'meta':
      collectMeta(parts, attributes);
      break;
    case 'link':
      collectLink(parts, attributes);
      break;
    case 'iframe':
    case 'embed':
      collectEmbed(parts, attributes.get('src'), { tag, attributes });
      break;
    case 'object':
      collectEmbed(parts, attributes.get('data'), { tag, attributes });
      break;
  }
}

function collectLink(parts: Mutable<PageParts>, attributes: Attributes): void {
  const [rel, href, type = ''] = ['rel', 'href', 'type'].map((name) => attributes.get(name));
  if (rel && href && parts.links.length < MAX_PARTS) parts.links.push({ rel, href, type });
}

interface Tag {
  readonly tag: string;
  readonly attributes: Attributes;
}

function collectEmbed(parts: Mutable<PageParts>, href: string | undefined, { tag, attributes }: Tag): void {
  if (!href || parts.embeds.length >= MAX_PARTS) return;
  const isPdf = /^application\/pdf\b/i.test(attributes.get('type') ?? '') || EMBEDDED_PDF.test(href);
  if (isPdf) parts.embeds.push({ href, evidence: tag });
}

const EMBEDDED_PDF = /\.pdf(?:$|[?#&])/i;

function collectMeta(parts: Mutable<PageParts>, attributes: Attributes): void {
  const content = attributes.get('content')?.trim();
  if (!content || parts.metas.length >= MAX_PARTS) return;
  const name = (attributes.get('name') ?? attributes.get('property') ?? '').toLowerCase();
  if (name) parts.metas.push({ name, content });
  if (/^refresh$/i.test(attributes.get('http-equiv') ?? ''))
    parts.refresh ??= /^\s*\d*(?:\.\d*)?\s*[;,]\s*(?:url\s*=\s*)?["']?([^"'\s]+)/i.exec(content)?.[1];
}
