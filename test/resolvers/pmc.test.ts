import { describe, expect, test } from 'vitest';
import { pmc } from '../../src/resolvers/pmc.ts';
import { type Answer, resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { candidateLine } from './candidate-line.ts';

const BUCKET = 'https://pmc-oa-opendata.s3.amazonaws.com/';

const listing = (...keys: readonly string[]): Answer => ({
  headers: { 'content-type': 'application/xml' },
  body: `<?xml version="1.0"?><ListBucketResult><KeyCount>${keys.length}</KeyCount>${keys
    .map((key) => `<Contents><Key>${key}</Key></Contents>`)
    .join('')}</ListBucketResult>`,
});

/** Which of the three services a URL belongs to. */
const stepOf = (url: string): 'converter' | 'listing' | 'record' => {
  if (url.startsWith('https://pmc.ncbi.nlm.nih.gov/tools/idconv/')) return 'converter';
  return new URL(url).pathname === '/' ? 'listing' : 'record';
};

interface Expected {
  /** Where the recorded answer is served; the other services say "nothing". */
  readonly at: 'converter' | 'listing' | 'record';
  readonly work: string;
  readonly plans?: readonly string[];
  readonly learnt?: Readonly<Record<string, string>>;
  /** The last URL asked. */
  readonly asked?: string;
  readonly failure?: string;
}

const prefixed = (pmcid: string): string => `${BUCKET}?list-type=2&prefix=metadata%2F${pmcid}.`;

/** Read off each recorded answer by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  cloud_metadata_author_manuscript_no_pdf: {
    at: 'record',
    work: 'PMC10373475',
    // Its hash is cut short in the recording: not one to verify.
    plans: [`xml ${BUCKET}PMC10373475.1/PMC10373475.1.xml accepted repository tdm`],
  },
  cloud_s3_list_many_versions: { at: 'listing', work: 'PMC77', asked: `${BUCKET}metadata/PMC77.10.json` },
  elink_citations_25760099: { at: 'converter', work: 'pmid:25760099', failure: 'parse-error' },
  elink_citations_26846451: { at: 'converter', work: 'pmid:26846451', failure: 'parse-error' },
  elink_citations_27350240: { at: 'converter', work: 'pmid:27350240', failure: 'parse-error' },
  idconv_new_pmids_ok_2026_09: {
    at: 'converter',
    work: 'pmid:29355051',
    learnt: { doi: '10.1177/1534735417753544', pmcid: 'PMC6142073', pmid: '29355051' },
    asked: prefixed('PMC6142073'),
  },
  idconv_v1_doi_ok: {
    at: 'converter',
    work: '10.1038/NG.590',
    learnt: { doi: '10.1038/ng.590', pmcid: 'PMC2883744', pmid: '20495566' },
    asked: prefixed('PMC2883744'),
  },
  idconv_v1_lagotto_1: {
    at: 'converter',
    work: 'pmid:19749171',
    learnt: { doi: '10.1124/pr.109.001263', pmcid: 'PMC2763780', pmid: '19749171' },
    asked: prefixed('PMC2763780'),
  },
  idconv_v1_lagotto_4: {
    at: 'converter',
    work: 'pmid:21196160',
    learnt: { pmcid: 'PMC3051412', pmid: '21196160' },
    asked: prefixed('PMC3051412'),
  },
  idconv_v1_lagotto_6: {
    at: 'converter',
    work: '10.1152/japplphysiol.01227.2010',
    learnt: { doi: '10.1152/japplphysiol.01227.2010', pmcid: 'PMC3098654', pmid: '21270352' },
    asked: prefixed('PMC3098654'),
  },
  idconv_v1_lagotto_7: {
    at: 'converter',
    work: 'pmid:19515980',
    learnt: { doi: '10.1152/ajpregu.91026.2008', pmcid: 'PMC2724239', pmid: '19515980' },
    asked: prefixed('PMC2724239'),
  },
  // The retired service and the web site are never asked; should an answer of theirs turn up, it is none of ours.
  oa_fcgi_not_open_access_2026_08: { at: 'listing', work: 'PMC5924899', failure: 'parse-error' },
  pdf_pow_interstitial_200_html: { at: 'listing', work: 'PMC1', failure: 'parse-error' },
};

describe.skipIf(sharedIsAbsent)('recorded answers of PMC', () => {
  const names = listShared('fixtures/pmc').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the plans and facts that stand in it, or its reason', async (name) => {
    const { at, work, plans = [], learnt = {}, asked, failure } = EXPECTED[name]!;
    const { response } = readFixture(`pmc/${name}`);
    const asker = scriptedAsker((url) => {
      const step = stepOf(url);
      if (step === at) return response;
      return step === 'listing' && at === 'record' ? listing(`metadata/${work}.1.json`) : listing();
    });
    const found = await resolve(pmc, workBy(work), { asker });
    // The record behind a listing is not recorded with it: what was served instead is no JSON.
    expect(found.failure?.reason).toBe(at === 'listing' && asked ? 'parse-error' : failure);
    expect(found.candidates.map(candidateLine)).toEqual(plans);
    expect(found.learnt).toEqual(learnt);
    if (asked !== undefined) expect(asker.asked.at(-1)?.url).toBe(asked);
  });
});

describe('pmc', () => {
  const MD5 = '0123456789abcdef0123456789ABCDEF';
  const record = {
    pmcid: 'PMC123',
    version: 2,
    is_pmc_openaccess: true,
    is_manuscript: false,
    license_code: 'CC BY-NC',
    pdf_url: `s3://pmc-oa-opendata/PMC123.2/PMC123.2.pdf?md5=${MD5}`,
    xml_url: `s3://pmc-oa-opendata/PMC123.2/PMC123.2.xml?md5=${MD5}`,
  };
  const bucket = (json: unknown) => (url: string) =>
    stepOf(url) === 'listing'
      ? listing('metadata/PMC1234.1.json', 'metadata/PMC123.1.json', 'metadata/PMC123.2.json')
      : { json };

  test('offers PDF and XML of the newest version with the hash to verify', async () => {
    const asker = scriptedAsker(bucket(record));
    const { candidates } = await resolve(pmc, workBy('PMC123'), { asker });
    expect(candidates.map(candidateLine)).toEqual([
      `pdf ${BUCKET}PMC123.2/PMC123.2.pdf published repository cc-by-nc md5:${MD5.toLowerCase()}`,
      `xml ${BUCKET}PMC123.2/PMC123.2.xml published repository cc-by-nc md5:${MD5.toLowerCase()}`,
    ]);
    expect(asker.asked.map(({ url }) => url)).toEqual([
      prefixed('PMC123'),
      `${BUCKET}metadata/PMC123.2.json`,
    ]);
  });

  test('takes files of its own bucket only', async () => {
    const odd = {
      pmcid: 'PMC123',
      pdf_url: 's3://other-bucket/a.pdf',
      xml_url: 'https://evil.example/a.xml',
    };
    const { candidates } = await resolve(pmc, workBy('PMC123'), { asker: scriptedAsker(bucket(odd)) });
    expect(candidates).toEqual([]);
  });

  test('asks the converter with the type of the id, and with the contact address as a secret', async () => {
    const asker = scriptedAsker({ json: { status: 'ok', records: [] } });
    await resolve(pmc, workBy('10.1000/x'), { asker, mailto: 'lab@university.edu' });
    await resolve(pmc, workBy('pmid:12'), { asker });
    const base = 'https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/';
    expect(asker.asked).toEqual([
      {
        url: `${base}?ids=10.1000%2Fx&idtype=doi&format=json&tool=contentdownload`,
        role: 'metadata',
        secretQuery: { email: 'lab@university.edu' },
      },
      { url: `${base}?ids=12&idtype=pmid&format=json&tool=contentdownload`, role: 'metadata' },
    ]);
  });

  test('an article PMC does not have is no failure', async () => {
    const absent = { 'requested-id': '10.1000/x', doi: '10.1000/x', status: 'error', errmsg: 'not found' };
    const asker = scriptedAsker({ json: { status: 'ok', records: [absent] } });
    const found = await resolve(pmc, workBy('10.1000/x'), { asker });
    expect(found).toMatchObject({ candidates: [], learnt: {} });
    expect(found.failure).toBeUndefined();
    expect(asker.asked).toHaveLength(1);
  });

  test('a record of another work is not taken for this one', async () => {
    const other = { doi: '10.1000/other', pmcid: 'PMC5', pmid: 5 };
    const asker = scriptedAsker({ json: { status: 'ok', records: [other] } });
    expect((await resolve(pmc, workBy('10.1000/x'), { asker })).learnt).toEqual({});
  });

  test('an error inside 200 is an error', async () => {
    const asker = scriptedAsker({ json: { status: 'error', message: 'down' } });
    expect((await resolve(pmc, workBy('10.1000/x'), { asker })).failure?.reason).toBe('parse-error');
  });

  test('an article outside the collection has an empty listing', async () => {
    const asker = scriptedAsker(listing());
    expect(await resolve(pmc, workBy('PMC123'), { asker })).toMatchObject({ candidates: [] });
  });
});
