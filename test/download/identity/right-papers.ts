import type { Dice } from '../../../src/lab/dice.ts';
import { QUALITIES } from '../../../src/lab/words.ts';
import { type SampleWork, sentences } from './sample-works.ts';
import type { Sheet } from './typeset.ts';
import { byline, lines, writePaper } from './write-paper.ts';

type Make = (work: SampleWork, chance: Dice) => Sheet;

const named = ({ title, authors }: SampleWork): Pick<Sheet, 'title' | 'author'> => ({
  title,
  author: authors.join(', '),
});

const published: Make = (work, chance) => ({
  pages: writePaper({ work, chance }),
  ...(chance.next() < 0.5 && named(work)),
  ...(chance.next() < 0.3 && { subject: `${work.journal}, ${work.year}. doi:${work.doi}` }),
});

/** One word changed since, no DOI or the deposit's own. */
function retitled(work: SampleWork, chance: Dice): string {
  if (work.language !== 'en' || chance.next() < 0.5) return work.title;
  const words = work.title.split(' ');
  words[chance.int(1, words.length - 2)] = chance.pick(QUALITIES);
  return words.join(' ');
}

const preprint: Make = (work, chance) => ({
  pages: writePaper({
    work,
    chance,
    title: retitled(work, chance),
    doi:
      chance.next() < 0.5
        ? undefined
        : `10.1101/${chance.int(2015, 2026)}.01.01.${chance.int(100_000, 999_999)}`,
    above: ['This preprint has not been certified by peer review.'],
  }),
});

const manuscript: Make = (work, chance) => ({
  pages: writePaper({ work, chance, doi: undefined, above: ['Accepted manuscript'] }),
  title: 'Microsoft Word - manuscript_final2.docx',
});

/** A repository puts a sheet of its own before the paper. */
const covered: Make = (work, chance) => ({
  pages: [
    [
      'Brightwater Research Online',
      'This is the author’s version of a work that was accepted for publication.',
      ...lines(work.title, 70),
      ...lines(byline(work.authors, chance), 80),
      `Published in: ${work.journal} (${work.year})`,
      `Link to publication: https://doi.org/${work.doi}`,
      'General rights: copyright and moral rights are retained by the authors.',
    ],
    ...writePaper({ work, chance, doi: undefined }),
  ],
});

/** The end of the paper before stands above. */
const midPage: Make = (work, chance) => {
  const [first = [], ...rest] = writePaper({ work, chance });
  const before = lines(sentences(work.language, chance, chance.int(4, 9)), 90);
  return { pages: [[...before, ...first], ...rest] };
};

/** No line ends: some producers place every word by itself, and readers see one line. */
const unlined: Make = (work, chance) => ({
  pages: writePaper({ work, chance }).map((page) => [page.join(' ')]),
  ...named(work),
});

const withOffers: Make = (work, chance) => ({
  pages: writePaper({
    work,
    chance,
    above: [
      chance.pick(['RETRACTED ARTICLE', 'Original research', 'Open access', 'SUPPLEMENT ARTICLE', 'Letter']),
    ],
    below: ['Metrics & More', 'Article Recommendations', 'Supporting Information', 'Received: 1 March'],
  }),
});

/** In another language than the index says: only names and DOI agree. */
const translated: Make = (work, chance) => ({
  pages: writePaper({
    work,
    chance,
    title: sentences(work.language === 'de' ? 'fr' : 'de', chance, 1),
    language: work.language === 'de' ? 'fr' : 'de',
  }),
});

const marked: Make = (work, chance) => ({
  pages: writePaper({
    work,
    chance,
    title: `${work.title}${chance.pick(['∗', '†', ' 1', '*,†'])}`,
    authors: work.authors.map((name, at) => `${name}${at + 1},*`),
    doi: undefined,
  }),
});

const spaced: Make = (work, chance) => ({
  pages: writePaper({ work, chance, title: Array.from(work.title).join(' ').replaceAll('   ', '  ') }),
});

/** How the right paper may look. */
export const RIGHT: Readonly<Record<string, Make>> = {
  published,
  preprint,
  manuscript,
  covered,
  'mid-page': midPage,
  unlined,
  'with-offers': withOffers,
  translated,
  marked,
  spaced,
};
