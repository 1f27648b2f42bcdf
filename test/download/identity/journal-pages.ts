import type { Dice } from '../../../src/lab/dice.ts';
import { another, prose } from './hard-case.ts';
import type { SampleWork } from './sample-works.ts';
import { lines, reference } from './write-paper.ts';

/** A paper as a journal prints it: a head over every page, page numbers, sections, a list at the end. */
export interface Printed {
  readonly work: SampleWork;
  readonly chance: Dice;
  readonly doi?: string | undefined;
  readonly pages?: number;
  /** Its number in the journal. */
  readonly first?: number;
  /** What stands over a page; the journal's line with the extent unless told. */
  readonly over?: (number: number) => string;
  /** What stands under a page of the file. */
  readonly under?: (at: number) => string;
}

const SECTIONS = ['2. Methods', '3. Results', '4. Discussion'];

const family = (name = ''): string => name.split(' ').at(-1) ?? '';

/** The head with names, journal, year and extent, and the number of the page. */
export const headOver =
  ({ work, pages = 8, first = 101 }: Printed) =>
  (number: number): string =>
    `${family(work.authors[0])} et al. ${work.journal} 12 (${work.year}) ${first}-${first + pages - 1} ${number}`;

export function journalPages(printed: Printed): readonly (readonly string[])[] {
  const { work, chance, pages = 8, first = 101, over = headOver(printed) } = printed;
  const doi = 'doi' in printed ? printed.doi : work.doi;
  const title = [
    ...lines(work.title, 60),
    work.authors.join(', '),
    ...(doi === undefined ? [] : [`https://doi.org/${doi}`]),
    'Abstract',
    ...prose(work, chance, 6),
    '1. Introduction',
    ...prose(work, chance, 14),
  ];
  const end = Array.from({ length: 14 }, (_, at) => `${at + 1}. ${reference(another(work, chance), false)}`);
  return Array.from({ length: pages }, (_, at) => {
    const section = SECTIONS[Math.floor((at * SECTIONS.length) / pages)] ?? '';
    const isLast = at === pages - 1;
    const text = at === 0 ? title : isLast ? ['References', ...end] : [section, ...prose(work, chance, 22)];
    return [over(first + at), ...text, ...(printed.under ? [printed.under(at)] : [])];
  });
}
