import { describe, expect, test } from 'vitest';
import { crossref } from '../../src/resolvers/crossref.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { candidateLine } from './candidate-line.ts';

interface Expected {
  readonly plans?: readonly string[];
  readonly leads?: readonly string[];
  readonly learnt?: Readonly<Record<string, unknown>>;
  readonly failure?: string;
}

/** Read off each recorded answer by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  http400_validation_failure: { failure: 'http-4xx' },
  http404_bad_cursor: {},
  http404_resource_not_found_textplain: {},
  http500_rcrossref_1: { failure: 'http-5xx' },
  http500_rcrossref_2: { failure: 'http-5xx' },
  http504_rcrossref_2: { failure: 'http-5xx' },
  tdm_crm_pdf_prep: {
    plans: [
      'pdf https://phytokeys.pensoft.net/article/47386/download/pdf/ published publisher cc-by',
      'xml https://phytokeys.pensoft.net/article/47386/download/xml/ published publisher cc-by',
      'html https://phytokeys.pensoft.net/article_preview.php?id=47386&skip_redirect=1 published publisher cc-by',
    ],
    learnt: {
      doi: '10.3897/phytokeys.136.47386',
      year: 2019,
      title:
        'Freshwater diatoms in the Democratic Republic of the Congo: a historical overview of the research and publications',
    },
  },
  // Wiley's service wants a token.
  tdm_crm_pdf_unspecified_true: {
    plans: [
      'pdf https://api.wiley.com/onlinelibrary/tdm/v1/articles/10.2903%2Fj.efsa.2014.3550 published publisher http://doi.wiley.com/10.1002/tdm_license_1 needs resolvers.crossref.wiley_tdm_token',
    ],
    learnt: { year: 2014, authors: ['European Food Safety Authority'] },
  },
  // Elsevier's service wants a key.
  tdm_crm_text_plain_elsevier_doi_transfer: {
    plans: [
      'xml https://api.elsevier.com/content/article/PII:S0020706303000694?httpAccept=text/xml published publisher https://www.elsevier.com/tdm/userlicense/1.0/ needs resolvers.crossref.elsevier_api_key',
    ],
    learnt: { year: 2003, authors: ['Carol-Anne Ho', 'S.Mitchell Williams'] },
  },
  tdm_crm_xml_prep: {
    plans: [
      'pdf http://bdj.pensoft.net/lib/ajax_srv/article_elements_srv.php?action=download_pdf&item_id=9287 published publisher cc-by',
      'xml http://bdj.pensoft.net/lib/ajax_srv/article_elements_srv.php?action=download_xml&item_id=9287 published publisher cc-by',
      'html http://bdj.pensoft.net/article_preview.php?id=9287&skip_redirect=1 published publisher cc-by',
    ],
    learnt: { year: 2016, title: 'Cumacea of Greece: a preliminary checklist' },
  },
  // A link for plagiarism checkers under the publisher's own terms.
  work_cup_s1047951103000064: {
    learnt: { doi: '10.1017/s1047951103000064', year: 2003 },
  },
  // A list is no answer to the question for one DOI.
  works_parses_links: { failure: 'parse-error' },
};

describe.skipIf(sharedIsAbsent)('recorded answers of Crossref', () => {
  const names = listShared('fixtures/crossref').map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names)('%s gives the plans and facts that stand in it, or its reason', async (name) => {
    const { plans = [], leads = [], learnt = {}, failure } = EXPECTED[name]!;
    const asker = scriptedAsker(readFixture(`crossref/${name}`).response);
    const found = await resolve(crossref, workBy('10.1000/asked'), { asker });
    expect(found.failure?.reason).toBe(failure);
    expect(found.candidates.map(candidateLine)).toEqual(plans);
    expect(found.leads).toEqual(leads);
    expect(found.learnt).toMatchObject(learnt);
    if (Object.keys(learnt).length === 0) expect(found.learnt).toEqual({});
  });

  const items = sharedIsAbsent
    ? []
    : (
        readFixture('crossref/works_parses_links').response.json as {
          message: { items: { DOI: string }[] };
        }
      ).message.items;

  test.each([
    [0, 'https://www.aicit.org/jdcta/global/paper_detail.html?jname=JDCTA&q=924', 2012],
    [1, 'https://nagt-jge.org/doi/10.5408/0022-1368-36.3.155', 1988],
    [
      2,
      'https://geoscan.nrcan.gc.ca/starweb/geoscan/servlet.starweb?path=geoscan/fulle.web&search1=R=110861',
      1964,
    ],
  ])('work %i of a list names its page, asked over https', async (at, page, year) => {
    const asker = scriptedAsker({ json: { status: 'ok', 'message-type': 'work', message: items[at] } });
    const found = await resolve(crossref, workBy('10.1000/asked'), { asker });
    expect(found).toMatchObject({ candidates: [], leads: [page], learnt: { year } });
  });

  test('the services of Wiley and Elsevier are named with the key they need until it is there', async () => {
    const plansOf = async (name: string, options: object) => {
      const asker = scriptedAsker(readFixture(`crossref/${name}`).response);
      return (
        await resolve(crossref, workBy('10.1000/asked'), { asker, options: { ...options } })
      ).candidates.map(candidateLine);
    };
    expect(await plansOf('tdm_crm_pdf_unspecified_true', { wiley_tdm_token: 't' })).toEqual([
      'pdf https://api.wiley.com/onlinelibrary/tdm/v1/articles/10.2903%2Fj.efsa.2014.3550 published publisher http://doi.wiley.com/10.1002/tdm_license_1',
    ]);
    expect(await plansOf('tdm_crm_pdf_unspecified_true', { elsevier_api_key: 'e' })).toEqual([
      'pdf https://api.wiley.com/onlinelibrary/tdm/v1/articles/10.2903%2Fj.efsa.2014.3550 published publisher http://doi.wiley.com/10.1002/tdm_license_1 needs resolvers.crossref.wiley_tdm_token',
    ]);
    expect(await plansOf('tdm_crm_text_plain_elsevier_doi_transfer', { elsevier_api_key: 'e' })).toEqual([
      'xml https://api.elsevier.com/content/article/PII:S0020706303000694?httpAccept=text/xml published publisher https://www.elsevier.com/tdm/userlicense/1.0/',
    ]);
  });
});

describe('crossref', () => {
  const link = (more: object) => ({
    URL: 'https://p.org/a.pdf',
    'content-type': 'application/pdf',
    'content-version': 'vor',
    'intended-application': 'text-mining',
    ...more,
  });
  const cc = (start: string, version = 'vor') => ({
    URL: 'https://creativecommons.org/licenses/by/4.0/',
    'content-version': version,
    'delay-in-days': 90,
    start: { 'date-time': start },
  });
  const plansOf = async (message: object) => {
    const json = {
      status: 'ok',
      'message-type': 'work',
      message: { DOI: '10.1000/X', indexed: { 'date-time': '2020-01-01T00:00:00Z' }, ...message },
    };
    const asker = scriptedAsker({ json });
    const today = '2026-03-01T00:00:00Z';
    return (await resolve(crossref, workBy('10.1000/x'), { asker, today })).candidates.map(candidateLine);
  };

  test('escapes the whole DOI; contact address and token are secrets', async () => {
    const asker = scriptedAsker({ status: 404, body: 'Resource not found.' });
    await resolve(crossref, workBy('10.1002/(sici)1<2>3;2-#'), {
      asker,
      mailto: 'lab@university.edu',
      options: { api_key: 'plus' },
    });
    expect(asker.asked).toEqual([
      {
        url: 'https://api.crossref.org/works/10.1002%2F(sici)1%3C2%3E3%3B2-%23',
        role: 'metadata',
        secretQuery: { mailto: 'lab@university.edu' },
        secretHeaders: { 'crossref-plus-api-token': 'Bearer plus' },
      },
    ]);
  });

  test('ranks text-mining PDFs before other links and leaves plain text out', async () => {
    const links = [
      link({
        URL: 'https://p.org/check.pdf',
        'content-type': 'unspecified',
        'intended-application': 'similarity-checking',
      }),
      link({ URL: 'https://p.org/a.xml', 'content-type': 'text/xml' }),
      link({ URL: 'https://p.org/a.txt', 'content-type': 'text/plain' }),
      link({ URL: 'https://p.org/s.pdf', 'intended-application': 'syndication' }),
      link({}),
    ];
    expect(await plansOf({ link: links, license: [cc('2020-01-01T00:00:00Z')] })).toEqual([
      'pdf https://p.org/a.pdf published publisher cc-by',
      'pdf https://p.org/s.pdf published publisher cc-by',
      'xml https://p.org/a.xml published publisher cc-by',
      'pdf https://p.org/check.pdf published publisher cc-by',
    ]);
  });

  test('leaves links for plagiarism checkers alone unless an open licence is in force, whenever it was indexed', async () => {
    const checked = [link({ 'intended-application': 'similarity-checking' })];
    expect(await plansOf({ link: checked })).toEqual([]);
    expect(await plansOf({ link: checked, license: [cc('2026-03-02T00:00:00Z')] })).toEqual([]);
    expect(await plansOf({ link: checked, license: [cc('2026-03-01T00:00:00Z')] })).toHaveLength(1);
  });

  test('does not ask for what is under embargo, and goes by the version of the licence', async () => {
    const later = cc('2031-01-01T00:00:00Z');
    expect(await plansOf({ link: [link({})], license: [later] })).toEqual([]);
    expect(await plansOf({ link: [link({ 'content-version': 'am' })], license: [later] })).toEqual([
      'pdf https://p.org/a.pdf accepted publisher',
    ]);
    expect(await plansOf({ link: [link({})], license: [later, cc('2020-01-01T00:00:00Z')] })).toHaveLength(1);
  });

  test('calls what a preprint server deposited submitted, whatever its links say', async () => {
    const links = {
      link: [link({}), link({ URL: 'https://p.org/b.pdf', 'content-version': 'unspecified' })],
    };
    const submitted = [
      'pdf https://p.org/a.pdf submitted repository',
      'pdf https://p.org/b.pdf submitted repository',
    ];
    expect(await plansOf({ type: 'posted-content', subtype: 'preprint', ...links })).toEqual(submitted);
    expect(await plansOf({ type: 'posted-content', ...links })).toEqual(submitted);
    const relation = { 'is-preprint-of': [{ 'id-type': 'doi', id: '10.1000/article' }] };
    expect(await plansOf({ relation, ...links })).toEqual(submitted);
    const thesis = await plansOf({ type: 'posted-content', subtype: 'dissertation', ...links });
    expect(thesis).toEqual([
      'pdf https://p.org/a.pdf published publisher',
      'pdf https://p.org/b.pdf publisher',
    ]);
  });

  test.each([
    ['vor', 'published '],
    ['am', 'accepted '],
    ['tdm', ''],
    ['unspecified', ''],
  ])('a link for %s is "%s"of the publisher', async (said, version) => {
    expect(await plansOf({ type: 'journal-article', link: [link({ 'content-version': said })] })).toEqual([
      `pdf https://p.org/a.pdf ${version}publisher`,
    ]);
  });

  const preprintsOf = async (ids: readonly string[], asked = workBy('10.1000/x')) => {
    const message = {
      DOI: '10.1000/x',
      type: 'journal-article',
      relation: { 'has-preprint': ids.map((id) => ({ 'id-type': 'doi', id })) },
    };
    const asker = scriptedAsker({ json: { status: 'ok', 'message-type': 'work', message } });
    const { candidates, leads } = await resolve(crossref, asked, { asker });
    return { plans: candidates.map(candidateLine), leads };
  };

  test.each([
    ['10.48550/arXiv.2104.12255', 'https://arxiv.org/pdf/2104.12255'],
    ['10.1101/2020.01.30.927871', 'https://www.biorxiv.org/content/10.1101/2020.01.30.927871v1.full.pdf'],
    ['https://doi.org/10.1101/123456v3', 'https://www.biorxiv.org/content/10.1101/123456v3.full.pdf'],
    ['10.1101/2020.03.22.20040758', 'https://www.medrxiv.org/content/10.1101/2020.03.22.20040758v1.full.pdf'],
    ['10.31219/osf.io/hqb2p_v1', 'https://osf.io/hqb2p_v1/download'],
    ['10.31234/osf.io/abcde', 'https://osf.io/abcde/download'],
  ])('knows where the file of preprint %s is', async (id, url) => {
    const { plans, leads } = await preprintsOf([id]);
    expect(plans).toEqual([`pdf ${url} submitted repository`]);
    expect(leads).toEqual(
      id.includes('arXiv') ? [] : [`https://doi.org/${id.replace('https://doi.org/', '')}`],
    );
  });

  test.each([
    '10.7287/peerj.preprints.27295v1',
    '10.2139/ssrn.3543591',
    '10.21203/rs.3.rs-15999/v1',
    '10.26434/chemrxiv-2021-6x1vl',
    '10.20944/preprints202003.0226.v1',
    '10.22541/au.158974132.20518377',
    '10.64898/2026.01.01.700001',
    '10.1101/gr.123456.120',
  ])('names the page of preprint %s, whose file no rule tells', async (id) => {
    expect(await preprintsOf([id])).toEqual({ plans: [], leads: [`https://doi.org/${id}`] });
  });

  test('takes the newest version of each preprint, and not many', async () => {
    const { leads } = await preprintsOf([
      '10.21203/rs.3.rs-1/v1',
      '10.21203/rs.3.rs-1/v3',
      '10.21203/rs.3.rs-1/v2',
      '10.2139/ssrn.1',
      '10.2139/ssrn.2',
    ]);
    expect(leads).toEqual(['https://doi.org/10.21203/rs.3.rs-1/v3', 'https://doi.org/10.2139/ssrn.1']);
  });

  test('leaves arXiv to its own resolver where the work has an id there, and reads addresses', async () => {
    const known = { ...workBy('10.1000/x'), ...workBy('arXiv:2104.12255') };
    expect(await preprintsOf(['10.48550/arXiv.2104.12255', 'no id', ''], known)).toEqual({
      plans: [],
      leads: [],
    });
    expect(await preprintsOf(['https://repository.edu/42/paper.pdf'])).toEqual({
      plans: ['pdf https://repository.edu/42/paper.pdf submitted repository'],
      leads: [],
    });
  });

  test('survives records with odd parts', async () => {
    const odd = {
      title: 7,
      author: [null, { given: 1 }],
      issued: { 'date-parts': [[null]] },
      link: 'no',
      license: [0],
    };
    expect(await plansOf(odd)).toEqual([]);
  });

  test('binds each key to the host it is for', () => {
    const keys = { elsevier_api_key: 'e', wiley_tdm_token: 'w' };
    expect(crossref.fileHeaders(keys as Parameters<typeof crossref.fileHeaders>[0])).toEqual({
      'api.elsevier.com': { 'x-els-apikey': 'e' },
      'api.wiley.com': { 'wiley-tdm-client-token': 'w' },
    });
  });
});
