import { describe, expect, test } from 'vitest';
import type { Work } from '../../../src/core/work.ts';
import { factsOfPdf } from '../../../src/download/identity/document-facts.ts';
import { identify } from '../../../src/download/identity/identify.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { another, prose } from './hard-case.ts';
import { headOver, journalPages } from './journal-pages.ts';
import { factsOfSheet } from './labelled-pairs.ts';
import { type SampleWork, sampleWorks } from './sample-works.ts';
import type { Sheet } from './typeset.ts';
import { lines } from './write-paper.ts';

/** Files made of two: a sheet of the work before another paper, pages of the work before those of another. */
const SEED = 2203;
type Page = readonly string[];
type Make = (work: SampleWork, chance: Dice) => Sheet;

function verdicts(kind: string, make: Make): ReadonlySet<string> {
  const found = sampleWorks(SEED, 25)
    .filter(({ language }) => language === 'en')
    .map((work, at) => {
      const { journal: _journal, language: _language, ...known } = work;
      return identify(known satisfies Work, factsOfPdf(factsOfSheet(make(work, dice(SEED, kind, at)))))
        .verdict;
    });
  return new Set(found);
}

/** Other people, so that no surname is shared by chance. */
const other = (work: SampleWork, chance: Dice): SampleWork =>
  another(work, chance, { authors: ['Ottokar Zdravkov', 'Birgit Quennell'], year: (work.year ?? 2015) - 4 });

const cited = (work: SampleWork): Page =>
  lines(`${work.authors.join('; ')} (${work.year}). ${work.title}. ${work.journal}, 12:101-108.`, 90);

const COVERS: Readonly<Record<string, (work: SampleWork) => Page>> = {
  repository: (work) => [
    'Northern Open Repository and Archive',
    `Year: ${work.year}`,
    ...lines(work.title, 60),
    work.authors.join('; '),
    `DOI: https://doi.org/${work.doi}`,
    'Journal Article, Accepted Version',
    'Originally published at:',
    ...cited(work),
  ],
  archive: (work) => [
    ...lines(work.title, 60),
    `Author(s): ${work.authors.join(' and ')}`,
    `Source: ${work.journal}, Vol. 12, No. 2 (${work.year}), pp. 101-108`,
    'Published by: Northern Press',
    'Stable URL: https://archive.example.org/stable/1234567',
    'All use subject to the terms and conditions of use.',
  ],
  publisher: (work) => [
    work.journal,
    'ISSN: 1234-5678 (Print) Journal homepage',
    ...lines(work.title, 60),
    work.authors.join(', '),
    'To cite this article:',
    ...cited(work),
    `To link to this article: https://doi.org/${work.doi}`,
    'Submit your article to this journal',
    'View related articles',
  ],
  plain: (work) => ['A copy of', ...lines(work.title, 60), work.authors.join(', '), ...cited(work)],
};

describe.each(Object.entries(COVERS))('a cover sheet of the work: %s', (kind, cover) => {
  test('before another paper is set aside, but where a surname of the work stands in it', () => {
    const make: Make = (work, chance) => ({
      pages: [cover(work), ...journalPages({ work: other(work, chance), chance })],
    });
    const found = verdicts(kind, make);
    expect(found).toContain('wrong');
    expect(found).not.toContain('proven');
  });

  test('before another paper that prints no DOI is not proven', () => {
    const make: Make = (work, chance) => ({
      pages: [cover(work), ...journalPages({ work: other(work, chance), chance, doi: undefined })],
    });
    expect(verdicts(kind, make)).not.toContain('proven');
  });

  test('before another paper of the same authors, with its own DOI, is not proven', () => {
    const make: Make = (work, chance) => ({
      pages: [
        cover(work),
        ...journalPages({ work: another(work, chance, { authors: work.authors }), chance }),
      ],
    });
    expect(verdicts(kind, make)).not.toContain('proven');
  });

  test('before the work is the work', () => {
    const make: Make = (work, chance) => ({ pages: [cover(work), ...journalPages({ work, chance })] });
    expect(verdicts(kind, make)).toEqual(new Set(['proven']));
  });

  test('before pages with the authors over them and the title beyond is the work', () => {
    const make: Make = (work, chance) => {
      const [, ...rest] = journalPages({ work, chance });
      return { pages: [cover(work), ...rest] };
    };
    expect(verdicts(kind, make)).not.toContain('wrong');
  });
});

describe('pages of another paper behind some of the work', () => {
  const HEADS: Readonly<Record<string, (work: SampleWork) => (number: number) => string>> = {
    'names, journal, year and extent': (work) => headOver({ work, chance: dice(1), first: 55 }),
    'a name, a stroke and the journal': (work) => (number) =>
      `${work.authors[0]?.split(' ').at(-1)} / Annals of Soils 3 (${work.year}) 55-64 ${number}`,
    'the extent alone': (work) => (number) => `Annals of Soils 3 (${work.year}) 55-64 ${number}`,
  };

  test.each(Object.entries(HEADS))('are not the work: %s', (kind, over) => {
    const mix =
      (own: number): Make =>
      (work, chance) => {
        const behind = other(work, chance);
        const theirs = journalPages({ work: behind, chance, pages: 10, over: over(behind) });
        return { pages: [...journalPages({ work, chance, pages: 10 }).slice(0, own), ...theirs.slice(own)] };
      };
    for (const own of [1, 3, 5, 7])
      expect(verdicts(kind, mix(own)), `${own} pages`).toEqual(new Set(['wrong']));
  });

  test('are not proven where the work prints no extent', () => {
    const make: Make = (work, chance) => {
      const behind = other(work, chance);
      const own = journalPages({ work, chance, pages: 10, over: (number) => `${work.journal} ${number}` });
      return { pages: [...own.slice(0, 5), ...journalPages({ work: behind, chance, pages: 10 }).slice(5)] };
    };
    expect(verdicts('no extent', make)).not.toContain('proven');
  });

  test('heads that alternate, and names behind a front sheet, are those of the work', () => {
    const alternating: Make = (work, chance) => ({
      pages: journalPages({
        work,
        chance,
        over: (number) =>
          number % 2 === 0
            ? `${number} ${work.authors[0]?.split(' ').at(-1)} et al.`
            : `${work.title.slice(0, 30)} ${number}`,
      }),
    });
    const fronted: Make = (work, chance) => ({
      pages: [
        ['Proceedings of the Third Meeting', ...prose(work, chance, 4)],
        ...journalPages({ work, chance }),
      ],
    });
    expect(verdicts('alternating', alternating)).toEqual(new Set(['proven']));
    expect(verdicts('fronted', fronted)).toEqual(new Set(['proven']));
  });
});
