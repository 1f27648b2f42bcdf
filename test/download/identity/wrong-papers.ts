import type { Dice } from '../../../src/lab/dice.ts';
import { newAuthors, newDoi, newTitle, type SampleWork, sentences } from './sample-works.ts';
import type { Sheet } from './typeset.ts';
import { lines, reference, writePaper } from './write-paper.ts';

type Make = (work: SampleWork, chance: Dice) => Sheet;

/** Another paper, of other people unless told otherwise. */
function other(work: SampleWork, chance: Dice, more: Partial<SampleWork> = {}): SampleWork {
  return {
    ...work,
    title: newTitle(work.language, chance),
    authors: newAuthors(chance),
    doi: newDoi(chance),
    ...more,
  };
}

const maybe = <T>(chance: Dice, value: T): T | undefined => (chance.next() < 0.7 ? value : undefined);

const sameJournal: Make = (work, chance) => {
  const paper = other(work, chance);
  return { pages: writePaper({ work: paper, chance, doi: maybe(chance, paper.doi) }), title: paper.title };
};

const sameAuthors: Make = (work, chance) => ({
  pages: writePaper({ work: other(work, chance, { authors: work.authors }), chance }),
});

const about =
  (...headings: readonly string[]): Make =>
  (work, chance) => {
    const heading = chance.pick(headings);
    const isOwnLine = chance.next() < 0.5;
    return {
      pages: writePaper({
        work,
        chance,
        doi: chance.next() < 0.5 ? work.doi : newDoi(chance),
        ...(isOwnLine ? { above: [heading] } : { title: `${heading}: ${work.title}` }),
      }),
    };
  };

const comment: Make = (work, chance) => {
  const heading = chance.pick(['Comment on', 'Reply to', 'A comment on', 'Response to', 'Commentary on']);
  const paper = other(work, chance, { title: `${heading} “${work.title}”` });
  const isBroken = chance.next() < 0.4;
  return {
    pages: writePaper({
      work: paper,
      chance,
      ...(isBroken && { title: work.title, above: [heading] }),
      below: [`Original article: https://doi.org/${work.doi}`],
      tail: ['References', reference(work)],
    }),
  };
};

/** Cites the work: with and without a heading over the list, with its DOI, at the foot of the first page. */
const citing: Make = (work, chance) => {
  const paper = other(work, chance, { year: work.year });
  const list = [reference(other(work, chance)), reference(work), reference(other(work, chance))];
  const entries = list.flatMap((entry, at) => lines(`[${at + 1}] ${entry}`, 90));
  const heading = chance.pick(['References', 'REFERENCES', 'Literature cited', '']);
  const quoted = `As shown in “${work.title}”, this holds.`;
  const [first = [], ...rest] = writePaper({ work: paper, chance, doi: maybe(chance, paper.doi) });
  return {
    pages: [
      [...first, ...(chance.next() < 0.3 ? lines(quoted, 90) : [])],
      ...rest,
      [...(heading === '' ? [] : [heading]), ...entries],
    ],
  };
};

/** A note of one page: everything, its references too, stands on the first. */
const citingNote: Make = (work, chance) => {
  const paper = other(work, chance);
  const entries = lines(reference(work), 90);
  return {
    pages: [
      [
        `${work.journal} (${work.year})`,
        ...lines(paper.title, 60),
        ...lines(paper.authors.join(', '), 80),
        ...lines(sentences(work.language, chance, 5), 90),
        ...(chance.next() < 0.5 ? ['Notes'] : []),
        ...entries,
      ],
    ],
  };
};

/** The words of the title in another order, or with others between. */
const sameWords: Make = (work, chance) => {
  const separator = /\s/.test(work.title) ? ' ' : '';
  const words = chance.shuffle(work.title.split(separator));
  return { pages: writePaper({ work: other(work, chance, { title: words.join(separator) }), chance }) };
};

const goesOn: Make = (work, chance) => ({
  pages: writePaper({
    work: other(work, chance, {
      title: `${work.title} ${chance.pick(['revisited', ': ten years later', 'reconsidered', ': a critique', '– a replication'])}`,
    }),
    chance,
  }),
});

/** The next paper of the same people under the same title. */
const nextPart: Make = (work, chance) => ({
  pages: writePaper({
    work: other(work, chance, {
      title: `${work.title}${chance.pick([' II', ': Part II', '. Part 2', ' III'])}`,
      authors: work.authors,
    }),
    chance,
  }),
});

const listing: Make = (work, chance) => ({
  pages: [
    [
      work.journal,
      'Table of contents',
      ...Array.from({ length: 6 }, () => lines(reference(other(work, chance), false), 90)).flat(),
      ...lines(reference(work, false), 90),
      ...Array.from({ length: 6 }, () => lines(reference(other(work, chance), false), 90)).flat(),
    ],
  ],
});

/** What comes instead of the right paper. */
export const WRONG: Readonly<Record<string, Make>> = {
  'same-journal': sameJournal,
  'same-authors': sameAuthors,
  erratum: about(
    'Erratum',
    'Corrigendum',
    'Correction to',
    'Author Correction',
    'Publisher Correction',
    'Erratum to',
  ),
  supplement: about(
    'Supplementary Information',
    'Supplementary material for',
    'Supporting Information',
    'Electronic Supplementary Material',
    'Online Appendix',
    'Supplementary Materials for',
  ),
  retraction: about('Retraction Note', 'Retraction notice to', 'Expression of Concern'),
  comment,
  citing,
  'citing-note': citingNote,
  'same-words': sameWords,
  'goes-on': goesOn,
  'next-part': nextPart,
  contents: listing,
};
