import { describe, expect, test } from 'vitest';
import { doaj } from '../../src/resolvers/doaj.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { candidateLine } from './candidate-line.ts';

const answer = (...results: readonly unknown[]) => ({
  json: { total: results.length, page: 1, pageSize: 10, results },
});

/** Each article of the recordings, read by hand: asked by its DOI, served as the answer to a search. */
const ARTICLES: Readonly<
  Record<string, readonly (readonly [doi: string, plans: readonly string[], leads: readonly string[]])[]>
> = {
  articles_dump_lines: [
    [
      '10.1016/j.matdes.2016.06.110',
      [],
      ['http://www.sciencedirect.com/science/article/pii/S0264127516308723'],
    ],
    // Called a PDF and in truth a page: the publisher's pattern tells where the file is.
    [
      '10.3390/cancers9080107',
      ['pdf https://www.mdpi.com/2072-6694/9/8/107/pdf published publisher cc-by'],
      ['https://www.mdpi.com/2072-6694/9/8/107'],
    ],
    // Without a DOI nobody can say that it is the work asked for.
    ['10.2147/ijn.s220707', [], []],
    [
      '10.3390/s18124467',
      ['pdf https://www.mdpi.com/1424-8220/18/12/4467/pdf published publisher cc-by'],
      ['https://www.mdpi.com/1424-8220/18/12/4467'],
    ],
    // Its DOI has a prefix of three digits, which is none.
    ['10.3390/app10113872', [], []],
  ],
  v2_article_b: [
    [
      '10.3389/neuro.11.009.2007',
      [],
      ['http://journal.frontiersin.org/Journal/10.3389/neuro.11.009.2007/full'],
    ],
  ],
  v2_jaod_article: [
    [
      '10.3389/neuro.11.009.2007',
      [],
      ['http://journal.frontiersin.org/Journal/10.3389/neuro.11.009.2007/full'],
    ],
  ],
  v2_jaod_journal: [['10.1371/journal.pbio.1002339', [], []]],
};

const articlesOf = (name: string): readonly unknown[] => {
  const { json, body } = readFixture(`doaj/${name}`).response;
  return json === undefined
    ? (body ?? '')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [json];
};

describe.skipIf(sharedIsAbsent)('recorded answers of DOAJ', () => {
  const names = listShared('fixtures/doaj').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(ARTICLES).toSorted());
  });

  test.each(names)('%s, a record without the envelope of a search, is no answer to one', async (name) => {
    const asker = scriptedAsker(readFixture(`doaj/${name}`).response);
    const found = await resolve(doaj, workBy('10.1000/asked'), { asker });
    expect(found).toMatchObject({ candidates: [], leads: [], failure: { reason: 'parse-error' } });
  });

  test.each(names)('%s has one expectation for each record', (name) => {
    expect(articlesOf(name)).toHaveLength(ARTICLES[name]!.length);
  });

  const each = Object.entries(ARTICLES).flatMap(([name, list]) =>
    list.map(([doi, plans, leads], at) => [name, doi, { at, plans, leads }] as const),
  );
  test.each(each)('%s has of %s what stands in it', async (name, doi, { at, plans, leads }) => {
    const asker = scriptedAsker(answer(articlesOf(name)[at]));
    const found = await resolve(doaj, workBy(doi), { asker });
    expect(found.failure).toBeUndefined();
    expect(found.candidates.map(candidateLine)).toEqual(plans);
    expect(found.leads).toEqual(leads);
  });

  test('title, year and authors are passed on', async () => {
    const asker = scriptedAsker(answer(...articlesOf('v2_jaod_article')));
    const { learnt } = await resolve(doaj, workBy('10.3389/neuro.11.009.2007'), { asker });
    expect(learnt).toEqual({
      title: 'Where in the brain are the genes expressed',
      year: 2008,
      authors: ['Trygve B Leergaard', 'Ilya Zaslavsky'],
    });
  });
});

describe('doaj', () => {
  const found = (link: object, identifier: object = { type: 'doi', id: '10.1000/x' }) =>
    resolve(doaj, workBy('10.1000/x'), {
      asker: scriptedAsker(
        answer({
          bibjson: {
            identifier: [identifier],
            link: [{ type: 'fulltext', ...link }],
            license: [{ type: 'CC BY-NC' }],
          },
        }),
      ),
    });

  test('puts the whole query into one segment of the path', async () => {
    const asker = scriptedAsker(answer());
    await resolve(doaj, workBy('10.1000/a b(c)+d'.replace(' ', '')), { asker });
    expect(asker.asked).toEqual([
      {
        url: 'https://doaj.org/api/v4/search/articles/doi%3A%2210.1000%2Fab(c)%2Bd%22?pageSize=10',
        role: 'metadata',
      },
    ]);
  });

  test.each(['PDF', 'application/pdf', 'pdf'])('takes a link of type %s for a file', async (content_type) => {
    const { candidates, leads } = await found({ url: 'https://j.org/download/1.pdf', content_type });
    expect(candidates.map(candidateLine)).toEqual([
      'pdf https://j.org/download/1.pdf published publisher cc-by-nc',
    ]);
    expect(leads).toEqual([]);
  });

  test.each(['HTML', 'text/html', undefined])('takes a link of type %s for a page', async (content_type) => {
    const { candidates, leads } = await found({ url: 'https://j.org/article/1', content_type });
    expect(candidates).toEqual([]);
    expect(leads).toEqual(['https://j.org/article/1']);
  });

  test('a link of no type is a file when its address says so', async () => {
    expect((await found({ url: 'https://j.org/1.pdf' })).candidates).toHaveLength(1);
  });

  test.each([
    { type: 'DOI', id: '10.1000/X' },
    { type: 'doi', id: 'https://doi.org/10.1000/x' },
  ])('knows the DOI in the spelling $id', async (identifier) => {
    expect((await found({ url: 'https://j.org/1.pdf' }, identifier)).candidates).toHaveLength(1);
  });

  test('a neighbour in the results is left out', async () => {
    expect(
      (await found({ url: 'https://j.org/1.pdf' }, { type: 'doi', id: '10.1000/y' })).candidates,
    ).toEqual([]);
  });
});
