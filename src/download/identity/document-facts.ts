import type { PdfFacts } from '../../core/document-reader.ts';
import { type Squashed, squash } from './squash.ts';

/** What any document tells about which work it is. */
export interface DocumentFacts {
  /** Titles it gives itself in its metadata. */
  readonly titles: readonly string[];
  /** Headings that may be its title, or the name of the site it is on. */
  readonly hints: readonly string[];
  /** Names in its metadata, in any order and spelling. */
  readonly authors: string;
  /** Texts of its metadata in which a DOI of its own may stand. */
  readonly identifiers: readonly string[];
  readonly years: readonly number[];
  /** Its first pages, without what stands behind a heading "References". */
  readonly pages: readonly Squashed[];
  /** It says by its kind that it is about another work: a correction, a retraction. */
  readonly about?: string;
  /** Its metadata is written by publishers for machines, and is the whole of what is known of it. */
  readonly isDeclared: boolean;
}

const REFERENCES =
  /^[ \t\d.]*(?:references(?: and notes)?|bibliography|works cited|literature cited|literaturverzeichnis|literatur|r[ée]f[ée]rences(?: bibliographiques)?|referencias(?: bibliogr[áa]ficas)?|refer[êe]ncias(?: bibliogr[áa]ficas)?|bibliografia|список литературы|литература|参考文献|參考文獻|引用文献|참고\s?문헌)[ \t]*:?[ \t]*$/imu;

/** Works that are cited look much like works that are meant: whatever comes after the heading does not count. */
function beforeReferences(pages: readonly string[]): readonly string[] {
  const kept: string[] = [];
  for (const page of pages) {
    const at = page.search(REFERENCES);
    kept.push(at < 0 ? page : page.slice(0, at));
    if (at >= 0) break;
  }
  return kept;
}

/** Titles that programs make up. */
const NO_TITLE =
  /^(?:untitled|microsoft word|powerpoint|slide 1|layout 1|\S+\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf|pmd|eps)$|(?:doi:?\s*)?10\.\d{4})/i;

export const factsOfPdf = ({ pages, title, authors, identifiers }: PdfFacts): DocumentFacts => ({
  titles: title !== undefined && !NO_TITLE.test(title) ? [title] : [],
  hints: [],
  authors: authors ?? '',
  identifiers,
  years: [],
  pages: beforeReferences(pages).map(squash),
  isDeclared: false,
});
