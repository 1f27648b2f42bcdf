import { another, type MakeCase, prose } from './hard-case.ts';
import { newDoi, newTitle } from './sample-works.ts';
import { byline, lines, writePaper } from './write-paper.ts';

const slides: MakeCase = (work, chance) => ({
  sheet: {
    ...(chance.next() < 0.6 && { size: [720, 405] as const }),
    pages: [
      [
        ...lines(work.title, 40),
        ...lines(byline(work.authors, chance), 60),
        `Conference on ${newTitle('en', chance)}`,
        String(work.year),
      ],
      ['Outline', '• Motivation', '• Methods', '• Results'],
      ...Array.from({ length: 12 }, (_, at) => [
        newTitle(work.language, chance),
        `• ${newTitle(work.language, chance)}`,
        `• ${newTitle(work.language, chance)}`,
        `${at + 3} / 15`,
      ]),
      ['Thank you!', 'Questions?'],
    ],
  },
});

const poster: MakeCase = (work, chance) => {
  const isLarge = chance.next() < 0.5;
  return {
    sheet: {
      ...(isLarge && { size: [2384, 3370] as const }),
      pages: [
        [
          ...(isLarge
            ? []
            : [chance.pick(['Poster P-123', 'Poster', 'POSTER PRESENTATION', 'Poster Session 2'])]),
          ...lines(work.title, 60),
          ...lines(byline(work.authors, chance), 80),
          'Introduction',
          ...prose(work, chance, 3),
          'Methods',
          ...prose(work, chance, 3),
          'Results',
          ...prose(work, chance, 3),
          'Conclusions',
          ...prose(work, chance, 2),
        ],
      ],
    },
  };
};

const graphicalAbstract: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick(['Graphical Abstract', 'Graphical abstract', 'Visual Abstract', 'TOC graphic']),
        ...lines(work.title, 60),
        ...lines(byline(work.authors, chance), 80),
        ...prose(work, chance, 2),
      ],
    ],
  },
});

const protocol: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick([
          'CLINICAL STUDY PROTOCOL',
          'Trial protocol',
          'Study Protocol',
          'Statistical Analysis Plan',
          'STATISTICAL ANALYSIS PLAN (SAP)',
          'Research protocol',
        ]),
        ...lines(work.title, 60),
        `Protocol version ${chance.int(1, 5)}.0`,
        'Sponsor: Brightwater University',
        ...lines(byline(work.authors, chance), 80),
        'CONFIDENTIAL',
      ],
      ...[1, 2, 3].map(() => prose(work, chance, 14)),
    ],
  },
});

const formOf =
  (...heads: readonly (readonly string[])[]): MakeCase =>
  (work, chance) => ({
    sheet: {
      pages: [
        [
          ...chance.pick(heads),
          ...lines(work.title, 70),
          ...lines(byline(work.authors, chance), 80),
          ...prose(work, chance, 10),
        ],
        prose(work, chance, 16),
      ],
    },
  });

const reporting = formOf(
  ['nature research | reporting summary', 'Corresponding author(s):'],
  ['Reporting Summary', 'Last updated by author(s): Mar 1'],
  ['CONSORT 2010 checklist'],
  ['PRISMA checklist'],
  ['Reporting checklist for'],
);
const peerReview = formOf(
  ['Peer Review File'],
  ['Transparent Peer Review'],
  ['Peer review report', 'Reviewer #1'],
  ['Reviewers’ comments:'],
  ['Review history'],
  ['Decision letter'],
  ['Response to reviewers'],
  ['Peer Review Information', 'Journal: Rivers'],
);

const otherDoiSameTitle: MakeCase = (work, chance) => ({
  sheet: {
    pages: writePaper({ work: another(work, chance, { title: work.title }), chance, doi: newDoi(chance) }),
  },
});

const press: MakeCase = (work, chance) => ({
  sheet: {
    pages: [
      [
        chance.pick(['Press release', 'News', 'Research highlight', 'Media release']),
        newTitle('en', chance),
        ...prose(work, chance, 6),
        `The study “${work.title}” by ${work.authors.join(', ')} appeared in ${work.journal}.`,
        `https://doi.org/${work.doi}`,
      ],
    ],
  },
});

/** Files that come with a paper or speak of it. */
export const HARD_FILES: Readonly<Record<string, MakeCase>> = {
  slides,
  poster,
  'graphical-abstract': graphicalAbstract,
  protocol,
  reporting,
  'peer-review': peerReview,
  'other-doi-same-title': otherDoiSameTitle,
  press,
};
