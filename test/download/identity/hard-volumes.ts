import { another, type MakeCase, prose } from './hard-case.ts';
import { newAuthors, newTitle, type SampleWork } from './sample-works.ts';
import { byline, lines, reference, writePaper } from './write-paper.ts';

const contents =
  (isDotted: boolean): MakeCase =>
  (work, chance) => {
    const place = chance.int(2, 9);
    const list = Array.from({ length: 12 }, (_, at) => (at === place ? work : another(work, chance)));
    const entries = list.flatMap((one, at) => {
      const number = 3 + at * 11;
      const names = one.authors.join(', ');
      if (isDotted) return [...lines(`${one.title} ........ ${number}`, 90), `   ${names}`];
      return chance.next() < 2 ? [...lines(one.title, 90), `${names} ${number}`] : [];
    });
    return {
      sheet: {
        pages: [
          [
            `Proceedings of the Conference on ${newTitle('en', chance)}`,
            ...(isDotted && chance.next() < 0.5 ? [] : ['Contents']),
            ...entries,
          ],
        ],
      },
    };
  };

const abstractsBook: MakeCase = (work, chance) => {
  const one = (paper: SampleWork, number: number): readonly string[] => [
    `P${number}`,
    ...lines(paper.title, 70),
    ...lines(byline(paper.authors, chance), 80),
    ...prose(work, chance, 4),
  ];
  const papers = [another(work, chance), work, another(work, chance), another(work, chance)];
  return {
    sheet: {
      pages: [
        [
          chance.pick([
            'Book of Abstracts',
            'ABSTRACT BOOK',
            'Programme and Abstracts',
            'Conference Abstracts',
          ]),
          `International Congress, ${work.year}`,
        ],
        papers.slice(0, 2).flatMap((paper, at) => one(paper, at + 1)),
        papers.slice(2).flatMap((paper, at) => one(paper, at + 3)),
        ...Array.from({ length: 40 }, () => one(another(work, chance), 9)),
      ],
    },
  };
};

const volume: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        `Proceedings of the ${chance.int(2, 40)}th Conference on ${newTitle('en', chance)}`,
        'Edited by',
        ...newAuthors(chance),
        `ISBN 978-1-${chance.int(1000, 9999)}-000-1`,
      ],
      ['Preface', ...prose(work, chance, 8)],
      [
        'Contents',
        ...[
          another(work, chance),
          work,
          another(work, chance),
          another(work, chance),
          another(work, chance),
        ].flatMap((one, at) => [...lines(one.title, 80), `${one.authors.join(', ')} ${1 + at * 12}`]),
      ],
      ...Array.from({ length: 180 }, () => ['Paper text.']),
    ],
  },
});

const thesis: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        newTitle(work.language, chance),
        work.authors[0] ?? '',
        'A thesis submitted for the degree of Doctor of Philosophy',
        'Brightwater University',
        String(work.year + 1),
      ],
      [
        'List of publications',
        'This thesis is based on the following papers:',
        ...lines(`I. ${reference(work)}`, 90),
        ...lines(`II. ${reference(another(work, chance, { authors: work.authors }))}`, 90),
      ],
      [
        'Contents',
        '1 Introduction 1',
        ...lines(`2 ${work.title} 15`, 90),
        '3 Discussion 80',
        '4 Conclusions 120',
      ],
      ...Array.from({ length: 140 }, () => ['Chapter text.']),
    ],
  },
});

const preproofCover: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick(['Journal Pre-proof', 'Journal Pre-proofs']),
        ...lines(work.title, 70),
        ...lines(byline(work.authors, chance), 80),
        'PII: S0022-1694(21)00123-4',
        `DOI: https://doi.org/${work.doi}`,
        'Reference: HYDROL 126123',
        `To appear in: ${work.journal}`,
        'Received Date: 1 March',
        'Accepted Date: 2 May',
        `Please cite this article as: ${reference(work)}`,
        'This is a PDF file of an article that has undergone enhancements after acceptance, such as the addition of a cover page and metadata, and formatting for readability, but it is not yet the definitive version of record.',
      ],
    ],
  },
});

const repositoryCover: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      chance.pick([
        [
          'Brightwater Research Online',
          'This is the author’s accepted version of a work published as:',
          ...lines(work.title, 70),
          work.authors.join(', '),
          `Published in: ${work.journal} (${work.year})`,
          `Link to publication: https://doi.org/${work.doi}`,
          'General rights: copyright and moral rights are retained by the authors.',
          'Take down policy',
          'Download date: 01 Mar 2022',
        ],
        [
          ...lines(work.title, 70),
          `Author(s): ${work.authors.join(', ')}`,
          `Source: ${work.journal}, Vol. 12, No. 3 (${work.year}), pp. 101-115`,
          'Published by: Brightwater Press',
          'Stable URL: https://www.jstor.org/stable/123456',
          'JSTOR is a not-for-profit service that helps scholars, researchers, and students discover, use, and build upon a wide range of content.',
          'Your use of the JSTOR archive indicates your acceptance of the Terms & Conditions of Use.',
        ],
        [
          'HAL Id: hal-0123456',
          'https://hal.science/hal-0123456',
          'Submitted on 1 Mar 2021',
          'HAL is a multi-disciplinary open access archive for the deposit and dissemination of scientific research documents.',
          ...lines(work.title, 70),
          work.authors.join(', '),
          'To cite this version:',
          reference(work),
        ],
      ]),
    ],
  },
});

const firstPage: MakeCase = (work, chance) => {
  const [first = []] = writePaper({ work, chance });
  const cut = first.slice(0, -1);
  const last = (first.at(-1) ?? '')
    .replace(/[.。]\s*$/, '')
    .split(' ')
    .slice(0, -1)
    .join(' ');
  return { sheet: { pages: [[...cut, last]] } };
};

const firstOfMany: MakeCase = (work, chance) => {
  const [first = []] = writePaper({ work, chance });
  const from = chance.int(100, 900);
  const extent = `${from}-${from + chance.int(5, 25)}`;
  const head = chance.pick([
    `${work.journal}, Vol. 12, pp. ${extent}`,
    `${work.journal} 12 (${work.year}) ${extent}`,
    `${work.journal}. ${work.year};12(3):${extent}`,
    `${work.journal} 12: ${extent} (${work.year})`,
  ]);
  const isCounted = chance.next() < 0.3;
  return {
    sheet: {
      pages: [[...(isCounted ? [] : [head]), ...first.slice(1), ...(isCounted ? ['Page 1 of 12'] : [])]],
    },
  };
};

/** Files that hold the paper among others, or stand for it. */
export const HARD_VOLUMES: Readonly<Record<string, MakeCase>> = {
  'contents-dotted': contents(true),
  'contents-plain': contents(false),
  'abstracts-book': abstractsBook,
  volume,
  thesis,
  'preproof-cover': preproofCover,
  'repository-cover': repositoryCover,
  'first-page': firstPage,
  'first-of-many': firstOfMany,
};
