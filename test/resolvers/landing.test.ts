import { describe, expect, test } from 'vitest';
import { Deferred } from '../../src/core/deferred.ts';
import { Failure } from '../../src/core/errors.ts';
import { landing } from '../../src/resolvers/landing.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { type PageExtract, pageOfExtract } from '../support/page-of-extract.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, readShared, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';
import { worksOf } from '../support/work-of-page.ts';

const html = { 'content-type': 'text/html; charset=utf-8' };
const UNKNOWN_PAGE = 'https://page.example.org/article/1';

interface Expected {
  /** The page's address where the recording does not tell it. */
  readonly at?: string;
  readonly pdf?: readonly string[];
  readonly xml?: readonly string[];
  /** Beside the page itself. */
  readonly html?: readonly string[];
  readonly title?: string;
  readonly failure?: string;
}

/** Read off each extract by hand. */
const EXPECTED: Readonly<Record<string, Expected>> = {
  commonmeta_arxiv_abs: { at: 'https://arxiv.org/abs/1902.02534', pdf: ['http://arxiv.org/pdf/1902.02534'] },
  commonmeta_arxiv_abs_1902_02534: { pdf: ['https://arxiv.org/pdf/1902.02534'] },
  commonmeta_zenodo_1196821: {},
  fuji_pangaea_902845: {},
  fuji_zenodo_record_8347772: {},
  papis_acl_n04_1001: { pdf: ['https://aclanthology.org/N04-1001.pdf'] },
  papis_acs_acscombsci_5b00087: { title: 'Just a moment...', failure: 'challenge-page' },
  papis_aps_revmodphys_94_045004: {
    pdf: [
      'http://link.aps.org/pdf/10.1103/RevModPhys.94.045004',
      'https://link.aps.org/rmp/pdf/10.1103/RevModPhys.94.045004',
    ],
  },
  papis_fallback_kobv: {
    at: 'https://opus4.kobv.de/opus4-trr154/frontdoor/index/index/docId/481',
    pdf: ['https://opus4.kobv.de/opus4-trr154/files/481/SchaeferAguilarUlbrichpapernumadjoint.pdf'],
  },
  papis_hal_hal_jpa_00235190: {
    pdf: [
      'https://hal.science/jpa-00235190/document',
      'https://hal.science/jpa-00235190v1/file/ajp-jphysrad_1955_16_6_444_0.pdf',
    ],
  },
  papis_iopscience_ab007b: {
    at: 'https://iopscience.iop.org/article/10.1088/1748-605X/ab007b/meta',
    pdf: ['https://iopscience.iop.org/article/10.1088/1748-605X/ab007b/pdf'],
    xml: ['https://iopscience.iop.org/article/10.1088/1748-605X/ab007b/xml'],
    html: ['https://iopscience.iop.org/article/10.1088/1748-605X/ab007b'],
  },
  papis_lingbuzz_008324: {
    at: 'https://lingbuzz.net/lingbuzz/008324',
    pdf: [
      'https://lingbuzz.net/lingbuzz/008324/current.pdf?_s=d_5-4hoQscqRmCNl',
      'https://lingbuzz.net/lingbuzz/008324/current.pdf?_s=SfBGmuFHuLKr83Wv',
    ],
  },
  papis_sciencedirect_s0009261497040141: {},
  papis_sciencedirect_s146290112300117x: {},
  papis_springerlink_bf02727953: { pdf: ['https://link.springer.com/content/pdf/10.1007/BF02727953.pdf'] },
  papis_springerlink_s10924_010_0192_1: {
    pdf: ['https://link.springer.com/content/pdf/10.1007/s10924-010-0192-1.pdf'],
  },
  papis_usenix_bulekov: {
    at: 'https://www.usenix.org/conference/usenixsecurity22/presentation/bulekov',
    pdf: [
      'https://www.usenix.org/system/files/sec22-bulekov.pdf',
      'https://www.usenix.org/system/files/sec22summer_bulekov.pdf',
    ],
  },
  papis_usenix_goyal: {
    at: 'https://www.usenix.org/conference/nsdi22/presentation/goyal',
    pdf: [
      'https://www.usenix.org/system/files/nsdi22-paper-goyal.pdf',
      'https://www.usenix.org/system/files/nsdi22spring_prepub_goyal.pdf',
    ],
  },
  sandcrawler_dlib_05vanhyning: { at: 'http://www.dlib.org/dlib/may15/vanhyning/05vanhyning.html' },
  sandcrawler_elife_article: {
    at: 'https://elifesciences.org/articles/44753',
    pdf: [
      'https://elifesciences.org/download/aHR0cHM6Ly9jZG4uZWxpZmVzY2llbmNlcy5vcmcvYXJ0aWNsZXMvNDQ3NTMvZWxpZmUtNDQ3NTMtdjIucGRm/elife-44753-v2.pdf?_hash=CfyqOqVryCR4OjcMTfcdpeIWAGZznmh9jXksYKYChCw%3D',
    ],
  },
  sandcrawler_first_monday_ojs3_fulltext: {
    at: 'https://firstmonday.org/ojs/index.php/fm/article/download/10274/9729',
  },
  sandcrawler_first_monday_ojs3_landingpage: {
    at: 'https://firstmonday.org/ojs/index.php/fm/article/view/10274',
    html: [
      'https://firstmonday.org/ojs/index.php/fm/article/view/10274/9729',
      'https://firstmonday.org/ojs/index.php/fm/article/download/10274/9729?inline=1',
    ],
  },
  sandcrawler_genders_g58_fairlie: {},
  sandcrawler_nature_article: { pdf: ['https://www.nature.com/articles/d41586-020-02610-z.pdf'] },
  sandcrawler_plos_one_article: {
    pdf: ['https://journals.plos.org/plosone/article/file?id=10.1371/journal.pone.0213978&type=printable'],
  },
};

describe.skipIf(sharedIsAbsent)('recorded landing pages', () => {
  const names = listShared('fixtures/landing')
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.replace(/\.json$/, ''));

  test('every one has an expectation', () => {
    expect(names).toEqual(Object.keys(EXPECTED).toSorted());
  });

  test.each(names.flatMap((name) => (['all', 'doi', 'title'] as const).map((known) => ({ name, known }))))(
    '$name leads to its files, or to its reason, by $known',
    async ({ name, known }) => {
      const expected = EXPECTED[name]!;
      const extract = JSON.parse(readShared(`fixtures/landing/${name}.json`)) as PageExtract;
      const url = expected.at ?? extract.url ?? UNKNOWN_PAGE;
      const body = pageOfExtract(extract, expected.title);
      const asker = scriptedAsker((asked) =>
        asked === url ? { headers: extract.headers, body } : { status: 404 },
      );
      const found = await resolve(landing, worksOf(body, url)[known], { asker, leads: [url] });
      expect(found.failure?.reason).toBe(expected.failure);
      const of = (format: string) =>
        found.candidates
          .filter((candidate) => candidate.expected === format)
          .map((candidate) => candidate.url);
      expect(of('pdf')).toEqual(expected.pdf ?? []);
      expect(of('xml')).toEqual(expected.xml ?? []);
      if (!expected.failure) expect(new Set(of('html'))).toEqual(new Set([...(expected.html ?? []), url]));
      expect(found.candidates.every(({ referer }) => referer === url)).toBe(true);
    },
  );

  test('the abstract page of arXiv names its file', async () => {
    const { response } = readFixture('arxiv/abs_page_html');
    const asker = scriptedAsker({ ...response });
    const found = await resolve(landing, workBy('10.1000/x'), {
      asker,
      leads: ['https://arxiv.org/abs/1902.02534'],
    });
    expect(found.candidates[0]).toMatchObject({
      url: 'https://arxiv.org/pdf/1902.02534',
      evidence: 'citation_pdf_url',
    });
  });
});

const page = (path: string) => `https://journal.example.org/${path}`;
const withPdf = (name: string) => ({
  headers: html,
  body: `<title>x</title><meta name="citation_pdf_url" content="/${name}.pdf">`,
});

describe('landing', () => {
  test('reads the given address first, then leads, each page once and three at most', async () => {
    const asker = scriptedAsker(() => ({ headers: html, body: '' }));
    const leads = [page('b'), page('a#part'), page('b/'), page('c'), page('d')];
    await resolve(landing, workBy(page('a')), { asker, leads });
    expect(asker.asked.map(({ url, role }) => `${role} ${url}`)).toEqual(
      ['a', 'b', 'c'].map((name) => `landing ${page(name)}`),
    );
    expect(landing.first(workBy(page('a')), ResolverOptions.parse({}), leads)?.url).toBe(page('a'));
  });

  test('takes an address that ends in .pdf for the file', async () => {
    const asker = scriptedAsker({});
    const work = workBy(page('a.pdf'));
    const found = await resolve(landing, work, { asker });
    expect(found.candidates).toEqual([
      { url: page('a.pdf'), expected: 'pdf', evidence: 'the address given' },
    ]);
    expect(asker.asked).toEqual([]);
    expect(landing.first(work, ResolverOptions.parse({}), [])).toBeUndefined();
  });

  test('needs an address or a lead', () => {
    expect(landing.accepts(workBy('10.1000/x'), [])).toBe(false);
    expect(landing.accepts(workBy('10.1000/x'), [page('a')])).toBe(true);
  });

  test('one page that fails does not hide the others', async () => {
    const asker = scriptedAsker((url) => (url === page('a') ? { status: 403 } : withPdf('b')));
    const found = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a'), page('b')] });
    expect(found.failure).toBeUndefined();
    expect(found.candidates.map(({ url }) => url)).toEqual([page('b.pdf'), page('b')]);
  });

  test('the first refusal is the reason when no page has anything', async () => {
    const asker = scriptedAsker((url) => (url === page('a') ? { status: 403 } : { status: 500 }));
    const { failure } = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a'), page('b')] });
    expect(failure).toBeInstanceOf(Failure);
    expect(failure?.reason).toBe('http-4xx');
  });

  test('a host that is to be asked later is not swallowed', async () => {
    const later = new Deferred({ until: 1, host: 'journal.example.org', role: 'landing', why: 'rate' });
    const asker = scriptedAsker(() => later);
    await expect(resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] })).rejects.toBe(later);
  });

  test('files of all pages come before pages that may be the full text', async () => {
    const asker = scriptedAsker((url) => withPdf(url.at(-1) ?? ''));
    const { candidates } = await resolve(landing, workBy('10.1000/x'), {
      asker,
      leads: [page('a'), page('b')],
    });
    expect(candidates.map(({ expected }) => expected)).toEqual(['pdf', 'pdf', 'html', 'html']);
  });

  test('links are relative to the page that answered, not to the one asked for', async () => {
    const asker = scriptedAsker({ ...withPdf('f'), url: 'https://publisher.net/final/page' });
    const { candidates } = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(candidates[0]).toMatchObject({
      url: 'https://publisher.net/f.pdf',
      referer: 'https://publisher.net/final/page',
    });
  });

  test('an answer that is neither page nor PDF offers nothing', async () => {
    const asker = scriptedAsker({ headers: { 'content-type': 'application/zip' } });
    const found = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(found.candidates).toEqual([]);
  });

  test.each([
    ['a refresh', '<meta http-equiv=refresh content="0;url=/next">'],
    ['a refresh in quotation marks', `<META HTTP-EQUIV="REFRESH" content="2; url='/next'">`],
    [
      'the linking hub of Elsevier',
      `<title>Redirecting</title><meta HTTP-EQUIV="REFRESH" content="2; url='/retrieve/articleSelect?Redirect=x'">
      <input type="hidden" name="redirectURL" value="${encodeURIComponent(page('next'))}" id="redirectURL">`,
    ],
    ['a script', `<script>window.location = '${page('next')}';</script>`],
    ['a script that replaces the page', '<script>location.replace("/next")</script>Redirecting …'],
    ['a script of Ovid', `<script>var journalURL = "${page('next')}";</script>`],
    ['frames', '<frameset><frame src="/menu"><frame src="/next"></frameset>'],
  ])('follows %s', async (_name, body) => {
    const asker = scriptedAsker((url) =>
      url === page('a') ? { headers: html, body } : url === page('next') ? withPdf('n') : { status: 404 },
    );
    const found = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(found.candidates.map(({ url }) => url)).toEqual([page('n.pdf'), page('next')]);
    expect(asker.asked.map(({ url, role }) => `${role} ${url}`)).toEqual([
      `landing ${page('a')}`,
      `landing ${page('next')}`,
    ]);
  });

  test.each([
    [
      'a refresh of a page that names its file',
      '<meta http-equiv=refresh content="0;url=/n"><a href="/a.pdf">PDF</a>',
    ],
    ['a refresh after minutes', '<meta http-equiv=refresh content="900;url=/n">'],
    ['a refresh of the page itself', '<meta http-equiv=refresh content="5;url=/a">'],
    ['a refresh without an address', '<meta http-equiv=refresh content="390">'],
    ['a script of a page with text', `<script>window.location = '/n';</script><p>${'word '.repeat(300)}</p>`],
    ['a script that puts its address together', `<script>window.location = '/n?' + id;</script>`],
  ])('does not follow %s', async (_name, body) => {
    const asker = scriptedAsker({ headers: html, body });
    await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(asker.asked).toHaveLength(1);
  });

  test('pages that send in a circle are read once, those of a long chain no further than two steps', async () => {
    const to = (name: string) => ({
      headers: html,
      body: `<meta http-equiv=refresh content="0;url=/${name}">`,
    });
    const circle = scriptedAsker((url) => to(url === page('a') ? 'b' : 'a'));
    await resolve(landing, workBy('10.1000/x'), { asker: circle, leads: [page('a')] });
    expect(circle.asked).toHaveLength(2);
    const chain = scriptedAsker((url) => to(`${url.split('/').at(-1)}x`));
    await resolve(landing, workBy('10.1000/x'), { asker: chain, leads: [page('a'), page('b'), page('c')] });
    expect(chain.asked.map(({ url }) => url)).toEqual(['a', 'ax', 'axx', 'b', 'c'].map(page));
  });

  test('the failure of the page at the end is the reason', async () => {
    const asker = scriptedAsker((url) =>
      url === page('a')
        ? { headers: html, body: '<meta http-equiv=refresh content="0;url=/next">' }
        : { status: 403 },
    );
    const { failure } = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(failure).toMatchObject({ reason: 'http-4xx', url: page('next') });
  });

  test('a refresh that ends at a PDF gives it', async () => {
    const asker = scriptedAsker((url) =>
      url === page('a')
        ? { headers: html, body: '<meta http-equiv=refresh content="0;url=/next">' }
        : { headers: { 'content-type': 'application/pdf' } },
    );
    const { candidates } = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(candidates).toMatchObject([{ url: page('next'), expected: 'pdf' }]);
  });
});

describe('pages of other works', () => {
  const work = workBy('10.5555/river.4711', { title: 'Sediment budgets of braided rivers in the Alps' });
  const tags = (doi: string, title: string) =>
    `<title>${title}</title><meta name="citation_doi" content="${doi}"><meta name="citation_title" content="${title}">
    <meta name="citation_pdf_url" content="/${title.length}.pdf"><meta http-equiv=refresh content="0;url=/next">`;
  const other = { headers: html, body: tags('10.5555/soil.1', 'Nitrate leaching below winter cover crops') };

  test('offer nothing, lead nowhere, and are told as what they are', async () => {
    const asker = scriptedAsker(other);
    const found = await resolve(landing, work, { asker, leads: [page('a')] });
    expect(found.candidates).toEqual([]);
    expect(found.failure).toMatchObject({
      reason: 'no-candidates',
      url: page('a'),
      message: expect.stringContaining('another article\'s: "Nitrate leaching below winter cover crops"'),
    });
    expect(asker.asked).toHaveLength(1);
  });

  test('do not hide that of the work', async () => {
    const own = { headers: html, body: tags('10.5555/river.4711', 'Title') };
    const asker = scriptedAsker((url) => (url === page('a') ? other : own));
    const found = await resolve(landing, work, { asker, leads: [page('a'), page('b')] });
    expect(found.failure).toBeUndefined();
    expect(found.candidates.map(({ url }) => url)).toEqual([page('5.pdf'), page('b')]);
  });

  test('are told from that of the work by the name in the header', async () => {
    const headers = { ...html, link: '<https://doi.org/10.5555/river.4711>; rel="cite-as"' };
    const asker = scriptedAsker({ headers, body: '<title>Archive</title><a href="/file.pdf">PDF</a>' });
    const found = await resolve(landing, work, { asker, leads: [page('a')] });
    expect(found.candidates.map(({ url }) => url)).toEqual([page('file.pdf'), page('a')]);
  });
});

describe('walls', () => {
  test.each([
    ['Just a moment...', page('a'), 'challenge-page'],
    ['Attention Required! | Cloudflare', page('a'), 'challenge-page'],
    ['Preparing to download ...', page('a'), 'challenge-page'],
    ['Article', page('action/cookieAbsent'), 'challenge-page'],
    ['Article', 'https://validate.perfdrive.com/x', 'challenge-page'],
    ['Login | Journals', page('a'), 'login-page'],
    ['Article', 'https://idp.springer.com/authorize?response_type=cookie', 'login-page'],
  ])('a page titled "%s" at %s is a %s', async (title, url, reason) => {
    const asker = scriptedAsker({ headers: html, body: `<title>${title}</title>`, url });
    const found = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(found.failure?.reason).toBe(reason);
    expect(found.candidates).toEqual([]);
  });

  test('a real page under a wall-like address counts when it names its file', async () => {
    const asker = scriptedAsker({ ...withPdf('a'), url: page('x?error=cookies_not_supported') });
    const found = await resolve(landing, workBy('10.1000/x'), { asker, leads: [page('a')] });
    expect(found.candidates[0]?.url).toBe(page('a.pdf'));
  });
});

describe('Signposting', () => {
  const lead = page('record/1');
  const find = (asker: ReturnType<typeof scriptedAsker>) =>
    resolve(landing, workBy('10.1000/x'), { asker, leads: [lead] });

  test('items that are PDFs come first, with the licence of the record', async () => {
    const link =
      `</files/1.pdf>; rel="item"; type="application/pdf", </files/1.csv>; rel=item; type="text/csv",
      <https://creativecommons.org/licenses/by-sa/4.0/legalcode>; rel="license"`.replace(/\s*\n\s*/, ' ');
    const asker = scriptedAsker({
      headers: { ...html, link },
      body: '<meta name="citation_pdf_url" content="/2.pdf">',
    });
    const { candidates } = await find(asker);
    expect(candidates.slice(0, 2)).toMatchObject([
      { url: page('files/1.pdf'), license: 'cc-by-sa', evidence: 'Link header rel=item' },
      { url: page('2.pdf'), license: 'cc-by-sa' },
    ]);
    expect(asker.asked).toHaveLength(1);
  });

  test('links about another document are not taken', async () => {
    const link = '</files/1.pdf>; rel="item"; type="application/pdf"; anchor="https://elsewhere.org/"';
    const { candidates } = await find(scriptedAsker({ headers: { ...html, link }, body: '' }));
    expect(candidates.map(({ expected }) => expected)).toEqual(['html']);
  });

  test.each([
    [
      'application/linkset+json',
      JSON.stringify({
        linkset: [{ anchor: lead, item: [{ href: page('9.pdf'), type: 'application/pdf' }] }],
      }),
    ],
    [
      'application/linkset',
      `<${page('9.pdf')}>\n ; anchor="${lead}"\n ; rel="item"\n ; type="application/pdf"`,
    ],
  ])('a linkset in %s is asked for when the page names no file', async (type, body) => {
    const link = `</linkset>; rel="linkset"; type="${type}"`;
    const asker = scriptedAsker((url) =>
      url === page('linkset')
        ? { headers: { 'content-type': type }, body }
        : { headers: { ...html, link }, body: '' },
    );
    const { candidates } = await find(asker);
    expect(candidates[0]).toMatchObject({ url: page('9.pdf'), evidence: 'linkset rel=item' });
  });

  test('a linkset that is not there changes nothing', async () => {
    const link = '</linkset>; rel="linkset"';
    const asker = scriptedAsker((url) =>
      url === page('linkset') ? { status: 404 } : { headers: { ...html, link }, body: '' },
    );
    expect((await find(asker)).failure).toBeUndefined();
  });
});
