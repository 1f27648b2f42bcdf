import type { PdfFacts } from '../../core/document-reader.ts';

/** What a file is by its shape: slides and posters are made of the same words as the paper. */
export type Shape = 'slides' | 'poster';

/** A page of a paper has a thousand letters and more; a slide has a few lines. */
const SLIDE_LETTERS = 420;
const MIN_SLIDES = 3;
const MIN_BULLETS = 3;
const A4 = { width: 595, height: 842 };
const LANDSCAPE = 1.15;
const BULLET = /^[ \t]{0,40}(?:[•●▪■◦‣–—*·▶►➢✓-]|\d[.)])\s+\S/gm;
const SLIDE_WORDS =
  /^[^\p{L}\p{N}\n]{0,12}(?:outline|agenda|overview|motivation|thank(?:s| you)\b.*|questions\??|take[- ]home messages?|slide \d+|gliederung|plan|merci|gracias|obrigad[oa]|danke|vielen dank|спасибо|谢谢|ご清聴.*)[^\p{L}\p{N}\n]{0,12}$/imu;
/** `3/24` or `Slide 3` at an edge. */
const SLIDE_NUMBER = /^[ \t]{0,40}(?:slide\s*)?\d{1,3}\s*(?:\/|of)\s*\d{1,3}\s*$/im;
/** Of paper for posters, in points: A2 and larger. */
const POSTER_POINTS = 1180;
const POSTER_WORDS = /\bposter\b|\bcontact\s*:|scan (?:me|the qr)|qr code/i;
/** Posters saved on common paper: they name themselves, and their sections have no abstract before them. */
const POSTER_LINE =
  /^\W*(?:(?:this )?(?:e-?)?poster (?:was |is )?(?:presented|presentation|session|exhibit|no\b|number|#|[a-z]{0,3}-?\d)|(?:presented|shown) (?:as a|in a|at)\b.{0,80}\bposter|poster\W*$|posterpräsentation|affiche présentée|póster presentado|pôster apresentado|постерн\p{L}+ доклад|ポスター発表|海报展示)/imu;
const SECTION_LINE =
  /^\W*(?:background|introduction|motivation|objectives?|aims?|purpose|(?:materials? (?:and|&) )?methods?|methodology|results?|findings|discussion|conclusions?|future work|acknowledge?ments?|references)\W*$/gim;
const ABSTRACT_LINE = /^\W*(?:abstract|summary|keywords)\b/im;
const MIN_SECTIONS = 3;
const STAMP = /downloaded|jstor|terms (?:and conditions|of use)|all use subject|digitized|scanned/i;

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

/** Scripts that say in two characters what others say in a word fill a page with fewer. */
const weightOf = (text: string): number =>
  lettersIn(text) +
  (text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0);

type Size = NonNullable<PdfFacts['size']>;

function isPoster(text: string, { width, height }: Size): boolean {
  const isLandscape = width > height * LANDSCAPE;
  const isLarge = Math.max(width, height) >= POSTER_POINTS;
  const isSectioned = (text.match(SECTION_LINE)?.length ?? 0) >= MIN_SECTIONS && !ABSTRACT_LINE.test(text);
  if (isSectioned && POSTER_LINE.test(text)) return true;
  return lettersIn(text) > 0 && (isLarge || (isLandscape && POSTER_WORDS.test(text)));
}

function areSlides(pages: readonly string[], { width, height }: Size): boolean {
  const texts = pages.filter((page) => lettersIn(page) > 0);
  const isThin = texts.length >= MIN_SLIDES && texts.every((page) => weightOf(page) < SLIDE_LETTERS);
  if (!isThin || texts.slice(1).every((page) => STAMP.test(page))) return false;
  if (width > height * LANDSCAPE) return true;
  const bullets = texts.reduce((sum, page) => sum + (page.match(BULLET)?.length ?? 0), 0);
  return bullets >= MIN_BULLETS || texts.some((page) => SLIDE_WORDS.test(page) || SLIDE_NUMBER.test(page));
}

/** The shape of a document, if it is not that of a paper. */
export function shapeOf({ pageCount, pages, size = A4 }: PdfFacts): Shape | undefined {
  if (pageCount === 1) return isPoster(pages[0] ?? '', size) ? 'poster' : undefined;
  return areSlides(pages, size) ? 'slides' : undefined;
}

const LEADER = /(?:\.\s?){3,150}\s{0,20}[\divx]{1,5}\s*$|…+\s*\d{1,4}\s*$/;
const NUMBER_END = /(?<=[\s.·…])\d{1,4}\s*$/;
const LAST_WORD = /\S+$/;
/** Of a longer one the end is looked at. */
const MAX_WORD = 200;
const FILLING = /[\s.·…]/;

/**
 * The number at the end of a line behind a word: `Papers about papers … 12`. Step by step from the end: one pattern for all
 * of it takes cubic time.
 */
function numberAtEnd(line: string): readonly number[] {
  const found = NUMBER_END.exec(line);
  if (!found) return [];
  let end = found.index;
  while (end > 0 && FILLING.test(line[end - 1] ?? '')) end--;
  const word = LAST_WORD.exec(line.slice(Math.max(0, end - MAX_WORD), end))?.[0] ?? '';
  return /\p{L}/u.test(word) ? [Number(found[0])] : [];
}

const LISTING_HEAD =
  /^[^\p{L}\p{N}\n]{0,12}(?:table of contents|contents|programme?|schedule|session\b.*|index|inhalt(?:sverzeichnis)?|table des mati[èe]res|sommaire|[íi]ndice|sum[áa]rio|содержание|оглавление|目录|目錄|目次|목차|المحتويات|فهرس.*|विषय[- ]सूची)[^\p{L}\p{N}\n]{0,12}$/imu;
const MIN_ENTRIES = 4;

/** Whether a page lists papers with the numbers of their pages. */
export function isListing(text: string): boolean {
  const lines = text.split('\n');
  if (lines.filter((line) => LEADER.test(line)).length >= MIN_ENTRIES) return true;
  const numbers = lines.flatMap(numberAtEnd);
  const rising = numbers.filter((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0)).length;
  const isOrdered = numbers.length >= MIN_ENTRIES && rising >= numbers.length * 0.8;
  return isOrdered && (LISTING_HEAD.test(text) || numbers.length >= lines.length / 4);
}
