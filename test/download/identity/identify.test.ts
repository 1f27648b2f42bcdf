import { describe, expect, test } from 'vitest';
import type { PdfFacts } from '../../../src/core/document-reader.ts';
import { parseDoi, type WorkId } from '../../../src/core/identifiers.ts';
import type { Identity } from '../../../src/core/identity.ts';
import type { Work } from '../../../src/core/work.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { factsOfJats } from '../../../src/download/identity/jats-facts.ts';
import { dice } from '../../../src/lab/dice.ts';
import { factsOfSheet, labelledPairs } from './labelled-pairs.ts';
import { sentences } from './sample-works.ts';

const doi = (text: string) => {
  const parsed = parseDoi(text);
  if (parsed === undefined) throw new Error(`${text} is no DOI`);
  return parsed;
};

const WORK: Work = {
  id: 'doi:10.1234/rivers.2021.17' as WorkId,
  doi: doi('10.1234/rivers.2021.17'),
  title: 'Seasonal discharge of <i>alpine</i> rivers: efficient flow & first findings',
  year: 2021,
  authors: ['Ana García', 'Bauer, Lena', 'Chen W'],
};
const TITLE = 'Seasonal discharge of alpine rivers: efficient flow and first findings';
const PROSE = sentences('en', dice('prose'), 12);

const pdf = (lines: readonly string[], more: Partial<PdfFacts> = {}): PdfFacts => ({
  pageCount: 9,
  pages: [[...lines, PROSE].join('\n'), PROSE],
  identifiers: [],
  ...more,
});
const held = (facts: PdfFacts, work: Work = WORK): Identity => identify(work, factsOfPdf(facts));

describe('the right paper', () => {
  test('is known by title and authors, however they are set', () => {
    for (const lines of [
      [TITLE, 'Ana García, Lena Bauer and Wei Chen'],
      [TITLE.toUpperCase(), 'A. GARCÍA, L. BAUER, W. CHEN'],
      [
        'Seasonal dis-',
        'charge of alpine rivers: eﬃcient',
        'ﬂow and ﬁrst ﬁndings∗',
        'A. Garcı´a1, L. Bauer2, W. Chen1,2',
      ],
      ['Rivers Letters 12 (2021) 1-9', Array.from(TITLE).join(' '), 'García A, Bauer L, Chen W'],
    ])
      expect(held(pdf(lines))).toMatchObject({ verdict: 'proven' });
  });

  test('is known by the DOI in its metadata where its title is in another language, and never wrong for it', () => {
    const lines = ['Saisonaler Abfluss alpiner Flüsse', 'Ana García, Lena Bauer, Wei Chen'];
    const declared = pdf(lines, { identifiers: ['Rivers 12 (2021) doi:10.1234/rivers.2021.17'] });
    expect(held(declared)).toMatchObject({ verdict: 'proven', evidence: { doi: 'own' } });
    const printed = pdf([...lines, 'https://doi.org/10.1234/rivers.2021.17']);
    expect(held(printed)).toMatchObject({ verdict: 'proven', evidence: { doi: 'printed' } });
    const { authors: _, ...nameless } = WORK;
    expect(held(printed, nameless)).toMatchObject({ verdict: 'unsure', evidence: { doi: 'printed' } });
  });

  test('is known by a DOI that the line broke', () => {
    const lines = ['Abfluss', 'García, Bauer', 'https://doi.org/10.1234/riv', 'ers.2021.17'];
    expect(held(pdf(lines)).evidence.doi).toBe('printed');
  });

  test('is its preprint, too, with a DOI of the deposit and a word changed', () => {
    const lines = [
      'bioRxiv preprint doi: https://doi.org/10.1101/2020.01.01.123456',
      'Seasonal discharge of alpine rivers: efficient flow and early findings',
      'Ana García, Lena Bauer, Wei Chen',
    ];
    expect(held(pdf(lines))).toMatchObject({ verdict: 'proven' });
  });

  test('may offer supporting information and stand behind the cover of a repository', () => {
    for (const offer of [['*S Supporting Information'], ['Metrics & More', 'Supporting Information']])
      expect(held(pdf([TITLE, 'Ana García, Lena Bauer, Wei Chen', ...offer, 'ABSTRACT']))).toMatchObject({
        verdict: 'proven',
      });
    const cover = ['Research online', 'This is the accepted version. Please cite the published one.'];
    const facts = { ...pdf(cover), pages: [cover.join('\n'), `${TITLE}\nGarcía, Bauer, Chen\n${PROSE}`] };
    expect(held(facts)).toMatchObject({ verdict: 'proven' });
  });
});

describe('another paper', () => {
  test('is not proven by the DOI alone where title and year of the work are of another', () => {
    const other = pdf([
      'Rivers Letters 3 (2004) 1-9',
      'https://doi.org/10.1234/rivers.2021.17',
      'Thermal alloys under pressure',
      'Ana García, Lena Bauer, Wei Chen',
    ]);
    const mixed = held(other, { ...WORK, year: 1987 });
    expect(mixed).toMatchObject({ verdict: 'unsure', evidence: { doi: 'printed', year: 'other' } });
    expect(held(other, { ...WORK, year: 2004 })).toMatchObject({ verdict: 'proven' });
  });

  test('is wrong, with the evidence', () => {
    const lines = ['Thermal alloys under pressure', 'Omar Haddad', 'https://doi.org/10.1234/alloys.2020.3'];
    expect(held(pdf(lines))).toMatchObject({ verdict: 'wrong', evidence: { doi: 'other', authors: 0 } });
  });

  test('is wrong where it cites the work, with authors, year and DOI, under a heading or none', () => {
    const entry = `García, Bauer, Chen (2021). ${TITLE}. Rivers Letters 12, 1-9. https://doi.org/10.1234/rivers.2021.17`;
    const lines = ['Thermal alloys under pressure', 'Omar Haddad'];
    for (const heading of [['References'], []]) {
      const pages = [[...lines, PROSE].join('\n'), [...heading, `[1] ${entry}`].join('\n')];
      expect(held(pdf(lines, { pages }))).toMatchObject({ verdict: 'wrong' });
    }
    expect(held(pdf([...lines, `As “${TITLE}” has shown, this holds.`]))).toMatchObject({ verdict: 'wrong' });
  });

  test.each([
    'Erratum to:',
    'Supplementary Information for',
    'Supplement of',
    'Retraction Note to',
    'Comment on',
    'Reply to',
  ])('is "%s" its title, whatever else agrees', (mark) => {
    const rest = ['Ana García, Lena Bauer, Wei Chen', 'https://doi.org/10.1234/rivers.2021.17'];
    for (const lines of [
      [mark, TITLE, ...rest],
      [`${mark} ${TITLE}`, ...rest],
    ])
      expect(held(pdf(lines))).toMatchObject({ verdict: 'wrong' });
  });

  test.each([
    'Author Correction',
    'Supporting Information',
    'Retraction',
    'Web Appendix',
    '补充材料',
    'Errata',
  ])(
    'is labelled "%s"; the DOI of the work printed beside it leaves that open, as it does in the metadata',
    (mark) => {
      const lines = [mark, TITLE, 'Ana García, Lena Bauer, Wei Chen'];
      expect(held(pdf(lines))).toMatchObject({ verdict: 'wrong', evidence: { about: mark.toLowerCase() } });
      const doi = '10.1234/rivers.2021.17';
      expect(held(pdf([...lines, `https://doi.org/${doi}`]))).toMatchObject({ verdict: 'unsure' });
      expect(held(pdf(lines, { identifiers: [`doi:${doi}`] }))).toMatchObject({ verdict: 'unsure' });
    },
  );

  test.each(['BOOK REVIEW', 'Reply', 'Commentary', 'Editorial', 'STUDY PROTOCOL'])(
    'is not what a section’s label "%s" over the right title and authors says',
    (label) => {
      const lines = [label, TITLE, 'Ana García, Lena Bauer, Wei Chen', 'Abstract'];
      expect(held(pdf(lines))).toMatchObject({ verdict: 'proven' });
      const others = [label, TITLE, 'Omar Haddad, Mei Tanaka', 'Abstract'];
      expect(held(pdf(others)).verdict).toBe('wrong');
    },
  );

  test('is an erratum only for works that are none themselves', () => {
    const erratum: Work = { ...WORK, title: `Erratum to: ${TITLE}` };
    expect(held(pdf([`Erratum to: ${TITLE}`, 'García, Bauer, Chen']), erratum)).toMatchObject({
      verdict: 'proven',
    });
  });

  test('is the next part of the series', () => {
    for (const heading of [`${TITLE} II`, `${TITLE}: Part 2`])
      expect(held(pdf([heading, 'Ana García, Lena Bauer, Wei Chen'])).verdict).not.toBe('proven');
  });

  test('is not accepted for a DOI that continues after the work’s', () => {
    const lines = ['Figures', 'Nobody', 'https://doi.org/10.1234/rivers.2021.17.s001'];
    expect(held(pdf(lines)).evidence.doi).toBeUndefined();
  });
});

describe('nothing can be told', () => {
  test.each([
    ['a scan', { pages: ['', ''] }, 'no text layer'],
    [
      'a font without characters',
      { pages: ['\ue001\ue002\ue003 abc'.repeat(60)] },
      'a text layer without readable characters',
    ],
    [
      'a shifted font',
      { pages: ['7KH VWXG\\ RI ULYHUV DQG VRLOV WKURXJK '.repeat(12)] },
      'a text layer that is no language',
    ],
  ])('of %s', (_, more, unknown) => {
    expect(held(pdf([], more))).toMatchObject({ score: 0.5, verdict: 'unsure', evidence: { unknown } });
  });

  test('of a work with neither title nor DOI, or with a title that is no text', () => {
    const lines = ['Thermal alloys under pressure', 'Omar Haddad'];
    expect(held(pdf(lines), { id: 'url:x' as WorkId })).toMatchObject({ verdict: 'unsure' });
    expect(held(pdf(lines), { id: 'url:x' as WorkId, title: '???' })).toMatchObject({ verdict: 'unsure' });
  });

  test('of a title in a script the paper is not written in', () => {
    const work: Work = {
      id: 'doi:10.1/x' as WorkId,
      doi: doi('10.1234/x'),
      title: 'Исследование рек в горах',
    };
    expect(held(pdf(['A study of rivers', 'Ivan Petrov']), work)).toMatchObject({ verdict: 'unsure' });
  });
});

test('documents made to be slow are not', () => {
  const startedAt = performance.now();
  for (const text of [
    '\n'.repeat(8000),
    ' '.repeat(8000),
    '(2019). '.repeat(1000),
    '“'.repeat(8000),
    '10.1234/'.repeat(1000),
    'Supplementary '.repeat(500),
    '[1] Bauer '.repeat(800),
    '. '.repeat(4000),
    'Bauer, 12(3), '.repeat(500),
    'this article '.repeat(600),
    '1 2 3 4 '.repeat(1000),
  ])
    for (const pageCount of [1, 9]) held(pdf([], { pageCount, pages: [text + PROSE, text, text] }));
  factsOfJats('<front><article-meta><article-title>'.repeat(3000));
  expect(performance.now() - startedAt).toBeLessThan(3000);
});

describe('a slice of the labelled pairs', () => {
  const results = [...labelledPairs(7, 30)].map(({ isRight, kind, work, sheet }) => ({
    isRight,
    kind,
    verdict: identify(work, factsOfPdf(factsOfSheet(sheet))).verdict,
  }));
  const kinds = (isRight: boolean, verdict: string) =>
    results.filter((one) => one.isRight === isRight && one.verdict === verdict).map(({ kind }) => kind);

  test('no wrong paper is accepted and no right one is set aside', () => {
    expect(kinds(false, 'proven')).toEqual([]);
    expect(kinds(true, 'wrong')).toEqual([]);
  });

  test('most wrong papers are told, and most right ones accepted', () => {
    expect(kinds(false, 'wrong').length / (30 * 12)).toBeGreaterThan(0.9);
    expect(kinds(true, 'proven').length / (30 * 10)).toBeGreaterThan(0.9);
  });
});
