import { describe, expect, test } from 'vitest';
import { figshare } from '../../src/resolvers/figshare.ts';
import { type Answer, resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

/** Read off each recorded answer by hand: the one item is a figure under the DOI of the article, the rest is the old API. */
const EXPECTED: Readonly<Record<string, { readonly failure?: string }>> = {
  v1_400: { failure: 'http-4xx' },
  v1_search_page: { failure: 'parse-error' },
  v2_article_123456: {},
};

describe.skipIf(sharedIsAbsent)('recorded answers of figshare', () => {
  const names = listShared('fixtures/figshare').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives no paper, and its reason', async (name) => {
    const asker = scriptedAsker(readFixture(`figshare/${name}`).response);
    const found = await resolve(figshare, workBy('10.6084/m9.figshare.123456'), { asker });
    expect(found.failure?.reason).toBe(EXPECTED[name]?.failure);
    expect(found.candidates).toEqual([]);
  });

  test('a figure under the DOI of the article is not the paper, also when it is searched by that DOI', async () => {
    const { json } = readFixture('figshare/v2_article_123456').response;
    const asker = scriptedAsker({ json: [json] });
    const found = await resolve(figshare, workBy('10.1371/journal.pone.0039704'), { asker });
    expect(found).toMatchObject({ candidates: [] });
    expect(found.asked).toHaveLength(1);
  });
});

const item = (more: object = {}) => ({
  id: 7,
  title: 'A thesis',
  doi: '10.17028/rd.lboro.7',
  resource_doi: null,
  defined_type_name: 'thesis',
  is_embargoed: false,
  license: { name: 'CC BY 4.0', url: 'https://creativecommons.org/licenses/by/4.0/' },
  files: [
    {
      name: 'Thesis.pdf',
      size: 9,
      is_link_only: false,
      download_url: 'https://ndownloader.figshare.com/files/1',
      supplied_md5: '',
      computed_md5: 'EB5C9C6B278B533F98AA02FEAE57C266',
    },
    {
      name: 'data.zip',
      size: 90,
      is_link_only: false,
      download_url: 'https://ndownloader.figshare.com/files/2',
    },
  ],
  ...more,
});

const urlsOf = async (json: object, id = '10.6084/m9.figshare.7.v2') =>
  (await resolve(figshare, workBy(id), { asker: scriptedAsker({ json }) })).candidates.map(({ url }) => url);

describe('figshare', () => {
  test('offers the PDF of a text with its hash and licence, by the number in its DOI', async () => {
    const asker = scriptedAsker({ json: item() });
    const { candidates } = await resolve(figshare, workBy('10.6084/m9.figshare.7.v2'), { asker });
    expect(asker.asked.map(({ url }) => url)).toEqual(['https://api.figshare.com/v2/articles/7']);
    expect(candidates).toEqual([
      {
        url: 'https://ndownloader.figshare.com/files/1',
        expected: 'pdf',
        hostType: 'repository',
        license: 'cc-by',
        evidence: 'files[].download_url',
        checksum: { algorithm: 'md5', hex: 'eb5c9c6b278b533f98aa02feae57c266' },
      },
    ]);
  });

  test('searches for the DOIs of portals and then asks for the item', async () => {
    const { files: _, ...listed } = item();
    const answer = (url: string): Answer => ({ json: url.includes('?doi=') ? [listed] : item() });
    const asker = scriptedAsker(answer);
    const { candidates } = await resolve(figshare, workBy('10.17028/rd.lboro.7'), { asker });
    expect(asker.asked.map(({ url }) => url)).toEqual([
      'https://api.figshare.com/v2/articles?doi=10.17028%2Frd.lboro.7',
      'https://api.figshare.com/v2/articles/7',
    ]);
    expect(candidates).toHaveLength(1);
  });

  test.each([
    ['embargoed', { is_embargoed: true }],
    ['confidential', { is_confidential: true }],
    ['without files', { is_metadata_record: true, files: undefined }],
    ['a dataset', { defined_type_name: 'dataset' }],
    ['a figure', { defined_type_name: 'figure' }],
  ])('offers nothing of an item that is %s', async (_, more) => {
    expect(await urlsOf(item(more))).toEqual([]);
  });

  test('offers no file that is only a link to somewhere else', async () => {
    const files = [{ name: 'a.pdf', size: 1, is_link_only: true, download_url: 'https://else.org/a.pdf' }];
    expect(await urlsOf(item({ files }))).toEqual([]);
  });
});
