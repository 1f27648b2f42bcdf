import { describe, expect, test } from 'vitest';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { unpaywall } from '../../src/resolvers/unpaywall.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const mailto = 'lab@university.edu';

interface Expected {
  readonly pdf?: readonly string[];
  readonly leads?: readonly string[];
  readonly pmcid?: string;
  readonly failure?: string;
}

/** Read off each recorded answer by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  closed_springer_colon_doi: {},
  doi_multiple_locations_jamaderm: {
    pdf: [
      'https://jamanetwork.com/journals/jamadermatology/articlepdf/2471551/doi150042.pdf published publisher',
      'https://test.comdoi150042.pdf/ published publisher',
    ],
    leads: [
      'https://doi.org/10.1001/jamadermatol.2015.3091',
      'https://doi.org/10.1001/jamadermatol.2015.3091',
      'https://doi.org/10.1001/test',
    ],
  },
  gold_all_url_for_pdf_null: {
    leads: ['https://doi.org/10.1016/j.xgen.2025.100814', 'https://doi.org/10.1016/j.xgen.2025.100814'],
    pmcid: 'PMC12008803',
  },
  http404_doi_unknown: {},
  http422_placeholder_email: { failure: 'http-4xx' },
  http429_history: { failure: 'retry-after' },
  hybrid_url_for_pdf_null: {
    leads: ['https://doi.org/10.1016/j.addr.2015.01.008', 'https://doi.org/10.1016/j.addr.2015.01.008'],
  },
  plos_raw: {
    pdf: [
      'https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0012345&type=printable published cc-by',
    ],
    leads: ['https://doi.org/10.1371/journal.pone.0012345', 'https://doi.org/10.1371/journal.pone.0012345'],
  },
  search_many_results: {},
};

describe.skipIf(sharedIsAbsent)('recorded answers of Unpaywall', () => {
  const names = listShared('fixtures/unpaywall').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the plans and leads that stand in it, or its reason', async (name) => {
    const { pdf = [], leads = [], pmcid, failure } = EXPECTED[name]!;
    const asker = scriptedAsker(readFixture(`unpaywall/${name}`).response);
    const found = await resolve(unpaywall, workBy('10.1000/asked'), { asker, mailto });
    expect(found.failure?.reason).toBe(failure);
    expect(
      found.candidates.map(({ url, version, hostType, license }) =>
        [url, version, hostType, license].filter(Boolean).join(' '),
      ),
    ).toEqual(pdf);
    expect(found.leads).toEqual(leads);
    expect(found.learnt.pmcid).toBe(pmcid);
  });
});

describe('unpaywall', () => {
  test('escapes the whole DOI and keeps the contact address out of the URL', async () => {
    const asker = scriptedAsker({ status: 404 });
    await resolve(unpaywall, workBy('10.1002/(sici)1<2>3;2-#'), { asker, mailto });
    expect(asker.asked).toEqual([
      {
        url: 'https://api.unpaywall.org/v2/10.1002%2F(sici)1%3C2%3E3%3B2-%23',
        role: 'metadata',
        secretQuery: { email: mailto },
      },
    ]);
    const first = unpaywall.first(workBy('10.1002/(sici)1<2>3;2-#'), ResolverOptions.parse({}), []);
    expect(first).toEqual({ url: asker.asked[0]?.url, role: 'metadata' });
  });

  test('prefers its own contact address', async () => {
    const asker = scriptedAsker({ status: 404 });
    await resolve(unpaywall, workBy('10.1000/x'), { asker, mailto, options: { email: 'me@lab.org' } });
    expect(asker.asked[0]?.secretQuery).toEqual({ email: 'me@lab.org' });
  });

  test('asks nothing without a contact address', async () => {
    const asker = scriptedAsker({});
    expect(await resolve(unpaywall, workBy('10.1000/x'), { asker })).toMatchObject({
      candidates: [],
      asked: [],
    });
  });

  test('takes an HTML 404 as "not known"', async () => {
    const asker = scriptedAsker({
      status: 404,
      body: '<!doctype html>',
      headers: { 'content-type': 'text/html' },
    });
    const found = await resolve(unpaywall, workBy('10.1000/x'), { asker, mailto });
    expect(found).toMatchObject({ candidates: [] });
    expect(found.failure).toBeUndefined();
  });

  test('says what to do when the contact address is refused', async () => {
    const asker = scriptedAsker({ status: 422, json: { error: true } });
    const { failure } = await resolve(unpaywall, workBy('10.1000/x'), { asker, mailto });
    expect(failure).toMatchObject({ reason: 'http-4xx', httpStatus: 422 });
    expect(failure?.message).toContain('give a real one as `mailto`');
  });

  test('an answer that is not JSON is a parse error', async () => {
    const asker = scriptedAsker({ body: '<html>' });
    const { failure } = await resolve(unpaywall, workBy('10.1000/x'), { asker, mailto });
    expect(failure?.reason).toBe('parse-error');
  });

  test('offers repository copies beside the publisher and never an embargoed one', async () => {
    const at = (url: string, host_type: string) => ({ url_for_pdf: url, host_type, license: 'cc-by' });
    const json = {
      best_oa_location: at('https://p.org/a.pdf', 'publisher'),
      oa_locations: [at('https://p.org/a.pdf', 'publisher'), at('https://r.org/b.pdf', 'repository')],
      oa_locations_embargoed: [at('https://r.org/later.pdf', 'repository')],
    };
    const { candidates } = await resolve(unpaywall, workBy('10.1000/x'), {
      asker: scriptedAsker({ json }),
      mailto,
    });
    expect(candidates.map(({ url, hostType }) => [url, hostType])).toEqual([
      ['https://p.org/a.pdf', 'publisher'],
      ['https://r.org/b.pdf', 'repository'],
    ]);
  });
});

test.each([
  ['Too many requests per second. Please slow down.', 'retry-after', /too many requests/],
  ['API rate limit exceeded', 'retry-after', /too many requests/],
  ['Please use your own email address in API calls.', 'http-4xx', /contact address/],
])('422 is read by its text: %s', async (message, reason, words) => {
  const asker = scriptedAsker({ status: 422, json: { HTTP_status_code: 422, message, error: true } });
  const { failure } = await resolve(unpaywall, workBy('10.1000/asked'), { asker, mailto });
  expect(failure).toMatchObject({ reason, message: expect.stringMatching(words) });
});
