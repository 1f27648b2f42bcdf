import { describe, expect, test } from 'vitest';
import { openaire } from '../../src/resolvers/openaire.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

/** The one recorded search is of the older API, whose JSON has another shape: told as such, never read as "nothing". */
const EXPECTED: Readonly<Record<string, string>> = {
  http429_documented: 'retry-after',
  legacy_search_publications_2026_03: 'parse-error',
};

describe.skipIf(sharedIsAbsent)('recorded answers of OpenAIRE', () => {
  const names = listShared('fixtures/openaire').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives its reason', async (name) => {
    const asker = scriptedAsker(readFixture(`openaire/${name}`).response);
    const found = await resolve(openaire, workBy('10.48550/arxiv.2007.14902'), { asker });
    expect(found).toMatchObject({ candidates: [], failure: { reason: EXPECTED[name] } });
  });
});

const OPEN = { label: 'OPEN', code: 'c_abf2', openAccessRoute: 'green' };
const product = (...instances: object[]) => ({
  mainTitle: 'A title',
  publicationDate: '2021-05-04',
  pids: [
    { scheme: 'doi', value: '10.5281/zenodo.1' },
    { scheme: 'doi', value: '10.1000/X' },
  ],
  instances,
});
const found = (results: unknown) =>
  resolve(openaire, workBy('10.1000/x'), {
    asker: scriptedAsker({ json: { header: { numFound: 1 }, results } }),
  });

describe('openaire', () => {
  test('asks version 3 by identifier, the token in a header', async () => {
    const asker = scriptedAsker({ json: { results: [] } });
    await resolve(openaire, workBy('10.1000/x'), { asker, options: { api_key: 'k' } });
    expect(asker.asked).toEqual([
      {
        url: 'https://api.openaire.eu/graph/v3/research-products?pid=10.1000%2Fx&pageSize=10',
        role: 'metadata',
        secretHeaders: { authorization: 'Bearer k' },
      },
    ]);
  });

  test('offers files of open instances and reads pages of open instances, with their addresses unescaped', async () => {
    const { candidates, leads, learnt } = await found([
      product(
        {
          urls: ['https://r.org/a.pdf?x=1&amp;appId=PPGMS'],
          accessRight: OPEN,
          license: 'CC BY',
          type: 'Preprint',
        },
        { urls: ['https://hdl.handle.net/20.500/1', 'https://doi.org/10.1000/x'], accessRight: OPEN },
        { urls: ['https://pubmed.ncbi.nlm.nih.gov/1'], accessRight: OPEN },
      ),
    ]);
    expect(candidates).toEqual([
      {
        url: 'https://r.org/a.pdf?x=1&appId=PPGMS',
        expected: 'pdf',
        license: 'cc-by',
        version: 'submitted',
        hostType: 'repository',
        evidence: 'instances[].urls',
      },
    ]);
    expect(leads).toEqual(['https://hdl.handle.net/20.500/1']);
    expect(learnt).toEqual({ title: 'A title', year: 2021 });
  });

  test('leaves closed, embargoed and unspecified instances of an open record alone', async () => {
    const urls = ['https://r.org/a.pdf'];
    const instances = ['CLOSED', 'EMBARGO', 'RESTRICTED'].map((label) => ({ urls, accessRight: { label } }));
    expect(await found([product(...instances, { urls, accessRight: null })])).toMatchObject({
      candidates: [],
      leads: [],
    });
  });

  test('takes null for every list, and no record of another work', async () => {
    expect(await found(null)).toMatchObject({ candidates: [] });
    const open = { urls: ['https://r.org/a.pdf'], accessRight: OPEN };
    expect(
      await found([
        { pids: null, instances: null },
        { pids: null, instances: [open] },
      ]),
    ).toMatchObject({
      candidates: [],
    });
  });

  test('leaves the deposits of siblings alone: under another DOI, or no texts', async () => {
    const at = (name: string) => [`https://r.org/${name}.pdf`];
    const pid = (value: string) => [{ scheme: 'doi', value }];
    const { candidates, leads } = await found([
      product(
        { urls: at('own'), accessRight: OPEN, pids: pid('10.1000/X') },
        { urls: at('unnamed'), accessRight: OPEN, type: 'Article' },
        { urls: at('preprint'), accessRight: OPEN, pids: pid('10.48550/arXiv.2007.14902') },
        { urls: at('handle'), accessRight: OPEN, pids: [{ scheme: 'handle', value: '20.500/1' }] },
        { urls: at('sibling'), accessRight: OPEN, pids: pid('10.5281/zenodo.1') },
        { urls: ['https://r.org/record/2'], accessRight: OPEN, pids: pid('10.5281/zenodo.2') },
        { urls: at('data'), accessRight: OPEN, type: 'Dataset' },
        { urls: at('slides'), accessRight: OPEN, type: 'Presentation' },
      ),
    ]);
    expect(candidates.map(({ url }) => url)).toEqual(
      ['own', 'unnamed', 'preprint', 'handle'].flatMap((name) => at(name)),
    );
    expect(leads).toEqual([]);
  });
});
