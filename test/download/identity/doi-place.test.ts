import { describe, expect, test } from 'vitest';
import type { PdfFacts } from '../../../src/core/document-reader.ts';
import { type Doi, parseDoi, type WorkId } from '../../../src/core/identifiers.ts';
import type { Identity } from '../../../src/core/identity.ts';
import type { Work } from '../../../src/core/work.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';

const DOI = '10.1234/rivers.2021.17';
const BY_DOI: Work = { id: `doi:${DOI}` as WorkId, doi: parseDoi(DOI) as Doi };
const TITLE = 'Seasonal discharge of alpine rivers and first findings';
const WORK: Work = { ...BY_DOI, title: TITLE, authors: ['Ana García', 'Lena Bauer'], year: 2021 };
const LINK = `https://doi.org/${DOI}`;
const OTHER = 'https://doi.org/10.1234/lakes.2023.4';
const PROSE = Array.from(
  { length: 30 },
  () => 'The estimate remains stable when rivers and soils are measured together in the same place.',
);

const pdf = (lines: readonly string[], { pageCount = 9, foot = [] as readonly string[] } = {}): PdfFacts => ({
  pageCount,
  pages:
    pageCount === 1
      ? [[...lines, ...PROSE, ...foot].join('\n')]
      : [[...lines, ...PROSE, ...foot].join('\n'), PROSE.join('\n'), PROSE.join('\n')],
  identifiers: [],
});
const held = (facts: PdfFacts, work: Work = BY_DOI): Identity => identify(work, factsOfPdf(facts));

describe('by DOI alone', () => {
  test.each([
    ['a line of its own', ['Rivers Letters 12 (2021) 1–9', LINK, TITLE]],
    ['the line of the journal', [`Rivers Letters 12 (2021) 1–9, doi: ${DOI}`, TITLE]],
    ['under a section label', ['Original Article', TITLE, 'Ana García', LINK]],
    [
      'the final form of a manuscript',
      [
        'HHS Public Access',
        'Author manuscript',
        'Published in final edited form as:',
        `Rivers Lett. 2021 March ; 12(3): 1–9. doi:${DOI}.`,
        TITLE,
      ],
    ],
    [
      'a recommended citation',
      [TITLE, 'How to cite: García A, Bauer L (2021).', `Rivers Letters 12, 1–9. ${LINK}`],
    ],
  ])('a paper is known by %s', (_, lines) => {
    expect(held(pdf(lines))).toMatchObject({ verdict: 'proven', evidence: { doi: 'printed' } });
  });

  test.each([
    [
      'an editorial',
      [
        'Editorial',
        'On lakes',
        'Wei Chen',
        'Refers to: A. García, L. Bauer (2021)',
        'Seasonal discharge of alpine',
        'rivers. Rivers Letters 50:149–156.',
        LINK,
        'Abstract',
      ],
      [],
    ],
    ['a pointer', ['On lakes', 'Wei Chen', 'See the article by García and Bauer,', LINK], []],
    [
      'a citing sentence',
      [
        'On lakes',
        'Wei Chen',
        'This study builds on García et al., “Seasonal discharge of',
        'alpine rivers and first findings” (2021),',
        `${LINK}.`,
        'Abstract',
      ],
      [],
    ],
    [
      'a quoted title',
      ['On lakes', 'Wei Chen', `We answer “Seasonal discharge of alpine rivers” (2021), ${LINK}.`],
      [],
    ],
    [
      'a press release',
      ['FOR IMMEDIATE RELEASE', 'New study shows how rivers change'],
      [`The findings appear in Rivers Letters. DOI: ${DOI}`, 'Media contact: press office'],
    ],
    [
      'news',
      ['How rivers change'],
      [
        'The study “Seasonal discharge of alpine rivers” by Ana García',
        `appears in Rivers Letters. DOI: ${DOI}`,
      ],
    ],
    [
      'a paper with a DOI of its own',
      ['Rivers Letters 12 (2023) 1–9', OTHER, 'On lakes', 'Wei Chen', `Data and code of ${DOI}`],
      [],
    ],
  ])('the DOI is not that of %s', (_, lines, foot) => {
    expect(held(pdf(lines, { foot })).verdict).not.toBe('proven');
  });
});

describe('notices that are wanted', () => {
  const head = ['Rivers Letters (2021) 5:248–248', LINK, 'ERRATUM', 'Erratum to: On lakes', 'Ana García'];

  test('are known by the DOI that the journal printed for them', () => {
    expect(held(pdf(head, { pageCount: 1 }))).toMatchObject({ verdict: 'proven' });
    const retraction = [
      'Rivers Letters (2021) 5:248–248',
      LINK,
      'Retraction Note',
      'This article has been retracted by the editor.',
    ];
    expect(held({ pageCount: 1, pages: [retraction.join('\n')], identifiers: [] })).toMatchObject({
      verdict: 'proven',
    });
    const named = { ...BY_DOI, title: 'Retraction Note: Seasonal discharge of alpine rivers' };
    const page = [
      'Rivers Letters (2021) 5:248–248',
      LINK,
      named.title,
      'This article has been retracted by the editor.',
    ];
    expect(held({ pageCount: 1, pages: [page.join('\n')], identifiers: [] }, named)).toMatchObject({
      verdict: 'proven',
    });
  });

  test.each([
    ['below the mark', ['Rivers Letters (2021) 5:248', 'Erratum', 'On lakes', LINK]],
    [
      'as that of the original',
      [...head.filter((line) => line !== LINK), `The original article can be found online at ${LINK}`],
    ],
    [
      'beside another',
      ['Rivers Letters (2021) 5:248', OTHER, 'Erratum', 'On lakes', `Original article: ${LINK}`],
    ],
    ['of what was withdrawn', ['Rivers Letters (2021) 5:248', LINK, 'WITHDRAWN: On lakes', 'Ana García']],
  ])('are not known by a DOI %s', (_, lines) => {
    expect(held(pdf(lines, { pageCount: 1 })).verdict).not.toBe('proven');
  });
});

describe('under the label of a supplement', () => {
  const head = [
    'Rivers Letters 12 (2021) 1–9',
    LINK,
    'Supporting Information',
    TITLE,
    'Ana García, Lena Bauer',
  ];

  test('an article is the work', () => {
    expect(held(pdf([...head, 'Abstract', ...PROSE, '1. Introduction']), WORK)).toMatchObject({
      verdict: 'proven',
    });
  });

  test.each([
    ['without abstract and introduction', []],
    ['with captions of a supplement', ['Abstract', 'Introduction', 'Table S1. Sites', 'Figure S2. Flow']],
  ])('a document is not: %s', (_, lines) => {
    expect(held(pdf([...head, ...lines]), WORK).verdict).not.toBe('proven');
  });
});
