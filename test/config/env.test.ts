import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resolverOptions } from '../../src/config/schema.ts';
import { errorsOf, load } from './sample-resolvers.ts';

describe('the environment', () => {
  test.each([
    ['a number', { DTKG_DOWNLOAD__MAX_BYTES: '209715200' }, ['download', 'max_bytes'], 209_715_200],
    ['a size', { DTKG_DOWNLOAD__MAX_BYTES: '5MB' }, ['download', 'max_bytes'], 5_000_000],
    [
      'a list',
      { DTKG_RESOLVERS__ORDER: '["arxiv","landing"]' },
      ['resolvers', 'order'],
      ['arxiv', 'landing'],
    ],
    ['true', { DTKG_DEDUPE__URLS: 'true' }, ['dedupe', 'urls'], true],
    ['plain text', { DTKG_OUT: '/data/runs' }, ['out'], '/data/runs'],
    ['text that looks like a number', { DTKG_RUN_ID: '2026' }, ['run_id'], '2026'],
    ['text that looks like a list', { DTKG_OUT: '[x]' }, ['out'], '[x]'],
    ['null', { DTKG_INPUTS__MAX_WORKS: 'null' }, ['inputs', 'max_works'], null],
    ['nothing', { DTKG_OUT: '' }, ['out'], 'runs/content'],
    ['a section', { DTKG_ROBOTS: '{"enabled": false}' }, ['robots', 'enabled'], false],
    ['lower case', { DTKG_robots__enabled: 'false' }, ['robots', 'enabled'], false],
  ])('gives %s', (_, env, path, expected) => {
    const { config } = load('', { env });
    expect(path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], config)).toEqual(
      expected,
    );
  });

  test('prefers the deeper variable, whatever their order', () => {
    const env = { DTKG_ROBOTS__TTL_SECONDS: '5', DTKG_ROBOTS: '{"ttl_seconds": 9, "enabled": false}' };
    expect(load('', { env }).config.robots).toEqual({ ttl_seconds: 5, enabled: false });
  });

  test('gives keys to resolvers', () => {
    const loaded = load('', {
      env: { DOCSTOKG_CONTENT_API_KEY_SEMANTIC_SCHOLAR: 'k1', DOCSTOKG_CONTENT_API_KEY_ARXIV: '' },
    });
    expect(resolverOptions(loaded.config, 'semantic_scholar').api_key).toBe('k1');
    expect(resolverOptions(loaded.config, 'arxiv').api_key).toBeNull();
  });

  test('only warns about what is not for it', () => {
    const { config, warnings } = load('', {
      env: {
        DTKG_: 'x',
        DTKG_LOG_LEVEL: 'debug',
        DTKG_DOWNLAOD__MAX_BYTES: '1',
        DTKG_CONSTRUCTOR__PROTOTYPE: '{}',
        DTKG___PROTO__: '1',
        DOCSTOKG_CONTENT_API_KEY_NOBODY: 'k',
        DOCSTOKG_OTHER: 'y',
        PATH: '/bin',
      },
    });
    expect(config).toEqual(load().config);
    expect([...warnings].sort()).toEqual([
      'config: DOCSTOKG_CONTENT_API_KEY_NOBODY is ignored: there is no resolver "nobody"',
      'config: DTKG_ is ignored: no key begins like this',
      'config: DTKG_CONSTRUCTOR__PROTOTYPE is ignored: no key begins like this',
      'config: DTKG_DOWNLAOD__MAX_BYTES is ignored: no key begins like this; did you mean DTKG_DOWNLOAD__MAX_BYTES?',
      'config: DTKG_LOG_LEVEL is ignored: no key begins like this',
      'config: DTKG___PROTO__ is ignored: no key begins like this',
    ]);
  });

  test.each([
    [
      { DTKG_HTTP__PROXI: 'x' },
      'config: http.proxi is not a known key; did you mean http.proxy? (from env DTKG_HTTP__PROXI)',
    ],
    [
      { DTKG_HTTP__RETRY__MAX_ATTEMPTS: 'four' },
      'config: http.retry.max_attempts must be a number, not text (from env DTKG_HTTP__RETRY__MAX_ATTEMPTS)',
    ],
    [
      { DTKG_HTTP__CONSTRUCTOR__PROTOTYPE: '1' },
      'config: http.constructor.prototype is not allowed as a key (from env DTKG_HTTP__CONSTRUCTOR__PROTOTYPE)',
    ],
    [
      { DTKG_HTTP: '{"__proto__": {"a": 1}}' },
      'config: http.__proto__ is not allowed as a key (from env DTKG_HTTP)',
    ],
    [
      { DTKG_PLUGINS: '[{"__proto__": 1}]' },
      'config: plugins holds a key that is not allowed (from env DTKG_PLUGINS)',
    ],
  ])('is wrong below a known section: %j', (env, message) => {
    expect(errorsOf('', { env: env as unknown as Record<string, string> })).toContain(message);
  });

  test('never breaks a command in any other way than with a sentence', () => {
    const segment = fc.constantFrom(
      'http', 'HTTP', 'RETRY', '', '_', '__', 'PROXY', 'RESOLVERS', 'ARXIV', 'TIERS', 'ORDER', 'CONSTRUCTOR', '0', 'é',
    ); // biome-ignore format: a table
    const name = fc
      .array(fc.oneof(segment, fc.string({ maxLength: 8 })), { maxLength: 5 })
      .map((parts) => `DTKG_${parts.join('__')}`);
    const value = fc.oneof(fc.string(), fc.json(), fc.constant('{"__proto__":{"x":1}}'));
    fc.assert(
      fc.property(fc.dictionary(name, value, { maxKeys: 4 }), (env) => {
        for (const line of errorsOf('', { env })) expect(line).toMatch(/^config: /);
      }),
      { numRuns: 150 },
    );
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });
});
