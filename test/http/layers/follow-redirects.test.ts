import { describe, expect, test } from 'vitest';
import type { HttpRequest } from '../../../src/http/client.ts';
import { rejection, type ScriptedAnswer, stackUnderTest } from '../stack-under-test.ts';

const to = (location: string, status = 302): ScriptedAnswer => ({ status, headers: { location } });

/** Answers by URL; anything not listed is a page. */
const site = (pages: Record<string, ScriptedAnswer>) => (request: HttpRequest) =>
  pages[request.url] ?? { body: 'page' };

describe('followRedirects', () => {
  test('follows each hop under its own URL and tells them all', async () => {
    const stack = stackUnderTest(
      site({
        'https://doi.org/10.1/x': to('https://a.org/x'),
        'https://a.org/x': to('/x/full?y=1#top', 301),
      }),
    );
    const response = await stack.send('https://doi.org/10.1/x', { role: 'landing' });
    expect(response.status).toBe(200);
    expect(response.url).toBe('https://a.org/x/full?y=1#top');
    expect(response.hops).toEqual(['https://doi.org/10.1/x', 'https://a.org/x', response.url]);
    await response.body.read(() => undefined);
    expect(stack.notes.map(({ status, host, http_status }) => [status, host, http_status])).toEqual([
      ['http-redirect', 'doi.org', 302],
      ['http-redirect', 'a.org', 301],
      ['http-200', 'a.org', 200],
    ]);
  });

  test('goes from /a to /a/, which is no loop', async () => {
    const stack = stackUnderTest(site({ 'https://a.org/a': to('/a/') }));
    expect((await stack.send('https://a.org/a')).url).toBe('https://a.org/a/');
  });

  test('names a circle a loop, and stops there', async () => {
    const stack = stackUnderTest(
      site({ 'https://a.org/1': to('/2'), 'https://a.org/2': to('/3'), 'https://a.org/3': to('/1#again') }),
    );
    expect(await rejection(stack.send('https://a.org/1'))).toMatchObject({ reason: 'redirect-loop' });
    expect(stack.sent).toHaveLength(3);
  });

  test('follows as many redirects as allowed and not one more', async () => {
    const chain = (request: HttpRequest) => to(`/${Number(request.url.split('/').at(-1)) + 1}`);
    const stack = stackUnderTest(chain, { maxRedirects: 10 });
    expect(await rejection(stack.send('https://a.org/0'))).toMatchObject({ reason: 'too-many-redirects' });
    expect(stack.sent).toHaveLength(11);
  });

  test.each([
    ['http://127.0.0.1:6379/', 'blocked-address'],
    ['//169.254.169.254/latest', 'blocked-address'],
    ['file:///etc/passwd', 'blocked-address'],
    ['data:text/html,x', 'blocked-address'],
    ['javascript:alert(1)', 'blocked-address'],
    ['unix:/var/run/docker.sock:/x', 'blocked-address'],
    ['http://good.org\\@169.254.169.254/', undefined],
    ['http://[::ffff:127.0.0.1]/', 'blocked-address'],
    ['http://metadata.google.internal/', 'blocked-address'],
    ['https://user:pw@a.org/', 'blocked-address'],
    ['http://[bad', 'protocol-error'],
  ])('judges a redirect to %s like any other URL', async (location, reason) => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to(location) }));
    if (reason === undefined) {
      // A backslash is a slash: the host is good.org, and the rest is its path.
      expect((await stack.send('https://a.org/x')).url).toBe('https://good.org/@169.254.169.254/');
      return;
    }
    expect(await rejection(stack.send('https://a.org/x'))).toMatchObject({ reason });
    expect(stack.sent).toHaveLength(1);
    if (reason === 'blocked-address') {
      expect(stack.notes.at(-1)).toMatchObject({ status: 'content-policy-skip', reason });
    }
  });

  test('never goes down from https to http', async () => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to('http://b.org/y') }), {
      urls: { httpsOnly: false },
    });
    expect((await stack.send('https://a.org/x')).url).toBe('https://b.org/y');
  });

  test('says that a site is https-only when it insists on plain http', async () => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to('http://a.org/x') }));
    expect(await rejection(stack.send('https://a.org/x'))).toMatchObject({ reason: 'https-only' });
  });

  test.each([
    [301, 'GET', undefined],
    [302, 'GET', undefined],
    [303, 'GET', undefined],
    [307, 'POST', 'q'],
    [308, 'POST', 'q'],
  ])('after %i goes on with %s', async (status, method, body) => {
    const stack = stackUnderTest(
      site({ 'https://a.org/x': to('/y', status), 'https://a.org/y': to('/z', 307) }),
    );
    await stack.send('https://a.org/x', {
      method: 'POST',
      body: 'q',
      headers: { 'content-type': 'text/plain' },
    });
    expect(stack.sent.slice(1).map((request) => [request.method, request.body])).toEqual([
      [method, body],
      [method, body],
    ]);
    expect(stack.sent[1]?.headers?.['content-type']).toBe(method === 'POST' ? 'text/plain' : undefined);
  });
});

/** All of a request that a transport may send. */
const onTheWire = (request: HttpRequest | undefined): string =>
  JSON.stringify([
    request?.url,
    request?.headers,
    request?.secretHeaders,
    request?.secretQuery,
    request?.body,
  ]);

describe('secrets', () => {
  const SECRET_NAMES = [
    'authorization',
    'x-api-key',
    'x-els-apikey',
    'cr-clickthrough-client-token',
    'cookie',
    'wiley-tdm-client-token',
  ];
  const secretHeaders = Object.fromEntries(SECRET_NAMES.map((name) => [name, `S3CR3T-${name}`]));

  test.each([
    ['another host', 'https://evil.org/'],
    ['a sub-domain', 'https://sub.a.org/'],
    ['another port', 'https://a.org:8443/'],
    ['plain http', 'http://b.org/'],
  ])('do not reach %s, in any header, however they were given', async (_name, location) => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to(location) }), {
      urls: { allowedPorts: [80, 443, 8443], allowHttpHosts: ['b.org'] },
    });
    await stack.send('https://a.org/x', {
      secretHeaders,
      secretQuery: { api_key: 'S3CR3T-query' },
      headers: { 'x-own-key': 'S3CR3T-own', range: 'bytes=5-' },
      referer: 'https://a.org/page?token=S3CR3T',
    });
    expect(onTheWire(stack.sent[0])).toContain('S3CR3T-query');
    expect(onTheWire(stack.sent[1])).not.toContain('S3CR3T');
    expect(stack.sent[1]?.headers).toMatchObject({
      range: 'bytes=5-',
      'user-agent': expect.stringContaining('TestBot'),
    });
    expect(JSON.stringify(stack.notes)).not.toContain('S3CR3T');
  });

  test('go along within their origin, and come back to it', async () => {
    const stack = stackUnderTest(
      site({ 'https://a.org/x': to('https://b.org/y'), 'https://b.org/y': to('https://a.org/z') }),
    );
    await stack.send('https://a.org/x', { secretHeaders: { 'x-api-key': 'k' } });
    expect(stack.sent.map((request) => request.secretHeaders?.['x-api-key'])).toEqual(['k', undefined, 'k']);
  });

  test('are cut out where a server repeats them in its redirect', async () => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to('https://b.org/y?odd=S3CR3T-query&page=2') }));
    const response = await stack.send('https://a.org/x', { secretQuery: { key: 'S3CR3T-query' } });
    expect(response.hops).toEqual(['https://a.org/x', 'https://b.org/y?page=2']);
  });

  test.each([
    ['https://b.org/y?next=https%3A%2F%2Fa.org%2Fx%3Fkey%3DS3CR3T-query', 'https://b.org/y'],
    ['https://b.org/y?header=S3CR3T-header', 'https://b.org/y'],
    [`https://b.org/y?auth=${btoa('user:S3CR3T-header')}`, 'https://b.org/y'],
    ['https://b.org/S3CR3T-query/y', undefined],
    ['https://S3CR3T-query.b.org/y', undefined],
    ['https://a.org/S3CR3T-query/y', 'https://a.org/S3CR3T-query/y'],
  ])('do not leave their origin in a redirect to %s', async (location, asked) => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to(location) }));
    const sent = stack.send('https://a.org/x', {
      secretQuery: { key: 'S3CR3T-query' },
      secretHeaders: { 'x-api-key': 'S3CR3T-header' },
    });
    if (asked === undefined) expect(await rejection(sent)).toMatchObject({ reason: 'protocol-error' });
    else expect((await sent).url).toBe(asked);
    expect(stack.sent).toHaveLength(asked === undefined ? 1 : 2);
  });

  test('of a host in the config reach that host only', async () => {
    const stack = stackUnderTest(site({ 'https://a.org/x': to('https://b.org/y') }), {
      identity: { userAgent: 'TestBot/1', hostHeaders: { 'a.org': { 'X-Lab': '1' } } },
    });
    await stack.send('https://a.org/x');
    expect(stack.sent.map((request) => request.headers?.['x-lab'])).toEqual(['1', undefined]);
  });
});
