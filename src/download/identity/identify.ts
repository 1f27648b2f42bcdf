import { isDeposit } from '../../core/deposits.ts';
import type { Identity, IdentityEvidence } from '../../core/identity.ts';
import { bareTitle, squash, squashed } from '../../core/squash.ts';
import type { Work } from '../../core/work.ts';
import {
  type About,
  aboutAnother,
  aboutByKind,
  isAboutTitle,
  lacksKind,
  lacksKindDeclared,
  namesNotice,
} from './about-another.ts';
import { behindSheet } from './behind-sheet.ts';
import { presentedBy, reviewOfBook } from './book-review.ts';
import { isCoverSheet } from './cover-sheet.ts';
import type { DocumentFacts } from './document-facts.ts';
import { errorNotice } from './error-notice.ts';
import { findAuthors } from './find-authors.ts';
import { type DoiFound, findDoi } from './find-doi.ts';
import { isSetAsArticle } from './find-marks.ts';
import {
  FOUND_FROM,
  findShortTitle,
  findTitleEitherWay,
  likestTitle,
  type TitlePlace,
} from './find-title.ts';
import { sharesScript, whyIllegible } from './legible.ts';
import { otherWord, otherWordDeclared } from './other-word.ts';
import { otherPart, otherPartDeclared } from './series.ts';
import { readsAsArticle } from './under-label.ts';
import { type Findings, scoreOf, verdictOf, weigh } from './weigh.ts';

const SHORT_TITLE = 16;
/** Of metadata alone: programs fill it in, and sometimes with the title of the template. */
const DECLARED_IN_PDF = 0.9;
const TOP_YEARS = 1500;
/** As much of a title as another's does not have. */
const CLEARLY = 0.75;
/** Letters before a title in which authors are looked for, too: in a reference they stand there. */
const BYLINE_BEFORE = 300;

/** A title that names a kind of text, not a work. */
const MIN_TITLE = 5;
/** A file of so many pages holds many papers, unless the first of its pages carry the title. */
const VOLUME_PAGES = 80;

interface TitleFound {
  readonly value: number | undefined;
  readonly place: TitlePlace;
}

/** The title as a heading of the document, or as its metadata gives it. */
function titleIn({ titles, hints, pages, isDeclared }: DocumentFacts, title: string): TitleFound {
  const wanted = squashed(title);
  if (wanted.length < MIN_TITLE) {
    const place = findShortTitle(pages, wanted);
    return { value: place.value > 0 ? place.value : undefined, place };
  }
  const place = findTitleEitherWay(pages, wanted);
  const given = [...titles, ...hints].map((one) => squashed(bareTitle(one)));
  const declared = likestTitle(given, wanted) * (isDeclared ? 1 : DECLARED_IN_PDF);
  const value = Math.max(place.value, declared);
  // Words that the document's script cannot hold are no evidence when they are missing, nor is the name of a site.
  const couldStand = value > FOUND_FROM || (isDeclared ? titles.length > 0 : sharesScript(title, pages));
  return { value: couldStand ? value : undefined, place };
}

/**
 * The pages from where the work begins: a letter or a review often begins on the page on which another paper's references
 * end. Unlike an entry of these, it has its authors behind its title.
 */
function fromItsTitle(work: Work, facts: DocumentFacts, title: string): DocumentFacts {
  const { second, pages } = facts;
  const wanted = squashed(title);
  if (!second || wanted.length < SHORT_TITLE) return facts;
  if (findTitleEitherWay(pages, wanted).value >= CLEARLY) return facts;
  const place = findTitleEitherWay(second.slice(0, 1), wanted);
  if (place.value < CLEARLY || place.isMention) return facts;
  const authors = findAuthors(work.authors ?? [], second, {
    place: { ...place, start: place.end + BYLINE_BEFORE },
    declared: '',
  });
  const [page, ...rest] = second;
  if (!page || authors.found === 0) return facts;
  const lineAt = page.text.lastIndexOf('\n', page.at[place.start] ?? 0) + 1;
  return { ...facts, pages: [squash(page.text.slice(lineAt)), ...rest] };
}

function yearIn({ years, pages }: DocumentFacts, year: number | undefined): Findings['year'] {
  const top = pages.map(({ text }) => text.slice(0, TOP_YEARS)).join('\n');
  const printed = (top.match(/\b(?:1[89]|20)\d\d\b/g) ?? []).map(Number);
  const found = [...years, ...printed];
  if (year === undefined || found.length === 0) return undefined;
  const distance = found.reduce(
    (nearest, one) => Math.min(nearest, Math.abs(one - year)),
    Number.POSITIVE_INFINITY,
  );
  return distance === 0 ? 'same' : distance <= 2 ? 'near' : 'other';
}

/** Another member of the series: told by the heading, or by the title in the metadata. */
function partOf(facts: DocumentFacts, title: string, place: TitlePlace): string | undefined {
  if (!facts.isDeclared) return otherPart(title, facts.pages, place);
  const [declared] = facts.titles;
  return declared === undefined ? undefined : otherPartDeclared(title, bareTitle(declared));
}

/** A word of the title that is another in the heading, or in the metadata. */
function wordOf(work: Work, facts: DocumentFacts, place: TitlePlace): string | undefined {
  const [raw, authors] = [work.title ?? '', work.authors ?? []];
  const title = bareTitle(raw);
  if (!facts.isDeclared) return otherWord({ title, raw, authors }, facts.pages, place);
  const [declared] = facts.titles;
  return declared === undefined ? undefined : otherWordDeclared(title, bareTitle(declared));
}

/** Words of manuscripts and preprint servers over or under a first page. */
const PREPRINT =
  /\bpre-?prints?\b|\barxiv\s*:|\b(?:bio|med|chem|soc|psy|eart?h?)r?xiv\b|\bpeer[- ]review(?:ed)?\b|\b(?:accepted|author(?:['’]?s)?|submitted|unpublished) (?:manuscript|version)|\bmanuscript\b|\bsubmitted to\b|\bworking paper\b|\bdiscussion paper\b/i;

const isPreprintIn = ({ pages: [first] }: DocumentFacts): boolean =>
  first !== undefined &&
  (PREPRINT.test(first.text) || (first.text.match(/10\.\d{4,9}\/\S{2,60}/g) ?? []).some(isDeposit));

/** Whether a text that could name the title and the authors names neither. */
const isUnnamedIn = (facts: DocumentFacts, title: string, place: TitlePlace): boolean =>
  !facts.isDeclared &&
  squashed(title).length >= SHORT_TITLE &&
  (place.value <= FOUND_FROM || place.isMention) &&
  whyIllegible(facts.pages) === undefined &&
  sharesScript(title, facts.pages);

/** Where an erratum or a reply was wanted. */
const THE_ORIGINAL: About = { name: 'the work that it is about', of: 'notice', by: 'label' };

function aboutOf(work: Work, facts: DocumentFacts, place: TitlePlace): About | undefined {
  const title = bareTitle(work.title ?? '');
  if (facts.concerns?.some((doi) => doi === work.doi))
    return { name: facts.about ?? 'about this article', of: 'notice', by: 'linked' };
  if (facts.about !== undefined) return aboutByKind(facts.about, title);
  if (facts.isDeclared && lacksKindDeclared(title, facts.titles[0])) return THE_ORIGINAL;
  return (
    facts.titles.map((one) => isAboutTitle(one, title)).find((mark) => mark !== undefined) ??
    aboutInText(work, facts, place)
  );
}

/** What its own words say that it is. */
function aboutInText(work: Work, facts: DocumentFacts, place: TitlePlace): About | undefined {
  const title = bareTitle(work.title ?? '');
  return (
    reviewOfBook(work, facts.pages, place) ??
    presentedBy(work, facts.pages, place) ??
    aboutAnother(title, facts, place) ??
    (lacksKind(title, facts.pages, place) ? THE_ORIGINAL : undefined)
  );
}

/** Among lines that are read from the right and whose title is not found, a reference is not told from a head. */
function doiIn(work: Work, facts: DocumentFacts, { value = 1, place }: TitleFound): DoiFound {
  const found = findDoi(work, facts, place);
  const isMirrored = value <= FOUND_FROM && /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(work.title ?? '');
  return isMirrored && found.doi === 'printed' ? { ...found, doi: 'named' } : found;
}

/** What the file is, where that is no paper at all, or more than one; a retraction that is wanted speaks of one. */
function kindOf(
  { pages, pageCount = 0, incomplete, shape }: DocumentFacts,
  found: TitleFound,
  isNotice: boolean,
): string | undefined {
  if (incomplete !== undefined) return incomplete;
  if (shape !== undefined) return shape;
  const texts = pages.map(({ text }) => text);
  const { value, isMention } = found.place;
  const hasTitle = value > FOUND_FROM && !isMention;
  const notice = isNotice ? undefined : errorNotice(texts, { pageCount, hasTitle });
  if (notice !== undefined) return notice;
  const isInside = value > FOUND_FROM && !isOnTitlePage(pages, found.place);
  return pageCount >= VOLUME_PAGES && isInside ? 'a volume that contains it' : undefined;
}

/** A first page with less than this is a blank or a picture. */
const BLANK_LETTERS = 150;

/** Whether the title stands on the title page: the first, or the second behind a cover sheet or a blank. */
function isOnTitlePage(pages: DocumentFacts['pages'], { value, isMention, page }: TitlePlace): boolean {
  if (isMention || value <= FOUND_FROM) return false;
  const [first] = pages;
  const isCovered = first !== undefined && (first.letters.length < BLANK_LETTERS || isCoverSheet(first.text));
  return page === 0 || (page === 1 && isCovered);
}

function evidenceOf(findings: Findings, facts: DocumentFacts, unknown: string | undefined): IdentityEvidence {
  const { doi, title, authors, year, about, part = findings.word } = findings;
  const kind = findings.kind ?? findings.doubt;
  return {
    ...(doi !== undefined && { doi }),
    ...(title !== undefined && { title: Math.round(title * 100) / 100 }),
    ...(authors.known > 0 && { authors: Math.round((authors.found / authors.known) * 100) / 100 }),
    ...(year !== undefined && { year }),
    ...(about !== undefined && { about: about.name }),
    ...(kind !== undefined && { kind }),
    ...(part !== undefined && { part }),
    ...(facts.pageCount !== undefined && { pages: facts.pageCount }),
    ...(unknown !== undefined && { unknown }),
  };
}

/** Why it may not be the whole paper; a notice needs no more than a few lines. */
const doubtOf = (facts: DocumentFacts, isNotice: boolean, about: About | undefined): string | undefined =>
  facts.doubt ?? (isNotice || about?.of === 'notice' ? undefined : facts.bodiless);

interface Seen {
  readonly found: TitleFound;
  readonly title: string;
  readonly isNotice: boolean;
  readonly about: About | undefined;
}

/** What keeps the file from being the whole paper and nothing else. */
function shortcomings(
  work: Work,
  facts: DocumentFacts,
  { found, title, isNotice, about }: Seen,
): Pick<Findings, 'kind' | 'doubt'> {
  const behind = behindSheet(work, facts, title);
  return {
    kind: kindOf(facts, found, isNotice) ?? behind.kind,
    doubt: doubtOf(facts, isNotice, about) ?? behind.doubt,
  };
}

/** What agrees with the work and what does not. */
function findingsOf(work: Work, facts: DocumentFacts, title: string): Findings {
  const found = titleIn(facts, title);
  const { value, place } = found;
  const { doi, hasOther, isJournals, isTwiceOwn } = doiIn(work, facts, found);
  const about = aboutOf(work, facts, place);
  const isNoticesDoi = isJournals && facts.pageCount === 1;
  const authors = findAuthors(work.authors ?? [], facts.pages, { place, declared: facts.authors });
  const isNotice = namesNotice(title) || (value === undefined && isNoticesDoi && about?.of === 'notice');
  return {
    doi,
    hasOtherDoi: hasOther,
    isJournalsDoi: isJournals,
    isNoticesDoi,
    isArticlesDoi: isTwiceOwn && readsAsArticle(facts.pages),
    isArticle: isSetAsArticle(facts.pages),
    title: value,
    isMention: place.isMention && value !== undefined && value <= place.value,
    titleIsShort: squashed(title).length < SHORT_TITLE,
    authors,
    year: yearIn(facts, work.year),
    about,
    part: partOf(facts, title, place),
    word: wordOf(work, facts, place),
    isDeclared: facts.isDeclared,
    isPreprint: isPreprintIn(facts),
    isUnnamed: authors.found === 0 && isUnnamedIn(facts, title, place),
    ...shortcomings(work, facts, { found, title, isNotice, about }),
  };
}

/**
 * Whether a document is the work. What a scan or an unreadable font does not show, and what nobody told about the work,
 * is no evidence against it: such documents are `unsure`, never `wrong`, unless they say themselves what they are.
 */
export function identify(work: Work, document: DocumentFacts): Identity {
  const title = bareTitle(work.title ?? '');
  const facts = fromItsTitle(work, document, title);
  const illegible = facts.isDeclared ? undefined : whyIllegible(facts.pages);
  const findings = findingsOf(work, facts, title);
  const sum = weigh(findings);
  const unknown = illegible ?? whyUnknown(work, findings);
  const verdict = verdictOf(sum, findings);
  const isTold = verdict === 'proven' || findings.kind !== undefined || findings.doi === 'other';
  if (unknown !== undefined && !isTold)
    return { score: 0.5, verdict: 'unsure', evidence: evidenceOf(findings, facts, unknown) };
  return { score: scoreOf(sum, verdict), verdict, evidence: evidenceOf(findings, facts, undefined) };
}

/**
 * Names alone tell no work from another: without its title or DOI nothing can be wrong, but for what is nobody's paper. An
 * erratum or a reply may be the work itself.
 */
function whyUnknown(work: Work, { title, doi, about }: Findings): string | undefined {
  if (title !== undefined || doi === 'other' || doi === 'printed') return undefined;
  if (about?.of === 'supplement' || about?.of === 'other') return undefined;
  if (work.title !== undefined) return 'the title cannot be looked for in this document';
  return work.doi === undefined
    ? 'neither title nor DOI of the work is known'
    : 'only the DOI of the work is known, and the document does not carry one as its own';
}
