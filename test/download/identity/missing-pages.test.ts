import { describe, expect, test } from 'vitest';
import type { DocumentReader, PdfFacts } from '../../../src/core/document-reader.ts';
import type { Work } from '../../../src/core/work.ts';
import { examine } from '../../../src/download/identity/examine.ts';
import { type Dice, dice } from '../../../src/lab/dice.ts';
import { prose } from './hard-case.ts';
import { headOver, journalPages } from './journal-pages.ts';
import { factsOfSheet } from './labelled-pairs.ts';
import { type SampleWork, sampleWorks } from './sample-works.ts';

/** Files of a paper with pages left out, held against what file and sources say of its extent. */
const SEED = 615;
type Page = readonly string[];
type Make = (work: SampleWork, chance: Dice) => readonly Page[];
type Settings = Parameters<typeof examine>[0]['settings'];
const settings = { verifyIdentity: 'quarantine', verifyPdf: true } as unknown as Settings;

async function endOf(work: Work, facts: PdfFacts): Promise<string> {
  const reader = { pdf: async () => ({ kind: 'read', facts }) } as unknown as DocumentReader;
  const { identity, problem } = await examine(
    { reader, settings },
    {
      work,
      staged: { path: '', read: async () => Buffer.alloc(0) },
      sizeBytes: 1,
      format: 'pdf',
      signal: new AbortController().signal,
    },
  );
  return problem?.reason ?? identity?.verdict ?? 'none';
}

async function ends(make: Make, more: Partial<Work> = {}): Promise<ReadonlySet<string>> {
  const works = sampleWorks(SEED, 16).filter(({ language }) => language === 'en');
  const found = works.map(async (sample, at) => {
    const { journal: _journal, language: _language, ...work } = sample;
    const pages = make(sample, dice(SEED, at));
    return endOf({ ...work, ...more }, factsOfSheet({ pages }));
  });
  return new Set(await Promise.all(found));
}

/** Pages of a paper of twelve, numbered from 101. */
const only =
  (keep: (at: number) => boolean, over: 'extent' | 'number' = 'extent'): Make =>
  (work, chance) =>
    journalPages({
      work,
      chance,
      pages: 12,
      over:
        over === 'extent'
          ? headOver({ work, chance, pages: 12 })
          : (number) => `${work.journal} ${work.year} ${number}`,
    }).filter((_, at) => keep(at));

describe('by the extent in its head, a file', () => {
  test('with all pages is the work', async () => {
    expect(await ends(only(() => true))).toEqual(new Set(['proven']));
  });

  test.each([
    ['the last page', (at: number) => at < 11],
    ['two in the middle', (at: number) => at < 5 || at > 6],
    ['the third page', (at: number) => at !== 2],
  ])('without %s is in doubt', async (_, keep) => {
    expect(await ends(only(keep))).toEqual(new Set(['unsure']));
  });

  test.each([
    ['the first half', (at: number) => at < 6],
    ['the first and the last', (at: number) => at === 0 || at === 11],
    ['the first three and the last three', (at: number) => at < 3 || at > 8],
  ])('with %s alone is refused as a preview', async (_, keep) => {
    expect(await ends(only(keep))).toEqual(new Set(['preview-stub']));
  });

  test('that is a manuscript with numbers of its own is the work', async () => {
    const make: Make = (work, chance) => [
      [`${work.journal} 12 (${work.year}) 101-112`, ...(journalPages({ work, chance })[0] ?? []).slice(1)],
      ...Array.from({ length: 8 }, (_, at) => [String(at + 2), ...prose(work, chance, 20)]),
      ['References', '1. Bauer A. Lakes. 1999.'],
    ];
    expect(await ends(make)).toEqual(new Set(['proven']));
  });
});

describe('by numbers of its own, a file', () => {
  const counted =
    (keep: (at: number) => boolean): Make =>
    (work, chance) =>
      journalPages({
        work,
        chance,
        pages: 12,
        over: () => work.journal,
        under: (at) => `Page ${at + 1} of 12`,
      }).filter((_, at) => keep(at));

  test('that lacks the last of twelve is in doubt', async () => {
    expect(await ends(counted((at) => at < 11))).toEqual(new Set(['unsure']));
  });

  test('with all twelve is the work', async () => {
    expect(await ends(counted(() => true))).toEqual(new Set(['proven']));
  });

  test('with pages that are there twice is in doubt', async () => {
    const make: Make = (work, chance) => {
      const half = journalPages({ work, chance, over: () => work.journal }).slice(0, 4);
      return [...half, ...half];
    };
    expect(await ends(make)).toEqual(new Set(['unsure']));
  });
});

describe('by the page range that a source tells, a file', () => {
  const range = { pageRange: '101-112' };

  test.each([
    [12, 'proven'],
    [11, 'unsure'],
    [9, 'unsure'],
    [6, 'preview-stub'],
    [2, 'preview-stub'],
  ])('with the first %d of twelve pages ends %s', async (count, end) => {
    expect(
      await ends(
        only((at) => at < count, 'number'),
        range,
      ),
    ).toEqual(new Set([end]));
  });

  test('that is a manuscript with an end, set closer than the journal, is the work', async () => {
    const make: Make = (work, chance) => journalPages({ work, chance, pages: 9, first: 1, over: String });
    expect(await ends(make, range)).toEqual(new Set(['proven']));
  });

  test.each(['e1234', '101', 'S12-S19x', '112-101', ''])('is not held to "%s"', async (pageRange) => {
    expect(
      await ends(
        only((at) => at < 9 || at === 11, 'number'),
        { pageRange },
      ),
    ).toEqual(new Set(['proven']));
  });
});
