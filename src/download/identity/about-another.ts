import { type Mark, type MarkClass, markOf } from '../../core/document-marks.ts';
import { type Squashed, squashed } from '../../core/squash.ts';
import type { DocumentFacts } from './document-facts.ts';
import {
  hasText,
  isSetAsSupplement,
  markAbove,
  markAtTop,
  markBelow,
  markOnSheet,
  ON_PAPERS,
  type Placed,
  runningMark,
} from './find-marks.ts';
import { FOUND_FROM, type TitlePlace } from './find-title.ts';

/** How a document says that it is not the work itself. */
export interface About {
  readonly name: string;
  readonly of: MarkClass;
  readonly by: Placed['by'];
  /** Journals print these words above the title of an article that comes with supplements. */
  readonly isOffer?: boolean;
}

type Paged = Pick<DocumentFacts, 'pages' | 'pageCount'>;

const EXACT = 0.95;
/** From so many pages on, highlights and a graphical abstract are the first of a paper. */
const PAPER_PAGES = 3;
const TOP_CHARS = 1400;

/** The parts of a title that may name its kind: "T: reply", "Erratum to: T", "T (Correction)". */
const segments = (title: string): readonly string[] => [title, ...title.split(/[:.–—()[\]“”"]|\s-\s/)];

/** The kinds that the work's own title names: a document of this kind is no other. */
const kindsNamed = (title: string): readonly Mark[] =>
  segments(title)
    .map((part) => markOf(part.trim()))
    .filter((mark) => mark !== undefined);

/** Titles of notices that are no names of them, and titles of works since they were taken back. */
const TAKEN_BACK =
  /^\W*(?:(?:author|editor|publisher|editorial|journal)\S*(?:[- ]\p{L}+)? )?(?:retract(?:ed|ion)|withdrawn|withdrawal|removed|removal)\b\W*(?:article|paper|chapter|notice|note|statement)?\s*(?::|\bto\b|\bof\b\s*["“‘«:]|[-–—\][“"])/iu;

const OF_TAKING_BACK = /retract|withdraw|remov/;

/** Whether the work is itself a correction or a retraction. */
export const namesNotice = (title: string): boolean =>
  TAKEN_BACK.test(title) || kindsNamed(title).some(({ of }) => of === 'notice');

function isOwnKind(title: string, { name, of }: Mark, own: readonly Mark[]): boolean {
  if (own.some((one) => one.of === of)) return true;
  const letters = squashed(title);
  return letters.includes(squashed(name)) || (of === 'protocol' && letters.includes('protocol'));
}

const TRIAL_FILE =
  /\b(?:sponsor|protocol (?:version|number|no\b|id\b|date)|version (?:number )?\d|version date|confidential|eudract|amendment|investigational|statistical analysis plan)/i;

/** The protocol of a trial as it was filed; papers of that kind have an abstract. */
const isTrialFile = ([first]: readonly Squashed[]): boolean =>
  first !== undefined && (TRIAL_FILE.test(first.text.slice(0, TOP_CHARS)) || !hasText(first));

/** Whether the work's own title says what the mark says. */
function isNamed({ mark, by }: Placed, title: string, isExact: boolean): boolean {
  const own = kindsNamed(title);
  if (by !== 'linked' && TAKEN_BACK.test(title) && OF_TAKING_BACK.test(mark.name)) return true;
  // Beside the whole of a title, its own mark with it, a label is a section's, and a link is about it: "Comment on: Response of …".
  if (own.length > 0 && isExact) return by !== 'linked';
  return isOwnKind(title, mark, own);
}

/** What a mark says of the document. */
function aboutBy({ mark, by, isOffer = false }: Placed, { pages, pageCount = 1 }: Paged): About | undefined {
  if (mark.of === 'protocol' && !isTrialFile(pages)) return { name: mark.name, of: 'response', by: 'label' };
  if (ON_PAPERS.test(mark.name) && mark.of === 'other' && pageCount >= PAPER_PAGES) return undefined;
  return { name: mark.name, of: mark.of, by, ...(isOffer && { isOffer }) };
}

/** The marks of a document, those that say most first. */
function* marksIn(pages: readonly Squashed[], place: TitlePlace): Generator<Placed | undefined> {
  const isTitled = place.value > FOUND_FROM && !place.isMention;
  const page = pages[isTitled ? place.page : 0];
  if (!page) return;
  if (isTitled) {
    yield markAbove(page.text.slice(0, page.at[place.start] ?? 0));
    yield markBelow(page.text.slice((page.at[place.end - 1] ?? 0) + 1));
    const [first] = place.page > 0 ? pages : [];
    if (first) yield markOnSheet(first);
  } else yield markAtTop(page);
  yield runningMark(pages);
  if (isSetAsSupplement(pages))
    yield { mark: { name: 'numbered as a supplement', of: 'supplement', isLinked: false }, by: 'content' };
}

/** What the document says it is, if that is not what the work's own title says. */
export function aboutAnother(title: string, facts: Paged, place: TitlePlace): About | undefined {
  for (const placed of marksIn(facts.pages, place)) {
    const isOther = placed && !isNamed(placed, title, place.value >= EXACT);
    const about = isOther ? aboutBy(placed, facts) : undefined;
    if (about) return about;
  }
  return undefined;
}

/** The mark with which a document's own title begins, unless the work's title names that kind too. */
export function isAboutTitle(declared: string, title: string): About | undefined {
  const mark = markOf(declared);
  if (!mark || isOwnKind(title, mark, kindsNamed(title))) return undefined;
  return { name: mark.name, of: mark.of, by: mark.isLinked ? 'linked' : 'label' };
}

/** Kinds of JATS articles that may well be the work, and those that are nobody's paper; others are notices. */
const DECLARED_RESPONSE = /^(?:reply|article-commentary|book-review)$/;
const DECLARED_OTHER = /^(?:peer-review|decision-letter|author-comment|reviewer-report)$/;

/** What a document's metadata says it is, unless the work's title names that kind, too. */
export function aboutByKind(kind: string, title: string): About | undefined {
  const of = DECLARED_RESPONSE.test(kind) ? 'response' : DECLARED_OTHER.test(kind) ? 'other' : 'notice';
  return kindsNamed(title).some((mark) => mark.of === of) ? undefined : { name: kind, of, by: 'label' };
}

/** Whether the work's own title names a kind of which a declared title says nothing. */
export function lacksKindDeclared(title: string, declared: string | undefined): boolean {
  const [mark] = kindsNamed(title);
  return mark !== undefined && declared !== undefined && !squashed(declared).includes(squashed(mark.name));
}

/** Whether the work's own title names a kind ("Erratum to: …") of which the document's heading says nothing. */
export function lacksKind(title: string, pages: readonly Squashed[], place: TitlePlace): boolean {
  const page = pages[place.page];
  const [mark] = kindsNamed(title);
  if (!mark || !page || place.value <= FOUND_FROM) return false;
  const around = page.letters.slice(Math.max(0, place.start - 400), place.end + 200);
  return !around.includes(squashed(mark.name));
}
