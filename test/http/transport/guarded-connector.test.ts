import { createServer as createTlsServer } from 'node:https';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { urlPolicy } from '../../../src/http/address/url-policy.ts';
import type { ResolveName } from '../../../src/http/transport/resolve-name.ts';
import { answer, rawServer } from '../raw-server.ts';
import { rejection, URL_SETTINGS } from '../stack-under-test.ts';
import { TLS_CERT, TLS_KEY } from '../tls-identity.ts';
import { readAll, transportUnderTest } from '../transport-under-test.ts';

const ok = answer(['200 OK', 'Content-Length: 2'], 'ok');
const resolves =
  (...addresses: string[]): ResolveName =>
  async () =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Everything is allowed by URL, so that only the connector stands between a request and the inside. */
const noUrlPolicy = (ports: readonly number[] = []) => ({
  ...urlPolicy({ ...URL_SETTINGS, allowedPorts: ports }),
});

const EVERYWHERE = { mayConnect: () => true };
/** connect() fails at once there: EACCES without SO_BROADCAST. */
const FAILS_AT_ONCE = '255.255.255.255';

describe('an address to which connect() fails at once', () => {
  test.each(['http', 'https'])('is a conn-error over %s, and nothing is left uncaught', async (scheme) => {
    const uncaught: unknown[] = [];
    const catching = (error: unknown) => void uncaught.push(error);
    process.on('uncaughtException', catching);
    try {
      await using transport = transportUnderTest([], {
        policy: EVERYWHERE,
        resolve: resolves(FAILS_AT_ONCE),
      });
      const failed = await rejection(transport.send(`${scheme}://gone.example/`));
      expect(failed).toMatchObject({ reason: 'conn-error', isUnreached: true });
      await new Promise((resolve) => setTimeout(resolve, 50));
      expect(uncaught).toEqual([]);
    } finally {
      process.off('uncaughtException', catching);
    }
  });

  test('does not hide another address of the host', async () => {
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], {
      policy: EVERYWHERE,
      resolve: resolves(FAILS_AT_ONCE, '127.0.0.1'),
    });
    const response = await transport.send(`http://half.example:${server.port}/`);
    expect((await readAll(response)).bytes.toString()).toBe('ok');
  });
});

describe('the connector', () => {
  test.each([
    '127.0.0.1',
    '[::1]',
    '[::ffff:7f00:1]',
    '[::7f00:1]',
    '[64:ff9b::7f00:1]',
    '[2002:7f00:1::]',
    '10.0.0.1',
    '169.254.169.254',
    '[fd00:ec2::254]',
    '100.100.100.200',
    '192.0.0.192',
    '168.63.129.16',
    '0.0.0.0',
  ])('refuses the address %s though no name is resolved for it', async (host) => {
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], { policy: noUrlPolicy() });
    const refused = await rejection(transport.send(`http://${host}:${server.port}/`));
    expect(refused).toMatchObject({ reason: 'blocked-address' });
    expect(server.connections).toBe(0);
  });

  test.each([
    ['one inside', ['127.0.0.1']],
    ['one of several inside', ['93.184.216.34', '127.0.0.1']],
    ['one mapped', ['::ffff:127.0.0.1']],
    ['NAT64', ['64:ff9b::7f00:1']],
    [
      'a thousand public and one inside',
      [...Array.from({ length: 1000 }, () => '93.184.216.34'), '10.0.0.1'],
    ],
  ])('refuses a name with %s address, before anything is sent', async (_name, addresses) => {
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], {
      policy: noUrlPolicy(),
      resolve: resolves(...addresses),
    });
    const refused = await rejection(transport.send(`http://evil.org:${server.port}/`));
    expect(refused).toMatchObject({ reason: 'blocked-address' });
    expect(server.connections).toBe(0);
  });

  test('resolves a name once per connection: a second answer cannot change what was checked', async () => {
    let asked = 0;
    const rebinding: ResolveName = async () => [
      { address: asked++ === 0 ? '127.0.0.2' : '127.0.0.1', family: 4 },
    ];
    // For this test 127.0.0.2, where nobody listens, counts as public: the first answer passes, the second would not.
    const policy = { mayConnect: (address: string) => address === '127.0.0.2' };
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], { policy, resolve: rebinding, times: { connectMs: 150 } });
    const first = await rejection(transport.send(`http://rebind.org:${server.port}/`));
    expect(first).toMatchObject({ reason: 'conn-error' });
    expect(asked).toBe(1);
    expect(await rejection(transport.send(`http://rebind.org:${server.port}/`))).toMatchObject({
      reason: 'blocked-address',
    });
    expect(server.connections).toBe(0);
  });

  test('judges the peer it really reached', async () => {
    let judged = 0;
    const policy = { mayConnect: () => judged++ === 0 };
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], { policy, resolve: resolves('127.0.0.1') });
    expect(await rejection(transport.send(`http://a.org:${server.port}/`))).toMatchObject({
      reason: 'blocked-address',
    });
    expect(server.heads).toEqual([]);
  });

  test('tells a name that does not exist, and one that never answers', async () => {
    await using unknown = transportUnderTest([]);
    expect(await rejection(unknown.send('https://gone.org/'))).toMatchObject({
      reason: 'dns-error',
      cause: { code: 'ENOTFOUND' },
    });
    await using hanging = transportUnderTest([], {
      resolve: () => new Promise(() => undefined),
      times: { connectMs: 50 },
    });
    expect(await rejection(hanging.send('https://slow.org/'))).toMatchObject({ reason: 'timeout' });
    await using empty = transportUnderTest([], { resolve: resolves() });
    expect(await rejection(empty.send('https://none.org/'))).toMatchObject({ reason: 'dns-error' });
  });
});

describe('connect_to', () => {
  test('dials another origin under the real host name, over plain http for https URLs, without looking names up', async () => {
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], { connectTo: { '*': server.origin } });
    for (const url of [
      'https://arxiv.org/pdf/1',
      'https://export.arxiv.org/api?x=1',
      'https://publisher.example:8443/',
    ]) {
      const response = await transport.send(url);
      expect(response.url).toBe(url);
      await readAll(response);
    }
    const told = server.heads.map((head) => [
      head.split('\r\n')[0],
      /^host: (?<host>.*)$/m.exec(head)?.groups?.['host'],
    ]);
    expect(told).toEqual([
      ['GET /pdf/1 HTTP/1.1', 'arxiv.org'],
      ['GET /api?x=1 HTTP/1.1', 'export.arxiv.org'],
      ['GET / HTTP/1.1', 'publisher.example:8443'],
    ]);
    expect(server.connections).toBe(1);
  });

  test('takes the exact host first, then the longest suffix, then all', async () => {
    await using exact = await rawServer((socket) => socket.write(ok));
    await using suffix = await rawServer((socket) => socket.write(ok));
    await using rest = await rawServer((socket) => socket.write(ok));
    const connectTo = { 'a.org': exact.origin, '*.org': suffix.origin, '*': rest.origin };
    await using transport = transportUnderTest([], { connectTo });
    for (const host of ['a.org', 'b.org', 'c.com']) await readAll(await transport.send(`https://${host}/`));
    expect([exact, suffix, rest].map(({ heads }) => heads.length)).toEqual([1, 1, 1]);
  });

  test('never means an address', async () => {
    await using server = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], { connectTo: { '*': server.origin } });
    for (const host of [`127.0.0.1:${server.port}`, '[::1]', '10.0.0.1']) {
      expect(await rejection(transport.send(`http://${host}/`))).toMatchObject({ reason: 'blocked-address' });
    }
    expect(server.connections).toBe(0);
  });
});

describe('TLS', () => {
  async function tlsServer() {
    const server = createTlsServer({ key: TLS_KEY, cert: TLS_CERT }, (_request, response) =>
      response.end('ok'),
    );
    server.on('tlsClientError', () => undefined);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    return {
      port,
      async [Symbol.asyncDispose]() {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      },
    };
  }
  const via = (port: number, more: Parameters<typeof transportUnderTest>[1] = {}) =>
    transportUnderTest([`paper.example:${port}`, `other.example:${port}`], {
      resolve: resolves('127.0.0.1'),
      ...more,
    });

  test('a certificate nobody trusts, or of another name, is refused', async () => {
    await using server = await tlsServer();
    await using strict = via(server.port);
    expect(await rejection(strict.send(`https://paper.example:${server.port}/`))).toMatchObject({
      reason: 'tls-error',
    });
    await using trusting = via(server.port, { tls: { verify: true, ca: TLS_CERT } });
    expect(await rejection(trusting.send(`https://other.example:${server.port}/`))).toMatchObject({
      reason: 'tls-error',
    });
  });

  test('a private authority is trusted when it is named, and everything when checks are off', async () => {
    await using server = await tlsServer();
    for (const tls of [{ verify: true, ca: TLS_CERT }, { verify: false }]) {
      await using transport = via(server.port, { tls });
      const response = await transport.send(`https://paper.example:${server.port}/`);
      expect((await readAll(response)).bytes.toString()).toBe('ok');
    }
  });

  test('plain http where TLS is expected is a TLS error', async () => {
    const plain = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    });
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const { port } = plain.address() as AddressInfo;
    await using transport = via(port);
    const refused = await rejection(transport.send(`https://paper.example:${port}/`));
    plain.close();
    expect(refused).toMatchObject({ reason: 'tls-error' });
  });
});

describe('a proxy', () => {
  test('is asked for everything, and the names are left to it', async () => {
    await using proxy = await rawServer((socket) => socket.write(ok));
    await using transport = transportUnderTest([], { proxy: proxy.origin });
    await readAll(await transport.send('http://paper.example/x'));
    expect(proxy.heads[0]).toMatch(/^GET http:\/\/paper[.]example\/x HTTP\/1[.]1\r\n/);
    expect(proxy.heads[0]).toMatch(/^host: paper[.]example$/im);
  });

  test('that opens no tunnel is a connection error', async () => {
    await using proxy = await rawServer((socket) =>
      socket.end(answer(['403 Forbidden', 'Content-Length: 0'])),
    );
    await using transport = transportUnderTest([], { proxy: proxy.origin });
    const refused = (await rejection(transport.send('https://paper.example/x'))) as { reason?: string };
    expect(proxy.heads[0]).toMatch(/^CONNECT paper[.]example:443 /);
    expect(refused.reason).toBe('conn-error');
  });
});
