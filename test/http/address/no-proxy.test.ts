import { expect, test } from 'vitest';
import { skipsProxy } from '../../../src/http/address/no-proxy.ts';

test.each([
  [['*'], 'https://a.org/', true],
  [['a.org'], 'https://a.org/', true],
  [['.a.org'], 'https://x.a.org/', true],
  [['*.a.org'], 'https://x.a.org/', true],
  [['a.org'], 'https://x.A.ORG/', true],
  [['a.org'], 'https://ba.org/', false],
  [['a.org:8443'], 'https://a.org:8443/', true],
  [['a.org:8443'], 'https://a.org/', false],
  [['a.org:443'], 'https://a.org/', true],
  [['10.0.0.1'], 'http://10.0.0.1/', true],
  [[''], 'https://a.org/', false],
  [[], 'https://a.org/', false],
])('without the proxy by %j: %s is %s', (exceptions, url, expected) => {
  expect(skipsProxy(exceptions, new URL(url))).toBe(expected);
});
