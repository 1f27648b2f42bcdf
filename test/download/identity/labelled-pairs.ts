import type { PdfFacts } from '../../../src/core/document-reader.ts';
import type { Work } from '../../../src/core/work.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { RIGHT } from './right-papers.ts';
import { sampleWorks } from './sample-works.ts';
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

/** What a reader makes of the sheet, without the detour over a PDF. */
export const factsOfSheet = ({ pages, title, author, subject }: Sheet): PdfFacts => ({
  pageCount: pages.length,
  pages: pages.slice(0, 3).map((lines) => lines.join('\n')),
  ...(title !== undefined && { title }),
  ...(author !== undefined && { authors: author }),
  identifiers: [subject, title].filter((one) => one !== undefined),
});
