import { describe, expect, test } from 'vitest';
import { osf } from '../../src/resolvers/osf.ts';
import { type Answer, resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

/** Errors of the file service, and answers of the API recorded without their bodies. */
const EXPECTED: Readonly<Record<string, string>> = {
  error_400: 'http-4xx',
  error_409: 'http-4xx',
  test_api_02_200: 'empty-body',
  test_api_03_200: 'empty-body',
  test_api_04_200: 'empty-body',
  test_api_05_200: 'empty-body',
  test_api_09_200: 'empty-body',
  test_api_11_200: 'empty-body',
};

describe.skipIf(sharedIsAbsent)('recorded answers of OSF', () => {
  const names = listShared('fixtures/osf').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives its reason', async (name) => {
    const asker = scriptedAsker(readFixture(`osf/${name}`).response);
    const found = await resolve(osf, workBy('10.31219/osf.io/hqb2p_v1'), { asker });
    expect(found).toMatchObject({ candidates: [], failure: { reason: EXPECTED[name] } });
  });
});

const FILE = 'https://api.osf.io/v2/files/65f0c1/';
const SHA256 = '4355a46b19d348dc2f57c046f8ef63d4538ebb936000f3c9ee954a27460dd865';
const preprint = (attributes: object = {}, href = FILE): Answer => ({
  json: {
    data: {
      id: 'hqb2p_v1',
      attributes: {
        title: 'A preprint',
        is_published: true,
        public: true,
        date_withdrawn: null,
        ...attributes,
      },
      relationships: { primary_file: { links: { related: { href } } } },
    },
  },
});
const file = (name: string, extra: object = { hashes: { md5: 'x', sha256: SHA256 } }): Answer => ({
  json: {
    data: { attributes: { name, extra }, links: { download: 'https://osf.io/download/65f0c1/' } },
  },
});
const answering = (about: Answer, stored: Answer) =>
  scriptedAsker((url) => (url.includes('/preprints/') ? about : stored));

describe('osf', () => {
  test('asks for the preprint, then for its file, and offers it with the hash of its bytes', async () => {
    const asker = answering(preprint({ license_record: { name: 'CC-BY 4.0' } }), file('main.pdf'));
    const { candidates } = await resolve(osf, workBy('10.31234/osf.io/HQB2P_v1'), { asker });
    expect(asker.asked.map(({ url }) => url)).toEqual(['https://api.osf.io/v2/preprints/hqb2p_v1/', FILE]);
    expect(candidates).toEqual([
      {
        url: 'https://osf.io/download/65f0c1/',
        expected: 'pdf',
        version: 'submitted',
        hostType: 'repository',
        license: 'cc-by',
        evidence: 'primary_file.links.download',
        checksum: { algorithm: 'sha256', hex: SHA256 },
      },
    ]);
  });

  test.each([
    ['10.31219/osf.io/hqb2p', true],
    ['https://osf.io/preprints/psyarxiv/hqb2p_v2', true],
    ['10.17605/osf.io/hqb2p', false],
    ['10.1000/x', false],
  ])('whether %s is a preprint there: %s', (id, is) => {
    expect(osf.accepts(workBy(id), [])).toBe(is);
  });

  test.each([
    ['withdrawn', { date_withdrawn: '2024-01-01' }],
    ['not published', { is_published: false }],
    ['private', { public: false }],
    ['rejected', { reviews_state: 'rejected' }],
  ])('does not ask for the file of a preprint that is %s', async (_, attributes) => {
    const asker = answering(preprint(attributes), file('main.pdf'));
    const { candidates } = await resolve(osf, workBy('10.31219/osf.io/hqb2p'), { asker });
    expect(candidates).toEqual([]);
    expect(asker.asked).toHaveLength(1);
  });

  test('offers no file of a word processor', async () => {
    const asker = answering(preprint(), file('main.docx'));
    expect(await resolve(osf, workBy('10.31219/osf.io/hqb2p'), { asker })).toMatchObject({ candidates: [] });
  });

  test('sends its token to the API and to no other host that an answer names', async () => {
    const asker = answering(preprint({}, 'https://evil.example.org/files/1/'), file('main.pdf'));
    await resolve(osf, workBy('10.31219/osf.io/hqb2p'), { asker, options: { api_key: 'k' } });
    expect(asker.asked.map(({ secretHeaders }) => secretHeaders)).toEqual([
      { authorization: 'Bearer k' },
      undefined,
    ]);
  });
});
