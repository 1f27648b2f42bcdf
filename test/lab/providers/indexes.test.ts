import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../../src/lab/server.ts';
import { ask, askJson } from '../ask.ts';
import { hasFixtures, keysOf, recorded } from '../fixture.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ works: 300, seed: 4, sizeScale: 0.02 });
});
afterAll(() => lab.close());

const one = (label: string) => lab.world.works.find((work) => work.label === label)!;
const bytesOf = (label: string, version: 'published' | 'accepted', format: 'pdf' | 'xml' = 'pdf') =>
  lab.world.shelf.bytes({ work: one(label).paper.index, version, format });

type Json = Record<string, unknown>;

describe('the Crossref of the lab', () => {
  const url = (doi: string) => `https://api.crossref.org/works/${encodeURIComponent(doi)}`;

  test('has the links and licences that were deposited', async () => {
    const { paper, setup } = one('crossref-tdm-pdf');
    const answer = await askJson(lab, url(paper.doi!.toUpperCase()));
    expect(answer).toMatchObject({
      status: 'ok',
      'message-type': 'work',
      message: {
        DOI: paper.doi,
        link: [{ 'content-type': 'unspecified' }, { 'content-type': 'application/pdf' }],
        license: [{ 'delay-in-days': 0, 'content-version': 'vor' }],
        resource: { primary: { URL: setup.doiTarget } },
      },
    });
  });

  test('knows neither unknown DOIs nor those of DataCite, and says so in plain text', async () => {
    for (const label of ['unknown-doi', 'arxiv-doi']) {
      const answer = await ask(lab, url(one(label).paper.doi!));
      expect([answer.status, answer.text]).toEqual([404, 'Resource not found.']);
    }
  });

  test('grants more to those who say how to reach them', async () => {
    const { doi } = one('closed-access').paper;
    const limits = async (address: string, headers = {}) => (await ask(lab, address, { headers })).headers;
    expect(await limits(url(doi!))).toMatchObject({
      'x-api-pool': 'public-single',
      'x-rate-limit-limit': '5',
    });
    const polite = { 'x-api-pool': 'polite-single', 'x-rate-limit-limit': '10', 'x-concurrency-limit': '3' };
    expect(await limits(`${url(doi!)}?mailto=a@b.org`)).toMatchObject(polite);
    expect(await limits(url(doi!), { 'user-agent': 'x (+mailto:a@b.org)' })).toMatchObject(polite);
  });

  test.skipIf(!hasFixtures)('has the shape of the recorded records', async () => {
    const real = (recorded('crossref/work_cup_s1047951103000064').json as { message: Json }).message;
    const { message } = await askJson<{ message: Json }>(lab, url(one('crossref-tdm-pdf').paper.doi!));
    // The recording is older than `resource`, and has an abstract and references, which nobody here reads.
    const unread = ['abstract', 'alternative-id', 'journal-issue', 'published-print', 'reference', 'subject'];
    expect(keysOf(message)).toEqual(
      [...keysOf(real).filter((key) => !unread.includes(key)), 'resource'].toSorted(),
    );
    const [mine] = message['link'] as Json[];
    expect(keysOf(mine)).toEqual(keysOf((real['link'] as Json[])[0]));
  });
});

describe('the PMC of the lab', () => {
  const convert = (query: string) =>
    `https://pmc.ncbi.nlm.nih.gov/tools/idconv/api/v1/articles/?format=json&${query}`;

  test('converts ids of one type, with PMIDs as numbers and unknown ones as errors inside 200', async () => {
    const { paper } = one('pmc-oa-pdf');
    const none = one('closed-access').paper.doi!;
    const ids = encodeURIComponent(`${paper.doi},${none}`);
    const answer = await askJson<{ records: Json[] }>(lab, convert(`idtype=doi&ids=${ids}`));
    expect(answer.records).toEqual([
      { doi: paper.doi, pmcid: paper.pmcid, pmid: Number(paper.pmid), 'requested-id': paper.doi },
      { doi: none, 'requested-id': none, status: 'error', errmsg: 'Identifier not found in PMC' },
    ]);
  });

  test('refuses a DOI that is not called one, and more than 200 ids', async () => {
    expect(await askJson(lab, convert('ids=10.1000/x'))).toMatchObject({
      status: 'error',
      errors: [{ code: 'invalid_pmids' }],
    });
    expect((await ask(lab, convert(`idtype=pmid&ids=${Array(201).fill('1').join(',')}`))).status).toBe(400);
  });

  test.skipIf(!hasFixtures)('answers in the recorded shape', async () => {
    const real = recorded('pmc/idconv_new_pmids_ok_2026_09').json as { records: Json[] };
    const mine = await askJson<{ records: Json[] }>(
      lab,
      convert(`idtype=pmid&ids=${one('pmc-oa-pdf').paper.pmid}`),
    );
    expect(keysOf(mine)).toEqual(keysOf(real));
    expect(keysOf(mine.records[0])).toEqual(keysOf(real.records[0]));
  });

  const bucket = 'https://pmc-oa-opendata.s3.amazonaws.com/';

  test('lists versions by their bytes, and its record names files with their hashes', async () => {
    const { pmcid } = one('pmc-oa-pdf').paper;
    const { text } = await ask(lab, `${bucket}?list-type=2&prefix=metadata/${pmcid}.`);
    expect(text.match(/<Key>[^<]+/g)).toEqual(
      [1, 10, 9].map((version) => `<Key>metadata/${pmcid}.${version}.json`),
    );
    const record = await askJson<Record<string, string>>(lab, `${bucket}metadata/${pmcid}.10.json`);
    const file = await ask(lab, record['pdf_url']!.replace('s3://pmc-oa-opendata/', bucket));
    expect(file.headers['content-type']).toBe('binary/octet-stream');
    expect(file.body.equals(bytesOf('pmc-oa-pdf', 'published'))).toBe(true);
    expect(record['pdf_url']).toContain(`md5=${createHash('md5').update(file.body).digest('hex')}`);
  });

  test('has an empty listing for what is not in the collection', async () => {
    const { text, status } = await ask(lab, `${bucket}?list-type=2&prefix=metadata/PMC1.`);
    expect([status, text.includes('<KeyCount>0</KeyCount>')]).toEqual([200, true]);
    expect((await ask(lab, `${bucket}metadata/PMC1.1.json`)).text).toContain('<Code>NoSuchKey</Code>');
  });

  test('hands out bytes that are not those of the hash where the scenario says so', async () => {
    const { pmcid } = one('pmc-wrong-hash-then-europe-pmc').paper;
    const { body } = await ask(lab, `${bucket}${pmcid}.10/${pmcid}.10.pdf`);
    const right = bytesOf('pmc-wrong-hash-then-europe-pmc', 'published');
    expect([body.length, body.equals(right)]).toEqual([right.length, false]);
  });

  test('wants a proof of work from programs on its site', async () => {
    const answer = await ask(lab, 'https://pmc.ncbi.nlm.nih.gov/articles/PMC1/pdf/');
    expect([answer.status, answer.text.includes('POW_CHALLENGE')]).toEqual([200, true]);
  });
});

describe('the Europe PMC of the lab', () => {
  const search = (query: string, more = '&resultType=core') =>
    `https://www.ebi.ac.uk/europepmc/webservices/rest/search?format=json&query=${encodeURIComponent(query)}${more}`;
  type Search = { hitCount: number; resultList: { result: Json[] } };

  test('finds a work by DOI, PMID and PMCID, with links only in core records', async () => {
    const { paper } = one('europe-pmc-render');
    for (const query of [`DOI:"${paper.doi}"`, `EXT_ID:${paper.pmid} AND SRC:MED`, `PMCID:${paper.pmcid}`]) {
      const { resultList } = await askJson<Search>(lab, search(query));
      expect(resultList.result[0]).toMatchObject({ pmcid: paper.pmcid, hasPDF: 'Y', isOpenAccess: 'N' });
      expect(resultList.result[0]).toHaveProperty('fullTextUrlList');
    }
    const lite = await askJson<Search>(lab, search(`DOI:"${paper.doi}"`, ''));
    expect(lite.resultList.result[0]).not.toHaveProperty('fullTextUrlList');
  });

  test.skipIf(!hasFixtures)('puts its errors into 200, as recorded', async () => {
    expect(await askJson(lab, search(''))).toEqual(recorded('europepmc/err_in_200_no_query').json);
    expect(await askJson(lab, search('x', '&pageSize=1001'))).toEqual(
      recorded('europepmc/err_in_200_pagesize').json,
    );
  });

  test('renders the PDF behind a redirect, and gives JATS of open articles only', async () => {
    const { pmcid } = one('europe-pmc-render').paper;
    const redirect = await ask(lab, `https://europepmc.org/articles/${pmcid}?pdf=render`);
    expect(redirect.headers.location).toBe(`https://europepmc.org/api/getPdf?pmcid=${pmcid}`);
    const file = await ask(lab, redirect.headers.location!);
    expect(file.body.equals(bytesOf('europe-pmc-render', 'published'))).toBe(true);
    const xml = (id?: string) => `https://www.ebi.ac.uk/europepmc/webservices/rest/${id}/fullTextXML`;
    const closed = await ask(lab, xml(pmcid));
    expect([closed.status, closed.text]).toEqual([404, '']);
    const open = await ask(lab, xml(one('europe-pmc-xml').paper.pmcid));
    expect(open.body.equals(bytesOf('europe-pmc-xml', 'published', 'xml'))).toBe(true);
  });
});

describe('the CORE of the lab', () => {
  const search = (doi: string, path = '/v3/search/works/') =>
    `https://api.core.ac.uk${path}?q=${encodeURIComponent(`doi:"${doi}"`)}`;

  test('redirects without the last slash, and knows the DOI in capitals', async () => {
    const { doi } = one('core-source-repository').paper;
    const moved = await ask(lab, search(doi!, '/v3/search/works'));
    expect([moved.status, moved.headers.location]).toEqual([301, search(doi!)]);
    expect(await askJson(lab, search(doi!))).toMatchObject({
      totalHits: 1,
      results: [
        { doi: doi!.toUpperCase(), publishedDate: '', fullText: 'Not available for public API users.' },
      ],
    });
    expect(await askJson(lab, search('10.1000/none'))).toMatchObject({ totalHits: 0, results: [] });
  });

  test('hands files out to callers with a key, and chokes on a key that came along to its site', async () => {
    const id = 150_000_000 + one('core-source-repository').paper.index;
    const api = `https://api.core.ac.uk/v3/works/${id}/download`;
    expect((await ask(lab, api)).status).toBe(401);
    const authorization = 'Bearer key';
    const { location } = (await ask(lab, api, { headers: { authorization } })).headers;
    expect(new URL(location!).hostname).toBe('core.ac.uk');
    expect((await ask(lab, location!, { headers: { authorization } })).status).toBe(400);
    expect((await ask(lab, location!)).body.equals(bytesOf('core-source-repository', 'accepted'))).toBe(true);
    expect((await ask(lab, `https://core.ac.uk/download/${id}.pdf`)).status).toBe(403);
  });
});

describe('the DOAJ of the lab', () => {
  const search = (query: string) => `https://doaj.org/api/v4/search/articles/${encodeURIComponent(query)}`;

  test('finds articles by DOI, quoted or not, and refuses programs elsewhere', async () => {
    const { doi } = one('doaj-fulltext-pdf').paper;
    for (const query of [`doi:"${doi}"`, `doi:${doi}`])
      expect(await askJson(lab, search(query))).toMatchObject({
        total: 1,
        results: [{ bibjson: { link: [{ type: 'fulltext' }] } }],
      });
    expect(await askJson(lab, search('doi:"10.1000/none"'))).toMatchObject({ total: 0, results: [] });
    expect((await ask(lab, 'https://doaj.org/search/articles/x')).status).toBe(403);
  });

  test.skipIf(!hasFixtures)('has the shape of the recorded articles', async () => {
    const real = recorded('doaj/v2_jaod_article').json as { bibjson: Json };
    const { results } = await askJson<{ results: { bibjson: Json }[] }>(
      lab,
      search(`doi:"${one('doaj-fulltext-pdf').paper.doi}"`),
    );
    expect(keysOf(results[0]!.bibjson)).toEqual(keysOf(real.bibjson));
  });
});

describe('the Semantic Scholar of the lab', () => {
  const paper = (name: string, fields = 'title,externalIds,openAccessPdf') =>
    `https://api.semanticscholar.org/graph/v1/paper/${encodeURIComponent(name)}?fields=${fields}`;

  test('knows papers by their names and gives the fields that were asked for', async () => {
    const { doi } = one('s2-open-access-pdf').paper;
    const answer = await askJson<Json>(lab, paper(`DOI:${doi}`));
    expect(keysOf(answer)).toEqual(['externalIds', 'openAccessPdf', 'paperId', 'title']);
    expect(answer).toMatchObject({ openAccessPdf: { status: 'GREEN' } });
  });

  test.skipIf(!hasFixtures)('refuses in the recorded words', async () => {
    const { doi } = one('s2-429-once').paper;
    const busy = await ask(lab, paper(`DOI:${doi}`));
    expect([busy.status, busy.headers['retry-after']]).toEqual([429, undefined]);
    expect(JSON.parse(busy.text)).toEqual(recorded('semanticscholar/http429_body_2026_09').json);
    expect((await ask(lab, paper(`DOI:${doi}`))).status).toBe(200);
    expect(await askJson(lab, paper(`DOI:${doi}`, 'unknown'))).toEqual(
      recorded('semanticscholar/http400_bad_fields').json,
    );
    expect(await askJson(lab, paper('0'))).toEqual(recorded('semanticscholar/http404_paper_not_found').json);
  });
});

describe('the text-mining services of the lab', () => {
  test('refuse whoever has no key', async () => {
    const { link } = { link: one('crossref-key-needed').setup.holdings!.crossref!.links[0]!.url };
    expect([401, 403]).toContain((await ask(lab, link)).status);
    const headers = { 'x-els-apikey': 'k', 'wiley-tdm-client-token': 'k' };
    expect((await ask(lab, link, { headers })).status).toBe(200);
  });
});
