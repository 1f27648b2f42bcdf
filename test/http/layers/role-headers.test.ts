import { expect, test } from 'vitest';
import { stackUnderTest } from '../stack-under-test.ts';

test.each([
  ['metadata', 'application/json', 'gzip, br'],
  ['landing', 'text/html', 'gzip, br'],
  ['artifact', 'application/pdf', 'identity'],
] as const)('a %s request asks first for %s, coded as %s', async (role, type, coding) => {
  const stack = stackUnderTest([{}]);
  await stack.send('https://a.org/x', { role });
  expect(stack.sent[0]?.headers?.['accept']).toMatch(new RegExp(`^${type}`));
  expect(stack.sent[0]?.headers?.['accept-encoding']).toBe(coding);
  expect(stack.sent[0]?.headers?.['user-agent']).toBe('TestBot/1.0 (+mailto:lab@uni.example)');
});

test("what a request brings itself wins over the role's headers", async () => {
  const stack = stackUnderTest([{}]);
  await stack.send('https://a.org/x', {
    role: 'artifact',
    headers: { Accept: 'text/csv', 'If-None-Match': '"1"' },
  });
  expect(stack.sent[0]?.headers).toMatchObject({ accept: 'text/csv', 'if-none-match': '"1"' });
});

test('a referer is named to its own origin only, without its fragment', async () => {
  const stack = stackUnderTest([{}]);
  await stack.send('https://a.org/x.pdf', { referer: 'https://a.org/page?id=1#top' });
  await stack.send('https://b.org/x.pdf', { referer: 'https://a.org/page' });
  expect(stack.sent.map((request) => request.headers?.['referer'])).toEqual([
    'https://a.org/page?id=1',
    undefined,
  ]);
});

test('headers of the configuration go to their host over https at its usual port, and elsewhere only where that is named', async () => {
  const stack = stackUnderTest(() => ({}), {
    identity: {
      userAgent: 'TestBot/1',
      hostHeaders: { 'a.org': { 'X-Key': 'a' }, 'b.org:8443': { 'X-Key': 'b' } },
    },
    urls: { allowedPorts: [80, 443, 8443], allowHttpHosts: ['a.org'] },
  });
  const urls = [
    'https://a.org/',
    'http://a.org/',
    'https://a.org:8443/',
    'https://sub.a.org/',
    'https://b.org:8443/',
    'https://b.org/',
  ];
  for (const url of urls) await stack.send(url);
  expect(stack.sent.map((request) => request.headers?.['x-key'])).toEqual([
    'a',
    undefined,
    undefined,
    undefined,
    'b',
    undefined,
  ]);
});
