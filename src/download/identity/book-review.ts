import type { Squashed } from '../../core/squash.ts';
import type { Work } from '../../core/work.ts';
import type { About } from './about-another.ts';
import { authorsIn } from './find-authors.ts';
import { FOUND_FROM, type TitlePlace } from './find-title.ts';

/** What a reviewer copies from the book: its ISBN, pages, binding, price. */
const OF_A_BOOK =
  /\bisbn\b|\b\d{2,4}\s*(?:pp|pages|seiten|págs?|p)\b|\bpp\.\s*(?:[xvi]+\s*[,+]\s*)?\d{2,4}\b(?!\s*[-–])|\b(?:hardcover|hardback|paperback|clothbound|gebunden|broschiert)\b|[£€$]\s?\d/i;
const REVIEWED_BY =
  /\b(?:review(?:ed)? by|reviewer|rezensiert von|recensé par|reseñ(?:ado|a) por|resenhado por|recensione di)\b|рецензент|书评人|評者/iu;
const BY_ITS_AUTHORS = /^[^\p{L}\n]{0,4}(?:by|von|par|por|di|edited by|ed\.|eds?\.)\s/iu;
/** The book's description begins in the line of its title. */
const DESCRIPTION_CHARS = 300;
const SIGNATURE_CHARS = 250;

const HEADING = /^[^\p{L}\p{N}\n]{0,12}(?:book |media )?reviews?[^\p{L}\p{N}\n]{0,12}$/imu;

const REVIEW = { name: 'review of a book', of: 'response' } as const;

/** Sections in which somebody presents a paper under its own title. */
const PRESENTED =
  /^[^\p{L}\p{N}\n]{0,12}(?:journal club|research highlights?|literature watch|(?:article|paper|literature) (?:reviews?|summar(?:y|ies)|in focus)|recommend\p{L}*|critical appraisal|evidence[- ]based \p{L}+|commentary|in brief|abstracts? and commentary)\b[^\n]{0,40}$/imu;
const PRESENTED_BY =
  /^[^\p{L}\p{N}\n]{0,12}(?:(?:review(?:ed)?|recommended|summari[sz]ed|commentary|comments?|presented|appraised|discussed|selected|evaluated) by|(?:reviewer|commentator|presenter|discussant)s?\s*:)[^\n]{0,160}/imu;

/** A presentation of the paper by somebody else, with its title, its authors and its DOI. */
export function presentedBy(work: Work, pages: readonly Squashed[], place: TitlePlace): About | undefined {
  const page = pages[place.page];
  if (!page || place.value <= FOUND_FROM) return undefined;
  const [section] = PRESENTED.exec(page.text.slice(0, page.at[place.start] ?? 0)) ?? [];
  const by = PRESENTED_BY.exec(page.text.slice(page.at[place.end - 1] ?? 0))?.[0];
  if (section === undefined || by === undefined || authorsIn(work.authors ?? [], by) > 0) return undefined;
  return { name: section.trim().toLowerCase(), of: 'other', by: 'label' };
}

/** Where the reviewer is named: behind words for it, and at the end. */
function signatures(page: Squashed, pages: readonly Squashed[]): string {
  const by = page.text.search(REVIEWED_BY);
  const end = pages.at(-1)?.text.slice(-SIGNATURE_CHARS) ?? '';
  return `${by < 0 ? '' : page.text.slice(by, by + 120)}\n${end}`;
}

/**
 * A review of a book with the work's title. The book's authors stand beside the title, the reviewer elsewhere: when the
 * work's authors are named there, the review is the work.
 */
export function reviewOfBook(work: Work, pages: readonly Squashed[], place: TitlePlace): About | undefined {
  const page = pages[place.page];
  if (!page || place.value <= FOUND_FROM) return undefined;
  const from = (page.at[place.end - 1] ?? 0) + 1;
  const isReview = REVIEWED_BY.test(page.text) || HEADING.test(page.text.slice(0, from));
  const description = page.text.slice(from, from + DESCRIPTION_CHARS);
  if (!isReview || !(OF_A_BOOK.test(description) || BY_ITS_AUTHORS.test(description))) return undefined;
  const { authors = [] } = work;
  const isReviewer = authorsIn(authors, signatures(page, pages)) >= Math.max(1, authors.length / 2);
  // A reviewer with the name of the book's author: it cannot be told whose review this is.
  if (isReviewer)
    return authorsIn(authors, description) > 0 ? { ...REVIEW, of: 'other', by: 'below' } : undefined;
  return { ...REVIEW, by: authors.length > 0 ? 'linked' : 'label' };
}
