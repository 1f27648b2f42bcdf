import { describe, expect, test } from 'vitest';
import { base } from '../../src/resolvers/base.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

interface Expected {
  readonly files?: readonly string[];
  readonly leads?: readonly string[];
  readonly failure?: string;
}

/** Read off each recorded answer by hand: the second record of the search has no DOI and is another article. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  bs_profile: { failure: 'parse-error' },
  bs_search: {
    files: ['https://pub.uni-bielefeld.de/download/1680982/2315314'],
    leads: ['https://pub.uni-bielefeld.de/record/1680982'],
  },
  list_profile_2: { failure: 'parse-error' },
};

describe.skipIf(sharedIsAbsent)('recorded answers of BASE', () => {
  const names = listShared('fixtures/base').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the files and pages that stand in it, or its reason', async (name) => {
    const { files = [], leads = [], failure } = EXPECTED[name]!;
    const asker = scriptedAsker(readFixture(`base/${name}`).response);
    const found = await resolve(base, workBy('10.1045/september2004-lossau'), { asker });
    expect(found.failure?.reason).toBe(failure);
    expect(found.candidates.map(({ url }) => url)).toEqual(files);
    expect(found.leads).toEqual(leads);
  });
});

const answer = (fields: string) => ({
  body: `<?xml version="1.0"?><response><result name="response" numFound="1"><doc>${fields}</doc></result></response>`,
});
const OPEN = '<arr name="dcdoi"><str>10.1000/X</str></arr><int name="dcoa">1</int>';
const foundIn = (fields: string) =>
  resolve(base, workBy('10.1000/x'), { asker: scriptedAsker(answer(fields)) });

describe('base', () => {
  test('asks by DOI and keeps the key out of the address', async () => {
    const asker = scriptedAsker(answer(''));
    await resolve(base, workBy('10.1000/x'), { asker, options: { api_key: 'k' } });
    expect(asker.asked[0]).toMatchObject({
      url: 'https://api.base-search.net/cgi-bin/BaseHttpSearchInterface.fcgi?func=PerformSearch&query=dcdoi%3A%2210.1000%2Fx%22&hits=10',
      secretQuery: { apikey: 'k' },
    });
  });

  test('carries the normalised licence and reads escaped addresses', async () => {
    const { candidates } = await foundIn(
      `${OPEN}<str name="dcrightsnorm">CC-BY-NC</str><str name="dclink">https://r.org/a.pdf?x=1&amp;y=2</str>`,
    );
    expect(candidates).toEqual([
      { url: 'https://r.org/a.pdf?x=1&y=2', expected: 'pdf', evidence: 'dcidentifier', license: 'cc-by-nc' },
    ]);
  });

  test.each(['0', '2'])('leaves copies alone whose openness is %s', async (dcoa) => {
    const fields = `<arr name="dcdoi"><str>10.1000/x</str></arr><int name="dcoa">${dcoa}</int><str name="dclink">https://r.org/a.pdf</str>`;
    expect(await foundIn(fields)).toMatchObject({ candidates: [], leads: [] });
  });

  test('an answer that is no XML is a parse error', async () => {
    const asker = scriptedAsker({ body: 'Access denied for your IP address' });
    expect((await resolve(base, workBy('10.1000/x'), { asker })).failure?.reason).toBe('parse-error');
  });
});
