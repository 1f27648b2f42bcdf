import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/load.ts';
import { secretsIn } from '../../src/config/secrets-in.ts';

test('every secret that is set is found under the name of its key, passwords in addresses too', () => {
  const loaded = parseConfig({
    given: {
      origin: 'test',
      values: {
        http: {
          proxy: 'http://user:pass%20word@proxy.example:3128',
          headers: { 'a.org': { 'X-Key': 'header-secret' } },
        },
        resolvers: { unpaywall: { api_key: 'resolver-secret', email: 'lab@university.edu' } },
      },
    },
  });
  const found = secretsIn(loaded).filter(({ value }) => value !== '');
  expect(found).toEqual([
    { name: 'http.headers.a.org.X-Key', value: 'header-secret' },
    { name: 'http.proxy', value: 'http://user:pass%20word@proxy.example:3128' },
    { name: 'http.proxy', value: 'pass%20word' },
    { name: 'http.proxy', value: 'pass word' },
    { name: 'resolvers.unpaywall.api_key', value: 'resolver-secret' },
  ]);
});
