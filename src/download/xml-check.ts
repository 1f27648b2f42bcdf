import { countWords } from '../core/count-words.ts';
import { type TextDecoder, textDecoder } from './text-decoder.ts';
import { xmlParser } from './xml-parser.ts';

export type XmlVerdict =
  /** `isFullText`: an article with a body, not a record, an abstract or an error message. */
  | { readonly kind: 'whole'; readonly root: string; readonly isFullText: boolean }
  | { readonly kind: 'truncated' | 'parse-error'; readonly why: string };

export interface XmlCheck {
  write(chunk: Uint8Array): void;
  end(): XmlVerdict;
}

/** A body with fewer words holds a notice ("scanned pages are available as PDF"), not an article. */
const MIN_BODY_WORDS = 100;
/** Of one text; so many words have more than enough of them, and a text may be a megabyte. */
const MAX_COUNTED = 16 * 1024;
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
    /** No more than are needed. */
    words: () => words,
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
      if (bodyAt > 0 && words < MIN_BODY_WORDS) words += countWords(text.slice(0, MAX_COUNTED));
    },
  };
}

/** Well-formed to the end, checked while the bytes pass. */
export function checkXml(): XmlCheck {
  const body = followBody();
  const parser = xmlParser(body);
  let decoder: TextDecoder | undefined;
  let badBytes: string | undefined;
  const problem = (): string | undefined => badBytes ?? parser.problem();

  const decode = (chunk?: Uint8Array): string => {
    try {
      return decoder?.decode(chunk, { stream: chunk !== undefined }) ?? '';
    } catch (error) {
      if (!(error instanceof TypeError)) throw error;
      badBytes ??= 'bytes that its encoding does not have';
      return '';
    }
  };

  return {
    write(chunk) {
      if (problem() !== undefined) return;
      decoder ??= textDecoder(chunk, true);
      const text = decode(chunk);
      if (text) parser.write(text);
    },
    end() {
      const within = problem();
      if (within !== undefined) return { kind: 'parse-error', why: within };
      const rest = decode();
      if (rest) parser.write(rest);
      parser.close();
      // What was well formed up to the last byte and is not with it has been cut there.
      const atEnd = problem();
      if (atEnd !== undefined) return { kind: 'truncated', why: atEnd };
      return { kind: 'whole', root: body.root(), isFullText: body.words() >= MIN_BODY_WORDS };
    },
  };
}
