import { describe, expect, test } from 'vitest';
import { explainConfig } from '../../src/app/explain.ts';
import { explainUrl } from '../../src/app/explain-url.ts';
import { parseConfig } from '../../src/config/load.ts';
import { REASONS } from '../../src/core/errors.ts';

const loaded = (values: unknown) => parseConfig({ given: { values, origin: 'cd.yaml' } });
const about = (url: string, values: unknown = {}) =>
  explainUrl({ url, version: '1.2.3' }, loaded(values), {});

describe('explain', () => {
  test('lists who is asked in the order of trying, and who is not and why', () => {
    const explained = explainConfig(
      loaded({
        resolvers: {
          order: ['landing', 'arxiv', 'unpaywall', 'openalex'],
          arxiv: { enabled: false },
          unpaywall: { min_interval_s: 2, api_key: 'canary-1' },
        },
      }),
      {},
    );
    expect(explained.resolvers.map(({ position, name, tier }) => [position, name, tier])).toEqual([
      [1, 'unpaywall', 'direct_oa'],
      [2, 'openalex', 'direct_oa'],
      [3, 'landing', 'landing_scrape'],
    ]);
    expect(explained.resolvers[0]).toMatchObject({ rate: '1/2second', api_key: 'set' });
    const why = new Map(explained.disabled.map((one) => [one.name, one.why]));
    expect(why.get('arxiv')).toBe('resolvers.arxiv.enabled is false (from cd.yaml)');
    expect(why.get('hal')).toMatch(/off by default/);
    expect(why.get('crossref')).toBe('not in resolvers.order (from cd.yaml)');
    expect(JSON.stringify(explained)).not.toContain('canary');
  });

  test('names each rate with where it came from', () => {
    const { limits } = explainConfig(
      loaded({
        rate_limit: {
          policies: { 'a.org': { landing: { rates: ['1/second', '9/day'], burst: 2, max_concurrent: 3 } } },
        },
      }),
      {},
    );
    expect(limits.rates[0]).toEqual({
      entry: 'default',
      role: 'metadata',
      rate: '5/second',
      origin: 'default',
    });
    expect(limits.rates).toContainEqual({
      entry: 'a.org',
      role: 'landing',
      rate: '1/second and 9/day, bursts of 2, 3 at once',
      origin: 'cd.yaml',
    });
  });

  test('says who counts', () => {
    const by = (backend: string, parent = false) =>
      explainConfig(loaded({ out: '/runs', rate_limit: { backend } }), parent ? { parent: {} as never } : {})
        .limits.counted_by;
    expect(by('memory')).toBe('this process alone');
    expect(by('multiprocess')).toBe('this process alone');
    expect(by('multiprocess', true)).toBe('the parent process');
    expect(by('sqlite')).toBe('all processes that share /runs/rate-limits.sqlite3');
  });
});

describe('explain --url', () => {
  test('tells guard, upgrade, keys, and the entry of every rate', () => {
    const explained = about('http://EXPORT.arxiv.org:80/pdf/2104.12255?utm_source=x&b=2&a=1#page=2', {
      rate_limit: { policies: { 'export.arxiv.org': { landing: '1/7second' } } },
    });
    expect(explained).toMatchObject({
      guard: { verdict: 'allowed' },
      https_upgrade: true,
      asked_as: 'https://export.arxiv.org/pdf/2104.12255?utm_source=x&b=2&a=1',
      canonical_url: 'https://export.arxiv.org/pdf/2104.12255?a=1&b=2',
      host_key: 'export.arxiv.org',
      connect_to: null,
    });
    expect(
      explained.roles.map(({ role, rate, entry, origin, robots }) => [role, rate, entry, origin, robots]),
    ).toEqual([
      ['metadata', '1/3second', 'export.arxiv.org', 'default', 'exempt'],
      ['landing', '1/7second', 'export.arxiv.org', 'cd.yaml', 'obeyed'],
      ['artifact', '1/3second', 'arxiv.org', 'default', 'obeyed'],
      ['robots', '1/7second', 'export.arxiv.org', 'cd.yaml', 'exempt'],
    ]);
    expect(explained.roles[0]).toMatchObject({ interval_ms: 3000, max_concurrent: 1 });
  });

  test.each([
    ['http://169.254.169.254/latest/meta-data/', 'blocked-address'],
    ['https://localhost/', 'blocked-address'],
    ['https://a.org:8443/', 'blocked-address'],
    ['ftp://a.org/', 'blocked-address'],
  ])('says why %s would not be asked', (url, reason) => {
    const { guard, roles, asked_as } = about(url);
    expect(guard).toMatchObject({ verdict: 'refused', reason });
    expect(Object.keys(REASONS)).toContain(reason);
    expect(roles).toEqual([]);
    expect(asked_as).toBeNull();
  });

  test('shows the headers of each role and never a secret', () => {
    const explained = about('https://user-content.a.org/x?api_key=canary-2&q=1', {
      mailto: 'lab@uni.example',
      http: { headers: { '*.a.org': { 'X-Key': 'canary-3' } }, proxy: 'http://me:canary-4@proxy.a.org:8080' },
      download: { accept: 'application/pdf' },
      resolvers: { core: { api_key: 'canary-5' } },
    });
    const headers = Object.fromEntries(explained.roles.map((one) => [one.role, one.headers]));
    expect(headers['metadata']).toMatchObject({
      'user-agent': 'ContentDownload/1.2.3 (+mailto:lab@uni.example)',
      accept: expect.stringMatching(/^application\/json/),
      'x-key': '***',
    });
    expect(headers['artifact']).toMatchObject({ accept: 'application/pdf', 'accept-encoding': 'identity' });
    expect(explained.proxy).toBe(true);
    expect(JSON.stringify(explained)).not.toContain('canary');
  });

  test('names the origin dialled instead, but never for an address', () => {
    const values = {
      http: { connect_to: { '*': 'http://127.0.0.1:8080', 'a.org': 'http://127.0.0.1:9090' } },
    };
    expect(about('https://a.org/', values).connect_to).toBe('http://127.0.0.1:9090');
    expect(about('https://b.org/', values).connect_to).toBe('http://127.0.0.1:8080');
    expect(about('https://93.184.216.34/', values).connect_to).toBeNull();
  });

  test('names the resolvers that ask there, and whether they have a key', () => {
    const values = { resolvers: { openalex: { api_key: 'canary-6' } } };
    expect(about('https://api.openalex.org/works', values).resolvers).toEqual([
      { name: 'openalex', api_key: 'set' },
    ]);
    expect(about('https://a.org/').resolvers).toEqual([]);
  });

  test('refuses what is no URL', () => {
    expect(() => about('arxiv.org/pdf/1')).toThrow(/is not a URL/);
  });
});
