import { describe, expect, test } from 'vitest';
import { Failure, UserError } from '../../src/core/errors.ts';
import type { WorksQuery } from '../../src/work/openalex-filter.ts';
import { openAlexQuery } from '../../src/work/openalex-query.ts';
import { readFixture, readShared, sharedIsAbsent } from '../support/shared-data.ts';
import { readAll, readUntilBroken } from './read-sources.ts';

/** The parameters of the first request. */
async function parametersOf(wanted: WorksQuery): Promise<Record<string, string>> {
  const asked: string[] = [];
  const list = async (url: string) => {
    asked.push(url);
    return { meta: { next_cursor: null }, results: [] };
  };
  await readAll(openAlexQuery(wanted, list));
  return Object.fromEntries(new URL(asked[0] ?? '').searchParams);
}

const SELECT =
  'id,doi,ids,title,publication_year,authorships,open_access,best_oa_location,has_content,locations';

describe('the query', () => {
  test.each([
    [
      { query: 'is_oa:true,publication_year:2020' },
      { filter: 'is_oa:true,publication_year:2020', sort: 'publication_date:desc' },
    ],
    [
      { query: 'title.search:graph neural' },
      { filter: 'title.search:graph neural', sort: 'publication_date:desc' },
    ],
    [{ query: 'attention: a survey' }, { search: 'attention: a survey' }],
    [{ query: ' dark matter ' }, { search: 'dark matter' }],
    [
      {
        query:
          'https://api.openalex.org/works?filter=is_oa:true&search=x&api_key=s3cret&mailto=a@b.c&per-page=5&cursor=*&page=2&select=id',
      },
      { filter: 'is_oa:true', search: 'x' },
    ],
    [
      { query: 'https://openalex.org/works?sort=cited_by_count:desc&filter=is_oa%3Atrue' },
      { filter: 'is_oa:true', sort: 'cited_by_count:desc' },
    ],
    [
      {
        query: 'x',
        year: '2018-2021',
        topic: 'T10017',
        source: 'S1|s2',
        institution: 'https://openalex.org/I27837315',
      },
      {
        filter:
          'publication_year:2018-2021,topics.id:T10017,primary_location.source.id:S1|S2,authorships.institutions.lineage:I27837315',
        search: 'x',
      },
    ],
    [{ year: '2020' }, { filter: 'publication_year:2020', sort: 'publication_date:desc' }],
    [{ year: '2018-' }, { filter: 'publication_year:>2017', sort: 'publication_date:desc' }],
    [{ year: '-2018' }, { filter: 'publication_year:<2019', sort: 'publication_date:desc' }],
    [
      { source: '0028-0836', query: 'a' },
      { filter: 'primary_location.source.issn:0028-0836', search: 'a' },
    ],
    [
      { institution: 'ror.org/00jmfr291', query: 'a' },
      { filter: 'authorships.institutions.ror:https://ror.org/00jmfr291', search: 'a' },
    ],
  ])('%j becomes %j', async (wanted, expected) => {
    expect(await parametersOf(wanted)).toEqual({
      ...expected,
      select: SELECT,
      'per-page': '200',
      cursor: '*',
    });
  });

  test.each([
    [{}, 'all works of OpenAlex'],
    [{ query: 'https://example.org/works?filter=a:b' }, 'not a list of works'],
    [{ query: 'https://api.openalex.org/authors?search=x&api_key=s3cret' }, 'not a list of works'],
    [{ query: 'https://api.openalex.org/works?filter=a:b&sample=100' }, 'sample'],
    [{ query: 'https://api.openalex.org/works?group_by=type' }, 'group_by'],
    [{ year: 'soon' }, '--year'],
    [{ topic: 'machine learning' }, '--topic takes ids such as T10017'],
    [{ source: 'Nature' }, '--source'],
    [{ institution: 'MIT' }, '--institution'],
  ])('%j is a usage error that tells why', (wanted, message) => {
    const open = () => openAlexQuery(wanted, async () => ({}));
    expect(open).toThrow(UserError);
    expect(open).toThrow(message);
    expect(open).not.toThrow('s3cret');
  });

  test('its name is the same for the same works and holds no key', () => {
    const name = (query: string) => openAlexQuery({ query }, async () => ({})).name;
    expect(name('https://api.openalex.org/works?filter=is_oa:true&api_key=s3cret&page=3')).toBe(
      name('is_oa:true'),
    );
    expect(name('is_oa:true')).not.toBe(name('is_oa:false'));
  });
});

/** A listing of `total` works in pages of `size`, whose cursors are the place to go on from. */
function listing(total: number, size = 200) {
  const asked: string[] = [];
  const list = async (url: string) => {
    const cursor = new URL(url).searchParams.get('cursor') ?? '';
    asked.push(cursor);
    const from = cursor === '*' ? 0 : Number(cursor.slice(1));
    const to = Math.min(total, from + size);
    const results = Array.from({ length: to - from }, (_, n) => ({
      id: `https://openalex.org/W${1000 + from + n}`,
    }));
    return { meta: { count: total, next_cursor: results.length > 0 ? `c${to}` : null }, results };
  };
  return { asked, list };
}

describe('the listing', () => {
  test('follows the cursor until nothing comes, and marks its end', async () => {
    const { list, asked } = listing(450);
    const pages = await readAll(openAlexQuery({ query: 'x' }, list));
    expect(pages.map(({ works, cursor }) => [works.length, cursor])).toEqual([
      [200, '200+0/450 c200'],
      [200, '400+0/450 c400'],
      [50, '450+0/450 c450'],
      [0, '450+0/450 end'],
    ]);
    expect(asked).toEqual(['*', 'c200', 'c400', 'c450']);
  });

  test('stopped after any page and gone on from its cursor, loses and repeats nothing', async () => {
    const { list } = listing(450);
    const whole = (await readAll(openAlexQuery({ query: 'x' }, list))).flatMap(({ works }) => works);
    for (let stop = 1; stop <= 4; stop++) {
      const source = openAlexQuery({ query: 'x' }, list);
      const before = (await readAll(source)).slice(0, stop);
      const after = await readAll(source, before.at(-1)?.cursor);
      expect([...before, ...after].flatMap(({ works }) => works)).toEqual(whole);
    }
  });

  test('is not asked for again once it has ended', async () => {
    const { list, asked } = listing(10);
    expect(await readAll(openAlexQuery({ query: 'x' }, list), 'end')).toEqual([]);
    expect(asked).toEqual([]);
  });

  test('a record without identifier is a reject, the rest goes on', async () => {
    const results = [{ id: 'https://openalex.org/W12' }, { title: 'no id' }, null, 5];
    const [page] = await readAll(openAlexQuery({ query: 'x' }, async () => ({ meta: {}, results })));
    expect(page?.works.map(({ id }) => id)).toEqual(['openalex:W12']);
    expect(page?.rejects.map(({ where }) => where)).toEqual(
      [2, 3, 4].map((n) => `OpenAlex, item ${n} of a page`),
    );
  });

  test.each([[{}], [{ error: 'Invalid query' }], [undefined], ['text'], [{ meta: {}, results: null }]])(
    'an answer %j that is no list is an error, not an end',
    async (answer) => {
      await expect(readAll(openAlexQuery({ query: 'x' }, async () => answer))).rejects.toMatchObject({
        reason: 'parse-error',
      });
    },
  );

  test('a cursor that stands still does not loop for ever', async () => {
    const list = async () => ({ meta: { next_cursor: '*' }, results: [{ id: 'W12' }] });
    await expect(readAll(openAlexQuery({ query: 'x' }, list))).rejects.toBeInstanceOf(Failure);
  });

  test.each([1, 2, 3, 7, 50])('that leads back into itself after %i pages is left', async (pages) => {
    let asked = 0;
    const list = async (url: string) => {
      asked += 1;
      const at = Number(new URL(url).searchParams.get('cursor')?.slice(1) || 0);
      return { meta: { next_cursor: `c${(at + 1) % pages}` }, results: [{ id: `W1${at}` }] };
    };
    const read = await readUntilBroken(openAlexQuery({ query: 'x' }, list));
    expect(read.broken).toMatch(/does not move on|goes round|repeats itself/);
    expect(asked).toBeLessThanOrEqual(3 * pages + 3);
    expect(new Set(read.pages.flatMap(({ works }) => works.map(({ id }) => id))).size).toBe(pages);
  });

  test.each([{ next_cursor: null, count: 0 }, { next_cursor: null }, { next_cursor: null, count: 450 }])(
    'that goes on from its cursor and ends early with %j is not whole',
    async (meta) => {
      const { list } = listing(450);
      const [first] = await readAll(openAlexQuery({ query: 'x' }, list));
      const source = openAlexQuery({ query: 'x' }, async () => ({ meta, results: [] }));
      await expect(readAll(source, first?.cursor)).rejects.toThrow('ended its list after 200 of 450 works');
    },
  );

  test('counts distinct works against its length: what overlaps is whole, what repeats is not', async () => {
    const idsFrom = (from: number) => Array.from({ length: 50 }, (_, n) => ({ id: `W${1000 + from + n}` }));
    const read = (starts: readonly number[]) =>
      readUntilBroken(
        openAlexQuery({ query: 'x' }, async (url) => {
          const at = Number(new URL(url).searchParams.get('cursor')?.slice(1) || 0);
          const next_cursor = at + 1 < starts.length ? `c${at + 1}` : null;
          return { meta: { next_cursor, count: 200 }, results: idsFrom(starts[at] ?? 0) };
        }),
      );
    const overlap = await read([0, 25, 50, 100, 150]);
    expect(overlap.broken).toBe('');
    expect(overlap.pages.at(-1)).toMatchObject({ listed: 200, total: 200, cursor: '200+0/200 end' });
    const once = await read([0, 0, 0, 150]);
    expect(once.broken).toBe('OpenAlex ended its list after 100 of 200 works; 100 of its records came again');
    expect(once.pages.at(-1)).toMatchObject({ listed: 100, cursor: '0+0/? *' });
    const always = await read(Array.from({ length: 1000 }, () => 0));
    expect(always.broken).toContain('3 pages in a row hold only works that came before');
    expect(always.pages).toHaveLength(4);
  });

  test.each([
    ['200', 'OpenAlex ended its list after 1 of 200 works', 200],
    [null, '', null],
    [-5, '', null],
    [{}, '', null],
  ])('whose count is %j says no length of its own making', async (count, broken, total) => {
    const list = async () => ({ meta: { next_cursor: null, count }, results: [{ id: 'W12' }] });
    const read = await readUntilBroken(openAlexQuery({ query: 'x' }, list));
    expect(read).toMatchObject({ broken, pages: [{ total }] });
  });

  test('a cursor kept by an older version is gone on with', async () => {
    const { list, asked } = listing(450);
    const pages = await readAll(openAlexQuery({ query: 'x' }, list), 'c400');
    expect(asked).toEqual(['c400', 'c450']);
    expect(pages.map(({ cursor }) => cursor)).toEqual(['c450', 'end']);
  });

  test('stops when told to', async () => {
    const abort = new AbortController();
    const { list, asked } = listing(1000);
    const pages = openAlexQuery({ query: 'x' }, list).pages(undefined, abort.signal);
    await expect(
      (async () => {
        for await (const _ of pages) abort.abort(new Error('stop'));
      })(),
    ).rejects.toThrow('stop');
    expect(asked).toEqual(['*']);
  });
});

describe.skipIf(sharedIsAbsent)('recorded lists', () => {
  test('list_search_2026 gives its three works with their places', async () => {
    const list = async () => readFixture('openalex/list_search_2026').response.json;
    const { pages, broken } = await readUntilBroken(openAlexQuery({ query: 'attention mechanism' }, list));
    const [page] = pages;
    expect(page?.works.map(({ id, year, arxiv, pmid }) => [id, year, arxiv, pmid])).toEqual([
      ['doi:10.1016/j.neucom.2021.03.091', 2021, undefined, undefined],
      ['doi:10.1007/s41095-022-0271-y', 2022, '2111.07624', undefined],
      ['doi:10.1016/0042-6989(95)00294-4', 1996, undefined, '8759451'],
    ]);
    expect(page?.works[1]?.locations).toEqual([
      {
        isOpenAccess: true,
        pdfUrl: 'https://link.springer.com/content/pdf/10.1007/s41095-022-0271-y.pdf',
        landingUrl: 'https://doi.org/10.1007/s41095-022-0271-y',
        license: 'cc-by',
        version: 'published',
        hostType: 'publisher',
      },
      {
        isOpenAccess: true,
        pdfUrl: 'https://arxiv.org/pdf/2111.07624',
        landingUrl: 'http://arxiv.org/abs/2111.07624',
        version: 'submitted',
        hostType: 'repository',
      },
      {
        isOpenAccess: true,
        pdfUrl: 'https://content.openalex.org/works/W3212386989.pdf',
        priceUsd: 0.01,
      },
    ]);
    expect(page?.works[1]?.authors?.length).toBeGreaterThan(3);
    // The recorded answer is no page of a cursor: it gives three of many and names no next one.
    expect(page?.total).toBeGreaterThan(3);
    expect(page?.cursor).toBe(`0+0/${page?.total} *`);
    expect(broken).toMatch(/^OpenAlex ended its list after 3 of \d+ works$/);
  });

  test('list_metering_2026_09 gives a work known by its id alone', async () => {
    const list = async () => readFixture('openalex/list_metering_2026_09').response.json;
    const { pages } = await readUntilBroken(openAlexQuery({ query: 'x' }, list));
    const [page] = pages;
    expect(page?.works).toEqual([{ id: 'openalex:W3038568908', openalex: 'W3038568908' }]);
  });

  test('every work of the corpus is read', async () => {
    const results = readShared('corpora/openalex-works/works.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
    const [page] = await readAll(openAlexQuery({ query: 'x' }, async () => ({ meta: {}, results })));
    expect(page?.works).toHaveLength(results.length);
    expect(page?.works.every(({ openalex, year }) => openalex && year)).toBe(true);
  });
});
