import { describe, expect, test } from 'vitest';
import type { PdfFacts } from '../../../src/core/document-reader.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { another, prose } from './hard-case.ts';
import { factsOfSheet } from './labelled-pairs.ts';
import { newDoi, type SampleWork, sampleWorks, sentences } from './sample-works.ts';
import type { Sheet } from './typeset.ts';
import { lines, reference, writePaper } from './write-paper.ts';

/**
 * Kinds that resemble most what is taken for the paper: labelled papers, translations, papers at the head of a longer file.
 * The rules were not tuned on them.
 */
const SEED = 4711;
const WORKS = 25;

type Make = (work: SampleWork, chance: Dice) => Sheet;
type Kinds = Readonly<Record<string, Make>>;

const alone = (work: SampleWork): SampleWork => ({ ...work, authors: work.authors.slice(0, 1) });
const subject = (work: SampleWork): string => `doi:${work.doi}`;

function withOtherWord(title: string, word: string): string {
  const words = title.split(' ');
  const inside = words.slice(1, -1).toSorted((one, other) => other.length - one.length);
  return words.map((one) => (one === inside[0] ? word : one)).join(' ');
}

/** Pages that a notice has: title, authors and DOI of the paper, and a text of its own. */
const notice =
  (label: string, body: (work: SampleWork, chance: Dice) => readonly string[]): Make =>
  (work, chance) => ({
    subject: subject(work),
    pages: [
      [
        `${work.journal} 12 (${work.year}) 101`,
        `https://doi.org/${work.doi}`,
        label,
        ...lines(work.title, 60),
        work.authors.join(', '),
        ...body(work, chance),
      ],
    ],
  });

const papersBehind = (
  work: SampleWork,
  chance: Dice,
  page: (paper: SampleWork, at: number) => readonly string[],
): Sheet => {
  const papers = Array.from({ length: 3 }, () => another(work, chance));
  const behind = papers.flatMap((paper) => Array.from({ length: 7 }, (_, at) => page(paper, at)));
  return {
    pages: [...writePaper({ work, chance }), ...[1, 2, 3, 4].map(() => prose(work, chance, 20)), ...behind],
  };
};

const family = (name = ''): string => name.split(' ').at(-1) ?? '';

const WRONG: Kinds = {
  'a paper of the same authors with one word of the title changed': (work, chance) => ({
    pages: writePaper({ work, chance, title: withOtherWord(work.title, 'sheep'), doi: undefined }),
  }),
  'the preprint of a companion paper of the same authors and year': (work, chance) => ({
    pages: writePaper({
      work,
      chance,
      title: withOtherWord(work.title, 'sheep'),
      doi: '10.1101/2020.01.01.123456',
      above: ['This preprint has not been certified by peer review.'],
    }),
  }),
  'the translation of another paper of the same author': (work, chance) => ({
    pages: writePaper({
      work: alone(work),
      chance,
      title: sentences('pl', chance, 1),
      language: 'pl',
      doi: newDoi(chance),
    }),
  }),
  'a translation that prints no DOI': (work, chance) => ({
    pages: writePaper({
      work: alone(work),
      chance,
      title: sentences('pl', chance, 1),
      language: 'pl',
      doi: undefined,
    }),
  }),
  'a text in another language under the DOI, by a namesake': (work, chance) => ({
    pages: writePaper({
      work,
      chance,
      authors: [`Zbigniew ${family(work.authors[0])}`],
      title: sentences('pl', chance, 1),
      language: 'pl',
    }),
  }),
  'a correction with the DOI of the paper in metadata and head': notice('Correction', (work, chance) => [
    'Abstract',
    'The authors regret that in the original article Table 2 was given incorrectly.',
    ...prose(work, chance, 30),
  ]),
  'a correction as long as a paper, with an abstract': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({
      work,
      chance,
      above: ['Correction'],
      tail: ['The authors regret that in the original article Table 2 was given incorrectly.'],
    }),
  }),
  'the label of a notice over the DOI of the paper, and another in the foot': (work, chance) => {
    const [first = [], ...rest] = writePaper({ work, chance, above: ['Correction'] });
    return { subject: subject(work), pages: [[...first, `https://doi.org/${newDoi(chance)}`], ...rest] };
  },
  'a short notice with an abstract': notice('Erratum', (work, chance) => [
    'Abstract',
    ...prose(work, chance, 6),
  ]),
  'a long notice without an abstract': notice('Corrigendum', (work, chance) => prose(work, chance, 40)),
  'a notice of withdrawal that repeats the abstract': notice('Withdrawn', (work, chance) => [
    'Abstract',
    ...prose(work, chance, 40),
  ]),
  'an erratum linked to the title, with the DOI twice': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, title: `Erratum to: ${work.title}` }),
  }),
  'an erratum linked to the title by the line above it, with the DOI twice': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, above: ['Erratum to:'] }),
  }),
  'a withdrawn paper, with the DOI twice': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, above: ['Withdrawn'] }),
  }),
  'the label of a notice over another title, with the DOI twice': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, title: withOtherWord(work.title, 'sheep'), above: ['Correction'] }),
  }),
  'the label of a notice over the title and other authors, with the DOI twice': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, authors: ['Ada Quist', 'Bo Rask'], above: ['Correction'] }),
  }),
  'the label of a notice over a paper with the DOI in its metadata alone': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, doi: undefined, above: ['Correction'] }),
  }),
  'a notice about another paper': (work, chance) => {
    const paper = another(work, chance, { authors: work.authors });
    return { subject: subject(paper), pages: writePaper({ work: paper, chance, above: ['Correction'] }) };
  },
  'the label of a notice over the DOI of another': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, doi: newDoi(chance), above: ['Correction'] }),
  }),
  'a supplement with an abstract, and the DOI twice': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, above: ['Supporting Information'] }),
  }),
  'the first of four papers, each with its own head': (work, chance) =>
    papersBehind(work, chance, (paper, at) =>
      at === 0
        ? [
            paper.journal,
            ...lines(paper.title, 60),
            paper.authors.join(', '),
            'Abstract',
            ...prose(paper, chance, 12),
          ]
        : [...prose(paper, chance, 20), ...(at === 6 ? ['References', reference(work)] : [])],
    ),
  'the first of four papers, with their DOIs over the pages': (work, chance) =>
    papersBehind(work, chance, (paper) => [`https://doi.org/${paper.doi}`, ...prose(paper, chance, 20)]),
  'the first of four papers, with their authors over the pages': (work, chance) =>
    papersBehind(work, chance, (paper, at) => [
      `${at + 1} | Zz${family(paper.authors[0])} et al.`,
      ...prose(paper, chance, 20),
    ]),
  'a paper with the pages of the journal that follow it': (work, chance) => {
    const [first = [], second = []] = writePaper({ work, chance });
    const rest = Array.from({ length: 9 }, (_, at) => [String(103 + at), ...prose(work, chance, 20)]);
    return {
      pages: [
        [`${work.journal}, Vol. 12 (${work.year}), pp. 101-106`, ...first],
        ['102', ...second],
        ...rest,
      ],
    };
  },
};

const chapters = (work: SampleWork, chance: Dice): readonly (readonly string[])[] =>
  Array.from({ length: 4 }, (_, at) => [
    [`Chapter ${at + 2}`, ...lines(another(work, chance).title, 60), 'Ada Quist, Bo Rask', 'Abstract'],
    ...Array.from({ length: 5 }, () => prose(work, chance, 20)),
  ]).flat();

const RIGHT: Kinds = {
  'a thesis whose chapters are papers': (work, chance) => ({
    pages: [
      [
        ...lines(work.title, 60),
        ...work.authors,
        'A thesis submitted for the degree of Doctor of Philosophy',
        `https://doi.org/${work.doi}`,
        String(work.year),
      ],
      prose(work, chance, 20),
      prose(work, chance, 20),
      ...chapters(work, chance),
    ],
  }),
  'a thesis whose chapters are not called so': (work, chance) => ({
    pages: [
      [...lines(work.title, 60), ...work.authors, 'Doctoral thesis', `https://doi.org/${work.doi}`],
      prose(work, chance, 20),
      prose(work, chance, 20),
      ...chapters(work, chance).map((page) => page.filter((line) => !line.startsWith('Chapter'))),
    ],
  }),
  'a paper whose pages carry the numbers of the journal': (work, chance) => {
    const [first = [], second = []] = writePaper({ work, chance });
    const rest = Array.from({ length: 9 }, (_, at) => [String(103 + at), ...prose(work, chance, 20)]);
    return {
      pages: [
        [`${work.journal}, Vol. 12 (${work.year}), pp. 101-111`, ...first],
        ['102', ...second],
        ...rest,
      ],
    };
  },
  'a paper behind a full page of its journal': (work, chance) => ({
    pages: [prose(work, chance, 24), ...writePaper({ work, chance }), prose(work, chance, 20)],
  }),
  'a book with an abstract over each chapter': (work, chance) => ({
    pages: [...writePaper({ work, chance }), prose(work, chance, 20), ...chapters(work, chance)],
  }),
  'a long review that cites others over its pages': (work, chance) => ({
    pages: [
      ...writePaper({ work, chance }),
      ...Array.from({ length: 40 }, (_, at) => [
        at % 2 === 0 ? `${work.journal} ${at}` : `${family(work.authors[0])} et al. | ${at}`,
        ...prose(work, chance, 20),
        `12. ${reference(another(work, chance))}`,
      ]),
    ],
  }),
  'a list of references that begins its pages with DOIs': (work, chance) => ({
    pages: [
      ...writePaper({ work, chance }),
      ...[1, 2, 3].map(() => prose(work, chance, 20)),
      ...[1, 2, 3].map(() => [`https://doi.org/${newDoi(chance)}`, reference(another(work, chance))]),
    ],
  }),
  'an abstract in another language at the end': (work, chance) => ({
    pages: [
      ...writePaper({ work, chance }),
      ...[1, 2, 3].map(() => prose(work, chance, 20)),
      [
        ...lines(sentences('fr', chance, 1), 60),
        work.authors.join(', '),
        'Résumé',
        sentences('fr', chance, 5),
      ],
    ],
  }),
  'a manuscript that is longer than its pages in the journal': (work, chance) => {
    const [first = [], ...rest] = writePaper({ work, chance });
    return {
      pages: [
        [`${work.journal}, Vol. 12 (${work.year}), pp. 101-106`, ...first],
        ...rest,
        ...Array.from({ length: 20 }, (_, at) => [String(at + 3), ...prose(work, chance, 12)]),
      ],
    };
  },
  'a paper under the label of a notice, with its DOI in metadata and head': (work, chance) => ({
    subject: subject(work),
    pages: writePaper({ work, chance, above: ['Correction'] }),
  }),
  'a translation of a paper of one author, with its DOI and his name': (work, chance) => ({
    pages: writePaper({
      work: alone(work),
      chance,
      authors: [`${work.authors[0]?.charAt(0)}. ${family(work.authors[0])}`],
      title: sentences('fr', chance, 1),
      language: 'fr',
    }),
  }),
};

const factsOf = (sheet: Sheet): PdfFacts => factsOfSheet(sheet);

function verdicts(kind: string, make: Make): readonly string[] {
  const isOfOne = /same author$|namesake|no DOI$|of one author/.test(kind);
  return sampleWorks(SEED, WORKS)
    .filter(({ language }) => language === 'en')
    .map((sample, at) => {
      const { journal: _journal, language: _language, ...work } = isOfOne ? alone(sample) : sample;
      return identify(work, factsOfPdf(factsOf(make(sample, dice(SEED, kind, at))))).verdict;
    });
}

describe('what resembles the paper most', () => {
  test.each(Object.entries(WRONG))('is not proven: %s', (kind, make) => {
    const found = verdicts(kind, make);
    expect(found.length).toBeGreaterThan(10);
    expect(found).not.toContain('proven');
  });

  test.each(Object.entries(RIGHT))('is proven where it is the paper: %s', (kind, make) => {
    const found = verdicts(kind, make);
    expect(found.filter((one) => one !== 'proven')).toEqual([]);
  });
});
