import type { IdentityVerdict } from '../../core/identity.ts';
import type { About } from './about-another.ts';
import type { AuthorsFound } from './find-authors.ts';
import type { DoiEvidence } from './find-doi.ts';

/** What was found, ready to be weighed. */
export interface Findings {
  readonly doi: DoiEvidence | undefined;
  /** Another DOI stands where a document carries its own, whatever became of the work's. */
  readonly hasOtherDoi: boolean;
  /** The work's DOI alone stands where journals print the DOI of whatever they publish. */
  readonly isJournalsDoi: boolean;
  /** So it does on the one page that notices have. */
  readonly isNoticesDoi: boolean;
  /** Metadata and page one both carry the work's DOI, and no other, over the text of an article. */
  readonly isArticlesDoi: boolean;
  /** It is set as an article under the label with which journals offer supplements. */
  readonly isArticle: boolean;
  /** `undefined`: the work has no title, or none that could stand in this document. */
  readonly title: number | undefined;
  /** A short title ("Introduction") is easily met and says little when it is. */
  readonly titleIsShort: boolean;
  /** The title stands in a quotation or reference, and nowhere better. */
  readonly isMention: boolean;
  readonly authors: AuthorsFound;
  readonly year: 'same' | 'near' | 'other' | undefined;
  readonly about: About | undefined;
  /** Why it is another member of the same series. */
  readonly part: string | undefined;
  /** Which word of its title is another, or denied. */
  readonly word: string | undefined;
  /** Publishers wrote its metadata for machines, not a program for readers. */
  readonly isDeclared: boolean;
  /** Its text names neither the title nor an author of the work, whatever its metadata says. */
  readonly isUnnamed: boolean;
  /** It says that it is a version from before publication. */
  readonly isPreprint: boolean;
  /** What it is by its shape or its words, where that is no paper. */
  readonly kind: string | undefined;
  /** Why it may be a part of the paper, though nothing says so. */
  readonly doubt: string | undefined;
}

/** Verdicts by the sum of weights; calibrated by bench/identity-curve.ts, see the decision record. */
const ACCEPT_FROM = 3;
const WRONG_UP_TO = -2;
/** Of what cannot be decided, however much agrees. */
const UNDECIDED = 1;

/** Steps of the title's weight, best first: how much of it stands as a heading. */
const TITLE_STEPS: readonly (readonly [from: number, weight: number])[] = [
  [0.95, 4],
  [0.85, 3],
  [0.75, 1.5],
  [0.65, 0],
  [0.5, -1.5],
];
const ABSENT = -3;
const EXACT = 0.95;
const MUCH = 0.85;

function titleWeight({ title, titleIsShort, isMention }: Findings): number {
  if (title === undefined) return 0;
  // Whoever names the work among others has written another.
  if (isMention) return ABSENT;
  const weight = TITLE_STEPS.find(([from]) => title >= from)?.[1] ?? ABSENT;
  return titleIsShort && weight > 0 ? weight / 2 : weight;
}

const areFound = ({ known, found }: AuthorsFound): boolean => known > 0 && found / known >= 0.8;

function authorsWeight({ known, found }: AuthorsFound): number {
  if (known === 0) return 0;
  if (found === 0) return known === 1 ? -2 : -2.5;
  // A surname in common happens: a few hundred of them cover a tenth of all authors.
  if (found / known >= 0.8) return found === 1 ? 1 : 2;
  return found / known >= 0.5 && found > 1 ? 1 : -1.5;
}

function printedWeight({ title, authors, isMention }: Findings): number {
  if (title === undefined) return 3.2;
  // Under a title in another language its authors speak for it; alone it may belong to a work cited first.
  if (title < 0.5 || isMention) return !areFound(authors) ? 3.4 : authors.isFirstInFull ? 5.2 : 4.6;
  return 4;
}

/** A reprint, a translation or the paper of a conference has the same title to the letter, and the same authors. */
const isTwin = ({ title = 0, authors, isMention }: Findings): boolean =>
  title >= EXACT && !isMention && authors.found > 1 && authors.found === authors.known;

const otherDoiWeight = (findings: Findings): number =>
  findings.title === undefined ? -3 : isTwin(findings) ? -2 : -4;

function doiWeight(findings: Findings): number {
  switch (findings.doi) {
    case 'own':
      return 4;
    case 'printed':
      return printedWeight(findings);
    case 'named':
      return 0.5;
    case 'other':
      return otherDoiWeight(findings);
    case undefined:
      return 0;
  }
}

const YEAR_WEIGHTS = { same: 0.3, near: 0.1, other: -0.3 } as const;

/** The same people write an "Editorial" or a "Preface" every year. */
function yearWeight({ year, titleIsShort }: Findings): number {
  if (year === undefined) return 0;
  return year === 'other' && titleIsShort ? -1.5 : YEAR_WEIGHTS[year];
}
const NOT_IT = -14;
const OTHER_PART = -9;
/** Of a section that prints other people's works under their titles. */
const LABEL = -4;

/** A section's label over a title whose authors agree, or over the work's own DOI, is the label of the work. */
function isLabelOfWork({ doi, hasOtherDoi, title, authors }: Findings): boolean {
  if (title === undefined || (doi === 'printed' && !hasOtherDoi)) return true;
  return title >= MUCH && areFound(authors) && doi !== 'other';
}

/**
 * The label of a notice over the whole of the title, its authors, an abstract and a text, where metadata and page say that this
 * is what was published under the DOI: notices have no abstract, and say what they correct.
 */
const isLabelledArticle = (findings: Findings, { of, by, name }: About): boolean =>
  findings.isArticlesDoi &&
  of === 'notice' &&
  by === 'label' &&
  !IS_GONE.test(name) &&
  (findings.title ?? 0) >= EXACT &&
  !findings.isMention &&
  areFound(findings.authors);

/** What is left of such a work is its notice. */
const IS_GONE = /^(?:withdrawn|removal)/;

/**
 * Marks that the work carries itself: a notice known by the DOI that the journal printed for it, an article under the label
 * "Supporting Information".
 */
function isMarkOfWork(findings: Findings, about: About): boolean {
  if (findings.doi !== 'printed' || findings.hasOtherDoi || about.by === 'linked') return false;
  const { title, isJournalsDoi } = findings;
  if (about.of === 'notice') return title === undefined && findings.isNoticesDoi && !IS_GONE.test(about.name);
  if (about.of !== 'supplement' || !about.isOffer || !findings.isArticle) return false;
  return title === undefined ? isJournalsDoi : title >= MUCH && areFound(findings.authors);
}

/** Of a response or a mere offer, the metadata tells whose it is; notices and supplements are given that of their paper. */
function withOwnDoi(sum: number, findings: Findings, about: About): number {
  const { of, by } = about;
  const isBeside =
    findings.isDeclared ||
    isLabelledArticle(findings, about) ||
    of === 'response' ||
    of === 'protocol' ||
    by === 'below';
  return isBeside ? sum : Math.min(sum, UNDECIDED);
}

/**
 * What a document says it is, held against what agrees. The work's own DOI is never overruled: it leaves the matter open, since
 * errata and supplements carry the DOI of their paper.
 */
function withAbout(sum: number, findings: Findings): number {
  const { about, doi, hasOtherDoi } = findings;
  if (!about || isMarkOfWork(findings, about)) return sum;
  if (doi === 'own') return withOwnDoi(sum, findings, about);
  const isLinked = about.by === 'linked';
  if (about.of === 'response' && !isLinked) return isLabelOfWork(findings) ? sum : sum + LABEL;
  const isCarried = doi === 'printed' && !hasOtherDoi && !isLinked && about.by !== 'content';
  return isCarried || about.by === 'below' ? Math.min(sum, UNDECIDED) : sum + NOT_IT;
}

/** Another number in the title outweighs the rest of it; the work's own DOI leaves the matter open. */
function withPart(sum: number, { part, doi, hasOtherDoi }: Findings): number {
  if (part === undefined || doi === 'own') return sum;
  return doi === 'printed' && !hasOtherDoi ? Math.min(sum, UNDECIDED) : sum + OTHER_PART;
}

/** Another word in the title makes another title, unless the work's own DOI stands with it: sources misspell titles. */
function withWord(sum: number, { word, doi, hasOtherDoi, isPreprint }: Findings): number {
  const isCarried = doi === 'own' || (doi === 'printed' && !hasOtherDoi);
  if (word === undefined || isCarried) return sum;
  // Titles change on the way to print.
  return isPreprint ? Math.min(sum, UNDECIDED) : sum + OTHER_PART;
}

/** The DOI says one work, title and year another: whoever gave them to the work has mixed up two. */
const isContradicted = ({ title, year }: Findings): boolean =>
  title !== undefined && title < 0.5 && year === 'other';

/** Metadata is copied from file to file: alone against the whole of the text it decides nothing. */
const isMetadataAlone = ({ doi, isUnnamed }: Findings): boolean => doi === 'own' && isUnnamed;

/** Another article's DOI where a document carries its own. */
const isAnothers = ({ doi, hasOtherDoi, title }: Findings): boolean =>
  doi === 'other' || (doi === 'named' && hasOtherDoi && title !== undefined);

const isLeftOpen = (findings: Findings): boolean =>
  findings.doubt !== undefined ||
  isContradicted(findings) ||
  isMetadataAlone(findings) ||
  isAnothers(findings);

/** Evidence for (positive) and against (negative), as logarithms of odds. */
export function weigh(findings: Findings): number {
  const agreement =
    titleWeight(findings) + authorsWeight(findings.authors) + doiWeight(findings) + yearWeight(findings);
  const sum = withWord(withPart(withAbout(agreement, findings), findings), findings);
  const bounded = isLeftOpen(findings) ? Math.min(sum, UNDECIDED) : sum;
  return bounded + (findings.kind === undefined ? 0 : NOT_IT);
}

/** A sum of weights as a number between 0 and 1, within the bounds of its verdict. */
export function scoreOf(sum: number, verdict: IdentityVerdict): number {
  const bounded = verdict === 'wrong' ? Math.min(sum, WRONG_UP_TO) : sum;
  return Math.round(1000 / (1 + Math.exp(-bounded))) / 1000;
}

export function verdictOf(sum: number, findings: Findings): IdentityVerdict {
  if (sum >= ACCEPT_FROM) return 'proven';
  // Where nothing decides, the DOI of another article on the first page does, unless this may be the same text elsewhere.
  const isAnother = findings.doi === 'other' && !isTwin(findings);
  return sum <= WRONG_UP_TO || isAnother ? 'wrong' : 'unsure';
}
