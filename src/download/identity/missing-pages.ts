import type { PageHead, PdfFacts } from '../../core/document-reader.ts';
import { squashed } from '../../core/squash.ts';
import { isCoverSheet } from './cover-sheet.ts';
import { type Extent, extentIn, isNumbered, printedExtent } from './extent.ts';
import { endsWithList } from './preview.ts';

/**
 * Pages that are not there: the file has fewer than the journal gave the paper, and its page numbers show that it is the
 * journal's version. A manuscript is set closer or wider than the journal and has numbers of its own.
 */

/** Where a file has so many fewer pages that nobody would take it for the whole. */
const FAR_FEWER = 1.5;
const FAR_FEWER_UNNUMBERED = 3;
const MIN_EXTENT = 3;
const MIN_CONFIRMED = 2;

interface Own {
  /** The pages that are read, from the one with the title; of later ones the first lines. */
  readonly pages: readonly PageHead[];
  /** How many the file has of them. */
  readonly there: number;
}

const headLines = (text: string): string =>
  text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .slice(0, 2)
    .join('\n');

/** Numbered from the page with the title, which is 0. */
function ownPages({ pageCount, pages, later = [] }: PdfFacts): Own {
  const start = Math.max(
    0,
    pages.findIndex((page) => !isCoverSheet(page)),
  );
  return {
    pages: [
      ...pages.slice(start).map((text, number) => ({ number, text })),
      ...later.map(({ number, text }) => ({ number: number - 1 - start, text: headLines(text) })),
    ],
    there: pageCount - start,
  };
}

/** How far ahead of its place a page's number is: 0 where it is in its place; `undefined` where none is seen. */
function aheadBy({ number, text }: PageHead, { first, pages }: Extent): number | undefined {
  for (let ahead = 0; number + ahead < pages; ahead++)
    if (isNumbered(text, first + number + ahead)) return ahead;
  return undefined;
}

/** Whether the numbers of the pages are those of the journal: in their places, or all ahead by as many pages as are missing. */
function isJournals({ pages, there }: Own, extent: Extent): boolean {
  const ahead = pages.slice(1).map((page) => ({ page, by: aheadBy(page, extent) }));
  const inPlace = ahead.filter(({ by }) => by === 0).length;
  const missing = extent.pages - there;
  const last = ahead.filter(({ by }) => by === missing);
  const isAtEnd = last.some(({ page }) => page.number === there - 1);
  return inPlace >= MIN_CONFIRMED || last.length >= MIN_CONFIRMED || isAtEnd;
}

interface Short {
  readonly incomplete?: string;
  readonly doubt?: string;
}

/** The page with the title is there again, with those behind it, in the place of others. */
const SAME_CHARS = 600;
const SAME_LETTERS = 300;

function repeatedPage({ pages, later = [] }: PdfFacts): string | undefined {
  const first = squashed((pages[0] ?? '').slice(0, SAME_CHARS));
  if (first.length < SAME_LETTERS) return undefined;
  const again = later.find(({ text }) => squashed(text.slice(0, SAME_CHARS)) === first);
  return again && `page ${again.number} is page 1 again`;
}

/** By the extent on its own first page. */
export function missingPages(facts: PdfFacts): Short {
  const own = ownPages(facts);
  const extent = printedExtent(facts.pages[facts.pageCount - own.there] ?? '');
  const doubt = repeatedPage(facts);
  if (!extent || extent.pages < MIN_EXTENT || own.there >= extent.pages || own.there < 2)
    return doubt === undefined ? {} : { doubt };
  if (!isJournals(own, extent)) return doubt === undefined ? {} : { doubt };
  const why = `${own.there} of ${extent.pages} pages`;
  return extent.pages >= own.there * FAR_FEWER ? { incomplete: why } : { doubt: why };
}

/** Whether the last pages that are read show the end of a text. */
const isEnded = ({ pages, later = [] }: PdfFacts): boolean =>
  [...pages, ...later.map(({ text }) => text)].slice(-2).some(endsWithList);

/** By the page range that a source tells of the work. */
export function shortOfRange(facts: PdfFacts, range: string | undefined): Short {
  const extent = extentIn(range ?? '');
  const own = ownPages(facts);
  if (!extent || extent.pages < MIN_EXTENT || own.there >= extent.pages || own.there < 1) return {};
  const why = `${own.there} of the ${extent.pages} pages that the journal gave it`;
  const isNumberedSo = isJournals(own, extent);
  const least = isNumberedSo ? FAR_FEWER : FAR_FEWER_UNNUMBERED;
  if (!isEnded(facts) && extent.pages >= own.there * least) return { incomplete: why };
  // A manuscript that ends may be set closer than the journal.
  return isNumberedSo || !isEnded(facts) || extent.pages > own.there * FAR_FEWER ? { doubt: why } : {};
}
