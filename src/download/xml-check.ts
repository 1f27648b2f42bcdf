import { SaxesParser } from 'saxes';
import { countWords } from '../core/count-words.ts';
import { type TextDecoder, textDecoder } from './text-decoder.ts';

export type XmlVerdict =
  /** `isFullText`: an article with a body, not a record, an abstract or an error message. */
  | { readonly kind: 'whole'; readonly root: string; readonly isFullText: boolean }
  | { readonly kind: 'truncated' | 'parse-error'; readonly why: string };

export interface XmlCheck {
  write(chunk: Uint8Array): void;
  end(): XmlVerdict;
}

/** Deeper than any article; a document made to exhaust memory goes on for ever. */
const MAX_DEPTH = 1000;
/** A body with fewer words holds a notice ("scanned pages are available as PDF"), not an article. */
const MIN_BODY_WORDS = 100;
/** JATS and its ancestors (also Elsevier's `ja:article`), and TEI: the elements whose `body` is the text of a work. */
const ARTICLES = new Set(['article', 'tei', 'book', 'book-part', 'simple-article', 'converted-article']);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** Follows the open elements and counts the words of article bodies. */
function followBody() {
  const open: string[] = [];
  let root = '';
  let bodyAt = 0;
  let words = 0;
  return {
    root: () => root,
    words: () => words,
    depth: () => open.length,
    onOpen(name: string) {
      const local = localName(name);
      root ||= local;
      open.push(local);
      if (local === 'body' && bodyAt === 0 && open.some((one) => ARTICLES.has(one))) bodyAt = open.length;
    },
    onClose() {
      if (open.length === bodyAt) bodyAt = 0;
      open.pop();
    },
    onText(text: string) {
      if (bodyAt > 0) words += countWords(text);
    },
  };
}

/**
 * Well-formed to the end, checked while the bytes pass. Entities are never expanded and no DTD is read (saxes does
 * neither): a name that an external DTD may declare is let through, as XML 1.0 section 4.1 allows, and costs nothing.
 */
export function checkXml(): XmlCheck {
  const parser = new SaxesParser({ xmlns: false, position: false });
  const body = followBody();
  let decoder: TextDecoder | undefined;
  let hasDoctype = false;
  let problem: string | undefined;

  parser.on('doctype', () => {
    hasDoctype = true;
  });
  parser.on('error', (error) => {
    if (hasDoctype && error.message.includes('undefined entity')) return;
    problem ??= error.message;
  });
  parser.on('opentagstart', ({ name }) => {
    body.onOpen(name);
    if (body.depth() > MAX_DEPTH) problem ??= `more than ${MAX_DEPTH} elements deep`;
  });
  parser.on('closetag', body.onClose);
  parser.on('text', body.onText);

  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? '';
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      problem ??= 'bytes that its encoding does not have';
      return '';
    }
  };

  return {
    write(chunk) {
      if (problem !== undefined) return;
      decoder ??= textDecoder(chunk, true);
      const text = decode(chunk);
      if (text) parser.write(text);
    },
    end() {
      if (problem !== undefined) return { kind: 'parse-error', why: problem };
      const rest = decode();
      if (rest) parser.write(rest);
      parser.close();
      // What was well formed up to the last byte and is not with it has been cut there.
      if (problem !== undefined) return { kind: 'truncated', why: problem };
      return { kind: 'whole', root: body.root(), isFullText: body.words() >= MIN_BODY_WORDS };
    },
  };
}
