import { Parser } from 'htmlparser2';
import type { PageIdentity } from './identity/page-facts.ts';
import type { Outline } from './page-outline.ts';
import { addToLabel, followText, type Label, type PageOffer, startLabel } from './page-text.ts';
import { type Attributes, BLOCKS, type Open, OUTSIDE, openElement, unlessInMenu } from './page-zones.ts';
import { type TextDecoder, textDecoder } from './text-decoder.ts';

/** What a page is made of, as far as the verdict on it needs to know. */
export interface PageFacts extends Outline {
  readonly title: string;
  readonly heading: string;
  readonly hasPasswordField: boolean;
  /** Tags that only pages about a scholarly work carry. */
  readonly isScholarly: boolean;
  /** Those among them that only pages of one article carry. */
  readonly isTagged: boolean;
  /** Where the page offers the text for money or a login. */
  readonly offer: PageOffer | undefined;
  /** The page says that everybody may read the text: a label, a licence, a tag. */
  readonly isOpen: boolean;
  /** The page ended itself, as far as tags can tell. */
  readonly isClosed: boolean;
  /** It began as a whole document does and never ended itself: the rest of it is missing. */
  readonly isBrokenOff: boolean;
  /** The first 256 KiB as they came, lower case: markup, scripts and all. */
  readonly source: string;
  readonly identity: PageIdentity;
}

export interface PageReader {
  /** How much is looked at; what comes after it changes nothing. */
  readonly isFull: () => boolean;
  write(chunk: Uint8Array): void;
  end(): PageFacts;
}

const MAX_PARSED_BYTES = 2 * 1024 * 1024;
const SOURCE_CHARS = 256 * 1024;
const MAX_BUTTON = 200;
const MAX_JSON = 256 * 1024;
/** The parser's time grows with the square of the depth (200,000 open elements: 9 s); real pages stay below 100. */
const MAX_DEPTH = 1000;
const SLICE = 8 * 1024;
/** Of the page, behind what is parsed. */
const END_TAG = /<\/(?:html|body)\s*>/i;
const END_TAG_CHARS = 16;

/** Licences under which anybody may read and pass on. */
const LICENSE = /^\s*(?:https?:)?\/\/(?:www\.)?creativecommons\.org\/(?:licenses|publicdomain)\//i;
const LABEL = /^(?:title|h[1-6])$/;

type PageText = ReturnType<typeof followText>;

interface Tag {
  readonly name: string;
  readonly attributes: Attributes;
}

/** What tags say without text. */
function takeTag({ identity, takeLink }: PageText, { name, attributes }: Tag, around: Open): void {
  const { content, property, rel = '', href = '' } = attributes;
  if (name === 'meta' && content) identity.takeMeta(attributes['name'] ?? property ?? '', content);
  if (name === 'a' && href !== '') takeLink(href, around);
  if ((name === 'link' && /^canonical$/i.test(rel)) || name === 'base') identity.takeAddress(href);
}

/** Collects the text of links and buttons, and of scripts that tell facts. */
function followPieces(text: PageText) {
  let button: { readonly depth: number; readonly isHere: boolean; text: string } | undefined;
  let json: string | undefined;
  return {
    open(name: string, { type = '', href = '' }: Attributes, depth: number): void {
      if (name === 'a' || name === 'button') button = { depth, isHere: href.includes('#'), text: '' };
      if (name === 'script' && /ld\+json/i.test(type)) json = '';
    },
    add(chunk: string): void {
      if (json !== undefined && json.length < MAX_JSON) json += chunk;
      if (button && button.text.length < MAX_BUTTON) button.text += chunk;
    },
    close(name: string, element: Open, depth: number): void {
      if (button && depth < button.depth) {
        text.lookForOffer(button.text, element);
        if (button.isHere && /\d/.test(button.text)) text.addMark();
        button = undefined;
      }
      if (json === undefined || name !== 'script') return;
      text.identity.takeJson(json);
      json = undefined;
    },
  };
}

/** Text as typewriters set it: empty lines end paragraphs. */
function addPlain(
  text: PageText,
  chunk: string,
  at: { readonly element: Open; readonly depth: number },
): void {
  for (const [index, part] of chunk.split(/\r?\n[ \t]*\r?\n/).entries()) {
    if (index > 0) text.endBlock(at.depth);
    if (part !== '') text.addText(part, at.element, at.depth);
  }
}

/** Elements whose end tags HTML lets authors leave out. */
const ENDS_IMPLIED = new Set(
  'p li dt dd tr td th tbody thead tfoot option colgroup html body head'.split(' '),
);

/**
 * Whether the page ends itself. One that opens `<html>` or `<body>` ends it, unless its author leaves out end tags
 * wherever HTML allows it: then nothing else stands open at the end. `open`: the elements that stand open now.
 */
function followEnd(open: readonly Open[]) {
  let isOpened = false;
  let isClosed = false;
  let impliedEnds = 0;
  let writtenEnds = 0;
  const isFrame = (name: string): boolean => name === 'html' || name === 'body';
  return {
    isClosed: () => isClosed,
    onOpen(name: string): void {
      isOpened ||= isFrame(name);
    },
    onClose(name: string, isImplied: boolean): void {
      isClosed ||= !isImplied && isFrame(name);
      if (name !== 'p' && name !== 'li') return;
      if (isImplied) impliedEnds++;
      else writtenEnds++;
    },
    isBrokenOff(): boolean {
      if (isClosed || !isOpened) return false;
      const leavesOut = impliedEnds > 0 && writtenEnds === 0;
      return !leavesOut || open.some(({ name }) => !ENDS_IMPLIED.has(name));
    },
  };
}

/** Follows the parser through the page. */
function followPage() {
  const open: Open[] = [];
  const text = followText();
  const pieces = followPieces(text);
  const flags = { hasPasswordField: false, isLicensed: false };
  const ending = followEnd(open);
  let label: Label | undefined;
  let isAfterBreak = false;

  const top = (): Open => open.at(-1) ?? OUTSIDE;

  /** One break ends a line, two end a paragraph. */
  function takeBreak(): void {
    if (isAfterBreak) text.endBlock(open.length);
    else if (!label) text.addText('\n', top(), open.length);
    isAfterBreak = true;
  }

  /** A heading that the page forgot to close ends where the next one, or a paragraph, begins. */
  function endOpenLabel(next: string): void {
    if (!label || label.run.isBlank || !(next === 'p' || LABEL.test(next))) return;
    text.endLabel(label, top(), open.length);
    label = undefined;
  }

  return {
    text,
    flags,
    depth: () => open.length,
    ending,
    onOpen(name: string, attributes: Attributes) {
      ending.onOpen(name);
      if (name === 'br') takeBreak();
      endOpenLabel(name);
      if (BLOCKS.has(name)) text.endBlock(open.length);
      takeTag(text, { name, attributes }, top());
      flags.hasPasswordField ||= name === 'input' && attributes['type']?.toLowerCase() === 'password';
      const isLicense = LICENSE.test(attributes['href'] ?? attributes['content'] ?? '');
      if (isLicense) unlessInMenu(top(), () => void (flags.isLicensed = true));
      open.push(openElement(name, attributes, top()));
      pieces.open(name, attributes, open.length);
      if (LABEL.test(name)) label = startLabel(name);
    },
    /** `isImplied`: the parser closed what the page left open, at its end too. */
    onClose(name: string, isImplied: boolean) {
      const isBlock = BLOCKS.has(name);
      if (isBlock) text.endBlock(open.length);
      const element = open.pop() ?? OUTSIDE;
      ending.onClose(name, isImplied);
      pieces.close(name, element, open.length);
      if (label?.name === name) {
        text.endLabel(label, element, open.length);
        label = undefined;
      }
      if (isBlock) text.close(open.length);
    },
    onText(chunk: string) {
      const element = top();
      if (chunk.trim() !== '') isAfterBreak = false;
      pieces.add(chunk);
      if (label) addToLabel(label, chunk, element);
      else if (element.isUnread) return;
      else if (element.isPlain) addPlain(text, chunk, { element, depth: open.length });
      else text.addText(chunk, element, open.length);
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
  /** The end of what came behind the part that is parsed. */
  let beyond = '';
  let endsBeyond = false;
  const isFull = () => parsedBytes >= MAX_PARSED_BYTES || page.depth() > MAX_DEPTH;

  return {
    isFull,
    write(chunk) {
      decoder ??= textDecoder(chunk, false);
      if (isFull()) {
        beyond = beyond.slice(-END_TAG_CHARS) + decoder.decode(chunk, { stream: true });
        endsBeyond ||= END_TAG.test(beyond);
        return;
      }
      parsedBytes += chunk.byteLength;
      const text = decoder.decode(chunk, { stream: true });
      if (source.length < SOURCE_CHARS) source += text.slice(0, SOURCE_CHARS - source.length);
      for (let at = 0; at < text.length && page.depth() <= MAX_DEPTH; at += SLICE)
        parser.write(text.slice(at, at + SLICE));
    },
    end() {
      const hasEnd = page.ending.isClosed() || endsBeyond;
      // Of a page whose reader had enough before its end, nothing is known about it.
      const isUnread = isFull() && beyond === '';
      const isBrokenOff = !hasEnd && !isUnread && (beyond !== '' || page.ending.isBrokenOff());
      parser.end(decoder?.decode() ?? '');
      const { isWithheld, isFree, isMarkedOpen, offer, ...facts } = page.text.end();
      const withheld = {
        said: '"isAccessibleForFree": false',
        isPart: true,
        isForSale: true,
        isAside: false,
      };
      return {
        ...facts,
        hasPasswordField: page.flags.hasPasswordField,
        offer: isWithheld ? withheld : offer,
        isOpen: isFree || isMarkedOpen || page.flags.isLicensed,
        isClosed: hasEnd || isUnread,
        isBrokenOff,
        source: source.toLowerCase(),
      };
    },
  };
}
