import { describe, expect, test } from 'vitest';
import { europePmc } from '../../src/resolvers/europe-pmc.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { candidateLine } from './candidate-line.ts';

const REST = 'https://www.ebi.ac.uk/europepmc/webservices/rest/';

/** The lines of an open article: the PDF it renders and its JATS. */
const open = (pmcid: string, license = 'cc-by', version = 'published') => [
  `pdf https://europepmc.org/articles/${pmcid}?pdf=render ${version} repository ${license}`,
  `xml ${REST}${pmcid}/fullTextXML ${version} repository ${license}`,
];

/** Read off each recorded answer by hand: the work asked for, and what the answer has of it. */
const EXPECTED: Readonly<
  Record<string, readonly (readonly [work: string, plans: readonly string[] | string])[]>
> = {
  err_in_200_no_query: [['10.1000/asked', 'http-4xx']],
  err_in_200_pagesize: [['10.1000/asked', 'http-4xx']],
  fulltextxml_404_empty: [['PMC10949956', []]],
  fulltextxml_PMC3258128: [['PMC3258128', 'parse-error']],
  fulltextxml_PMC3359999: [['PMC3359999', 'parse-error']],
  // No list of links in a `lite` record, but the flags say that the article is there.
  lagotto_get_metadata_pubmed: [
    [
      'pmid:17183658',
      [
        'pdf https://europepmc.org/articles/PMC1762313?pdf=render published repository',
        `xml ${REST}PMC1762313/fullTextXML published repository`,
      ],
    ],
  ],
  lies_xml_getpapers: [['PMC5458065', 'parse-error']],
  // Stored by another program in a shape of its own; what it holds is below.
  record_PMC8071313: [['PMC8071313', 'parse-error']],
  record_PMC8233371: [['PMC8233371', 'parse-error']],
  search_core_2025_mixed_availability: [
    ['10.1016/S0140-6736(24)02600-X', []],
    // An author manuscript, free but not open: rendered, never as XML.
    [
      '10.1016/s0140-6736(24)02716-8',
      ['pdf https://europepmc.org/articles/PMC12124214?pdf=render accepted repository'],
    ],
    // Licensed CC BY, but not in Europe PMC.
    ['10.1111/bjhp.12807', []],
    ['pmid:40464630', []],
    ['pmid:40493882', []],
    ['10.1002/hpja.70059', open('PMC12120539', 'cc-by-nc-nd')],
    ['10.1007/s10120-025-01625-7', open('PMC12174270')],
    ['10.1111/fcp.70029', []],
    ['10.1002/cncr.35944', []],
    ['10.3238/arztebl.m2025.0099', []],
    ['10.1016/j.semradonc.2025.04.003', []],
    ['PMC12069736', open('PMC12069736', 'cc-by-nc-nd')],
    ['10.1002/cncy.70026', []],
    ['10.1097/cm9.0000000000003667', []],
    ['10.1111/vru.70051', open('PMC12106854', 'cc-by-nc-nd')],
    ['pmid:39212676', open('PMC12166167')],
    ['10.1016/s2352-4642(25)00103-8', []],
    ['10.1007/s12672-025-02412-7', open('PMC12170467', 'cc-by-nc-nd')],
    ['10.1097/MPA.0000000000002489', open('PMC12175802', 'cc-by-nc-nd')],
    ['10.1017/S1463423625100169', open('PMC12175096')],
    ['pmid:40536077', []],
    // This record has no list of links at all.
    ['pmid:39038316', []],
    ['10.1016/j.canep.2025.102866', []],
    ['10.1111/ans.70196', []],
    ['10.1148/rycan.240291', []],
  ],
  search_core_2026: [
    ['10.1038/s41598-026-43147-x', []],
    ['10.3390/biomimetics11020103', open('PMC12938590')],
    // The web site of PMC is listed beside its own and is left alone.
    ['PMC13013079', open('PMC13013079')],
  ],
  search_idlist: [
    ['pmid:39709208', []],
    ['10.1000/asked', []],
  ],
};

describe.skipIf(sharedIsAbsent)('recorded answers of Europe PMC', () => {
  const names = listShared('fixtures/europepmc').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  const cases = Object.entries(EXPECTED).flatMap(([name, asked]) =>
    asked.map(([work, plans]) => [name, work, plans] as const),
  );
  test.each(cases)('%s has of %s what stands in it', async (name, work, plans) => {
    const asker = scriptedAsker(readFixture(`europepmc/${name}`).response);
    const found = await resolve(europePmc, workBy(work), { asker });
    expect(found.failure?.reason).toBe(typeof plans === 'string' ? plans : undefined);
    expect(found.candidates.map(candidateLine)).toEqual(typeof plans === 'string' ? [] : plans);
  });

  test.each([
    ['record_PMC8071313', '10.3390/plants10040775', 'PMC8071313', 2021],
    ['record_PMC8233371', '10.1038/s41598-021-92706-x', 'PMC8233371', 2021],
  ])('%s: lists of one item come without brackets', async (name, doi, pmcid, year) => {
    const { full } = readFixture(`europepmc/${name}`).response.json as { full: unknown };
    const asker = scriptedAsker({ json: { hitCount: 1, resultList: { result: full } } });
    const found = await resolve(europePmc, workBy(doi), { asker });
    expect(found.candidates.map(candidateLine)).toEqual(open(pmcid));
    expect(found.learnt).toMatchObject({ doi, pmcid, year });
  });

  test('free copies at the DOI are pages to read', async () => {
    const { response } = readFixture('europepmc/search_core_2025_mixed_availability');
    const { leads, learnt } = await resolve(europePmc, workBy('pmid:39709208'), {
      asker: scriptedAsker(response),
    });
    expect(leads).toEqual(['https://doi.org/10.1016/s0140-6736(24)02716-8']);
    expect(learnt).toMatchObject({ pmcid: 'PMC12124214', doi: '10.1016/s0140-6736(24)02716-8' });
  });
});

describe('europe_pmc', () => {
  const asked = async (id: string) => {
    const asker = scriptedAsker({ json: { hitCount: 0, resultList: { result: [] } } });
    await resolve(europePmc, workBy(id), { asker });
    return asker.asked.map(({ url }) => new URL(url).searchParams);
  };

  test('asks for core records by PMCID, PMID or quoted DOI', async () => {
    const [byDoi] = await asked('10.1000/a"b(c)');
    expect(Object.fromEntries(byDoi!)).toEqual({
      query: 'DOI:"10.1000/a\\"b(c)"',
      resultType: 'core',
      format: 'json',
      pageSize: '10',
    });
    expect((await asked('PMC12'))[0]?.get('query')).toBe('PMCID:PMC12');
    expect((await asked('pmid:12'))[0]?.get('query')).toBe('EXT_ID:12 AND SRC:MED');
  });

  test('says in words what an error inside 200 says', async () => {
    const asker = scriptedAsker({ json: { errCode: 503, errMsg: 'index is down' } });
    const { failure } = await resolve(europePmc, workBy('10.1000/x'), { asker });
    expect(failure).toMatchObject({ reason: 'http-5xx', httpStatus: undefined });
    expect(failure?.message).toContain('index is down');
  });

  test('offers free PDFs elsewhere and never those that need a subscription', async () => {
    const at = (availabilityCode: string, site: string, url: string) => ({
      availabilityCode,
      documentStyle: 'pdf',
      site,
      url,
    });
    const record = {
      doi: '10.1000/X',
      fullTextUrlList: {
        fullTextUrl: [
          at('S', 'Publisher', 'https://p.org/a.pdf'),
          at('OA', 'Unpaywall', 'https://r.org/a.pdf'),
          at('F', 'PubMedCentral', 'https://www.ncbi.nlm.nih.gov/pmc/articles/PMC1/pdf/'),
        ],
      },
    };
    const asker = scriptedAsker({ json: { resultList: { result: [record] } } });
    const { candidates } = await resolve(europePmc, workBy('10.1000/x'), { asker });
    expect(candidates.map(({ url }) => url)).toEqual(['https://r.org/a.pdf']);
  });
});
