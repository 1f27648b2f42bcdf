import { describe, expect, test } from 'vitest';
import type { Identity } from '../../../src/core/identity.ts';
import type { Work } from '../../../src/core/work.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { otherWordDeclared } from '../../../src/download/identity/other-word.ts';
import { otherPartDeclared } from '../../../src/download/identity/series.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { another } from './hard-case.ts';
import { journalPages } from './journal-pages.ts';
import { factsOfSheet } from './labelled-pairs.ts';
import { type SampleWork, sampleWorks } from './sample-works.ts';
import type { Sheet } from './typeset.ts';
import { reference } from './write-paper.ts';

/** Files that name the work somewhere and are something else, or the other way round: by their lists, numbers, labels. */
const SEED = 1812;
type Make = (work: SampleWork, chance: Dice) => Sheet;

const known = ({ journal: _journal, language: _language, ...work }: SampleWork): Work => work;

function looked(kind: string, make: Make): readonly Identity[] {
  return sampleWorks(SEED, 25)
    .filter(({ language }) => language === 'en')
    .map((work, at) => identify(known(work), factsOfPdf(factsOfSheet(make(work, dice(SEED, kind, at))))));
}
const verdicts = (kind: string, make: Make): ReadonlySet<string> =>
  new Set(looked(kind, make).map(({ verdict }) => verdict));

const list = (work: SampleWork, chance: Dice, count = 24): readonly string[] =>
  Array.from({ length: count }, (_, at) => `${at + 1}. ${reference(another(work, chance), false)}`);

describe('a text that begins with a list of references', () => {
  const LISTS = ['References', 'Bibliography', 'Literatur', 'Références', 'Литература', '参考文献'];

  test.each(LISTS)('is another paper where another begins behind it: %s', (heading) => {
    const make: Make = (work, chance) => {
      const [first = [], ...rest] = journalPages({ work: another(work, chance), chance });
      return { pages: [[work.journal, heading, ...list(work, chance), ...first], ...rest] };
    };
    expect(verdicts(heading, make)).toEqual(new Set(['wrong']));
  });

  test('is the work where it begins behind it', () => {
    const make: Make = (work, chance) => {
      const [first = [], ...rest] = journalPages({ work, chance });
      return { pages: [[work.journal, 'References', ...list(work, chance), ...first], ...rest] };
    };
    expect(verdicts('behind', make)).toEqual(new Set(['proven']));
  });

  test('is no work where there is nothing else, though the list names it', () => {
    const make: Make = (work, chance) => ({
      pages: Array.from({ length: 4 }, () => ['Bibliography', ...list(work, chance, 12), reference(work)]),
    });
    for (const { verdict, evidence } of looked('list', make)) {
      expect(verdict).not.toBe('proven');
      expect(evidence.unknown).not.toBe('no text layer');
    }
  });
});

describe('number words in titles', () => {
  const of = (number: string): string =>
    `Recovery of alpine meadows after fire: ${number}-year results of a trial`;

  test.each([
    ['two', 'five'],
    ['Three', 'Twelve'],
    ['ten', '5'],
    ['8', 'nine'],
    ['first', 'second'],
    ['five', 'twenty-five'],
    ['thirty-one', 'one'],
    ['zwei', 'fünf'],
    ['twenty-one', 'twenty-two'],
  ])('%s is not %s', (one, other) => {
    expect(otherWordDeclared(of(one), of(other))).toBeDefined();
    expect(otherWordDeclared(of(other), of(one))).toBeDefined();
  });

  test.each([
    ['five', '5'],
    ['twelve', 'Twelve'],
    ['25', 'twenty-five'],
    ['two hundred', '200'],
    ['second', '2nd'],
  ])('%s is %s', (one, other) => {
    expect(otherWordDeclared(of(one), of(other))).toBeUndefined();
    expect(otherWordDeclared(of(other), of(one))).toBeUndefined();
  });

  test('another in the heading makes another paper', () => {
    const make: Make = (work, chance) => {
      const title = `${work.title}: seven-year results`;
      return { pages: journalPages({ work: { ...work, title }, chance, doi: undefined }) };
    };
    const found = sampleWorks(SEED, 25)
      .filter(({ language }) => language === 'en')
      .map((work, at) => {
        const sheet = make(work, dice(SEED, 'years', at));
        const wanted = { ...known(work), title: `${work.title}: four-year results` };
        return identify(wanted, factsOfPdf(factsOfSheet(sheet))).verdict;
      });
    expect(new Set(found)).toEqual(new Set(['wrong']));
  });
});

describe('parts of a series', () => {
  test.each([
    ['Rivers of the north II: lakes', 'Rivers of the north. Part 2: lakes'],
    ['Rivers of the north. III. Lakes', 'Rivers of the north. Part three. Lakes'],
    ['Rivers of the north, part IV: lakes', 'Rivers of the north 4: lakes'],
  ])('%s is %s', (one, other) => {
    expect(otherPartDeclared(one, other)).toBeUndefined();
    expect(otherPartDeclared(other, one)).toBeUndefined();
  });

  test.each([
    ['Rivers of the north in 2020', 'Rivers of the north in 2020: Part 2'],
    ['Rivers of the north II: lakes', 'Rivers of the north. Part 3: lakes'],
  ])('%s is not %s', (one, other) => {
    expect(otherPartDeclared(one, other)).toBeDefined();
  });
});

test('of a work known by its DOI alone, no title is said to be looked for', () => {
  const [work] = sampleWorks(SEED, 1);
  if (!work) throw new Error('no work');
  const sheet = { pages: journalPages({ work, chance: dice(SEED), doi: undefined }) };
  const { evidence } = identify(
    { id: work.id, ...(work.doi && { doi: work.doi }) },
    factsOfPdf(factsOfSheet(sheet)),
  );
  expect(evidence.unknown).toMatch(/^only the DOI of the work is known/);
});
