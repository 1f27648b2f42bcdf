import { type Squashed, squash } from '../../core/squash.ts';
import { isListing } from './document-shape.ts';
import { exactStretches, likeness, nearestStretch, type Stretch } from './grams.ts';
import { isCited, surroundings } from './surroundings.ts';

/** Where in the document the title stands best, and how well. */
export interface TitlePlace {
  /** 0 to 1: how much of it, and how much like a heading. */
  readonly value: number;
  /** Somebody speaks of the work: what stands around the title is theirs too. */
  readonly isMention: boolean;
  readonly page: number;
  readonly start: number;
  readonly end: number;
}

/** Less of a title than this is not the title: words in common. */
export const FOUND_FROM = 0.5;

export const NO_PLACE: TitlePlace = { value: 0, isMention: false, page: 0, start: 0, end: 0 };

/** Letters at the top of a page within which its heading stands; running heads and abstracts of the journal come first. */
const TOP = 1500;
/** Worth of a place, by what stands around it. */
const WORTH = {
  heading: 1,
  /** Where no lines are told, a title is found by its place alone. */
  unlined: 0.86,
  /** The heading goes on: another work's title begins like this one. */
  longer: 0.8,
  /** Further down: the second paper on a page. */
  below: 0.8,
  /** Something stands before it in its line. */
  inside: 0.7,
  /** Somebody speaks of it. */
  mentioned: 0.55,
} as const;

type Standing = keyof typeof WORTH;

function standing(page: Squashed, stretch: Stretch): Standing {
  const around = surroundings(page, stretch);
  const isTop = stretch.start < TOP;
  if (isCited(around, isTop) || isListed(page, stretch)) return 'mentioned';
  if (!around.hasLines) return isTop ? 'unlined' : 'mentioned';
  if (around.isLineStart && around.isLineEnd) return isTop ? 'heading' : 'below';
  if (!isTop) return 'mentioned';
  return around.isLineStart ? 'longer' : 'inside';
}

/** Leaders and a page number behind a title, in its line or the next. */
const LEADER = /^[^\n\p{L}]{0,4}\n?[ \t]*(?:\.\s?){3,150}\s{0,20}\d/u;
const LISTED_ABOVE =
  /(?:\.\s?){4,150}\s{0,20}\d{1,4}\s{0,20}$|^[^\p{L}\p{N}\n]{0,12}(?:table of contents|contents|programme?|session\b.*|index|inhalt(?:sverzeichnis)?|sommaire|[íi]ndice|sum[áa]rio|содержание|目录|目錄|目次|목차)[^\p{L}\p{N}\n]{0,12}$/imu;

/** Among the titles of a volume. A paper may print its own contents, but below its title. */
function isListed({ text, at }: Squashed, { start, end }: Stretch): boolean {
  const after = text.slice((at[end - 1] ?? 0) + 1);
  if (LEADER.test(after)) return true;
  return isListing(text) && LISTED_ABOVE.test(text.slice(0, at[start] ?? 0));
}

/** A title of two or three letters counts only as the whole of a line. */
export function findShortTitle(pages: readonly Squashed[], title: string): TitlePlace {
  const [first] = pages;
  if (!first || title === '') return NO_PLACE;
  for (const { start, end } of exactStretches(first.letters.slice(0, TOP), title)) {
    const line = first.text.slice(
      first.text.lastIndexOf('\n', first.at[start] ?? 0) + 1,
      first.text.indexOf('\n', first.at[end - 1] ?? 0),
    );
    if (squash(line).letters === title) return { value: 1, isMention: false, page: 0, start, end };
  }
  return NO_PLACE;
}

/** The best place of a squashed title in the first pages. */
function findTitle(pages: readonly Squashed[], title: string): TitlePlace {
  let best = NO_PLACE;
  for (const [number, page] of pages.entries()) {
    const exact = exactStretches(page.letters, title);
    const stretches = exact.length > 0 ? exact : [nearestStretch(page.letters, title)];
    for (const stretch of stretches) {
      const { share, start, end } = stretch;
      const stands = standing(page, stretch);
      const value = share * WORTH[stands];
      const isMention = stands === 'mentioned' && value > FOUND_FROM;
      if (value > best.value) best = { value, isMention, page: number, start, end };
    }
  }
  return best;
}

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

/** Lines as they look from left to right: so are they stored by producers that draw from the right, and by some readers. */
const mirrored = ({ text }: Squashed): Squashed =>
  squash(
    text
      .split('\n')
      .map((line) => Array.from(line).toReversed().join(''))
      .join('\n'),
  );

/** The best place of a title that may be written from right to left. */
export function findTitleEitherWay(pages: readonly Squashed[], title: string): TitlePlace {
  const place = findTitle(pages, title);
  if (place.value > FOUND_FROM || !RIGHT_TO_LEFT.test(title)) return place;
  const turned = findTitle(pages.map(mirrored), title);
  return turned.value > place.value ? turned : place;
}

/** How well the best of the titles a document gives itself fits. */
export const likestTitle = (titles: readonly string[], title: string): number =>
  titles.reduce((best, one) => Math.max(best, likeness(one, title)), 0);
