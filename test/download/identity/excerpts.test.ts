import { describe, expect, test } from 'vitest';
import type { PdfFacts } from '../../../src/core/document-reader.ts';
import { shapeOf } from '../../../src/download/identity/document-shape.ts';
import { printedExtent } from '../../../src/download/identity/extent.ts';
import { doubtIn, previewIn } from '../../../src/download/identity/preview.ts';

const PROSE = Array.from(
  { length: 14 },
  () => 'The estimate remains stable when rivers and soils are measured together in the same place.',
);
const OPEN = [...PROSE, 'Earlier work on rivers and lakes left open whether the two can be told from'];

/** A file with these pages; its last page is the last that was read unless `pageCount` says otherwise. */
const file = (pages: readonly (readonly string[])[], pageCount = pages.length): PdfFacts => ({
  pageCount,
  pages: pages.map((lines) => lines.join('\n')),
  identifiers: [],
});
const HEAD = 'Rivers Letters 12 (2019) 101–112';

describe('the extent a page prints', () => {
  test.each([
    [HEAD, 12],
    ['Rivers Letters, 79, 1149–1157, 2007', 9],
    ['Rivers Letters. 2019 March ; 29(3): 336–47.', 12],
    ['Proceedings of the 12th Conference, 2019, pp. 11-18', 8],
    ['Rivers Letters (2019) 5:248–248', 1],
  ])('%s', (line, pages) => {
    expect(printedExtent([line, 'Rivers', ...PROSE].join('\n'))?.pages).toBe(pages);
  });

  test.each([
    ['an article number', 'Rivers Letters 2019; 12(3): e1234'],
    ['years', 'Rivers of the north, 1990–2010'],
    ['hours of a session', 'Session 3, May 12, 10-14, Hall B'],
    ['numbers without volume or year', 'Groups 3, 10-14'],
    ['a footnote', '1 Bauer A, Chen W. Rivers Letters 12 (2019) 101–112'],
    ['an entry of a list', '[3] A. Bauer. Lakes. Rivers Letters 12 (2019) 101–112'],
  ])('none: %s', (_, line) => {
    expect(printedExtent([line, 'Rivers', ...PROSE].join('\n'))).toBeUndefined();
    expect(printedExtent(['Rivers', ...PROSE, line].join('\n'))).toBeUndefined();
  });

  test('none: of the article that this one refers to, over several lines', () => {
    const lines = ['Refers to: A. Bauer (2015)', 'Lakes of the south.', 'Rivers Letters 50 (2015) 149–156.'];
    expect(printedExtent(['Editorial', 'On lakes', ...lines, ...PROSE].join('\n'))).toBeUndefined();
  });
});

describe('an excerpt', () => {
  test.each([
    [
      'numbered as in the journal',
      file([
        [HEAD, 'Rivers', ...PROSE],
        ['102 Bauer et al.', ...PROSE],
      ]),
    ],
    [
      'numbered, and longer than what is read',
      file(
        [
          [HEAD, ...PROSE],
          ['102', ...PROSE],
          ['103', ...PROSE],
        ],
        5,
      ),
    ],
    ['broken off', file([[HEAD, 'Rivers', ...PROSE], OPEN])],
    [
      'that counts its pages',
      file([
        ['Rivers', ...PROSE, '1 / 14'],
        [...PROSE, '2 / 14'],
      ]),
    ],
    ['of which the first page counts', file([['Rivers', ...PROSE, 'Page 1 of 14'], PROSE])],
    [
      'that says so',
      file([
        ['Rivers', ...PROSE],
        [...PROSE, 'This is a preview. The remaining pages are not shown.'],
      ]),
    ],
    ['that says so in German', file([['Leseprobe', 'Flüsse', ...PROSE], PROSE])],
  ])('is refused: %s', (_, facts) => {
    expect(previewIn(facts)).toBeDefined();
  });

  test.each([
    ['by its extent alone', file([[HEAD, 'Rivers', ...PROSE], PROSE])],
    [
      'by the sections it does not have, whatever dates the first page has',
      file([
        [
          'Received: 2 May 2018 | Revised: 3 June 2018 | Accepted: 4 July 2019',
          '© 2019, 2020',
          'Abstract',
          ...PROSE,
        ],
        ['2. Methods', ...PROSE, 'They had n = 1904 and n = 2011.'],
      ]),
    ],
    [
      'by the sections it does not have',
      file([
        ['Rivers', 'Abstract', ...PROSE],
        ['2. Methods', ...PROSE],
      ]),
    ],
  ])('may be one: %s', (_, facts) => {
    expect(previewIn(facts)).toBeUndefined();
    expect(doubtIn(facts)).toBeDefined();
  });

  const list = ['References', '[1] A. Bauer. Lakes. Rivers Letters 3 (2011) 1–9.'];
  const years = [2001, 2004, 2007, 2011, 2014].map((year) => `Bauer A. Göller. ${year}.`);
  test.each([
    ['more pages than the extent', file([['Rivers Letters 12 (2019) 101–102', ...PROSE], PROSE, PROSE], 9)],
    [
      'a manuscript set closer',
      file([[HEAD, 'Rivers', ...PROSE], ['Author manuscript', ...PROSE], PROSE], 7),
    ],
    [
      'one page less',
      file([
        ['Rivers Letters 12 (2019) 101–103', ...PROSE],
        ['102', ...PROSE],
      ]),
    ],
    [
      'two pages with an end',
      file([
        [HEAD, 'Rivers', ...PROSE],
        [...PROSE, ...list],
      ]),
    ],
    [
      'two pages with a list under another name',
      file([
        [HEAD, ...PROSE],
        [...PROSE, 'Kaynakça', ...years],
      ]),
    ],
    [
      'a paper on previews',
      file([['Rivers', ...PROSE, 'We give a preview of the results in all the remaining parts.'], PROSE]),
    ],
    ['a letter of one page', file([['Rivers Letters (2019) 5:248–248', 'Rivers', 'Abstract', ...PROSE]])],
  ])('is none: %s', (_, facts) => {
    expect(previewIn(facts)).toBeUndefined();
    expect(doubtIn(facts)).toBeUndefined();
  });
});

test('a title page without its paper', () => {
  const lines = ['Title page', 'Rivers', 'Ana García', 'Word count: 5,412', 'Declarations of interest: none'];
  expect(previewIn(file([lines]))).toBe('a title page without the paper');
  expect(previewIn(file([[...lines, 'Abstract', ...PROSE]]))).toBeUndefined();
  expect(
    previewIn(file([['Rivers', 'Ana García', 'Conflicts of interest: none', ...PROSE]])),
  ).toBeUndefined();
});

test('a poster on common paper names itself and has sections without an abstract', () => {
  const sections = ['INTRODUCTION', 'A.', 'METHODS', 'B.', 'RESULTS', 'C.'];
  expect(shapeOf(file([['Rivers', ...sections, 'Poster presented at the annual meeting']]))).toBe('poster');
  expect(shapeOf(file([['Rivers', ...sections]]))).toBeUndefined();
  expect(shapeOf(file([['Rivers', 'Abstract', ...sections, 'Poster session 3']]))).toBeUndefined();
});
