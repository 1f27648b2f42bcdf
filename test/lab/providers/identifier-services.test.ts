import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Lab, startLab } from '../../../src/lab/server.ts';
import { ask, askJson } from '../ask.ts';
import { hasFixtures, keysOf, recorded } from '../fixture.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await startLab({ works: 230, seed: 4, sizeScale: 0.02 });
});
afterAll(() => lab.close());

const one = (label: string) => lab.world.works.find((work) => work.label === label)!;

describe('the Unpaywall of the lab', () => {
  const url = (doi: string, email = 'reader@lab.university.edu') =>
    `https://api.unpaywall.org/v2/${encodeURIComponent(doi)}?email=${encodeURIComponent(email)}`;

  test('tells where the PDF is', async () => {
    const { paper, setup } = one('unpaywall-only');
    const answer = await askJson(lab, url(paper.doi!.toUpperCase()));
    expect(answer).toMatchObject({
      doi: paper.doi,
      best_oa_location: { url_for_pdf: setup.unpaywall![0]!.pdfUrl },
    });
  });

  test.each(['', 'me', 'someone@example.com', 'YOUR_EMAIL@x.org', 'your@email.org'])(
    'refuses the address "%s" with 422',
    async (email) => {
      const answer = await ask(lab, url(one('gold-best-pdf').paper.doi!, email));
      expect(answer.status).toBe(422);
      expect(JSON.parse(answer.text)).toMatchObject({ HTTP_status_code: 422, error: true });
    },
  );

  test('answers unknown and DataCite DOIs with an HTML 404', async () => {
    for (const label of ['unknown-doi', 'arxiv-doi']) {
      const answer = await ask(lab, url(one(label).paper.doi!));
      expect([answer.status, answer.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
    }
  });

  test('has no location for closed works and a landing page alone for some gold ones', async () => {
    const closed = await askJson(lab, url(one('closed-access').paper.doi!));
    expect(closed).toMatchObject({
      is_oa: false,
      oa_status: 'closed',
      best_oa_location: null,
      oa_locations: [],
    });
    const gold = await askJson(lab, url(one('landing-absolute').paper.doi!));
    expect(gold).toMatchObject({ is_oa: true, oa_status: 'gold', best_oa_location: { url_for_pdf: null } });
  });

  test.skipIf(!hasFixtures)('has the shape of the recorded answers', async () => {
    const real = recorded('unpaywall/gold_all_url_for_pdf_null').json as Record<
      string,
      Record<string, unknown>
    >;
    const mine = await askJson<Record<string, unknown>>(lab, url(one('landing-absolute').paper.doi!));
    expect(keysOf(mine)).toEqual(keysOf(real));
    expect(keysOf(mine['best_oa_location'])).toEqual(keysOf(real['best_oa_location']));
    const refusal = await askJson(lab, url('10.1/x', 'me'));
    expect(refusal).toEqual(recorded('unpaywall/http422_placeholder_email').json);
  });
});

describe('the doi.org of the lab', () => {
  test('redirects to where the work is, with a few words of HTML', async () => {
    for (const { paper, setup } of lab.world.works) {
      if (paper.doi === undefined || setup.doiTarget === undefined) continue;
      const answer = await ask(lab, `https://doi.org/${encodeURIComponent(paper.doi)}`);
      expect(answer.status).toBe(302);
      expect(answer.headers.location).toBe(setup.doiTarget);
    }
  });

  test('knows no other DOIs (404) and no other names (400)', async () => {
    expect((await ask(lab, `https://doi.org/${one('unknown-doi').paper.doi}`)).status).toBe(404);
    expect((await ask(lab, 'https://doi.org/foo')).status).toBe(400);
  });

  test.skipIf(!hasFixtures)('has the shape of the recorded answers', async () => {
    const real = recorded('doi/http302_landing_zenodo');
    const { paper, setup } = one('landing-absolute');
    const mine = await ask(lab, `https://doi.org/${paper.doi}`);
    expect(mine.text).toBe(real.body?.replaceAll(real.headers['location']!, setup.doiTarget!).trimEnd());
    expect(Object.keys(mine.headers)).toEqual(expect.arrayContaining(['location', 'expires', 'vary']));
    const missing = await ask(lab, 'https://doi.org/10.9999/none');
    expect(/<title>.*<\/title>/.exec(missing.text)?.[0]).toBe(
      /<title>.*<\/title>/.exec(recorded('doi/http404_doi_not_found_html').body ?? '')?.[0],
    );
    const agency = await askJson<object[]>(lab, `https://doi.org/ra/${paper.doi!.split('/')[0]}`);
    expect(keysOf(agency[0])).toEqual(keysOf((recorded('doi/ra_10_7554').json as unknown as object[])[0]));
  });
});

describe('the arXiv of the lab', () => {
  const api = (ids: string) =>
    `https://export.arxiv.org/api/query?id_list=${encodeURIComponent(ids)}&max_results=100`;
  const tags = (xml: string) => [...new Set(xml.match(/<[a-z:A-Z]+/g))].toSorted();

  test('gives a feed for known ids, with and without version, and drops malformed ones in a list', async () => {
    const { paper } = one('arxiv-doi');
    for (const ids of [paper.arxiv!, `${paper.arxiv}v1`, `nonsense,${paper.arxiv}`]) {
      const answer = await ask(lab, api(ids));
      expect(answer.status).toBe(200);
      expect(answer.text).toContain(`<id>http://arxiv.org/abs/${paper.arxiv}v1</id>`);
      expect(answer.text).toContain('<opensearch:totalResults>1<');
    }
  });

  test('gives an empty feed for an unknown id and a 400 with an error entry for a malformed one', async () => {
    const unknown = await ask(lab, api('0000.0000'));
    expect(unknown.status).toBe(200);
    expect(unknown.text).toContain('<opensearch:totalResults>0<');
    const malformed = await ask(lab, api('abc'));
    expect(malformed.status).toBe(400);
    expect(malformed.text).toContain('errors#incorrect_id_format_for_abc');
  });

  test('serves the paper under both hosts, with or without suffix and version', async () => {
    const { paper } = one('arxiv-doi');
    const right = lab.world.expected(paper.id).sha256;
    for (const url of [
      `https://arxiv.org/pdf/${paper.arxiv}`,
      `https://arxiv.org/pdf/${paper.arxiv}v1.pdf`,
      `https://export.arxiv.org/pdf/${paper.arxiv}`,
    ]) {
      const answer = await ask(lab, url);
      expect(answer.headers['content-type']).toBe('application/pdf');
      expect(right).toEqual([
        lab.world.shelf.sha256({ work: paper.index, version: 'submitted', format: 'pdf' }),
      ]);
      expect(
        answer.body.equals(lab.world.shelf.bytes({ work: paper.index, version: 'submitted', format: 'pdf' })),
      ).toBe(true);
    }
    expect((await ask(lab, 'https://arxiv.org/pdf/9999.99999')).status).toBe(404);
    expect((await ask(lab, `https://arxiv.org/abs/${paper.arxiv}`)).text).toContain(
      'name="citation_pdf_url"',
    );
  });

  test('keeps control characters out of its XML, whatever the title', async () => {
    const ids = lab.world.works.map(({ paper }) => paper.arxiv).filter((id) => id !== undefined);
    const answer = await ask(lab, api(ids.join(',')));
    expect(answer.text).not.toMatch(/(?![\n\r\t])\p{Cc}/u);
  });

  test.skipIf(!hasFixtures)('has the shape of the recorded feeds', async () => {
    const real = recorded('arxiv/id_1605.08386_s0_m100');
    const mine = await ask(lab, api(one('arxiv-doi').paper.arxiv!));
    expect(tags(mine.text)).toEqual(tags(real.body ?? ''));
    expect(mine.headers['content-type']).toBe(real.headers['content-type']);
    const empty = recorded('arxiv/id_0000.0000_s0_m100').body ?? '';
    expect(tags((await ask(lab, api('0000.0000'))).text)).toEqual(tags(empty));
  });
});
