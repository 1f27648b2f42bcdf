import { Parser } from 'htmlparser2';
import { type Outline, pageOutline } from './page-outline.ts';
import { type TextDecoder, textDecoder } from './text-decoder.ts';

/** What a page is made of, as far as the verdict on it needs to know. */
export interface PageFacts extends Outline {
  readonly title: string;
  readonly heading: string;
  readonly hasPasswordField: boolean;
  /** Head tags that only pages about a scholarly work carry. */
  readonly isScholarly: boolean;
  /** The page ended itself, as far as tags can tell. */
  readonly isClosed: boolean;
  /** The first 64 KiB as they came, lower case: markup, scripts and all. */
  readonly source: string;
}

export interface PageReader {
  /** How much is looked at; what comes after it changes nothing. */
  readonly isFull: () => boolean;
  write(chunk: Uint8Array): void;
  end(): PageFacts;
}

const MAX_PARSED_BYTES = 2 * 1024 * 1024;
const SOURCE_BYTES = 64 * 1024;
const MAX_LABEL = 300;
/** The parser's time grows with the square of the depth (200,000 open elements: 9 s); real pages stay below 100. */
const MAX_DEPTH = 1000;
const SLICE = 8 * 1024;

const LABELS = new Set(['title', 'h1', 'h2', 'h3', 'h4']);
const ASIDE = new Set(
  'nav header footer aside form script style noscript template select button svg math iframe'.split(' '),
);
/** Containers of the whole page: what their class says ("has-sidebar") is not about the text inside. */
const LANDMARKS = new Set(['html', 'body', 'main', 'article']);
const ASIDE_CLASS =
  /(?:^|[\s_-])(?:abstract|references?|reflist|bibliography|related|recommend(?:ed|ations)?|cookies?|sidebar|comments?|nav|menu|footer|banner|cited-?by)(?:[\s_-]|$)/i;
const REFERENCE_CLASS = /(?:^|[\s_-])(?:references?|reflist|ref-list|bibliography)(?:[\s_-]|$)/i;
const SCHOLARLY_META = /^(?:citation_|dc\.|prism\.|eprints\.)/i;

type Attributes = Readonly<Record<string, string>>;

interface Open {
  readonly name: string;
  readonly isAside: boolean;
  readonly isReferences: boolean;
  readonly isParagraph: boolean;
}

/** The element as it stands in the page: what holds for its parent holds for it. */
function openElement(name: string, attributes: Attributes, above: Open | undefined): Open {
  const classes = LANDMARKS.has(name) ? '' : `${attributes['class'] ?? ''} ${attributes['id'] ?? ''}`;
  return {
    name,
    isAside: above?.isAside === true || ASIDE.has(name) || ASIDE_CLASS.test(classes),
    isReferences: above?.isReferences === true || REFERENCE_CLASS.test(classes),
    isParagraph: above?.isParagraph === true || name === 'p',
  };
}

/** Follows the parser through the page. */
function followPage() {
  const open: Open[] = [];
  const outline = pageOutline();
  const said = { title: '', heading: '' };
  const flags = { hasPasswordField: false, isScholarly: false, isClosed: false };
  let label: { readonly name: string; text: string } | undefined;

  const endLabel = ({ name, text }: { name: string; text: string }) => {
    if (name === 'title') said.title ||= text.trim();
    else if (name === 'h1') said.heading ||= text.trim();
    else if (open.at(-1)?.isAside !== true) outline.startSection(text.trim());
  };

  return {
    outline,
    said,
    flags,
    depth: () => open.length,
    onOpen(name: string, attributes: Attributes) {
      flags.hasPasswordField ||= name === 'input' && attributes['type']?.toLowerCase() === 'password';
      flags.isScholarly ||= name === 'meta' && SCHOLARLY_META.test(attributes['name'] ?? '');
      const element = openElement(name, attributes, open.at(-1));
      open.push(element);
      if (name === 'li') outline.addItem(element.isReferences);
      if (LABELS.has(name)) label = { name, text: '' };
    },
    /** `isImplied`: the parser closed what the page left open, at its end too. */
    onClose(name: string, isImplied: boolean) {
      open.pop();
      flags.isClosed ||= !isImplied && (name === 'html' || name === 'body');
      if (label?.name !== name) return;
      endLabel(label);
      label = undefined;
    },
    onText(text: string) {
      const element = open.at(-1);
      if (label) label.text = (label.text + text).slice(0, MAX_LABEL);
      else if (element?.isParagraph && !element.isAside) outline.addProse(text);
    },
  };
}

/** Reads a page while its bytes pass, in bounded memory. */
export function readPage(): PageReader {
  const page = followPage();
  const parser = new Parser({ onopentag: page.onOpen, onclosetag: page.onClose, ontext: page.onText });
  let decoder: TextDecoder | undefined;
  let parsedBytes = 0;
  let source = '';
  const isFull = () => parsedBytes >= MAX_PARSED_BYTES || page.depth() > MAX_DEPTH;

  return {
    isFull,
    write(chunk) {
      if (isFull()) return;
      decoder ??= textDecoder(chunk, false);
      parsedBytes += chunk.byteLength;
      const text = decoder.decode(chunk, { stream: true });
      if (source.length < SOURCE_BYTES) source += text.slice(0, SOURCE_BYTES - source.length);
      for (let at = 0; at < text.length && page.depth() <= MAX_DEPTH; at += SLICE)
        parser.write(text.slice(at, at + SLICE));
    },
    end() {
      // Of a page that is not read to its end, nothing is known about it.
      const isClosed = page.flags.isClosed || isFull();
      parser.end(decoder?.decode() ?? '');
      return { ...page.said, ...page.flags, ...page.outline.end(), isClosed, source: source.toLowerCase() };
    },
  };
}
