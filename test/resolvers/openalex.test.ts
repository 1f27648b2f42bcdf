import { describe, expect, test } from 'vitest';
import type { Work } from '../../src/core/work.ts';
import { openalex } from '../../src/resolvers/openalex.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { OpenAlexRecord, workOfRecord } from '../../src/work/openalex-record.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, readShared, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const defaults = ResolverOptions.parse({});
const SELECT =
  'select=id%2Cdoi%2Cids%2Ctitle%2Cpublication_year%2Cauthorships%2Copen_access%2Cbest_oa_location%2Chas_content%2Clocations';

interface Expected {
  readonly pdf?: readonly string[];
  readonly leads?: readonly string[];
  readonly learnt?: Readonly<Record<string, string>>;
  readonly failure?: string;
}

/** Read off each recorded answer by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  enrich_10_1038_nature11476: {
    learnt: { openalex: 'W1995977395', doi: '10.1038/nature11476', pmid: '22895335' },
  },
  'enrich_10_1038_s41467-025-66220-x': {
    learnt: { openalex: 'W4417263460', doi: '10.1038/s41467-025-66220-x', pmid: '41387679' },
  },
  enrich_10_1093_nar_gkr715: {
    learnt: { openalex: 'W2003074093', doi: '10.1093/nar/gkr715', pmid: '21937511' },
  },
  enrich_10_1234_test_error: {},
  list_metering_2026_09: {},
  list_search_2026: {},
  pygetpapers_10_1016_j_ceramint_2023_10_145: {
    leads: ['https://doi.org/10.1016/j.ceramint.2023.10.145'],
    learnt: { openalex: 'W4387709541', doi: '10.1016/j.ceramint.2023.10.145' },
  },
  pygetpapers_10_1016_j_jcis_2023_10_095: { learnt: { openalex: 'W4387847154', pmid: '37898077' } },
  pygetpapers_10_1016_j_scitotenv_2023_169227: { learnt: { openalex: 'W4389671450', pmid: '38101623' } },
  work_404_html: {},
  work_book_bronze_content_urls: {
    pdf: [
      'https://www.cambridge.org/core/services/aop-cambridge-core/content/view/64EA64CE425951C77D90340A7F5AE534/9781108425728c1_20-74.pdf/time_out_of_joint.pdf published publisher',
    ],
    leads: ['https://doi.org/10.1017/9781108348843'],
    learnt: { openalex: 'W97658052' },
  },
  work_component_doi: {
    leads: ['https://figshare.com/articles/figure/_Stimulation_of_IL_32_by_Mycobacteria_/628124'],
    learnt: { openalex: 'W6885490810', doi: '10.1371/journal.pmed.0030277.g001' },
  },
  work_dissertation: { learnt: { openalex: 'W3038237952', doi: '10.14264/uql.2020.791' } },
  work_elife_many_locations: {
    pdf: [
      'https://iris.unil.ch/bitstreams/abf43caa-cbb7-44b3-85ac-d9849f3a24f0/download submitted repository',
    ],
    leads: [
      'https://doi.org/10.7554/elife.01567',
      'https://iris.unil.ch/handle/iris/116210',
      'https://doaj.org/article/d1e4235dd6e047998ab33adde5ed4f1f',
      'https://serval.unil.ch/notice/serval:BIB_42194ECA0341',
    ],
    learnt: { openalex: 'W2121398592', doi: '10.7554/elife.01567', pmid: '24520159', pmcid: 'PMC3917233' },
  },
  work_hybrid_no_pdf_url: {
    leads: ['https://doi.org/10.1016/j.addr.2015.01.008'],
    learnt: { openalex: 'W2033425827', pmid: '25666165' },
  },
  work_pdb_dataset: { learnt: { openalex: 'W6945048743', doi: '10.2210/pdb4hhb/pdb' } },
  work_plos_gold_many_locations: {
    pdf: [
      'https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0000030&type=printable published publisher cc-by',
    ],
    leads: [
      'https://doi.org/10.1371/journal.pone.0000030',
      'https://doaj.org/article/2ffe296abbf34d4387df9705584a8543',
      'https://figshare.com/articles/dataset/Triose_Phosphate_Isomerase_Deficiency_Is_Caused_by_Altered_Dimerization_Not_Catalytic_Inactivity_of_the_Mutant_Enzymes/152643',
      'https://doi.org/10.1371/journal.pone.0000030',
      'http://hdl.handle.net/11858/00-001M-0000-0010-8383-B',
    ],
    learnt: { openalex: 'W1982728624', pmid: '17183658' },
  },
  work_preprint_biorxiv: {
    pdf: [
      'https://www.biorxiv.org/content/biorxiv/early/2017/10/09/097196.full.pdf accepted repository cc-by',
    ],
    leads: ['https://doi.org/10.1101/097196'],
    learnt: { openalex: 'W2581393460' },
  },
  work_select_open_access_only_oa: {
    pdf: ['https://academic.oup.com/nar/article-pdf/45/1/311/9249485/gkw1164.pdf'],
    learnt: { doi: '10.1093/nar/gkw1164' },
  },
};

describe.skipIf(sharedIsAbsent)('recorded answers of OpenAlex', () => {
  const names = listShared('fixtures/openalex').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the plans, leads and identifiers that stand in it', async (name) => {
    const { pdf = [], leads = [], learnt = {} } = EXPECTED[name]!;
    const { response } = readFixture(`openalex/${name}`);
    const asked =
      /\\?"doi\\?":\s*\\?"https:\/\/doi\.org\/([^"\\]+)/.exec(JSON.stringify(response))?.[1] ??
      '10.1000/asked';
    const found = await resolve(openalex, workBy(asked), { asker: scriptedAsker(response) });
    expect(found.failure).toBeUndefined();
    expect(
      found.candidates.map(({ url, version, hostType, license }) =>
        [url, version, hostType, license].filter(Boolean).join(' '),
      ),
    ).toEqual(pdf);
    expect(found.leads).toEqual(leads);
    expect(found.learnt).toMatchObject(learnt);
    if (Object.keys(learnt).length === 0) expect(found.learnt).toEqual({});
  });
});

test('the record of another DOI gives nothing but that DOI, and the DOI is asked for before the id', async () => {
  const record = {
    id: 'https://openalex.org/W9000061',
    doi: 'https://doi.org/10.5555/t.61',
    title: 'Another paper altogether',
    open_access: { is_oa: true },
    locations: [{ is_oa: true, pdf_url: 'https://pub.example/61.pdf', landing_page_url: null }],
  };
  const asker = scriptedAsker({ json: record });
  const work = workBy('10.5555/t.62', { openalex: 'W9000061' as NonNullable<Work['openalex']> });
  const found = await resolve(openalex, work, { asker });
  expect(found.candidates).toEqual([]);
  expect(found.learnt).toEqual({ doi: '10.5555/t.61' });
  expect(openalex.first?.(work, defaults, [])?.url).toContain('works/doi:10.5555%2Ft.62');
});

describe.skipIf(sharedIsAbsent)('the corpus of OpenAlex works', () => {
  const lines = sharedIsAbsent ? [] : readShared('corpora/openalex-works/works.jsonl').trim().split('\n');
  interface RawLocation {
    is_oa: boolean;
    pdf_url: string | null;
    landing_page_url: string | null;
    license: string | null;
  }
  const raw = lines.map((line) => JSON.parse(line) as { id: string; locations: RawLocation[] });

  test('is not empty', () => {
    expect(raw.length).toBeGreaterThan(30);
  });

  test.each(raw.map((record) => [record.id, record] as const))(
    'every PDF, landing page and licence of %s is found',
    async (_id, record) => {
      const work = workOfRecord(OpenAlexRecord.parse(record))!;
      const asker = scriptedAsker({ json: record });
      const found = await resolve(openalex, work, { asker });
      expect(asker.asked).toEqual([]);
      const href = (url: string) => new URL(url).href;
      const known = new Map(
        work.locations!.map((location) => [`${location.pdfUrl} ${location.landingUrl}`, location]),
      );
      for (const { is_oa, pdf_url, landing_page_url, license } of record.locations) {
        if (!pdf_url && !landing_page_url) continue;
        const key = `${pdf_url ? href(pdf_url) : undefined} ${landing_page_url ? href(landing_page_url) : undefined}`;
        expect(known.get(key), key).toMatchObject({ isOpenAccess: is_oa, ...(license && { license }) });
        if (pdf_url && is_oa) expect(found.candidates.map(({ url }) => url)).toContain(href(pdf_url));
      }
    },
  );
});

describe('openalex', () => {
  test('needs no request for a work that came with its record', () => {
    const work = workBy('W2741809807', { locations: [] });
    expect(openalex.first(work, defaults, [])).toBeUndefined();
  });

  test('asks by OpenAlex id, then DOI, then PMID, with only the fields it reads', () => {
    const url = (id: string) => openalex.first(workBy(id), defaults, [])?.url;
    expect(url('W2741809807')).toBe(`https://api.openalex.org/works/W2741809807?${SELECT}`);
    expect(url('10.1002/(SICI)1<2>3.0;2-#')).toBe(
      `https://api.openalex.org/works/doi:10.1002%2F(sici)1%3C2%3E3.0%3B2-%23?${SELECT}`,
    );
    expect(url('pmid:123')).toBe(`https://api.openalex.org/works/pmid:123?${SELECT}`);
    expect(openalex.accepts(workBy('PMC123'), [])).toBe(false);
  });

  test('keeps a DOI with dot segments whole', () => {
    expect(openalex.first(workBy('10.1000/a/../b'), defaults, [])?.url).toContain('doi:10.1000%2Fa%2F..%2Fb');
  });

  test('sends its key as a secret and never in the URL', async () => {
    const asker = scriptedAsker({ status: 404 });
    await resolve(openalex, workBy('W12'), { asker, options: { api_key: 'k3y' } });
    expect(asker.asked).toMatchObject([{ secretQuery: { api_key: 'k3y' }, role: 'metadata' }]);
    expect(asker.asked[0]?.url).not.toContain('k3y');
  });

  test.skipIf(sharedIsAbsent)(
    'offers the copy that OpenAlex sells to callers with a key, with its price',
    async () => {
      const recorded = scriptedAsker(readFixture('openalex/work_preprint_biorxiv').response);
      const work = workBy('10.1101/097196');
      const { candidates } = await resolve(openalex, work, { asker: recorded, options: { api_key: 'k3y' } });
      expect(candidates.at(-1)).toEqual({
        url: 'https://content.openalex.org/works/W2581393460.pdf',
        expected: 'pdf',
        evidence: 'has_content.pdf',
        priceUsd: 0.01,
      });
      expect(openalex.fileHeaders({ ...defaults, api_key: 'k3y' })).toEqual({
        'content.openalex.org': { authorization: 'Bearer k3y' },
      });
      expect(openalex.fileHeaders(defaults)).toEqual({});
    },
  );

  test('offers no bought copy of a work that is open nowhere', async () => {
    const json = {
      id: 'https://openalex.org/W12',
      has_content: { pdf: true },
      locations: [
        { is_oa: false, landing_page_url: 'https://doi.org/10.1/x', pdf_url: 'https://a.org/x.pdf' },
      ],
    };
    const asker = scriptedAsker({ json });
    expect((await resolve(openalex, workBy('W12'), { asker, options: { api_key: 'k' } })).candidates).toEqual(
      [],
    );
  });

  test('passes on title, year and authors', async () => {
    const json = {
      id: 'https://openalex.org/W12',
      title: ' A title ',
      publication_year: 2020,
      authorships: [{ author: { display_name: 'Ada' } }, { author: null, raw_author_name: 'B. C.' }, 7],
      locations: null,
    };
    const { learnt } = await resolve(openalex, workBy('W12'), { asker: scriptedAsker({ json }) });
    expect(learnt).toEqual({ openalex: 'W12', title: 'A title', year: 2020, authors: ['Ada', 'B. C.'] });
  });

  test('does not ask closed locations', async () => {
    const locations = [{ isOpenAccess: false, pdfUrl: 'https://x.org/a.pdf', landingUrl: 'https://x.org/a' }];
    const found = await resolve(openalex, workBy('W12', { locations }), { asker: scriptedAsker({}) });
    expect(found).toMatchObject({ candidates: [], leads: [] });
  });

  test('an error of the server is that and not "no result"', async () => {
    const { failure } = await resolve(openalex, workBy('W12'), { asker: scriptedAsker({ status: 503 }) });
    expect(failure?.reason).toBe('http-5xx');
  });
});
