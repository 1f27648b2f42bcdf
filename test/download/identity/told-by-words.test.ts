import { describe, expect, test } from 'vitest';
import { markOf } from '../../../src/core/document-marks.ts';
import { isCoverSheet } from '../../../src/download/identity/cover-sheet.ts';
import { isListing, shapeOf } from '../../../src/download/identity/document-shape.ts';
import { errorNotice } from '../../../src/download/identity/error-notice.ts';
import { doubtIn, previewIn } from '../../../src/download/identity/preview.ts';
import { otherPartDeclared } from '../../../src/download/identity/series.ts';

describe('names of what is not the paper', () => {
  test.each([
    [
      'supplement',
      'Supplementary Material',
      'Appendix S1',
      'S1 Text',
      'Web Appendix',
      'Additional file 1: Table S2',
    ],
    [
      'supplement',
      '附录',
      '補足資料',
      '보충 자료',
      'المواد التكميلية',
      'पूरक सामग्री',
      'Приложение',
      'Anhang',
      'Annexe',
    ],
    [
      'notice',
      'Erratum',
      'Notice of Retraction',
      '更正',
      '訂正',
      '정정',
      'تصحيح',
      'शुद्धिपत्र',
      'Исправление',
      'Berichtigung',
    ],
    ['response', 'Reply', 'Book Review', 'Commentary', '书评', 'Rezension', 'Respuesta a'],
    [
      'other',
      'Peer Review File',
      'Reporting Summary',
      'Book of Abstracts',
      'Statistical Analysis Plan',
      '目录',
    ],
  ] as const)('%s: %s, %s, …', (of, ...names) => {
    for (const name of names) expect(markOf(name), name).toMatchObject({ of });
  });

  test.each([
    'Supporting information is available online',
    'SUPPLEMENT ARTICLE',
    'RETRACTED ARTICLE',
    'Appendiceal tumours',
    'Contents lists available at ScienceDirect',
    'Withdrawal of treatment in intensive care',
    'Data sharing statement',
  ])('not: %s', (line) => {
    expect(markOf(line)).toBeUndefined();
  });
});

describe('numbers in titles', () => {
  test.each([
    ['Cancer statistics, 2019', 'Cancer statistics, 2020'],
    ['2019 guidelines for rivers', '2021 guidelines for rivers'],
    ['Rivers: Part I', 'Rivers: Part II'],
    ['Rivers, Part One', 'Rivers, Part 2'],
    ['Rivers: I. Lakes', 'Rivers: II. Lakes'],
    ['Rivers', 'Rivers II'],
    ['A phase II trial of water', 'A phase III trial of water'],
    ['GLOBOCAN 2018 estimates', 'GLOBOCAN 2020 estimates'],
  ])('%s is not %s', (title, other) => {
    expect(otherPartDeclared(title, other)).toBeDefined();
  });

  test.each([
    ['Rivers: Part II', 'Rivers: Part 2'],
    ['Rivers, Part Two', 'Rivers, Part II'],
    ['A phase II trial', 'A phase 2 trial'],
    ['COVID-19 in 2020', 'COVID-19 in 2020'],
    ['When I was young', 'When I was young'],
    ['Rivers', 'Rivers: Part I'],
  ])('%s is %s', (title, same) => {
    expect(otherPartDeclared(title, same)).toBeUndefined();
  });
});

const page = (...lines: readonly string[]) => ({ pageCount: 1, pages: [lines.join('\n')], identifiers: [] });
const prose = (count: number): readonly string[] =>
  Array.from(
    { length: count },
    () => 'The estimate remains stable when rivers and soils are measured together and',
  );

describe('a page that stands for a paper', () => {
  test.each([
    [page('Rivers Letters 12 (2019) 101–115', 'Rivers', ...prose(5)), 'one page of 15'],
    [page('Rivers', 'Rivers Letters. 2019;12(3):1123-35', ...prose(3)), 'one page of 13'],
    [page('Rivers', ...prose(4), 'Page 1 of 12'), 'page 1 of 12'],
  ])('%#: %s', (facts, why) => {
    expect(previewIn(facts)).toBe(why);
  });

  test.each([
    [page('Rivers', ...prose(4), 'Rivers Letters | March 4, 2019 1 / 12'), '1 of 12 pages'],
    [
      page('Rivers', 'Abstract', 'A sentence.', '1. Introduction', 'It ends here.'),
      'one page with an introduction and no end',
    ],
    [
      page('Rivers', 'Abstract', ...prose(14), '101', '© 2019 The Authors'),
      'one page, broken off in a sentence',
    ],
  ])('%#: may be one, though nothing says so: %s', (facts, why) => {
    expect(previewIn(facts)).toBeUndefined();
    expect(doubtIn(facts)).toBe(why);
  });

  test('is no letter that ends, no abstract, no paper of more pages', () => {
    expect(
      previewIn(page('Rivers', ...prose(9), 'it ends.', 'References', '1. Bauer A. Lakes. 2019;12:1-9.')),
    ).toBeUndefined();
    expect(previewIn(page('Rivers', 'Abstract', 'All of it stands here, and it ends.'))).toBeUndefined();
    expect(
      previewIn({ ...page('Rivers Letters 12 (2019) 101–115', ...prose(9)), pageCount: 15 }),
    ).toBeUndefined();
  });

  test('is a cover sheet with nothing behind it', () => {
    const cover =
      'Research Online\nThis is the author’s accepted version of:\nRivers\nPublished in: Letters\nTake down policy';
    expect(isCoverSheet(cover)).toBe(true);
    expect(previewIn({ pageCount: 1, pages: [cover], identifiers: [] })).toBe(
      'a cover sheet without the paper',
    );
    expect(previewIn({ pageCount: 9, pages: [cover, 'Rivers', 'text'], identifiers: [] })).toBeUndefined();
  });
});

test('notices are told by their words, where they are short', () => {
  const one = { pageCount: 1, hasTitle: false };
  for (const text of [
    '404 Not Found',
    'Access denied',
    'Файл не найден',
    '页面未找到',
    'This article has been withdrawn.',
  ])
    expect(errorNotice([text], one), text).toBeDefined();
  expect(errorNotice(['Rivers of the north. Bauer. All rights reserved.'], one)).toBeUndefined();
  expect(errorNotice([`Not found in nature. ${prose(20).join(' ')}`], one)).toBeUndefined();
});

test('shapes: slides, posters, lists of papers', () => {
  const thin = ['Rivers\nAna García', 'Outline\n• One\n• Two', 'Results\n• Three'];
  expect(shapeOf({ pageCount: 20, pages: thin, identifiers: [] })).toBe('slides');
  const stamped = ['Rivers', 'This content downloaded from 1.2.3.4', 'This content downloaded from 1.2.3.4'];
  expect(shapeOf({ pageCount: 20, pages: stamped, identifiers: [] })).toBeUndefined();
  expect(shapeOf({ ...page('Rivers'), size: { width: 2384, height: 3370 } })).toBe('poster');
  expect(isListing('Contents\nOn rivers .... 3\nOn lakes .... 9\nOn seas .... 14\nOn ice .... 21')).toBe(
    true,
  );
  expect(isListing(prose(12).join('\n'))).toBe(false);
});
