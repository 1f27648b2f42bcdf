import { describe, expect, test } from 'vitest';
import { zenodo } from '../../src/resolvers/zenodo.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

interface Expected {
  readonly files?: readonly string[];
  readonly year?: number;
  readonly failure?: string;
}

const AT = 'https://zenodo.org/api/records';

/** Read off each recorded answer by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  http401: { failure: 'http-4xx' },
  http404: {},
  record_3871094: {
    files: [`${AT}/3871094/files/Open%20Letter%20V4.pdf/content 8d686fae168ff94e45e59c076d2fb209 cc-by`],
    year: 2020,
  },
  record_4927605: {
    files: [
      `${AT}/4927605/files/21%200608%20SPACE%20rubric_Final.pdf/content 673ab5bbfb15af035c7f5aa6b49c42ef cc-by`,
    ],
    year: 2021,
  },
  // The supplement stands first in the record, a table of acknowledgements last.
  record_5244404: {
    files: [
      `${AT}/5244404/files/Holmes_et_al_(2021)_Cell.pdf/content 28a4d8215374cda683d236c7ad932ffd cc-by-nc-nd`,
    ],
    year: 2021,
  },
  // The supplemental table is the larger of the two files.
  record_8120771: {
    files: [
      `${AT}/8120771/files/(Zenodo)%20AUTOPSY%20REVIEW%20MANUSCRIPT.pdf/content 896b89af09c544d9e43197936e31c4a6 cc-by submitted`,
    ],
    year: 2023,
  },
  record_8173303: {
    files: [
      `${AT}/8173303/files/20230711-CERN-NASA-Open-Science-Summit-Summary-Drawings.pdf/content 45d8b11d4ef0da78b9db5397d8e0e8d9 cc-by`,
    ],
    year: 2023,
  },
};

describe.skipIf(sharedIsAbsent)('recorded answers of Zenodo', () => {
  const names = listShared('fixtures/zenodo').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the texts that stand in it with their hashes, or its reason', async (name) => {
    const { files = [], year, failure } = EXPECTED[name]!;
    const work = workBy(`10.5281/zenodo.${/\d+$/.exec(name)?.[0] ?? 1}`);
    const asker = scriptedAsker(readFixture(`zenodo/${name}`).response);
    const found = await resolve(zenodo, work, { asker });
    expect(found.failure?.reason).toBe(failure);
    expect(
      found.candidates.map(({ url, checksum, license, version }) =>
        [url, checksum?.hex, license, version].filter(Boolean).join(' '),
      ),
    ).toEqual(files);
    expect(found.learnt.year).toBe(year);
  });
});

const record = (more: object, metadata: object = {}) => ({
  doi: '10.1000/X',
  metadata: { access_right: 'open', resource_type: { type: 'publication' }, ...metadata },
  files: [{ key: 'a.pdf', size: 1, checksum: 'md5:0', links: { self: 'https://zenodo.org/a/content' } }],
  ...more,
});

const found = async (json: object, id = '10.5281/zenodo.7') =>
  (await resolve(zenodo, workBy(id), { asker: scriptedAsker({ json }) })).candidates;

describe('zenodo', () => {
  test('asks for its own records by number and searches for the DOIs of others', async () => {
    const asker = scriptedAsker({ status: 404 });
    await resolve(zenodo, workBy('10.5281/zenodo.8120771'), { asker });
    await resolve(zenodo, workBy('10.1000/a"b'), { asker, options: { api_key: 'k' } });
    expect(asker.asked).toEqual([
      { url: `${AT}/8120771`, role: 'metadata' },
      {
        url: `${AT}?q=doi%3A%2210.1000%2Fa%5C%22b%22&size=5`,
        role: 'metadata',
        secretHeaders: { authorization: 'Bearer k' },
      },
    ]);
  });

  test.each(['closed', 'restricted', 'embargoed'])(
    'offers nothing of a deposit that is %s',
    async (right) => {
      expect(await found(record({}, { access_right: right }))).toEqual([]);
    },
  );

  test('offers nothing of a dataset, whatever its files are called', async () => {
    expect(await found(record({}, { resource_type: { type: 'dataset' } }))).toEqual([]);
  });

  test.each(['poster', 'presentation', 'lesson'])(
    'a %s is the work under its own DOI, not under that of a paper',
    async (type) => {
      const deposit = record({}, { resource_type: { type } });
      expect(await found(deposit)).toHaveLength(1);
      expect(await found({ hits: { total: 1, hits: [deposit] } }, '10.1000/x')).toEqual([]);
    },
  );

  test('leaves the program beside the paper alone', async () => {
    const file = (key: string) => ({ key, size: 9, links: { self: `https://zenodo.org/${key}` } });
    const files = [file('analysis_code.pdf'), file('Meier2019.pdf'), file('codebook.pdf')];
    expect((await found(record({ files }))).map(({ url }) => url)).toEqual([
      'https://zenodo.org/Meier2019.pdf',
    ]);
  });

  test('takes of a search only records with the DOI that was asked for', async () => {
    const other = record({ doi: '10.1000/other', conceptdoi: null });
    const json = { hits: { total: 2, hits: [other, record({})] } };
    expect((await found(json, '10.1000/x')).map(({ url }) => url)).toEqual(['https://zenodo.org/a/content']);
    expect(await found({ hits: { total: 0, hits: [] } }, '10.1000/x')).toEqual([]);
  });

  test('does without a checksum that is none', async () => {
    expect((await found(record({})))[0]?.checksum).toBeUndefined();
  });

  test('an answer of another shape is a parse error', async () => {
    const asker = scriptedAsker({ json: { hits: [] } });
    expect((await resolve(zenodo, workBy('10.1000/x'), { asker })).failure?.reason).toBe('parse-error');
  });
});
