import { describe, expect, test } from 'vitest';
import { loadConfig, parseConfig } from '../../src/config/load.ts';
import { configAsJson } from '../../src/config/print-config.ts';
import { resolverOptions } from '../../src/config/schema.ts';
import { RESOLVERS } from '../../src/resolvers/index.ts';
import { errorsOf, load } from './sample-resolvers.ts';

const originOf = (loaded: ReturnType<typeof load>, key: string): string | undefined =>
  configAsJson(loaded).origins[key];

describe('defaults', () => {
  test('are those of the specification', () => {
    const { config } = load();
    expect(config.out).toBe('runs/content');
    expect(config.mailto).toBeNull();
    expect(config.http.retry).toEqual({
      max_attempts: 4,
      retry_statuses: [429, 500, 502, 503, 504],
      strategy: 'exponential',
      base_delay_ms: 750,
      max_delay_ms: 8000,
      jitter_ms: 100,
      retry_after_cap_s: 60,
    });
    expect(config.rate_limit.default).toEqual({
      metadata: '5/second',
      landing: '0.5/second',
      artifact: '1/second',
    });
    expect(config.rate_limit.policies['arxiv.org']?.artifact).toBe('1/3second');
    expect(config.artifacts).toEqual({
      root: null,
      cas_enabled: false,
      multipart_threshold: 50_000_000,
      min_free_bytes: 1_000_000_000,
    });
    expect(config.orchestrator).toMatchObject({ workers: 32, max_per_host: 4, priority: 'recent_first' });
  });

  test('know every resolver that exists, and no other', () => {
    const { config } = parseConfig({});
    const names = RESOLVERS.map(({ name }) => name);
    expect(Object.keys(config.resolvers).slice(3)).toEqual(names);
    expect(config.resolvers.order).toEqual(
      RESOLVERS.filter((one) => one.enabledByDefault).map(({ name }) => name),
    );
  });

  test('hold the keys of a resolver itself beside the shared ones', () => {
    expect(resolverOptions(load().config, 'openalex')).toMatchObject({ page_size: 100, api_key: null });
    expect(errorsOf('resolvers: { openalex: { page_size: many } }')).toEqual([
      'config: resolvers.openalex.page_size must be a number, not text (from cd.yaml:1)',
    ]);
  });
});

describe('sources', () => {
  test('win in the order defaults, given, file, environment, flags, and each value knows its own', () => {
    const loaded = load('out: file\nhttp:\n  max_redirects: 3\n  timeout_read_s: 5', {
      given: { values: { out: 'given', mailto: 'a@b.org' }, origin: 'run 7' },
      env: { DTKG_HTTP__MAX_REDIRECTS: '4', DTKG_ORCHESTRATOR__WORKERS: '8' },
      flags: [{ path: ['orchestrator', 'workers'], value: 2, origin: 'flag --workers' }],
    });
    expect(loaded.config.out).toBe('file');
    expect(loaded.config.http.max_redirects).toBe(4);
    expect(loaded.config.orchestrator.workers).toBe(2);
    expect(originOf(loaded, 'out')).toBe('cd.yaml:1');
    expect(originOf(loaded, 'mailto')).toBe('run 7');
    expect(originOf(loaded, 'http.max_redirects')).toBe('env DTKG_HTTP__MAX_REDIRECTS');
    expect(originOf(loaded, 'http.timeout_read_s')).toBe('cd.yaml:4');
    expect(originOf(loaded, 'orchestrator.workers')).toBe('flag --workers');
  });

  test('leave a default a default in a section that a file only opens', () => {
    const loaded = load('http:\n  max_redirects: 3');
    expect(originOf(loaded, 'http.proxy')).toBe('default');
  });

  test('merge sections by key and replace lists', () => {
    const { config } = load(
      'http: { allowed_ports: [8080] }\nrate_limit: { policies: { arxiv.org: { artifact: 1/5second }, x.org: { landing: 1/minute } } }',
    );
    expect(config.http.allowed_ports).toEqual([8080]);
    expect(config.rate_limit.policies['arxiv.org']).toEqual({
      metadata: '1/3second',
      landing: '1/3second',
      artifact: '1/5second',
    });
    expect(config.rate_limit.policies['x.org']).toEqual({ landing: '1/minute' });
    expect(config.rate_limit.policies['api.openalex.org']).toEqual({ metadata: '5/second' });
  });

  test('let plain text replace a rate with a burst', () => {
    const { config } = load('rate_limit: { policies: { api.crossref.org: { metadata: 9/second } } }');
    expect(config.rate_limit.policies['api.crossref.org']).toEqual({ metadata: '9/second' });
  });

  test('treat a section with nothing but comments as not there', () => {
    expect(load('http:\n  # proxy: later\nrate_limit:\n  policies:\n').config).toEqual(load().config);
  });

  test('may be JSON, indented with tabs', () => {
    expect(load('{\n\t"http": {\n\t\t"max_redirects": 2\n\t}\n}').config.http.max_redirects).toBe(2);
  });

  test('may use an anchor where the same is said twice', () => {
    const { config } = load(
      'rate_limit: { policies: { a.org: &slow { artifact: 1/minute }, b.org: *slow } }',
    );
    expect(config.rate_limit.policies['b.org']).toEqual({ artifact: '1/minute' });
  });

  test('never touch the prototype of objects', () => {
    errorsOf('{"__proto__": {"polluted": 1}, "http": {"constructor": {"prototype": {"polluted": 1}}}}');
    errorsOf('', { env: { DTKG_HTTP: '{"__proto__":{"polluted":1}}' } });
    errorsOf('', { given: { values: JSON.parse('{"__proto__":{"polluted":1}}'), origin: 'x' } });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});

describe('the old key resolver_rate_limits', () => {
  test('becomes the interval of the resolver, with a warning', () => {
    const loaded = load('resolver_rate_limits:\n  arxiv: 3.5');
    expect(resolverOptions(loaded.config, 'arxiv').min_interval_s).toBe(3.5);
    expect(loaded.warnings).toEqual([
      'config: resolver_rate_limits is deprecated; write resolvers.<name>.min_interval_s (from cd.yaml:1)',
    ]);
    expect(originOf(loaded, 'resolvers.arxiv.min_interval_s')).toBe('cd.yaml:2');
  });

  test('works from the environment too', () => {
    const { config } = load('', { env: { DTKG_RESOLVER_RATE_LIMITS: '{"arxiv": 2}' } });
    expect(resolverOptions(config, 'arxiv').min_interval_s).toBe(2);
  });

  test('must be a section', () => {
    expect(errorsOf('resolver_rate_limits: 5')).toEqual([
      'config: resolver_rate_limits must be a section: resolver -> seconds (from cd.yaml:1)',
    ]);
  });
});

describe('a configuration file', () => {
  const reading = (code: string) => async () => {
    throw Object.assign(new Error(code), { code });
  };

  test('is read and named in what goes wrong', async () => {
    const readText = async () => 'ou: x';
    await expect(loadConfig({ path: 'my.yaml', readText })).rejects.toThrow(
      'config: ou is not a known key; did you mean out? (from my.yaml:1)',
    );
  });

  test.each([
    ['ENOENT', 'config: my.yaml cannot be read: there is no such file'],
    ['EACCES', 'config: my.yaml cannot be read: no permission'],
    ['EISDIR', 'config: my.yaml cannot be read: it is a folder'],
    ['EIO', 'config: my.yaml cannot be read: EIO'],
  ])('that cannot be read (%s) is a plain sentence', async (code, sentence) => {
    await expect(loadConfig({ path: 'my.yaml', readText: reading(code) })).rejects.toMatchObject({
      message: sentence,
      exitCode: 2,
    });
  });
});
