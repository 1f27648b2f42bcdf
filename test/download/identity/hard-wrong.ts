import { another, type MakeCase } from './hard-case.ts';
import { newAuthors, newDoi, newTitle, sentences } from './sample-works.ts';
import { byline, lines, reference, writePaper } from './write-paper.ts';

const withdrawn: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick(['', 'WITHDRAWN', 'Withdrawal notice', work.journal]),
        ...lines(work.title, 60),
        ...lines(byline(work.authors, chance), 80),
        `https://doi.org/${work.doi}`,
        chance.pick([
          'This article has been withdrawn at the request of the authors. The publisher apologizes for any inconvenience.',
          'This article has been removed by the publisher for legal reasons.',
          'The authors have withdrawn this manuscript because of an error in the analysis and do not wish it to be cited.',
          'This paper has been temporarily removed while an investigation is carried out.',
        ]),
      ],
    ],
  },
});

const ERRORS = [
  '404 Not Found',
  'Error 404 - page not found',
  'Access denied',
  'The requested document could not be found.',
  '403 Forbidden',
  'This article is no longer available.',
  'File not available',
  'The page you requested does not exist.',
  'Internal Server Error',
  'Please log in to view this document.',
  'Sorry, this PDF is temporarily unavailable. Try again later.',
  'Zugriff verweigert',
  'Document introuvable',
  'Archivo no encontrado',
  'Файл не найден',
  '页面未找到',
  'ページが見つかりません',
  'Session expired',
] as const;
const errorPage: MakeCase = (_, chance) => ({ sheet: { pages: [[chance.pick(ERRORS)]] } });

const PART_PAIRS = [
  ['Part I', 'Part II'],
  ['Part II', 'Part I'],
  ['Part 1', 'Part 2'],
  ['Part One', 'Part Two'],
  ['I', 'III'],
  ['II', 'IV'],
  ['Teil 1', 'Teil 2'],
  ['Part III', 'Part 2'],
  ['Part two', 'Part I'],
] as const;
const otherPart: MakeCase = (work, chance) => {
  const [wanted, found] = chance.pick(PART_PAIRS);
  const glue = chance.pick([': ', '. ', ' ', ', ', ' – ']);
  const tail = chance.next() < 0.3 ? `: ${newTitle('en', chance)}` : '';
  const title = `${work.title}${glue}${found}${tail}`;
  return {
    work: {
      ...work,
      title: `${work.title}${glue}${wanted}${tail === '' ? '' : `: ${newTitle('en', chance)}`}`,
    },
    sheet: {
      pages: writePaper({
        work: another(work, chance, { title, authors: work.authors }),
        chance,
        doi: chance.next() < 0.5 ? newDoi(chance) : undefined,
      }),
    },
  };
};

/** Another year of an annual report: the same people, the same words. */
const otherYear: MakeCase = (work, chance) => {
  const year = chance.int(2005, 2024);
  const make = chance.pick([
    (one: number) => `${work.title.split(':')[0]}, ${one}`,
    (one: number) => `${one} ${work.title}`,
    (one: number) => `${work.title} ${one}`,
    (one: number) => `Annual report ${one}: ${work.title}`,
    (one: number) => `${work.title}: GLOBOCAN ${one} estimates`,
    (one: number) => `${work.title}, ${one - 5}-${one}`,
  ]);
  const title = make(year + chance.pick([-2, -1, 1, 2]));
  return {
    work: { ...work, title: make(year), year },
    sheet: {
      pages: writePaper({
        work: another(work, chance, { title, authors: chance.pick([work.authors, newAuthors(chance)]) }),
        chance,
        doi: chance.next() < 0.5 ? newDoi(chance) : undefined,
      }),
    },
  };
};

/** The paper for which an erratum, a reply, a comment was wanted. */
const theOriginal: MakeCase = (work, chance) => ({
  work: {
    ...work,
    title: `${chance.pick(['Erratum to: ', 'Correction to: ', 'Reply to ', 'Comment on ', 'Retraction Note: ', 'Corrigendum to '])}${work.title}`,
    doi: newDoi(chance),
  },
  sheet: { pages: writePaper({ work, chance }) },
});

const sameAuthorsAndYear: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({ work: another(work, chance, { authors: work.authors }), chance, doi: undefined }),
  },
});

const fewWords: MakeCase = (work, chance) => ({
  sheet: { pages: [[newTitle(work.language, chance), `doi:${newDoi(chance)}`, newAuthors(chance)[0] ?? '']] },
});

const commentary: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work: another(work, chance, { title: work.title }),
      chance,
      doi: newDoi(chance),
      above: [
        chance.pick([
          'Commentary',
          'Invited Commentary',
          'EDITORIAL',
          'Editorial',
          'Comment',
          'News & Views',
          'Letter to the Editor',
        ]),
      ],
      tail: ['References', reference(work)],
    }),
  },
});

const bookReview: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick(['Book Review', 'BOOK REVIEWS', 'Reviews']),
        ...lines(
          `${work.title}, by ${work.authors.join(' and ')}. ${chance.pick(['Oxford', 'London', 'Berlin'])}: Academic Press, ${work.year}. ${chance.int(120, 500)} pp. ISBN 978-0-19-${chance.int(100000, 999999)}-1. $${chance.int(20, 90)}.00.`,
          90,
        ),
        `Reviewed by ${newAuthors(chance)[0]}`,
        ...lines(sentences(work.language, chance, 16), 95),
      ],
    ],
  },
});

/** Other papers and notices, hard to tell from the work. */
export const HARD_WRONG: Readonly<Record<string, MakeCase>> = {
  withdrawn,
  'error-page': errorPage,
  'other-part': otherPart,
  'other-year': otherYear,
  'the-original': theOriginal,
  'same-authors-year': sameAuthorsAndYear,
  'few-words': fewWords,
  commentary,
  'book-review': bookReview,
};
