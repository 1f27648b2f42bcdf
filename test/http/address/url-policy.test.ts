import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Failure } from '../../../src/core/errors.ts';
import { matchHost } from '../../../src/http/address/host-pattern.ts';
import { isPublicAddress } from '../../../src/http/address/public-address.ts';
import { urlPolicy } from '../../../src/http/address/url-policy.ts';
import { URL_SETTINGS } from '../stack-under-test.ts';

const CASES = resolve('../shared/corpora/ssrf/ssrf-cases.json');

/** Spellings of inside addresses, of metadata services of clouds, and names that lead inside. */
const INSIDE = [
  '127.1',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '017700000001',
  '0',
  '256',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  '[::]',
  '[::1]',
  '[::ffff:7f00:1]',
  '[::7f00:1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  '[2001::80ff:fffe]',
  '[::ffff:0:7f00:1]',
  '[fe80::1]',
  '[fec0::1]',
  '[fc00::1]',
  '127.0.0.1.',
  '169.254.169.254',
  '[fd00:ec2::254]',
  '100.100.100.200',
  '192.0.0.192',
  '168.63.129.16',
  'metadata.google.internal',
  'LOCALHOST.',
  'foo.localhost',
  'intranet',
  'printer.local',
  'router.home.arpa',
  'x.test',
  'x.invalid',
  'x.onion',
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '240.0.0.1',
  '255.255.255.255',
  '[ff02::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[::ffff:8.8.8.8]',
];

const reasonOf = (run: () => unknown): string => {
  try {
    run();
    return 'admitted';
  } catch (error) {
    return error instanceof Failure ? error.reason : String(error);
  }
};

describe('urlPolicy', () => {
  const policy = urlPolicy(URL_SETTINGS);

  test.each(INSIDE)('refuses %s over https and http', (host) => {
    for (const scheme of ['https', 'http']) {
      const url = URL.parse(`${scheme}://${host}/x`);
      expect(url ? reasonOf(() => policy.admit(url)) : 'blocked-address').toBe('blocked-address');
    }
  });

  test.each(['file:///etc/passwd', 'gopher://a.org/', 'data:text/html,x', 'ftp://a.org/x', 'javascript:1'])(
    'refuses the scheme of %s',
    (text) => expect(reasonOf(() => policy.admit(new URL(text)))).toBe('blocked-address'),
  );

  test.each([
    'https://a.org:6379/',
    'http://a.org:8080/',
    'https://user@a.org/',
    'https://:pw@a.org/',
    'https://a@b@a.org/',
  ])('refuses %s for its port or its user', (text) =>
    expect(reasonOf(() => policy.admit(new URL(text)))).toBe('blocked-address'),
  );

  test('lets public names, reserved names that lead nowhere inside, and public addresses through', () => {
    for (const host of [
      'arxiv.org',
      'publisher.example',
      '93.184.216.34',
      '[2606:2800:220:1:248:1893:25c8:1946]',
    ]) {
      expect(reasonOf(() => policy.admit(new URL(`https://${host}/x`)))).toBe('admitted');
    }
  });

  test('asks http URLs as https and keeps an explicit port', () => {
    const wide = urlPolicy({ ...URL_SETTINGS, allowedPorts: [443, 8080] });
    expect(wide.admit(new URL('http://a.org/x?y')).href).toBe('https://a.org/x?y');
    expect(wide.admit(new URL('http://a.org:8080/x')).href).toBe('https://a.org:8080/x');
  });

  test('leaves http alone for hosts that are allowed it, and everywhere when that is the rule', () => {
    const some = urlPolicy({ ...URL_SETTINGS, allowHttpHosts: ['old.org', '*.older.org'] });
    const hrefs = ['http://old.org/', 'http://a.older.org/', 'http://new.org/'].map(
      (url) => some.admit(new URL(url)).href,
    );
    expect(hrefs).toEqual(['http://old.org/', 'http://a.older.org/', 'https://new.org/']);
    const all = urlPolicy({ ...URL_SETTINGS, httpsOnly: false });
    expect(all.admit(new URL('http://new.org/')).href).toBe('http://new.org/');
  });

  test('makes exactly the exceptions that are named, with their port, over http too', () => {
    const lab = urlPolicy({
      ...URL_SETTINGS,
      allowPrivateAddresses: ['127.0.0.1:8080', '[::1]:9090', 'lab.local:80'],
    });
    const answers = [
      'http://127.0.0.1:8080/',
      'http://[::1]:9090/',
      'http://lab.local/',
      'http://127.0.0.1:8081/',
      'http://127.0.0.2:8080/',
    ];
    expect(answers.map((url) => reasonOf(() => lab.admit(new URL(url))))).toEqual([
      'admitted',
      'admitted',
      'admitted',
      'blocked-address',
      'blocked-address',
    ]);
    expect(lab.mayConnect('127.0.0.1', { host: '127.0.0.1', port: 8080 })).toBe(true);
    expect(lab.mayConnect('10.1.1.1', { host: 'lab.local', port: 80 })).toBe(true);
    expect(lab.mayConnect('127.0.0.1', { host: 'evil.org', port: 443 })).toBe(false);
  });
});

describe.skipIf(!existsSync(CASES))('the corpus of addresses', () => {
  interface Case {
    readonly host?: string;
    readonly url?: string;
    readonly upstream: 'private' | 'public' | 'canon';
  }
  const cases = existsSync(CASES) ? (JSON.parse(readFileSync(CASES, 'utf8')) as readonly Case[]) : [];
  const policy = urlPolicy(URL_SETTINGS);
  const urlOf = ({ host = '', url }: Case): URL | null =>
    URL.parse(url ?? `http://${host.includes(':') ? `[${host}]` : host}/`);

  test('has no private one that gets through as a URL', () => {
    const through = cases
      .filter(({ upstream }) => upstream === 'private')
      .map(urlOf)
      .filter((url) => url !== null && reasonOf(() => policy.admit(url)) === 'admitted');
    expect(cases.length).toBeGreaterThan(100);
    // A public name that redirects inside: its redirect is refused, not itself.
    expect(through.map((url) => url?.hostname)).toEqual(['307.r3dir.me']);
  });

  test('has public IPv4 addresses, and they are seen as such', () => {
    const hosts = cases.flatMap(({ host, upstream }) => (upstream === 'public' && host ? [host] : []));
    const unicast = hosts.filter((host) => /^\d+([.]\d+){3}$/.test(host) && Number(host.split('.')[0]) < 224);
    expect(unicast.length).toBeGreaterThan(3);
    expect(unicast.filter((host) => !isPublicAddress(host))).toEqual([]);
  });
});

test('a host pattern means the exact name first, then the longest suffix, then everything', () => {
  const patterns = { 'a.b.org': 1, '*.b.org': 2, '*.org': 3, '*': 4 };
  expect(
    ['a.b.org', 'A.B.ORG.', 'c.b.org', 'b.org', 'x.com'].map((host) => matchHost(patterns, host)),
  ).toEqual([1, 1, 2, 3, 4]);
  expect(matchHost({ '*.b.org': 1 }, 'b.org')).toBeUndefined();
  expect(matchHost({}, '__proto__')).toBeUndefined();
});
