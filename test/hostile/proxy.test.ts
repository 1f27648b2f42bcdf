import type { Socket } from 'node:net';
import { describe, expect, test } from 'vitest';
import { answer, type RawServer, rawServer } from '../http/raw-server.ts';
import { BY_DEADLINE_MS } from './behaviour.ts';
import { connectLog } from './connect-log.ts';
import { insideUrls } from './inside-targets.ts';
import { endOf, type WiredStack, wiredStack } from './wired-stack.ts';

const OK = answer(['200 OK', 'Content-Length: 2'], 'ok');
const URLS = { allowedPorts: [80, 443], httpsOnly: false, allowHttpHosts: [], allowPrivateAddresses: [] };
const noNames = () =>
  Promise.reject(Object.assign(new Error('nobody resolves names here'), { code: 'ENOTFOUND' }));

const through = (proxy: RawServer, userinfo = ''): WiredStack =>
  wiredStack({
    urls: URLS,
    transport: { proxy: `http://${userinfo}127.0.0.1:${proxy.port}`, resolve: noNames },
  });

describe('a proxy that is configured', () => {
  test('does not get what the guard refuses', async () => {
    await using proxy = await rawServer((socket) => socket.write(OK));
    await using stack = through(proxy);
    using connects = connectLog();
    const isName = (url: string): boolean => /[.](?:example|me)$/.test(URL.parse(url)?.hostname ?? '');
    const ends = new Set<string>();
    for (const url of insideUrls().filter((one) => !isName(one))) ends.add(await endOf(stack.send(url)));
    expect([...ends].sort()).toEqual(['blocked-address', 'parse-error']);
    expect(connects.calls()).toEqual([]);
    expect(proxy.heads).toEqual([]);
  });

  test('gets its own password, and no server behind it does', async () => {
    await using proxy = await rawServer((socket, head) =>
      socket.write(head.startsWith('CONNECT') ? answer(['403 Forbidden', 'Content-Length: 0']) : OK),
    );
    await using stack = through(proxy, 'user:S3CR3T-proxy@');
    expect(await endOf(stack.send('http://paper.example/x'))).toBe('200: 2 bytes');
    expect(await endOf(stack.send('https://paper.example/x'))).toBe('conn-error');
    expect(proxy.heads.map((head) => head.split(' ', 1)[0])).toEqual(['GET', 'CONNECT']);
    const basic = Buffer.from('user:S3CR3T-proxy').toString('base64');
    for (const head of proxy.heads)
      expect(head.toLowerCase()).toContain(`proxy-authorization: basic ${basic}`.toLowerCase());
    expect(JSON.stringify(stack.notes)).not.toMatch(/S3CR3T/);
  });

  test.each<[string, (socket: Socket) => void, string]>([
    [
      'refuses the tunnel',
      (socket) => socket.write(answer(['502 Bad Gateway', 'Content-Length: 0'])),
      'conn-error',
    ],
    [
      'wants another password',
      (socket) => socket.write(answer(['407 Proxy Authentication Required', 'Content-Length: 0'])),
      'conn-error',
    ],
    [
      'redirects the tunnel',
      (socket) => socket.write(answer(['302 Found', 'Location: http://127.0.0.1/', 'Content-Length: 0'])),
      'conn-error',
    ],
    ['closes', (socket) => socket.destroy(), 'conn-error'],
    ['resets', (socket) => socket.resetAndDestroy(), 'conn-error'],
    ['is silent', () => undefined, 'timeout'],
    ['does not speak HTTP', (socket) => socket.write('220 mail.example ESMTP\r\n'), 'protocol-error'],
    [
      'opens a tunnel to noise',
      (socket) => socket.write(Buffer.concat([answer(['200 OK']), Buffer.alloc(1000, 0x9d)])),
      'tls-error',
    ],
    ['opens a tunnel to nowhere', (socket) => socket.write(answer(['200 OK'])), 'timeout'],
    ['opens a tunnel and closes it', (socket) => socket.end(answer(['200 OK'])), 'conn-error'],
  ])('and %s gives its reason in time', async (_name, reply, reason) => {
    await using proxy = await rawServer(reply);
    await using stack = through(proxy);
    const startedAt = performance.now();
    expect(await endOf(stack.send('https://paper.example/x'))).toBe(reason);
    expect(performance.now() - startedAt).toBeLessThan(BY_DEADLINE_MS);
  });
});

test('a proxy of the environment is ignored', async () => {
  await using trap = await rawServer((socket) => socket.write(OK));
  await using web = await rawServer((socket) => socket.write(OK));
  const names = ['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'http_proxy', 'https_proxy', 'all_proxy'];
  const before = new Map(names.map((name) => [name, process.env[name]]));
  try {
    for (const name of names) process.env[name] = trap.origin;
    process.env['NODE_USE_ENV_PROXY'] = '1';
    await using stack = wiredStack({
      urls: { ...URLS, allowPrivateAddresses: [`paper.example:${web.port}`] },
      transport: { resolve: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]) },
    });
    expect(await endOf(stack.send(`http://paper.example:${web.port}/`))).toBe('200: 2 bytes');
    expect([web.connections, trap.connections]).toEqual([1, 0]);
  } finally {
    delete process.env['NODE_USE_ENV_PROXY'];
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  }
});
