import type { IdentityVerdict } from '../../core/identity.ts';
import type { AuthorsFound } from './find-authors.ts';
import type { DoiEvidence } from './find-doi.ts';

/** What was found, ready to be weighed. */
export interface Findings {
  readonly doi: DoiEvidence | undefined;
  /** `undefined`: the work has no title, or none that could stand in this document. */
  readonly title: number | undefined;
  /** A short title ("Introduction") is easily met and says little when it is. */
  readonly titleIsShort: boolean;
  /** The title stands in a quotation or reference, and nowhere better. */
  readonly isMention: boolean;
  readonly authors: AuthorsFound;
  readonly year: 'same' | 'near' | 'other' | undefined;
  readonly isAbout: boolean;
  readonly isOtherPart: boolean;
}

/** Verdicts by the sum of weights; calibrated by bench/identity-curve.ts, see the decision record. */
const ACCEPT_FROM = 3;
const WRONG_UP_TO = -2;

/** Steps of the title's weight, best first: how much of it stands as a heading. */
const TITLE_STEPS: readonly (readonly [from: number, weight: number])[] = [
  [0.95, 4],
  [0.85, 3],
  [0.75, 1.5],
  [0.65, 0],
  [0.5, -1.5],
];
const ABSENT = -3;

function titleWeight({ title, titleIsShort, isMention }: Findings): number {
  if (title === undefined) return 0;
  // Whoever names the work among others has written another.
  if (isMention) return ABSENT;
  const weight = TITLE_STEPS.find(([from]) => title >= from)?.[1] ?? ABSENT;
  return titleIsShort && weight > 0 ? weight / 2 : weight;
}

function authorsWeight({ known, found }: AuthorsFound): number {
  if (known === 0) return 0;
  if (found === 0) return known === 1 ? -2 : -2.5;
  // A surname in common happens: a few hundred of them cover a tenth of all authors.
  if (found / known >= 0.8) return found === 1 ? 1 : 2;
  return found / known >= 0.5 && found > 1 ? 1 : -1.5;
}

function doiWeight({ doi, title, authors }: Findings): number {
  switch (doi) {
    case 'own':
      return 4;
    case 'printed':
      // Without the title beside it, it may be the DOI of a work that a short note cites first.
      if (title === undefined) return 2.5;
      return title < 0.5 ? 3.4 : 4;
    case 'named':
      return 0.5;
    case 'other':
      // Another version of the same text has the same title to the letter, and the same authors.
      if (title === undefined) return -1.5;
      return title >= 0.95 && authors.found > 1 && authors.found === authors.known ? -2 : -4;
    case undefined:
      return 0;
  }
}

const YEAR_WEIGHTS = { same: 0.3, near: 0.1, other: -0.3 } as const;

/** Evidence for (positive) and against (negative), as logarithms of odds. */
export function weigh(findings: Findings): number {
  return (
    titleWeight(findings) +
    authorsWeight(findings.authors) +
    doiWeight(findings) +
    (findings.year === undefined ? 0 : YEAR_WEIGHTS[findings.year]) +
    (findings.isAbout ? -14 : 0) +
    (findings.isOtherPart ? -8 : 0)
  );
}

/** A sum of weights as a number between 0 and 1. */
export const scoreOf = (sum: number): number => Math.round(1000 / (1 + Math.exp(-sum))) / 1000;

export function verdictOf(sum: number): IdentityVerdict {
  if (sum >= ACCEPT_FROM) return 'proven';
  return sum <= WRONG_UP_TO ? 'wrong' : 'unsure';
}
