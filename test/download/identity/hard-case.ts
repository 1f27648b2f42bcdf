import { type Dice } from '../../../src/lab/dice.ts';
import { newAuthors, newDoi, newTitle, type SampleWork, sentences } from './sample-works.ts';
import { type Sheet } from './typeset.ts';
import { lines } from './write-paper.ts';

/** A document for a work, which may be another than the sample's. */
interface Case {
  readonly sheet: Sheet;
  readonly work?: SampleWork;
}
export type MakeCase = (work: SampleWork, chance: Dice) => Case;

export function another(work: SampleWork, chance: Dice, more: Partial<SampleWork> = {}): SampleWork {
  return {
    ...work,
    title: newTitle(work.language, chance),
    authors: newAuthors(chance),
    doi: newDoi(chance),
    ...more,
  };
}

export const prose = (work: SampleWork, chance: Dice, count: number): readonly string[] =>
  lines(sentences(work.language, chance, count), 95);

/** What is known of the work is its DOI. */
const byDoi =
  (make: MakeCase): MakeCase =>
  (work, chance) => {
    const { sheet, work: wanted = work } = make(work, chance);
    const { title: _title, authors: _authors, year: _year, ...rest } = wanted;
    return { sheet, work: rest as SampleWork };
  };

export const doiAlone = (makers: Readonly<Record<string, MakeCase>>): Readonly<Record<string, MakeCase>> =>
  Object.fromEntries(Object.entries(makers).map(([kind, make]) => [`doi:${kind}`, byDoi(make)]));
