import { expect, test } from 'vitest';
import { areOtherTitles } from '../../src/core/other-title.ts';

test.each([
  ['On the growth of ferns in shade', 'Nuclear pasta and its phases'],
  ['Title one', 'Title two'],
  ['Deep learning of things, part 1', 'Deep learning of things, part 2'],
  ['深層学習による画像認識の研究', '量子計算機の誤り訂正について'],
  ['О росте папоротников в тени', 'Ядерная паста и её фазы'],
])('%s and %s are two titles', (one, other) => {
  expect(areOtherTitles(one, other)).toBe(true);
  expect(areOtherTitles(other, one)).toBe(true);
});

test.each([
  ['On the Growth of Ferns in Shade', 'on the growth of ferns in shade.'],
  ['On the growth of ferns', 'On the growth of ferns: a study of twelve gardens and their owners'],
  ['{O}n the growth of \\emph{ferns}', 'On the growth of <i>ferns</i>'],
  ['Über das Wachstum der Farne', 'Uber das Wachstum der Farne'],
  ['The colour of ferns in deep shade', 'The color of ferns in deep shade'],
  ['Micro-biome data base', 'Microbiome database'],
  ['Editorial', 'Comment'],
  ['Title A', 'Title B'],
  ['', 'On the growth of ferns'],
])('%s and %s are not clearly two', (one, other) => {
  expect(areOtherTitles(one, other)).toBe(false);
  expect(areOtherTitles(other, one)).toBe(false);
});
