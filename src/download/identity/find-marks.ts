import { isHeading, type Mark, markOf } from '../../core/document-marks.ts';
import type { Squashed } from '../../core/squash.ts';

/** A mark, and how it stands to the title. */
export interface Placed {
  readonly mark: Mark;
  /**
   * `linked`: what follows is the title of another work ("Erratum to: …"). `label`: a line beside the title. `below`: a line
   * between authors and abstract, where papers offer what comes with them. `running`: over or under its pages. `content`: it
   * is set like one.
   */
  readonly by: 'linked' | 'label' | 'below' | 'running' | 'content';
  /** The bare words with which journals offer supplements, as the line above the title. */
  readonly isOffer?: boolean;
}

/** A cover sheet has more lines than a heading; what stands far above the title belongs to something else. */
const LINES_ABOVE = 15;
const LINES_BELOW = 25;
const TOP_CHARS = 700;
/** Text before a title on a page without line ends. */
const UNLINED = 90;
const MAX_LINE = 400;

/** Where the text of a paper begins: beyond it a paper offers its supplements. */
const TEXT_BEGINS =
  /^\W*(?:\d\.?\s*)?(?:abstract|summary|synopsis|keywords|background|introduction|objectives?|importance|context|purpose|aims?|methods|a\s?b\s?s\s?t\s?r\s?a\s?c\s?t|zusammenfassung|einleitung|r[ée]sum[ée]|resumen|resumo|riassunto|аннотация|реферат|введение|摘要|要旨|抄録|概要|초록|요약|الملخص|ملخص|सारांश|streszczenie|περίληψη)\b|^\W*(?:摘要|要旨|抄録|概要|초록|요약|الملخص|ملخص|सारांश)/iu;
/** What publishers print around an offer of supplements on the first page. */
const OFFERS =
  /metrics & more|article recommendations|read online|cite this|^access\b|key points|[*•■□▪]\s*s?ı?\s*supporting information|\bs\s+supporting information|supporting information (?:s1|may be|can be)|invited commentary|related article|author affiliations|cme quiz|check for updates/im;
/** Marks that first pages of papers carry, too. */
export const ON_PAPERS =
  /^(?:graphical|visual) abstract|highlights|^toc |summary$|^table of contents|^contents|^toc|^declaration|^append|^annex/;

const lettersIn = (text: string): number => text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
const said = (text: string): readonly string[] => text.split('\n').filter((line) => lettersIn(line) > 0);

/** Each line by itself, and with the next one: narrow columns break headings, too. */
const rejoined = (lines: readonly string[]): readonly string[] =>
  lines.flatMap((line, at) => {
    const next = lines[at + 1];
    return next === undefined ? [line] : [line, `${line} ${next}`, `${line.replace(/-\s*$/, '')}${next}`];
  });

const plainMark = (line: string): Mark | undefined => {
  const mark = markOf(line);
  return mark && isHeading(line, mark) ? mark : undefined;
};

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;

/** In lines that are read from the right, the beginning may come last, and letter by letter the other way round. */
function headingMark(line: string): Mark | undefined {
  const mark = plainMark(line);
  if (mark || !RIGHT_TO_LEFT.test(line)) return mark;
  const latin = /\p{Script=Latin}[\p{Script=Latin} ]{2,80}/u.exec(line)?.[0] ?? '';
  return plainMark(latin) ?? plainMark(Array.from(line).toReversed().join(''));
}

/** A mark in the last words before a title, on a page without line ends. */
function unlinedMark(before: string): Mark | undefined {
  const words = before.slice(-UNLINED).split(/\s+/);
  for (let at = 0; at < words.length; at++) {
    const mark = markOf(words.slice(at).join(' '));
    const rest = mark && words.slice(at).join(' ').toLowerCase().slice(mark.name.length);
    if (mark && lettersIn(rest ?? '') <= 12) return { ...mark, isLinked: true };
  }
  return undefined;
}

/** What stands above running text belongs to the paper before. */
const afterProse = (lines: readonly string[]): readonly string[] =>
  lines.slice(lines.findLastIndex((line) => line.length > 75 && line.split(/\s+/).length > 10) + 1);

const COVER_LETTER: Mark = { name: 'cover letter', of: 'other', isLinked: false };
const SALUTATION = /^\W{0,12}dear (?:sirs?|madam|editors?|dr|prof|members|colleagues)\b/i;
const SUBMITS =
  /\b(?:enclosed|submi(?:t|tting|ssion)|consider(?:ation|ed)?|our manuscript|the manuscript|please find)\b/i;

/** A letter that hands in a manuscript names it below its salutation; letters to the editor have their title above. */
const isCoverLetter = (above: readonly string[]): boolean => {
  const at = above.findIndex((line) => SALUTATION.test(line));
  return at >= 0 && above.slice(at).some((line) => SUBMITS.test(line));
};

/** A mark before the title. */
export function markAbove(before: string): Placed | undefined {
  const lines = before.split('\n');
  const prefix = lines.at(-1) ?? '';
  if (prefix.length > MAX_LINE) {
    const mark = unlinedMark(before);
    return mark && { mark, by: 'linked' };
  }
  const above = afterProse(said(lines.slice(0, -1).join('\n')));
  if (isCoverLetter(above)) return { mark: COVER_LETTER, by: 'label' };
  // The line in which the title begins may begin with the mark: "Erratum to: …".
  for (const count of [0, 1, 2, 3]) {
    const lead = [...(count === 0 ? [] : above.slice(-count)), prefix].join(' ').trim();
    const mark = lead === '' ? undefined : headingMark(lead);
    if (mark && (count === 0 || mark.isLinked || lettersIn(prefix) > 0)) return { mark, by: 'linked' };
  }
  return labelAbove(above);
}

/** The nearest line above a title that is a mark. */
function labelAbove(above: readonly string[]): Placed | undefined {
  const mark = rejoined(above.slice(-LINES_ABOVE))
    .map(headingMark)
    .findLast((one) => one !== undefined);
  return mark && { mark, by: 'label', isOffer: BARE_OFFER.test(above.at(-1) ?? '') };
}

const BARE_OFFER = /^\W{0,12}(?:supporting information|supplementary (?:information|materials?))\W{0,12}$/i;

/** A paper offers its supplements on its first page. */
const isOffer = ({ name }: Mark, text: string): boolean =>
  /^(?:supporting information|supplementa(?:l|ry) (?:content|materials?))/.test(name) && OFFERS.test(text);

const isUsual = ({ name }: Mark, line: number): boolean => ON_PAPERS.test(name) && line > 2;

/** A mark between the title and the text. */
export function markBelow(after: string): Placed | undefined {
  const lines = said(after).slice(0, LINES_BELOW);
  const begins = lines.findIndex((line) => TEXT_BEGINS.test(line));
  const between = begins < 0 ? lines : lines.slice(0, begins);
  for (const [at, line] of between.entries()) {
    const mark = headingMark(line);
    if (!mark || mark.of === 'response' || isUsual(mark, at) || isOffer(mark, after)) continue;
    if (mark.isLinked && mark.of !== 'other') return { mark, by: 'linked' };
    return { mark, by: begins < 0 || at === 0 ? 'label' : 'below' };
  }
  return undefined;
}

const edges = (text: string): readonly string[] => {
  const lines = said(text);
  return [...lines.slice(0, 2), ...lines.slice(-2)];
};

/** Replies, comments and protocols are papers, too. */
const isNoPaper = ({ of }: Mark): boolean => of !== 'response' && of !== 'protocol';

/** A mark over or under more than one page; over the second alone, it may be the heading of a section. */
export function runningMark(pages: readonly Squashed[]): Placed | undefined {
  const marks = pages.map(({ text }) =>
    edges(text)
      .map(headingMark)
      .find((mark) => mark !== undefined && isNoPaper(mark) && !ON_PAPERS.test(mark.name)),
  );
  const [first] = marks.slice(1).filter((mark) => mark !== undefined);
  if (first && marks.filter((mark) => mark?.of === first.of).length > 1)
    return { mark: first, by: 'running' };
  const second = headingMark(said(pages[1]?.text ?? '')[0] ?? '');
  return second?.of === 'supplement' && !ON_PAPERS.test(second.name)
    ? { mark: second, by: 'below' }
    : undefined;
}

const CAPTION =
  /^[ \t]{0,40}(?:supplementa\w+ |suppl\. )?(?:tables?|fig(?:ure|\.)?|text|scheme|notes?|section|methods|movie|video|equation|data(?:set)?|appendix)\s*S-?\d+\s*(?:[.:|–—]|$)/gim;
const PAGE_S = /^\s*S-?\d{1,3}\s*$/;
const MIN_CAPTIONS = 2;

/** How many captions have an S before their number, and how many pages. */
function numberedWithS(pages: readonly Squashed[]): { readonly captions: number; readonly numbers: number } {
  const texts = pages.map(({ text }) => text);
  return {
    captions: texts.reduce((sum, text) => sum + (text.match(CAPTION)?.length ?? 0), 0),
    numbers: texts.filter((text) => edges(text).some((line) => PAGE_S.test(line))).length,
  };
}

/** Captions and page numbers with an S before the number, and no abstract. */
export function isSetAsSupplement(pages: readonly Squashed[]): boolean {
  if (pages.some(hasText)) return false;
  const { captions, numbers } = numberedWithS(pages);
  return captions >= MIN_CAPTIONS || numbers >= 2;
}

const ABSTRACT =
  /^[^\p{L}\p{N}\n]{0,12}(?:(?:abstract|summary|zusammenfassung|r[ée]sum[ée]|resumen|resumo|riassunto)\b|аннотация|реферат|摘要|要旨|抄録|초록|요약)/imu;
const INTRODUCTION =
  /^[^\p{L}\n]{0,12}(?:I\.\s*)?(?:introduction|background|einleitung|introducción|introdução|introduzione|введение|引言|前言|緒言|はじめに|서론)[^\p{L}\n]{0,12}$/imu;
const ARTICLE_PAGES = 3;

/** The line of a journal: volume and year. */
const OF_JOURNAL =
  /\bvol(?:ume|\.)?\s*\d|\b(?:1[89]|20)\d\d\b\W{0,4}\d+\s*[(:,]|\d+\s*\((?:1[89]|20)\d\d\)|\bissn\b|\bpp?\.\s*\d/i;

/** An abstract, an introduction, the line of a journal, and nothing that is numbered as in a supplement. */
export function isSetAsArticle(pages: readonly Squashed[]): boolean {
  const text = pages.map((page) => page.text).join('\n');
  if (pages.length < ARTICLE_PAGES || !ABSTRACT.test(text) || !INTRODUCTION.test(text)) return false;
  if (!pages.some((page) => edges(page.text).some((line) => OF_JOURNAL.test(line)))) return false;
  const { captions, numbers } = numberedWithS(pages);
  return captions === 0 && numbers === 0;
}

/** Whether a page has the beginning of a paper's text. */
export const hasText = ({ text }: Squashed): boolean => said(text).some((line) => TEXT_BEGINS.test(line));

const FIRST_LINES = 4;

/** A mark in the first lines of a page, where no title is known to stand beside: further down, papers offer theirs. */
export function markAtTop(page: Squashed): Placed | undefined {
  const lines = said(page.text.slice(0, TOP_CHARS)).slice(0, FIRST_LINES);
  const at = lines.findIndex((line, index) =>
    rejoined([line, ...lines.slice(index + 1)])
      .slice(0, 3)
      .some(headingMark),
  );
  const mark = rejoined(lines.slice(Math.max(0, at)))
    .map(headingMark)
    .find((one) => one !== undefined);
  if (at < 0 || !mark || isOffer(mark, page.text)) return undefined;
  const by = at > 1 && hasText(page) ? 'below' : 'label';
  return { mark, by, isOffer: BARE_OFFER.test(lines[at] ?? '') };
}

const SHEET_LINES = 6;

/** A mark on a sheet before the title page, which says what the whole is; of labels only those that are nobody's paper. */
export function markOnSheet({ text }: Squashed): Placed | undefined {
  const mark = rejoined(said(text.slice(0, TOP_CHARS)).slice(0, SHEET_LINES))
    .map(headingMark)
    .find((one) => one !== undefined);
  return mark && isNoPaper(mark) ? { mark, by: 'label' } : undefined;
}
