import type { Attributes } from './walk-html.ts';

/** An anchor of a page with the words in it. */
export interface Anchor {
  readonly attributes: Attributes;
  readonly text: string;
}

const PDF_ADDRESS =
  /\.pdf(?:$|[?;])|\/(?:e?pdf|pdfft|pdfdirect|pdfplus)(?:\/|$|\?)|[?&](?:type=printable|format=pdf|type=pdf)\b|\/article\/download\/\d+\/\d+|\/article\/\d+\/download\/pdf/i;
const PDF_WORDS = /\bpdf\b/i;
const PDF_TYPE = /^application\/pdf\b/i;
const FILE_WORDS =
  /\bdownload\b|\bfull[- ]?text\b|télécharger|herunterladen|volltext|descargar|texto completo|scarica|baixar/i;

/** Files beside the paper: supplements, tables of contents, samples, forms and the like. */
const REJECTED_ADDRESS =
  /suppl|_toc_|samples|first-?page|preview|price|policy|termsofuse|booktoc|guideline|instruction|appendi[xc]|slides|brochure|_reference\.pdf|mediaobjects|moesm\d/i;
const REJECTED_TEXT =
  /supplement|supporting|appendi[xc]|\bfigures?\b|\btables?\b|checklist|polic(?:y|ies)|statistics|\bslides?\b|\bposter\b|\bpreview\b|first page|guideline|instruction|peer[- ]review|reporting summary|\bcover\b|front matter|table of contents|\bterms\b|\breferences?\b|copyright|consent form|flyer|brochure/i;

/** How far an anchor is trusted to be the paper; lower is better, `undefined` is not at all. */
export type Trust = 0 | 1 | 2 | 3;

/**
 * Judges an anchor outside of reference lists by its absolute address, words and site. An address elsewhere counts only when both
 * its form and its words say PDF: pages are full of links to other people's papers.
 */
export function judgeAnchor(anchor: Anchor, url: string, sameSite: boolean): Trust | undefined {
  const { pathname, search } = new URL(url);
  const words = wordsOf(anchor);
  if (REJECTED_ADDRESS.test(pathname + search) || REJECTED_TEXT.test(words)) return undefined;
  if (isMarkedAsArticle(anchor.attributes)) return 0;
  const byAddress = PDF_ADDRESS.test(pathname + search);
  const byWords = PDF_WORDS.test(words) || PDF_TYPE.test(anchor.attributes.get('type') ?? '');
  if (!sameSite) return byAddress && byWords ? 3 : undefined;
  if (byAddress) return trustOfAddress(byWords, words);
  return byWords && anchor.text.length <= MAX_LABEL_LENGTH ? 1 : undefined;
}

const trustOfAddress = (byWords: boolean, words: string): Trust =>
  byWords ? 0 : FILE_WORDS.test(words) ? 1 : 2;

const wordsOf = ({ attributes, text }: Anchor): string =>
  [text, attributes.get('title'), attributes.get('aria-label')].join(' ');

/** A longer text is a sentence that mentions a PDF, not a button that gives one. */
const MAX_LABEL_LENGTH = 40;

const isMarkedAsArticle = (attributes: Attributes): boolean =>
  attributes.get('data-download-type') === 'pdf-article' ||
  /\b(?:obj_galley_link|galley-link)\b.*\bpdf\b/.test(attributes.get('class') ?? '');

const OTHER_WORKS =
  /^(?:[\w-]*[-_])?(?:references?|ref-?list|reflist|bibliograph(?:y|ies)|related|recommend(?:ed|ations)?|cited-?by|citedby|citing|footnotes?)(?:[-_]?(?:list|section|articles?|content|contents|container|wrapper|items?|body))?$/i;
const CONTAINERS = new Set(['div', 'section', 'aside', 'ol', 'ul', 'dl', 'table', 'nav', 'footer']);

/** Whether a part of the page lists other works: references, related or citing papers. */
export function listsOtherWorks(tag: string, attributes: Attributes): boolean {
  if (!CONTAINERS.has(tag)) return false;
  const names = `${attributes.get('id') ?? ''} ${attributes.get('class') ?? ''}`;
  return names.split(/\s+/).some((name) => OTHER_WORKS.test(name));
}

export const isContainer = (tag: string): boolean => CONTAINERS.has(tag);
