import type { PdfFacts } from '../../../src/core/document-reader.ts';
import type { Work } from '../../../src/core/work.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { doiAlone, type MakeCase } from './hard-case.ts';
import { HARD_FILES } from './hard-files.ts';
import { HARD_FORMS } from './hard-forms.ts';
import { DOI_RIGHT, HARD_RIGHT } from './hard-right.ts';
import { HARD_SUPPLEMENTS } from './hard-supplements.ts';
import { HARD_VOLUMES } from './hard-volumes.ts';
import { HARD_WRONG } from './hard-wrong.ts';
import { RIGHT } from './right-papers.ts';
import { type SampleWork, sampleWorks } from './sample-works.ts';
import type { Sheet } from './typeset.ts';
import { WRONG } from './wrong-papers.ts';

/** A document that came for a work, and whether it is the right one. */
export interface LabelledPair {
  readonly isRight: boolean;
  readonly kind: string;
  readonly work: Work;
  readonly sheet: Sheet;
}

/** Not every input knows everything: one in ten works comes without authors, one in ten without its DOI. */
function asKnown({ doi, authors, ...work }: Work, chance: Dice): Work {
  const roll = chance.next();
  return {
    ...work,
    ...(doi !== undefined && roll >= 0.1 && { doi }),
    ...(authors !== undefined && roll < 0.9 && { authors }),
  };
}

/** Every kind of right and wrong paper, for each of so many works. */
export function* labelledPairs(seed: number, works: number): Generator<LabelledPair> {
  for (const [index, sample] of sampleWorks(seed, works).entries()) {
    const work = asKnown(sample, dice(seed, 'known', index));
    for (const [isRight, makers] of [[true, RIGHT] as const, [false, WRONG] as const])
      for (const [kind, make] of Object.entries(makers))
        yield { isRight, kind, work, sheet: make(sample, dice(seed, kind, index)) };
  }
}

const ALL_WRONG = { ...HARD_WRONG, ...HARD_SUPPLEMENTS, ...HARD_FILES, ...HARD_VOLUMES };
/** Of these some come for works of which only the DOI is known. */
const WRONG_BY_DOI = [
  'withdrawn',
  'poster',
  'supplement-above',
  'notice-above',
  'slides',
  'thesis',
  'first-of-many',
  'press',
  'same-authors-year',
];

const HARD: readonly (readonly [isRight: boolean, makers: Readonly<Record<string, MakeCase>>])[] = [
  [true, { ...HARD_RIGHT, ...HARD_FORMS }],
  [false, ALL_WRONG],
  [true, doiAlone(DOI_RIGHT)],
  [
    false,
    doiAlone(Object.fromEntries(Object.entries(ALL_WRONG).filter(([kind]) => WRONG_BY_DOI.includes(kind)))),
  ],
];

/** Every hard kind, for each of so many works. */
export function* hardPairs(seed: number, works: number): Generator<LabelledPair> {
  for (const [index, sample] of sampleWorks(seed, works).entries())
    for (const [isRight, makers] of HARD)
      for (const [kind, make] of Object.entries(makers)) {
        const { sheet, work = sample } = make(sample, dice(seed, kind, index));
        const isPartly = !kind.startsWith('doi:') && !isRight;
        yield { isRight, kind, work: known(work, isPartly ? dice(seed, 'known', index) : undefined), sheet };
      }
}

/** Without what only the sample knows. */
function known(
  { journal: _journal, language: _language, ...work }: SampleWork,
  chance: Dice | undefined,
): Work {
  return chance ? asKnown(work, chance) : work;
}

/** What a reader makes of the sheet, without the detour over a PDF. */
export const factsOfSheet = ({ pages, title, author, subject, size = [595, 842] }: Sheet): PdfFacts => ({
  pageCount: pages.length,
  size: { width: size[0], height: size[1] },
  pages: pages.slice(0, 3).map((lines) => lines.join('\n')),
  later: pages.slice(3).map((lines, at) => ({ number: at + 4, text: lines.join('\n') })),
  ...(title !== undefined && { title }),
  ...(author !== undefined && { authors: author }),
  identifiers: [subject, title].filter((one) => one !== undefined),
});
