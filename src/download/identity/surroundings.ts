import type { Squashed } from '../../core/squash.ts';
import type { Stretch } from './grams.ts';

/** What stands around a stretch of text. */
export interface Surroundings {
  /** A page whose producer told no line ends is one line. */
  readonly hasLines: boolean;
  readonly isLineStart: boolean;
  readonly isLineEnd: boolean;
  /** The text before and after it, over line ends. */
  readonly before: string;
  readonly after: string;
}

/** Beyond a heading's own line: a footnote mark, a page number, half a word of a fuzzy match. */
const LOOSE = 4;
const AROUND = 160;
/** Longer lines than any page is wide. */
const MAX_LINE = 400;

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;

export function surroundings({ text, at }: Squashed, { start, end }: Stretch): Surroundings {
  const first = at[start] ?? 0;
  const last = (at[end - 1] ?? first) + 1;
  const lineStart = text.lastIndexOf('\n', first - 1) + 1;
  const nextLine = text.indexOf('\n', last);
  const lineEnd = nextLine < 0 ? text.length : nextLine;
  const rest = text.slice(last, lineEnd);
  return {
    hasLines: lineEnd - lineStart <= MAX_LINE,
    isLineStart: lettersIn(text.slice(lineStart, first)) <= LOOSE,
    isLineEnd: lettersIn(rest) <= LOOSE && !/[:–—]\s*\p{L}{0,4}\s*$/u.test(rest),
    before: text.slice(Math.max(0, first - AROUND), first).replace(/\s+/g, ' '),
    after: text.slice(last, last + AROUND).replace(/\s+/g, ' '),
  };
}

const OPENING_QUOTE = /["“‘«„]\s*$/;
/** `Bauer, Chen (2019).`, `Bauer A, Chen W. 2019.`, `[12] A. Bauer, W. Chen,`: how references lead up to a title. */
const LED_UP_TO =
  /(?:\(\d{4}[a-z]?\)|\b(?:1[89]|20)\d\d[a-z]?|\bet al\.?|\p{Lu}\.?|\p{Ll})[).,:;]+\s*["“‘«„]?\s*$/u;
/** `. Journal 12, 1-9`, `,” Journal, vol. 12, pp. 1–9`, `. Journal. 2019;12(3):1-9`: how they go on after it. */
const FOLLOWED_BY =
  /^\s*[.,;?!]?["”’»]?[.,;]?\s*(?:in:?\s)?[\p{L}&][\p{L}\p{M}\s.&:,'’()-]{2,90}?[\s,;.]*(?:vol(?:ume|\.)?\s*)?\d{1,4}\s*[(,;:][\s\d(),;:.-]*(?:pp?\.?\s*)?\d+/iu;

/**
 * Whether the stretch is quoted or stands in a reference: somebody else's words about the work. A heading at the top of a
 * page may have a running head above it that ends in a year; lines of references sometimes break where a title ends.
 */
export function isCited({ isLineStart, isLineEnd, before, after }: Surroundings, isTop: boolean): boolean {
  // A heading may be a quotation, or begin with one: then the mark stands first in its line.
  if (OPENING_QUOTE.test(before) && !(isLineStart && isTop)) return true;
  const isLedUpTo = LED_UP_TO.test(before);
  const isFollowed = FOLLOWED_BY.test(after);
  if (isLineStart && isLineEnd && isTop) return isLedUpTo && isFollowed;
  return isLedUpTo || isFollowed;
}
