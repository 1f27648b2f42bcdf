import type { PageHead, PdfFacts } from '../../core/document-reader.ts';
import { type Squashed, squash } from '../../core/squash.ts';
import { whyBodiless } from './bodiless.ts';
import { type Shape, shapeOf } from './document-shape.ts';
import { furtherPaper, mixedIn } from './further-paper.ts';
import { doubtIn, previewIn } from './preview.ts';

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
  /** Its first pages, without what stands behind a heading "References", unless that is the first thing in them. */
  readonly pages: readonly Squashed[];
  /** What stands behind a heading "References" on its first page: the rest of another paper, and perhaps this one. */
  readonly second?: readonly Squashed[];
  /** It says by its kind that it is about another work: a correction, a retraction. */
  readonly about?: string;
  /** DOIs of articles it says it corrects, retracts or comments on. */
  readonly concerns?: readonly string[];
  /** Of a PDF: its pages, and what it is where that is no whole paper. */
  readonly pageCount?: number;
  readonly incomplete?: string;
  /** Why it may not be the whole paper, though nothing says so. */
  readonly doubt?: string;
  /** Why there is no text behind its title, which is enough for a notice. */
  readonly bodiless?: string;
  readonly shape?: Shape;
  /** Of a PDF: the beginnings of some of the pages behind the first ones. */
  readonly later?: readonly PageHead[];
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

/** Fewer letters than a title with its authors has. */
const MIN_LETTERS = 120;
const lettersIn = (pages: readonly string[]): number =>
  pages.reduce((sum, page) => sum + (page.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);

/** `[12] Bauer`, `12. Bauer`, `Bauer A. (2019)`, `12: 101-109`: a line of an entry of a list. */
const ENTRY =
  /^\s*(?:\[\d{1,3}\]|\(?\d{1,3}[.)]?)\s+\p{Lu}|\((?:1[89]|20)\d\d[a-z]?\)|\b(?:1[89]|20)\d\d[.;]|\d\s?[:,]\s?\d+\s?[-–]\s?\d/u;
/** Entries have no more lines than these between two that show what they are. */
const ENTRY_LINES = 3;

/** A page without the list of works that it begins with; the whole of it where nothing else is there. */
function behindList(page: string): string {
  const lines = page.split('\n');
  let last = Math.max(
    0,
    lines.findIndex((line) => REFERENCES.test(line)),
  );
  for (const [at, line] of lines.entries())
    if (at > last && at <= last + ENTRY_LINES && ENTRY.test(line)) last = at;
  const rest = lines.slice(last + 1).join('\n');
  return lettersIn([rest]) < MIN_LETTERS ? page : rest;
}

/** A text that begins with a list of works has nothing before it: then what stands behind is looked at. */
function textOf(pages: readonly string[]): readonly string[] {
  const before = beforeReferences(pages);
  if (lettersIn(before) >= MIN_LETTERS) return before;
  const at = pages.findIndex((page) => REFERENCES.test(page));
  return pages.map((page, index) => (index === at ? behindList(page) : page));
}

/** Where a short paper begins on the page on which another ends. */
function afterReferences([first = '']: readonly string[]): string {
  const at = first.search(REFERENCES);
  return at < 0 ? '' : first.slice(at);
}

/** Titles that programs make up. */
const NO_TITLE =
  /^(?:untitled|microsoft word|powerpoint|slide 1|layout 1|\S+\.(?:docx?|tex|dvi|pdf|indd|qxd|rtf|pmd|eps)$|(?:doi:?\s*)?10\.\d{4})/i;

export function factsOfPdf(facts: PdfFacts): DocumentFacts {
  const { pages, later, title, authors, identifiers, pageCount } = facts;
  const incomplete = previewIn(facts) ?? mixedIn(facts);
  const doubt = doubtIn(facts) ?? furtherPaper(facts);
  const shape = shapeOf(facts);
  const bodiless = whyBodiless(facts);
  const second = afterReferences(pages);
  return {
    titles: title !== undefined && !NO_TITLE.test(title) ? [title] : [],
    hints: [],
    authors: authors ?? '',
    identifiers,
    years: [],
    pages: textOf(pages).map(squash),
    isDeclared: false,
    pageCount,
    ...(later && { later }),
    ...(second !== '' && { second: [second, ...pages.slice(1)].map(squash) }),
    ...(incomplete !== undefined && { incomplete }),
    ...(doubt !== undefined && { doubt }),
    ...(bodiless !== undefined && { bodiless }),
    ...(shape !== undefined && { shape }),
  };
}
