import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DEFAULT_CAPABILITY } from '../../../src/lab/expected.ts';
import { type Lab, startLab } from '../../../src/lab/server.ts';
import { ask, askJson } from '../ask.ts';
import { hasFixtures, keysOf, recorded } from '../fixture.ts';

interface Listing {
  readonly meta: { readonly count: number; readonly next_cursor?: string | null; readonly per_page: number };
  readonly results: readonly {
    readonly id: string;
    readonly doi?: string | null;
    readonly publication_year?: number;
  }[];
}

const API = 'https://api.openalex.org/works';

describe('the OpenAlex of the lab', () => {
  let lab: Lab;
  beforeAll(async () => {
    lab = await startLab({ works: 230, seed: 4, sizeScale: 0.02 });
  });
  afterAll(() => lab.close());

  const known = () => lab.world.works.filter(({ setup }) => setup.openalex !== undefined);
  const single = (name: string, query = '') => ask(lab, `${API}/${name}${query}`);

  test('knows a work by its id, its DOI in three spellings and its PMID', async () => {
    const { paper } = known().find((work) => work.paper.pmid !== undefined && work.paper.doi?.includes('.'))!;
    const names = [
      paper.openalex,
      `doi:${paper.doi}`,
      `https://doi.org/${paper.doi}`,
      encodeURIComponent(`https://doi.org/${paper.doi?.toUpperCase()}`),
      `pmid:${paper.pmid}`,
    ];
    for (const name of names) {
      const answer = await single(name);
      expect(answer.status).toBe(200);
      expect(JSON.parse(answer.text)).toMatchObject({
        id: `https://openalex.org/${paper.openalex}`,
        title: paper.title,
      });
    }
  });

  test('finds DOIs with brackets, colons and fragments marks', async () => {
    const odd = known().filter(({ paper }) => /[(:<#]/.test(paper.doi ?? ''));
    expect(odd.length).toBeGreaterThan(5);
    for (const { paper } of odd) {
      expect((await single(`doi:${encodeURIComponent(paper.doi!)}`)).status).toBe(200);
    }
  });

  test('answers an unknown work with an HTML 404', async () => {
    const unknown = lab.world.works.find(({ label }) => label === 'unknown-doi')!;
    const answer = await single(`doi:${encodeURIComponent(unknown.paper.doi!)}`);
    expect(answer.status).toBe(404);
    expect(answer.headers['content-type']).toContain('text/html');
  });

  test('puts price and budget into headers', async () => {
    const { headers } = await single(known()[0]!.paper.openalex);
    expect(headers).toMatchObject({ 'x-ratelimit-cost-usd': '0.0001', 'x-ratelimit-limit-usd': '10' });
    expect(Number(headers['x-ratelimit-remaining-usd'])).toBeLessThan(10);
    expect(Number(headers['x-ratelimit-reset'])).toBeLessThanOrEqual(86_400);
  });

  test('lists every work exactly once by cursor, and ends with an empty page and no cursor', async () => {
    const seen: string[] = [];
    let cursor: string | null | undefined = '*';
    let pages = 0;
    while (cursor) {
      const page: Listing = await askJson(lab, `${API}?per-page=50&cursor=${cursor}&select=id,doi`);
      expect(page.meta.count).toBe(known().length);
      for (const result of page.results) {
        expect(Object.keys(result)).toEqual(['id', 'doi']);
        seen.push(result.id);
      }
      cursor = page.meta.next_cursor;
      pages += 1;
    }
    expect(pages).toBe(Math.ceil(known().length / 50) + 1);
    expect(seen).toEqual(known().map(({ paper }) => `https://openalex.org/${paper.openalex}`));
  });

  test('lists in the order asked for, over all pages', async () => {
    const years: number[] = [];
    let cursor: string | null | undefined = '*';
    while (cursor) {
      const url = `${API}?per-page=60&cursor=${cursor}&sort=publication_date:desc`;
      const page: Listing = await askJson(lab, url);
      years.push(...page.results.map(({ publication_year: year = 0 }) => year));
      cursor = page.meta.next_cursor;
    }
    expect(years).toHaveLength(known().length);
    expect(years).toEqual(years.toSorted((one, other) => other - one));
  });

  test('filters by DOIs, years and openness, and searches titles', async () => {
    const some = known()
      .filter(({ paper }) => paper.doi !== undefined && !/[,|#+]/.test(paper.doi))
      .slice(0, 5);
    const dois = some.map(({ paper }) => encodeURIComponent(paper.doi!)).join('|');
    const byDoi = await askJson<Listing>(lab, `${API}?filter=doi:${dois}&per-page=100`);
    expect(byDoi.results.map(({ doi }) => doi)).toEqual(
      some.map(({ paper }) => `https://doi.org/${paper.doi}`),
    );

    const byYear = await askJson<Listing>(
      lab,
      `${API}?filter=publication_year:2018-2020,is_oa:true&per-page=200`,
    );
    expect(byYear.results.length).toBeGreaterThan(3);
    expect(byYear.results.every(({ publication_year: year = 0 }) => year >= 2018 && year <= 2020)).toBe(true);

    const words = some[0]!.paper.title!.split(' ').slice(0, 4).join(' ');
    const bySearch = await askJson<Listing>(lab, `${API}?search=${encodeURIComponent(words)}`);
    expect(bySearch.results.map(({ id }) => id)).toContain(`https://openalex.org/${some[0]!.paper.openalex}`);
  });

  test('refuses unknown filters, unknown fields, wide pages and broken cursors', async () => {
    for (const query of [
      'filter=colour:red',
      'select=nonsense',
      'sort=colour',
      'per-page=500',
      'cursor=broken!',
      'page=9999',
    ]) {
      const answer = await ask(lab, `${API}?${query}`);
      expect(answer.status, query).toBe(403);
      expect(JSON.parse(answer.text)).toHaveProperty('message');
    }
  });

  test('sells files to callers with a key until their budget is spent', async () => {
    await using shop = await startLab({
      works: 2,
      seed: 1,
      sizeScale: 0.02,
      faults: ['openalex-content'],
      openalexBudgetUsd: 0.015,
    });
    const { paper } = shop.world.works[0]!;
    const url = `https://content.openalex.org/works/${paper.openalex}.pdf`;
    expect((await ask(shop, url)).status).toBe(401);
    expect((await ask(shop, `${url.replace(paper.openalex, 'W1')}?api_key=k`)).status).toBe(404);
    const sold = await ask(shop, `${url}?api_key=k`);
    expect(sold.status).toBe(200);
    expect(sold.headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-ratelimit-cost-usd': '0.01',
      'x-ratelimit-remaining-usd': '0.0050',
    });
    expect((await ask(shop, `${url}?api_key=k`)).status).toBe(429);
    const expected = (pays: boolean) =>
      shop.world.expected(paper.id, { ...DEFAULT_CAPABILITY, pays }).outcome;
    expect([expected(true), expected(false)]).toEqual(['saved', 'failed']);
  });

  test('answers 429 once the budget of the day is spent', async () => {
    await using poor = await startLab({ works: 3, seed: 1, sizeScale: 0.02, openalexBudgetUsd: 0.0002 });
    const url = `${API}/${poor.world.works[0]!.paper.openalex}`;
    const statuses = [await ask(poor, url), await ask(poor, url), await ask(poor, url)].map(
      ({ status }) => status,
    );
    expect(statuses).toEqual([200, 200, 429]);
  });

  test.skipIf(!hasFixtures)('has the shape of the recorded answers', async () => {
    const real = recorded('openalex/work_elife_many_locations');
    const { paper } = known().find(({ label }) => label === 'third-location-pdf')!;
    const mine = JSON.parse((await single(paper.openalex)).text) as Record<string, unknown>;
    expect(keysOf(mine)).toEqual(keysOf(real.json));
    for (const key of ['open_access', 'best_oa_location', 'primary_location', 'primary_topic']) {
      expect(keysOf(mine[key]), key).toEqual(keysOf(real.json?.[key]));
    }
    const first = (value: unknown, key: string) => ((value as Record<string, unknown[]>)[key] ?? [])[0];
    expect(keysOf(first(mine, 'authorships'))).toEqual(keysOf(first(real.json, 'authorships')));
    expect(keysOf((first(mine, 'locations') as { source: unknown }).source)).toEqual(
      keysOf((first(real.json, 'locations') as { source: unknown }).source),
    );
    const limits = keysOf(real.headers).filter((name) => name.startsWith('x-ratelimit'));
    expect(Object.keys((await single(paper.openalex)).headers)).toEqual(expect.arrayContaining([...limits]));
    const list = recorded('openalex/list_search_2026').json as { meta: object };
    const listed = await askJson<Listing>(lab, `${API}?search=of&per-page=3`);
    expect(keysOf(listed.meta)).toEqual(keysOf(list.meta));
    expect((await single('W1')).text.trim()).toBe(recorded('openalex/work_404_html').body?.trim());
  });

  test('gives a gold work whose PDF is only in the third location', async () => {
    const { paper } = known().find(({ label }) => label === 'third-location-pdf')!;
    const work = JSON.parse((await single(paper.openalex)).text) as {
      best_oa_location: { pdf_url: string | null };
      locations: { pdf_url: string | null }[];
    };
    expect(work.best_oa_location.pdf_url).toBeNull();
    expect(work.locations.map(({ pdf_url: pdf }) => pdf !== null)).toEqual([false, false, true]);
  });
});
