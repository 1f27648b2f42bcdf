import type { PageHead } from '../../core/document-reader.ts';
import { type Squashed, squash, squashed } from '../../core/squash.ts';
import type { Work } from '../../core/work.ts';
import { isCoverSheet } from './cover-sheet.ts';
import type { DocumentFacts } from './document-facts.ts';
import { authorsIn } from './find-authors.ts';
import { findDoi } from './find-doi.ts';
import { hasText } from './find-marks.ts';
import { FOUND_FROM, findTitleEitherWay, NO_PLACE } from './find-title.ts';
import { beginsByOthers, isThesis } from './further-paper.ts';
import { sharesScript, whyIllegible } from './legible.ts';

/** Less than this is a blank or a picture. */
const BLANK_LETTERS = 150;
/** A sheet without the words of one has fewer letters than a page of text. */
const THIN_LETTERS = 1500;
const MIN_TITLE = 16;
const HEAD_CHARS = 1500;
const EDGE_CHARS = 120;

interface Behind {
  readonly pages: readonly Squashed[];
  /** The sheet says itself that it is one. */
  readonly isCertain: boolean;
}

/** The pages behind the sheets that a repository or a publisher puts before a paper. */
function pagesBehind(pages: readonly Squashed[]): Behind | undefined {
  const [first, second] = pages;
  if (!first || !second) return undefined;
  const start = pages.findIndex(
    ({ text, letters }) => letters.length >= BLANK_LETTERS && !isCoverSheet(text),
  );
  if (start > 0)
    return {
      pages: pages.slice(start),
      isCertain: pages.slice(0, start).some(({ text }) => isCoverSheet(text)),
    };
  const isThin = first.letters.length < THIN_LETTERS && !hasText(first) && hasText(second);
  return isThin ? { pages: pages.slice(1), isCertain: false } : undefined;
}

export interface BehindSheet {
  readonly kind?: string;
  readonly doubt?: string;
}

/** Whether a title stands as such on one of the pages. */
function isTitled(pages: readonly Squashed[], title: string): boolean {
  const { value, isMention } = findTitleEitherWay(pages, squashed(title));
  return value > FOUND_FROM && !isMention;
}

const headsOf = (later: readonly PageHead[]): readonly Squashed[] => later.map(({ text }) => squash(text));

/** Where a paper names its authors: at its beginning, and over its pages. */
const namesIn = (text: string, pages: readonly Squashed[]): string =>
  [text.slice(0, HEAD_CHARS), ...pages.map((page) => page.text.slice(0, EDGE_CHARS))].join('\n');

const DOUBT = { doubt: 'a cover sheet of the work before pages that do not carry its title' };
const ANOTHER = { kind: 'a sheet of the work before another paper' };

const textOf = ([page]: readonly Squashed[]): string => page?.text ?? '';

/** Whether what is missing from these pages could stand in them. */
const canJudge = (pages: readonly Squashed[], title: string): boolean =>
  whyIllegible(pages) === undefined && sharesScript(title, pages);

/**
 * What stands behind a sheet with the title of the work decides whether it is the work: anybody can put a sheet before
 * another's paper. Another paper shows its own names over its abstract, or its own DOI.
 */
export function behindSheet(work: Work, facts: DocumentFacts, title: string): BehindSheet {
  if (facts.isDeclared || squashed(title).length < MIN_TITLE) return {};
  const behind = isThesis(facts.pages.map(({ text }) => text)) ? undefined : pagesBehind(facts.pages);
  return behind && canJudge(behind.pages, title) ? judged(work, facts, { ...behind, title }) : {};
}

function judged(work: Work, facts: DocumentFacts, behind: Behind & { readonly title: string }): BehindSheet {
  const { pages, title } = behind;
  const all = [...pages, ...headsOf(facts.later ?? [])];
  const { doi } = findDoi(work, { ...facts, pages, identifiers: [] }, NO_PLACE);
  if (doi === 'printed' || isTitled(all, title)) return {};
  const [first, sheet] = [textOf(pages), textOf(facts.pages)];
  const isNamed = authorsIn(work.authors ?? [], namesIn(first, all)) > 0;
  if (doi === 'other' || beginsByOthers(first, sheet)) return isNamed ? DOUBT : ANOTHER;
  return isNamed || !behind.isCertain ? {} : DOUBT;
}
