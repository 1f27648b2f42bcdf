import { describe, expect, test } from 'vitest';
import { core } from '../../src/resolvers/core.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { candidateLine } from './candidate-line.ts';

describe.skipIf(sharedIsAbsent)('recorded answers of CORE', () => {
  const names = listShared('fixtures/core').map((file) => file.replace(/\.json$/, ''));

  test.each(names)(
    '%s is of the API that was retired and is not mistaken for an answer of this one',
    async (name) => {
      const asker = scriptedAsker(readFixture(`core/${name}`).response);
      const found = await resolve(core, workBy('10.1000/asked'), { asker });
      expect(found).toMatchObject({ candidates: [], learnt: {}, failure: { reason: 'parse-error' } });
    },
  );

  test('there are no others', () => {
    expect(names).toEqual(['v2_core_articles_b', 'v2_core_search_b']);
  });
});

/** In the shape of the third version, with its empty texts for "none". */
const record = (more: object) => ({
  id: 98765,
  doi: '10.59324/EJTAS.2024.2(2).44',
  arxivId: null,
  pubmedId: null,
  title: 'A title',
  authors: [{ name: 'Doe, Jane' }],
  yearPublished: 2024,
  publishedDate: '',
  downloadUrl: '',
  sourceFulltextUrls: [],
  fullText: 'Not available for public API users.',
  links: [{ type: 'display', url: 'https://core.ac.uk/works/98765' }],
  ...more,
});
const work = workBy('10.59324/ejtas.2024.2(2).44');
const answer = (...results: readonly object[]) => ({
  json: { totalHits: results.length, limit: 10, offset: 0, results },
});

const plansOf = async (more: object, options = {}) => {
  const found = await resolve(core, work, { asker: scriptedAsker(answer(record(more))), options });
  expect(found.failure).toBeUndefined();
  return { plans: found.candidates.map(candidateLine), leads: found.leads, learnt: found.learnt };
};

describe('core', () => {
  test.each([
    ['10.1000/a"b', 'doi:"10.1000/a\\"b"'],
    ['arXiv:2104.12255v2', 'arxivId:"2104.12255"'],
    ['pmid:12', 'pubmedId:"12"'],
  ])('asks for %s by %s, at the address with its last slash', async (id, query) => {
    const asker = scriptedAsker(answer());
    await resolve(core, workBy(id), { asker });
    const url = new URL(asker.asked[0]!.url);
    expect(url.origin + url.pathname).toBe('https://api.core.ac.uk/v3/search/works/');
    expect(Object.fromEntries(url.searchParams)).toEqual({ q: query, limit: '10' });
  });

  test('prefers the copy at its source to the one at CORE', async () => {
    const { plans, learnt } = await plansOf({
      downloadUrl: 'https://core.ac.uk/download/98765.pdf',
      sourceFulltextUrls: ['https://r.org/bitstream/1/2/a.pdf'],
      links: [{ type: 'download', url: 'https://core.ac.uk/download/98765.pdf' }],
    });
    expect(plans).toEqual([
      'pdf https://r.org/bitstream/1/2/a.pdf repository',
      'pdf https://core.ac.uk/download/98765.pdf repository',
    ]);
    expect(learnt).toEqual({
      doi: '10.59324/ejtas.2024.2(2).44',
      title: 'A title',
      year: 2024,
      authors: ['Doe, Jane'],
    });
  });

  test('one source address may come without brackets', async () => {
    const { plans } = await plansOf({ sourceFulltextUrls: 'https://r.org/a.pdf' });
    expect(plans).toEqual(['pdf https://r.org/a.pdf repository']);
  });

  test('an abstract page of arXiv is its file, and a page of a repository is read', async () => {
    expect(await plansOf({ downloadUrl: 'http://arxiv.org/abs/1904.10788' })).toMatchObject({
      plans: ['pdf https://arxiv.org/pdf/1904.10788 submitted repository'],
    });
    expect(await plansOf({ sourceFulltextUrls: ['https://r.org/handle/2048/17'] })).toMatchObject({
      plans: [],
      leads: ['https://r.org/handle/2048/17'],
    });
  });

  test('with a key the API itself hands the file out, and the key is a secret bound to its host', async () => {
    const { plans } = await plansOf(
      { downloadUrl: 'https://core.ac.uk/download/98765.pdf' },
      { api_key: 'k' },
    );
    expect(plans.at(-1)).toBe('pdf https://api.core.ac.uk/v3/works/98765/download repository');
    expect(core.fileHeaders(ResolverOptions.parse({ api_key: 'k' }))).toEqual({
      'api.core.ac.uk': { authorization: 'Bearer k' },
    });
    expect(core.fileHeaders(ResolverOptions.parse({}))).toEqual({});
    const asker = scriptedAsker(answer());
    await resolve(core, work, { asker, options: { api_key: 'k' } });
    expect(asker.asked[0]).toMatchObject({ secretHeaders: { authorization: 'Bearer k' } });
  });

  test('another work among the results is left out', async () => {
    const other = record({ doi: '10.1000/other', downloadUrl: 'https://r.org/other.pdf' });
    const { candidates } = await resolve(core, work, { asker: scriptedAsker(answer(other)) });
    expect(candidates).toEqual([]);
  });

  test('429 to a caller without key names the key; with one it is a request to come back', async () => {
    const reasonOf = async (options: object) =>
      (await resolve(core, work, { asker: scriptedAsker({ status: 429 }), options: { ...options } })).failure;
    expect(await reasonOf({})).toMatchObject({ reason: 'budget-spent' });
    expect((await reasonOf({}))?.message).toContain('resolvers.core.api_key');
    expect(await reasonOf({ api_key: 'k' })).toMatchObject({ reason: 'retry-after' });
  });

  test('asks for many works at once and plans the same for each as one by one', async () => {
    const works = ['10.1000/a', '10.1000/b', 'pmid:12'].map((id) => workBy(id));
    const known = [
      record({ doi: '10.1000/B', downloadUrl: 'https://r.org/b.pdf' }),
      record({
        doi: '10.1000/A',
        sourceFulltextUrls: ['https://r.org/a.pdf'],
        fullText: 'long '.repeat(1000),
      }),
      record({ doi: '10.1000/neighbour', downloadUrl: 'https://r.org/n.pdf' }),
    ];
    const asker = scriptedAsker(answer(...known));
    const options = ResolverOptions.parse({});
    const signal = new AbortController().signal;
    const told = await core.batch!.ask(works, { ask: asker, options, mailto: undefined, signal });
    expect(asker.asked.map(({ url }) => new URL(url).searchParams.get('q'))).toEqual([
      'doi:"10.1000/a" OR doi:"10.1000/b" OR pubmedId:"12"',
    ]);
    expect([...told.keys()]).toEqual(['doi:10.1000/a', 'doi:10.1000/b']);
    expect(JSON.stringify([...told.values()]).length).toBeLessThan(1500);
    for (const one of works.slice(0, 2)) {
      const silent = scriptedAsker(() => undefined);
      const kept = JSON.parse(JSON.stringify(told.get(one.id)!.record));
      const together = await resolve(core, one, { asker: silent, answer: kept });
      const alone = await resolve(core, one, { asker: scriptedAsker(answer(...known)) });
      expect(together.candidates).toEqual(alone.candidates);
      expect(together.learnt).toEqual(alone.learnt);
      expect(together.candidates).toHaveLength(1);
    }
  });
});
