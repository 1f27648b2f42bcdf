import { describe, expect, test } from 'vitest';
import type { PdfFacts } from '../../../src/core/document-reader.ts';
import { parseDoi, type WorkId } from '../../../src/core/identifiers.ts';
import type { Identity } from '../../../src/core/identity.ts';
import type { Work } from '../../../src/core/work.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { factsOfJats } from '../../../src/download/identity/jats-facts.ts';
import { factsOfPage } from '../../../src/download/identity/page-facts.ts';
import { dice } from '../../../src/lab/dice.ts';
import { jatsArticle } from '../../../src/lab/jats.ts';
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
    expect(held(printed)).toMatchObject({ verdict: 'unsure', evidence: { doi: 'printed' } });
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
    const offer = [TITLE, 'Ana García, Lena Bauer, Wei Chen', 'Supporting Information', 'ABSTRACT'];
    expect(held(pdf(offer))).toMatchObject({ verdict: 'proven' });
    const cover = ['Research online', 'This is the accepted version. Please cite the published one.'];
    const facts = { ...pdf(cover), pages: [cover.join('\n'), `${TITLE}\nGarcía, Bauer, Chen\n${PROSE}`] };
    expect(held(facts)).toMatchObject({ verdict: 'proven' });
  });
});

describe('another paper', () => {
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
    'Author Correction',
    'Supplementary Information for',
    'Supporting Information',
    'Retraction Note',
    'Comment on',
    'Reply to',
  ])('is "%s", whatever else agrees', (mark) => {
    const rest = ['Ana García, Lena Bauer, Wei Chen', 'https://doi.org/10.1234/rivers.2021.17'];
    for (const lines of [
      [mark, TITLE, ...rest],
      [`${mark} ${TITLE}`, ...rest],
    ])
      expect(held(pdf(lines))).toMatchObject({ verdict: 'wrong' });
  });

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

describe('marked-up articles say themselves whose they are', () => {
  const jats = (more: Partial<Parameters<typeof jatsArticle>[0]> = {}) =>
    jatsArticle({
      index: 1,
      id: WORK.id,
      doi: '10.1234/rivers.2021.17',
      spelling: '',
      openalex: 'W1',
      title: TITLE,
      year: 2021,
      date: '2021-03-01',
      authors: ['Ana García', 'Lena Bauer', 'Wei Chen'],
      journal: 'Rivers Letters',
      issn: '1234-5678',
      ...more,
    });

  test('JATS by its front matter', () => {
    expect(identify(WORK, factsOfJats(jats()))).toMatchObject({
      verdict: 'proven',
      evidence: { doi: 'own' },
    });
    const other = jats({
      title: 'Thermal alloys under pressure',
      doi: '10.1234/alloys.2020.3',
      authors: ['Omar Haddad'],
    });
    expect(identify(WORK, factsOfJats(other))).toMatchObject({ verdict: 'wrong' });
    const correction = jats().replace('article-type="research-article"', 'article-type="correction"');
    expect(identify(WORK, factsOfJats(correction))).toMatchObject({
      verdict: 'wrong',
      evidence: { about: 'correction' },
    });
  });

  test('a page by its citation tags and heading', () => {
    const page = (title: string, id: string) =>
      `<html><head><meta name="citation_title" content="${title}"><meta name="citation_doi" content="${id}">
       <meta name="citation_author" content="García, Ana"></head><body><h1>${title}</h1></body></html>`;
    expect(identify(WORK, factsOfPage(page(TITLE, '10.1234/rivers.2021.17')))).toMatchObject({
      verdict: 'proven',
    });
    expect(identify(WORK, factsOfPage(page('Thermal alloys', '10.1234/alloys.2020.3')))).toMatchObject({
      verdict: 'wrong',
    });
  });

  test('a page that says nothing of itself tells nothing, nor does the name of its site', () => {
    const site = '<html><body><h1>The Rivers Review</h1><p>Text</p></body></html>';
    expect(identify(WORK, factsOfPage(site))).toMatchObject({ verdict: 'unsure' });
    const titled = `<html><body><h1>${TITLE}</h1><p>Text</p></body></html>`;
    expect(identify(WORK, factsOfPage(titled))).toMatchObject({ verdict: 'proven' });
    expect(identify(WORK, factsOfPage('<html><body><p>Text</p></body></html>'))).toMatchObject({
      verdict: 'unsure',
    });
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
  ])
    held(pdf([], { pages: [text + PROSE, text, text] }));
  factsOfPage('<b>'.repeat(80_000));
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
