import type { Identity, IdentityEvidence } from '../../core/identity.ts';
import type { Work } from '../../core/work.ts';
import { aboutAnother, isAboutTitle } from './about-another.ts';
import type { DocumentFacts } from './document-facts.ts';
import { findAuthors } from './find-authors.ts';
import { findDoi } from './find-doi.ts';
import { FOUND_FROM, findTitleEitherWay, likestTitle, NO_PLACE, type TitlePlace } from './find-title.ts';
import { sharesScript, whyIllegible } from './legible.ts';
import { isOtherPart, seriesNumber } from './series.ts';
import { bareTitle, squashed } from './squash.ts';
import { type Findings, scoreOf, verdictOf, weigh } from './weigh.ts';

const SHORT_TITLE = 16;
/** Of metadata alone: programs fill it in, and sometimes with the title of the template. */
const DECLARED_IN_PDF = 0.9;
const TOP_YEARS = 1500;

/** A title that names a kind of text, not a work. */
const MIN_TITLE = 5;

interface TitleFound {
  readonly value: number | undefined;
  readonly place: TitlePlace;
}

/** The title as a heading of the document, or as its metadata gives it. */
function titleIn({ titles, hints, pages, isDeclared }: DocumentFacts, title: string): TitleFound {
  const wanted = squashed(title);
  if (wanted.length < MIN_TITLE) return { value: undefined, place: NO_PLACE };
  const place = findTitleEitherWay(pages, wanted);
  const given = [...titles, ...hints].map((one) => squashed(bareTitle(one)));
  const declared = likestTitle(given, wanted) * (isDeclared ? 1 : DECLARED_IN_PDF);
  const value = Math.max(place.value, declared);
  // Words that the document's script cannot hold are no evidence when they are missing, nor is the name of a site.
  const couldStand = value > FOUND_FROM || (isDeclared ? titles.length > 0 : sharesScript(title, pages));
  return { value: couldStand ? value : undefined, place };
}

function yearIn({ years, pages }: DocumentFacts, year: number | undefined): Findings['year'] {
  const top = pages.map(({ text }) => text.slice(0, TOP_YEARS)).join('\n');
  const printed = (top.match(/\b(?:1[89]|20)\d\d\b/g) ?? []).map(Number);
  const found = [...years, ...printed];
  if (year === undefined || found.length === 0) return undefined;
  const distance = Math.min(...found.map((one) => Math.abs(one - year)));
  return distance === 0 ? 'same' : distance <= 2 ? 'near' : 'other';
}

/** Another part of the series: told by the heading, or by the title in the metadata. */
function isOther(facts: DocumentFacts, title: string, place: TitlePlace): boolean {
  if (!facts.isDeclared) return isOtherPart(title, facts.pages, place);
  const [declared] = facts.titles;
  return declared !== undefined && seriesNumber(bareTitle(declared)) !== seriesNumber(title);
}

const aboutOf = (facts: DocumentFacts, title: string, place: TitlePlace): string | undefined =>
  facts.about ??
  facts.titles.map((one) => isAboutTitle(one, title)).find((mark) => mark !== undefined) ??
  aboutAnother(title, facts.pages, place);

function evidenceOf(
  { doi, title, authors, year }: Findings,
  about: string | undefined,
  unknown: string | undefined,
): IdentityEvidence {
  return {
    ...(doi !== undefined && { doi }),
    ...(title !== undefined && { title: Math.round(title * 100) / 100 }),
    ...(authors.known > 0 && { authors: Math.round((authors.found / authors.known) * 100) / 100 }),
    ...(year !== undefined && { year }),
    ...(about !== undefined && { about }),
    ...(unknown !== undefined && { unknown }),
  };
}

/**
 * Whether a document is the work. What a scan or an unreadable font does not show, and what nobody told about the work,
 * is no evidence against it: such documents are `unsure`, never `wrong`.
 */
export function identify(work: Work, facts: DocumentFacts): Identity {
  const title = bareTitle(work.title ?? '');
  const illegible = facts.isDeclared ? undefined : whyIllegible(facts.pages);
  const { value, place } = titleIn(facts, title);
  const authors = findAuthors(work.authors ?? [], facts.pages, { place, declared: facts.authors });
  const about = aboutOf(facts, title, place);
  const findings: Findings = {
    doi: findDoi(work, facts, place.isMention),
    title: value,
    isMention: place.isMention && value !== undefined && value <= place.value,
    titleIsShort: squashed(title).length < SHORT_TITLE,
    authors,
    year: yearIn(facts, work.year),
    isAbout: about !== undefined,
    isOtherPart: isOther(facts, title, place),
  };
  const sum = weigh(findings);
  const unknown = illegible ?? whyUnknown(work, findings);
  const verdict = verdictOf(sum);
  if (unknown !== undefined && verdict !== 'proven')
    return { score: 0.5, verdict: 'unsure', evidence: evidenceOf(findings, about, unknown) };
  return { score: scoreOf(sum), verdict, evidence: evidenceOf(findings, about, undefined) };
}

/** Names alone tell no work from another: without its title or DOI nothing can be wrong. */
function whyUnknown(work: Work, { title, doi }: Findings): string | undefined {
  if (title !== undefined || doi === 'other') return undefined;
  return work.title === undefined && work.doi === undefined
    ? 'neither title nor DOI of the work is known'
    : 'the title cannot be looked for in this document';
}
