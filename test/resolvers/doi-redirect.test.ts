import { describe, expect, test } from 'vitest';
import { doiRedirect } from '../../src/resolvers/doi-redirect.ts';
import { ResolverOptions } from '../../src/resolvers/options.ts';
import { resolve, scriptedAsker } from '../support/scripted-asker.ts';
import { listShared, readFixture, sharedIsAbsent } from '../support/shared-data.ts';
import { workBy } from '../support/work-by.ts';

const find = (answer: Parameters<typeof scriptedAsker>[0], id = '10.1000/x') =>
  resolve(doiRedirect, workBy(id), { asker: scriptedAsker(answer) });

describe('doi_redirect', () => {
  test.each([
    ['10.1000/x', 'https://doi.org/10.1000/x'],
    ['10.1023/a:1007154515475', 'https://doi.org/10.1023/a:1007154515475'],
    ['10.1002/(SICI)1<2::AID>3.0.CO;2-#', 'https://doi.org/10.1002/(sici)1%3C2::aid%3E3.0.co;2-%23'],
    ['10.1000/100%?', 'https://doi.org/10.1000/100%25'],
    ['10.1000/a/../b', 'https://doi.org/10.1000%2Fa%2F..%2Fb'],
  ])('asks for %s as %s', (id, url) => {
    expect(doiRedirect.first(workBy(id), ResolverOptions.parse({}), [])).toEqual({ url, role: 'landing' });
  });

  test('a DOI that leads straight to a PDF gives its final address', async () => {
    const url = 'https://repository.example.org/1/download';
    const { candidates } = await find({ headers: { 'content-type': 'application/pdf' }, url });
    expect(candidates).toEqual([{ url, expected: 'pdf', evidence: 'the address answered with a PDF' }]);
  });

  test('a page gives its links and last itself', async () => {
    const { candidates, asked } = await find({
      headers: { 'content-type': 'text/html' },
      body: '<meta name="citation_pdf_url" content="1.pdf">',
      url: 'https://publisher.example.org/article/1',
    });
    expect(candidates).toEqual([
      {
        url: 'https://publisher.example.org/article/1.pdf',
        expected: 'pdf',
        referer: 'https://publisher.example.org/article/1',
        evidence: 'citation_pdf_url',
      },
      {
        url: 'https://publisher.example.org/article/1',
        expected: 'html',
        referer: 'https://publisher.example.org/article/1',
        evidence: 'landing page',
      },
    ]);
    expect(asked).toHaveLength(1);
  });

  test('follows the page of the linking hub to the journal', async () => {
    const hub = 'https://linkinghub.example.com/retrieve/pii/S1';
    const journal = 'https://journal.example.org/article/S1';
    const { candidates, asked } = await find((url) =>
      url === journal
        ? { headers: { 'content-type': 'text/html' }, body: '<a href="S1/pdf">Download PDF</a>' }
        : {
            headers: { 'content-type': 'text/html' },
            body: `<title>Redirecting</title><input type="hidden" name="redirectURL" value="${encodeURIComponent(journal)}">`,
            url: hub,
          },
    );
    expect(candidates[0]).toMatchObject({
      url: 'https://journal.example.org/article/S1/pdf',
      expected: 'pdf',
      referer: journal,
    });
    expect(asked.map(({ url, role }) => `${role} ${url}`)).toEqual([
      'landing https://doi.org/10.1000/x',
      `landing ${journal}`,
    ]);
  });

  test('needs a DOI', () => {
    expect(doiRedirect.accepts(workBy('W12'), [])).toBe(false);
  });
});

/** What each recorded answer of doi.org comes to; the redirects of those with a location are followed by the client. */
const EXPECTED: Readonly<Record<string, string>> = {
  http400_invalid_doi_foo: 'http-4xx',
  http404_doi_not_found_html: 'http-4xx',
  plos_chain_hop1: 'http-4xx',
  http301_to_https: 'redirect',
  http302_biorxiv: 'redirect',
  http302_landing_pangaea: 'redirect',
  http302_landing_zenodo: 'redirect',
  doira_crossref: 'nothing',
  ra_10_1007: 'nothing',
  ra_10_1101: 'nothing',
  ra_10_1594: 'nothing',
  ra_10_5061: 'nothing',
  ra_10_5281: 'nothing',
  ra_10_53731: 'nothing',
  ra_10_54900: 'nothing',
  ra_10_57099: 'nothing',
  ra_10_7554: 'nothing',
  ra_10_7910: 'nothing',
};

describe.skipIf(sharedIsAbsent)('recorded answers of doi.org', () => {
  const names = listShared('fixtures/doi').map((file) => file.replace(/\.json$/, ''));

  test.each(names)('%s', async (name) => {
    const expected = EXPECTED[name];
    const { response } = readFixture(`doi/${name}`);
    if (expected === 'redirect') {
      const target = response.headers['location'] ?? '';
      const found = await find({ headers: { 'content-type': 'text/html' }, body: '<p>', url: target });
      expect(found.candidates.map(({ url }) => url)).toEqual([target]);
      return;
    }
    const found = await find(response);
    expect(found.failure?.reason ?? 'nothing').toBe(expected);
    expect(found.candidates).toEqual([]);
  });
});
