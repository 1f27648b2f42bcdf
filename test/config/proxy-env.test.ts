import { describe, expect, test } from 'vitest';
import { assembleConfig } from '../../src/config/assemble-config.ts';
import { originOf } from '../../src/config/merge.ts';
import { RESOLVERS } from '../../src/resolvers/index.ts';

const load = (env: Record<string, string>, values: unknown = {}) =>
  assembleConfig({ env, given: { values, origin: 'test' } }, RESOLVERS);

describe('a proxy of the environment', () => {
  test.each([
    [{ HTTPS_PROXY: 'http://p:1', HTTP_PROXY: 'http://q:2' }, 'http://p:1', 'env HTTPS_PROXY'],
    [{ https_proxy: 'p:1' }, 'http://p:1', 'env https_proxy'],
    [{ HTTP_PROXY: 'http://q:2' }, 'http://q:2', 'env HTTP_PROXY'],
    [{ all_proxy: 'http://q:2' }, 'http://q:2', 'env all_proxy'],
    [{ HTTPS_PROXY: '' }, null, 'default'],
  ])('is used, and known by its variable: %j', (env, proxy, origin) => {
    const { config, origins } = load(env);
    expect(config.http.proxy).toBe(proxy);
    expect(originOf(origins, ['http', 'proxy']) ?? 'default').toBe(origin);
  });

  test('gives way to the configuration, also to one that wants none', () => {
    const env = { HTTPS_PROXY: 'http://p:1' };
    expect(load(env, { http: { proxy: 'http://own:3' } }).config.http.proxy).toBe('http://own:3');
    expect(load(env, { http: { proxy: null } }).config.http.proxy).toBeNull();
  });

  test('comes with the hosts it is not for', () => {
    const { config } = load({ HTTPS_PROXY: 'http://p:1', NO_PROXY: 'a.org, .b.org' });
    expect(config.http.no_proxy).toEqual(['a.org', '.b.org']);
  });

  test('that is none is said and left alone', () => {
    const { config, warnings } = load({ HTTPS_PROXY: 'socks5://p:1' });
    expect(config.http.proxy).toBeNull();
    expect(warnings).toContain('config: HTTPS_PROXY is ignored: it is no http or https address');
  });
});
