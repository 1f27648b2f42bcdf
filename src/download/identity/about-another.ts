import { FOUND_FROM, type TitlePlace } from './find-title.ts';
import type { Squashed } from './squash.ts';

/**
 * Headings of documents that are about a work without being it. They stand on a line of their own or begin the heading;
 * "Supporting information is available" in the middle of a page is none.
 */
const MARK =
  /^[\s\W]*((?:(?:author|publisher)(?:'s|’s)?\s+)?(?:correction|corrigend(?:um|a)|errat(?:um|a)|addendum)|retraction(?:\s+(?:note|notice))?|expression of concern|(?:electronic\s+)?suppl(?:ementa(?:ry|l)|ementing)\s+(?:online\s+)?(?:information|materials?|data|appendix|text|file|figures?|tables?|methods|notes?)|supporting\s+(?:online\s+)?(?:information|materials?|text)|online\s+(?:appendix|resource|supplement)|(?:a\s+)?comments?\s+(?:on|to)|commentary\s+on|(?:authors?['’]?\s+)?(?:reply|response|rejoinder)\s+(?:to|by)|(?:a\s+)?(?:reply|rejoinder)|peer\s+review\s+(?:file|report)|reviewers?['’]?\s+comments|book\s+review|response\s+to\s+reviewers|reporting\s+summary|ergänzende[sn]?\s+material|fe\s+de\s+erratas|errata\s+corrige|table\s+of\s+contents|(?:front|back)\s+matter|editorial\s+board|issue\s+information)(?=$|[\s:.,;"“”'‘’()–—-])/iu;
/** Goes on with a sentence: an offer, not a heading. */
const SENTENCE =
  /^\s*(?:is|are|was|were|available|can be|may be|for this article is|associated|accompanies)\b/i;
const TOP_CHARS = 700;
/** A cover sheet has more lines than a heading; what stands far above the title belongs to something else. */
const MAX_LINES = 15;
const FIRST_LINES = 4;
const MAX_LINE = 200;

const markOf = (line: string): string | undefined => {
  const [whole = '', mark] = MARK.exec(line.slice(0, MAX_LINE)) ?? [];
  return mark !== undefined && !SENTENCE.test(line.slice(whole.length)) ? mark.toLowerCase() : undefined;
};

/** The mark with which a document's own title begins, unless the work's title begins with one too. */
export const isAboutTitle = (declared: string, title: string): string | undefined =>
  MARK.test(title) ? undefined : markOf(declared);

/** Each line by itself, and with the next one: narrow columns break headings, too. */
const rejoined = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, at) => {
    const next = lines[at + 1];
    return next === undefined ? [line] : [line, `${line} ${next}`, `${line.replace(/-\s*$/, '')}${next}`];
  });

/** The mark, if a heading above (or at the start of) the title has one that the work's own title has not. */
export function aboutAnother(
  title: string,
  pages: readonly Squashed[],
  { page: number, start, value, isMention }: TitlePlace,
): string | undefined {
  if (MARK.test(title)) return undefined;
  const isHeading = value > FOUND_FROM && !isMention;
  const page = pages[isHeading ? number : 0];
  if (!page) return undefined;
  const top = page.text.slice(0, isHeading ? (page.at[start] ?? 0) : TOP_CHARS).split('\n');
  // The line in which the title begins may begin with the mark: "Erratum to: …". Without a title to stand above, only the
  // first lines count: further down, papers offer their supporting information.
  const lines = isHeading ? top.slice(-MAX_LINES) : top.slice(0, FIRST_LINES);
  return rejoined(lines)
    .map(markOf)
    .find((mark) => mark !== undefined);
}
