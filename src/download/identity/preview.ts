import type { PdfFacts } from '../../core/document-reader.ts';

const SAYS_SO =
  /\b(?:this is a preview|(?:first|1st)[ -]page preview|preview (?:of|version|pdf|only)|look inside|continue reading|access (?:the|this) full (?:article|text|version)|(?:purchase|buy|subscribe|log ?in|sign in)\b.{0,60}\b(?:full|whole|rest|complete|read)|full (?:text|article|version) (?:is )?available (?:at|from|to|for) (?:subscribers|purchase|members)|remaining pages|page 1 of \d)/is;
/** `pp. 123–135`, `123-35`: the extent a journal prints on the first page. */
const EXTENT = /\b(?:pp?\.?|pages|seiten|s\.)\s*(\d{1,5})\s*[-–—]\s*(\d{1,5})\b/i;
const MIN_EXTENT = 4;

function printedExtent(text: string): number {
  const [, from = '', to = ''] = EXTENT.exec(text) ?? [];
  const first = Number(from);
  // `1123-35` means 1135.
  const last = Number(to.length < from.length ? from.slice(0, from.length - to.length) + to : to);
  return last - first + 1;
}

/**
 * A single page that stands for a paper: it says so, or it prints an extent of several pages and breaks off in the middle
 * of a sentence. A one-page letter does neither.
 */
export function previewIn({ pageCount, pages }: PdfFacts): string | undefined {
  const [text = ''] = pages;
  if (pageCount !== 1) return undefined;
  const said = SAYS_SO.exec(text)?.[0];
  if (said !== undefined) return `one page that says "${said.replace(/\s+/g, ' ').slice(0, 60)}"`;
  const extent = printedExtent(text);
  const breaksOff = /[\p{Ll},;-]\s*$/u.test(text.trimEnd());
  return extent >= MIN_EXTENT && breaksOff ? `one page of ${extent}, broken off` : undefined;
}
