import { FOUND_FROM, type TitlePlace } from './find-title.ts';
import type { Squashed } from './squash.ts';

const ROMAN = ['i', 'ii', 'iii', 'iv', 'v', 'vi', 'vii', 'viii', 'ix', 'x', 'xi', 'xii'];
const NUMBERED =
  /\b(?:part|teil|partie|parte|часть)\s+([ivx]{1,4}|\d{1,3}|[a-d])\b|\b(?:paper|study|chapter|vol(?:ume|\.)|no\.)\s+([ivx]{1,4}|\d{1,3})\b/iu;
const TRAILING = /\S\s+([IVX]{1,4})\s*[.:]?\s*$|[\p{L}\p{M})\]]\s*[,:.–—-]?\s+([2-9])\s*[.:]?\s*$/u;
const LEADING_PART = /^\s*([IVX]{1,4})\.\s/;
/** The number may stand on a line of its own below the title. */
const NUMBER_LINE =
  /^\n[\s:.–—-]*(?:part\s+)?(?:[IVX]{1,4}|\d{1,2})\b[^\n\p{L}]{0,3}(?=\n|$)|^\n[\s:.–—-]*part\s+[^\n]{1,30}/iu;
/** In a line that is read from the right, its end may come first. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const NUMBER_FIRST = /^ ?([IVX]{2,4}) (.*)$/;
const LINE_REST = 40;
const MAX_LINE = 400;

const numberOf = (text: string): number | string => {
  const roman = ROMAN.indexOf(text.toLowerCase());
  return roman >= 0 ? roman + 1 : /^\d+$/.test(text) ? Number(text) : text.toLowerCase();
};

/** The number a work has in a series that shares its title: "Part II", "… III". */
export function seriesNumber(title: string): number | string | undefined {
  const [, part, volume] = NUMBERED.exec(title) ?? [];
  const [, roman, digit] = TRAILING.exec(title) ?? [];
  const found = part ?? volume ?? roman ?? digit ?? LEADING_PART.exec(title)?.[1];
  return found === undefined ? undefined : numberOf(found);
}

/** The heading as it stands in the document, to the end of its line. */
function headingAt({ text, at }: Squashed, { start, end }: TitlePlace): string {
  const from = text.lastIndexOf('\n', at[start] ?? 0) + 1;
  const last = (at[end - 1] ?? 0) + 1;
  const lineEnd = text.indexOf('\n', last);
  const to = lineEnd < 0 ? text.length : lineEnd;
  // Without line ends, what follows is the byline: "A. Bauer" is no part A.
  if (to - from > MAX_LINE) return text.slice(at[start] ?? 0, last);
  const [numberLine = ''] = NUMBER_LINE.exec(text.slice(to)) ?? [];
  const heading = `${text.slice(from, Math.min(to, last + LINE_REST))}${numberLine}`.replace(/\s+/g, ' ');
  return RIGHT_TO_LEFT.test(heading) ? heading.replace(NUMBER_FIRST, '$2 $1') : heading;
}

/** A digit behind a heading may be a footnote's; "II" and "Part 2" are not. */
const isPlain = (heading: string): boolean =>
  !NUMBERED.test(heading) && !/\b[IVX]{2,4}\s*[.:]?\s*$/.test(heading);

/** Whether the document is another part of the same series. */
export function isOtherPart(title: string, pages: readonly Squashed[], place: TitlePlace): boolean {
  const page = pages[place.page];
  if (!page || place.value < FOUND_FROM) return false;
  const wanted = seriesNumber(title);
  const heading = headingAt(page, place);
  const found = seriesNumber(heading);
  if (wanted === undefined) return found !== undefined && found !== 1 && !isPlain(heading);
  return wanted !== found && (found !== undefined || wanted !== 1);
}
