import { countWords } from '../core/count-words.ts';
import { isOfAbstract, kindOfHeading } from './page-headings.ts';
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

const ABSTRACTS = new Set(['abstract', 'trans-abstract']);

const localName = (name: string): string => name.slice(name.indexOf(':') + 1).toLowerCase();

/** Enough to tell a text from any abstract; what follows is not counted. */
const ENOUGH_WORDS = 3000;
/** A structured abstract set as sections ends below, an article of these sections alone begins above. */
const MIN_STRUCTURED_WORDS = 450;
const MAX_TITLE = 200;

const isHeading = (name: string): boolean => name === 'title' || name === 'head';

/** What is counted of an article: its body, without an abstract in it, beside its longest abstract. */
function counters() {
  const sum = { body: 0, abstract: 0, sections: 0, ofAbstract: 0 };
  return {
    sum,
    takeSection(title: string): void {
      sum.sections++;
      if (isOfAbstract(title)) sum.ofAbstract++;
    },
    /** A body that says no more than the abstract, or is one by its sections, is no text. */
    isFullText(): boolean {
      const isStructured = sum.sections > 1 && sum.ofAbstract === sum.sections;
      const least = isStructured ? MIN_STRUCTURED_WORDS : MIN_BODY_WORDS;
      return sum.body >= Math.min(ENOUGH_WORDS, Math.max(least, sum.abstract + 1));
    },
  };
}

/** Follows the open elements and counts the words of article bodies. */
function followBody() {
  const open: string[] = [];
  const { sum, takeSection, isFullText } = counters();
  let root = '';
  let bodyAt = 0;
  let abstractAt = 0;
  let abstractWords = 0;
  /** A section of the body that is headed as an abstract. */
  let besideAt = 0;
  let title = '';

  const words = (text: string): number => countWords(text.slice(0, MAX_COUNTED));

  function endTitle(): void {
    if (bodyAt === 0 || besideAt > 0) return;
    if (kindOfHeading(title) === 'abstract') besideAt = open.length - 1;
    else takeSection(title);
  }

  return {
    root: () => root,
    isFullText,
    onOpen(name: string) {
      const local = localName(name);
      root ||= local;
      open.push(local);
      if (isHeading(local)) title = '';
      if (local === 'body' && bodyAt === 0 && open.some((one) => ARTICLES.has(one))) bodyAt = open.length;
      if (!ABSTRACTS.has(local) || bodyAt > 0 || abstractAt > 0) return;
      abstractAt = open.length;
      abstractWords = 0;
    },
    onClose() {
      if (isHeading(open.at(-1) ?? '')) endTitle();
      if (open.length === bodyAt) bodyAt = 0;
      if (open.length === besideAt) besideAt = 0;
      if (open.length === abstractAt) {
        abstractAt = 0;
        sum.abstract = Math.max(sum.abstract, abstractWords);
      }
      open.pop();
    },
    onText(text: string) {
      if (isHeading(open.at(-1) ?? '') && title.length < MAX_TITLE) title += text.slice(0, MAX_TITLE);
      if (abstractAt > 0 && abstractWords < ENOUGH_WORDS) abstractWords += words(text);
      else if (bodyAt > 0 && besideAt === 0 && sum.body < ENOUGH_WORDS) sum.body += words(text);
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
      return { kind: 'whole', root: body.root(), isFullText: body.isFullText() };
    },
  };
}
