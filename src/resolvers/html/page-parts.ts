import type { FoundLink } from './found-link.ts';
import type { Anchor } from './judge-anchor.ts';
import { type Block, type Heading, MAX_PARTS, PageText } from './page-text.ts';
import { redirectInScript, refreshTarget } from './redirect-stub.ts';
import { readScript } from './script-blobs.ts';
import { type Attributes, walkHtml } from './walk-html.ts';

/** The parts of a page that may say where the full text is, in document order, nothing judged yet. */
export interface PageParts {
  readonly title: string;
  readonly base: string | undefined;
  /** The page that a browser is sent on to at once. */
  readonly refresh: string | undefined;
  /** Where a script sends a browser; it counts only on a page that says next to nothing. */
  readonly scripted: string | undefined;
  /** Pages within the page. */
  readonly frames: readonly string[];
  readonly metas: readonly { readonly name: string; readonly content: string }[];
  readonly links: readonly { readonly rel: string; readonly type: string; readonly href: string }[];
  readonly headings: readonly Heading[];
  /** Paragraphs and the like, in their order. */
  readonly blocks: readonly Block[];
  readonly blobs: readonly FoundLink[];
  /** What the data of the page calls the thing it shows: `Dataset`, `ScholarlyArticle`. */
  readonly types: readonly string[];
  /** What the data of the page calls its work, and the identifiers it gives. */
  readonly named: { readonly titles: string[]; readonly identifiers: string[] };
  /** The data of the page says that its work is not free to read. */
  readonly isWithheld: boolean;
  readonly embeds: readonly Anchor[];
  readonly anchors: readonly Anchor[];
  /** Characters of text that readers see. */
  readonly textLength: number;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer U)[] ? U[] : T[K] };
/** What is not followed as text. */
type Parts = Mutable<Omit<PageParts, 'title' | 'headings' | 'blocks' | 'embeds' | 'anchors' | 'textLength'>>;

export async function readPageParts(html: string): Promise<PageParts> {
  const parts: Parts = {
    base: undefined,
    refresh: undefined,
    scripted: undefined,
    frames: [],
    metas: [],
    links: [],
    blobs: [],
    types: [],
    named: { titles: [], identifiers: [] },
    isWithheld: false,
  };
  const page = new PageText();
  let script: string | undefined;
  await walkHtml(html, {
    wants: () => true,
    open(tag, attributes) {
      page.open(tag, attributes);
      if (tag === 'script') script = attributes.get('type') ?? '';
      collect(parts, tag, { attributes, page });
    },
    close(tag) {
      page.close(tag);
      if (tag === 'script') script = undefined;
    },
    text(text) {
      if (script === undefined) page.text(text);
      else collectScript(parts, text, script);
    },
  });
  const { title, headings, blocks, embeds, anchors, length: textLength } = page;
  return { ...parts, title, headings, blocks, embeds, anchors, textLength };
}

function collectScript(parts: Parts, text: string, type: string): void {
  if (parts.blobs.length >= MAX_PARTS) return;
  const read = readScript(text, type);
  for (const link of read.links) parts.blobs.push(link);
  if (parts.types.length < MAX_PARTS) {
    for (const one of read.types) parts.types.push(one);
    for (const title of read.titles) parts.named.titles.push(title);
    for (const identifier of read.identifiers) parts.named.identifiers.push(identifier);
  }
  parts.isWithheld ||= read.isWithheld;
  parts.scripted ??= redirectInScript(text);
}

interface Tag {
  readonly attributes: Attributes;
  readonly page: PageText;
}

function collect(parts: Parts, tag: string, { attributes, page }: Tag): void {
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
    case 'input':
      // The linking hub of Elsevier: a form that a script sends off holds the page to go to, escaped.
      if (/^redirect_?url$/i.test(attributes.get('name') ?? ''))
        parts.refresh = unescapedUrl(attributes.get('value'));
      break;
    case 'frame':
    case 'iframe':
    case 'embed':
    case 'object':
      collectEmbed(parts, tag, { attributes, page });
      break;
  }
}

function unescapedUrl(value: string | undefined): string | undefined {
  try {
    return value && decodeURIComponent(value);
  } catch {
    return value;
  }
}

function collectLink(parts: Parts, attributes: Attributes): void {
  const [rel, href, type = ''] = ['rel', 'href', 'type'].map((name) => attributes.get(name));
  if (rel && href && parts.links.length < MAX_PARTS) parts.links.push({ rel, href, type });
}

function collectEmbed(parts: Parts, tag: string, { attributes, page }: Tag): void {
  const [data, src, lazy] = ['data', 'src', 'data-src'].map((name) => attributes.get(name));
  const href = tag === 'object' ? data : src && !src.startsWith('about:') ? src : lazy;
  if (!href) return;
  page.add(page.embeds, { href, attributes, text: tag });
  if (tag === 'frame' && parts.frames.length < MAX_PARTS) parts.frames.push(href);
}

function collectMeta(parts: Parts, attributes: Attributes): void {
  const content = attributes.get('content')?.trim();
  if (!content || parts.metas.length >= MAX_PARTS) return;
  const [name, property, item, header] = ['name', 'property', 'itemprop', 'http-equiv'].map((key) =>
    attributes.get(key)?.toLowerCase(),
  );
  const key = name ?? property ?? item;
  if (key) parts.metas.push({ name: key, content });
  if (header === 'refresh') parts.refresh ??= refreshTarget(content);
}
