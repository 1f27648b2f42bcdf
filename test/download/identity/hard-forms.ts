import { another, type MakeCase } from './hard-case.ts';
import { sentences } from './sample-works.ts';
import { byline, lines, reference, writePaper } from './write-paper.ts';

const onePageLetter: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        `${work.journal} 12 (${work.year}) ${chance.int(100, 900)}`,
        ...lines(work.title, 60),
        ...lines(sentences(work.language, chance, 12), 95),
        ...work.authors,
        'References',
        ...lines(`1. ${reference(another(work, chance))}`, 90),
      ],
    ],
  },
});

const onePageAbstract: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        work.journal,
        ...lines(work.title, 60),
        ...lines(byline(work.authors, chance), 80),
        'Background',
        ...lines(sentences(work.language, chance, 3), 95),
        'Methods',
        ...lines(sentences(work.language, chance, 3), 95),
        'Results',
        ...lines(sentences(work.language, chance, 3), 95),
        'Conclusions',
        ...lines(sentences(work.language, chance, 2), 95),
      ],
    ],
  },
});

const samePart: MakeCase = (work, chance) => {
  const [wanted, found] = chance.pick([
    ['Part II', 'Part 2'],
    ['Part I', 'Part I'],
    ['Part Two', 'Part II'],
    ['II', 'II'],
    [', 2019', ', 2019'],
    ['Part 1', 'Part I'],
    ['Phase II', 'Phase 2'],
  ] as const);
  const title = `${work.title} ${wanted}`;
  return {
    work: { ...work, title },
    sheet: {
      pages: writePaper({
        work: { ...work, title: `${work.title} ${found}` },
        chance,
        doi: chance.next() < 0.5 ? work.doi : undefined,
      }),
    },
  };
};

const afterReferences: MakeCase = (work, chance) => {
  const [first = [], ...rest] = writePaper({ work, chance, doi: chance.next() < 0.5 ? work.doi : undefined });
  const before = [
    ...lines(sentences(work.language, chance, 2), 90),
    'References',
    ...lines(`1. ${reference(another(work, chance))}`, 90),
    ...lines(`2. ${reference(another(work, chance))}`, 90),
  ];
  return { sheet: { pages: [[...before, ...first.slice(1)], ...rest] } };
};

const longWork: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        ...lines(work.title, 50),
        ...work.authors,
        'Dissertation',
        'Brightwater University',
        String(work.year),
      ],
      ...writePaper({ work, chance, doi: undefined }),
      ...Array.from({ length: 150 }, () => ['Text of a chapter.']),
    ],
  },
});

/** Long papers print their own contents below the title. */
const ownContents: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        ...lines(work.title, 60),
        ...lines(byline(work.authors, chance), 80),
        'Abstract',
        ...lines(sentences(work.language, chance, 4), 90),
        'Contents',
        '1 Introduction ........ 2',
        '2 Methods ........ 5',
        '3 Results ........ 9',
        '4 Discussion ........ 14',
        'References ........ 19',
      ],
      ...writePaper({ work, chance }).slice(1),
      ...[1, 2, 3].map(() => lines(sentences(work.language, chance, 12), 95)),
    ],
  },
});

const withHighlights: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick(['Highlights', 'Graphical abstract']),
        ...lines(work.title, 60),
        ...lines(byline(work.authors, chance), 80),
        '• One point',
        '• Another point',
      ],
      ...writePaper({ work, chance, doi: undefined }),
      lines(sentences(work.language, chance, 12), 95),
    ],
  },
});

const protocolPaper: MakeCase = (work, chance) => {
  const wanted = { ...work, title: `${work.title}: study protocol for a randomised trial` };
  return {
    work: wanted,
    sheet: {
      pages: writePaper({
        work: wanted,
        chance,
        above: ['STUDY PROTOCOL'],
        doi: chance.next() < 0.5 ? work.doi : undefined,
      }),
    },
  };
};

const retracted: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({
      work,
      chance,
      above: [chance.pick(['RETRACTED ARTICLE', 'RETRACTED', 'Retracted: see the note'])],
    }),
  },
});

/** Forms and lengths of right papers. */
export const HARD_FORMS: Readonly<Record<string, MakeCase>> = {
  'one-page-letter': onePageLetter,
  'one-page-abstract': onePageAbstract,
  'same-part': samePart,
  'after-references': afterReferences,
  'long-work': longWork,
  'own-contents': ownContents,
  'with-highlights': withHighlights,
  'protocol-paper': protocolPaper,
  retracted,
};
