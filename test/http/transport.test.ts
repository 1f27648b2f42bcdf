import type { Socket } from 'node:net';
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { answer, type RawServer, rawServer } from './raw-server.ts';
import { rejection } from './stack-under-test.ts';
import { readAll, transportUnderTest } from './transport-under-test.ts';

type Overrides = Parameters<typeof transportUnderTest>[1];

const allowed = (server: RawServer): string[] => [`127.0.0.1:${server.port}`];

/** Asks a server that behaves so, and tells how the whole exchange ended. */
async function endOf(
  reply: (socket: Socket, head: string) => void,
  overrides: Overrides = {},
): Promise<string> {
  await using server = await rawServer(reply);
  await using transport = transportUnderTest(allowed(server), overrides);
  try {
    const { bytes } = await readAll(await transport.send(`${server.origin}/x`));
    return `${bytes.length} bytes`;
  } catch (error) {
    return error instanceof Error && 'reason' in error ? String(error.reason) : String(error);
  }
}

const once =
  (...parts: (string | Uint8Array)[]) =>
  (socket: Socket): void => {
    socket.end(Buffer.concat(parts.map((part) => Buffer.from(part as string))));
  };

const text = Buffer.from('open access '.repeat(2000));

/** As it stands on the request line. */
const GIVEN = [
  '/y.pdf?',
  '/?',
  '/y.pdf?&',
  '/y.pdf??',
  '/~a/%7Eb/%7eb',
  '/10.1000%2fx%2Fy',
  '/a//b///c.pdf',
  '/a/b/',
  '/a+b?c=d+e&f=%2B',
  '/a.pdf?b=2&a=1&b=2',
  "/a;v=1/(b)'!*,$@:.pdf",
  '/a=b&c|d',
  '/%E4%B8%AD.pdf',
];

describe('an address', () => {
  test.each(GIVEN)('is sent as it was given: %s', async (path) => {
    await using server = await rawServer(once(answer(['200 OK', 'Content-Length: 0'], '')));
    await using transport = transportUnderTest(allowed(server));
    await readAll(await transport.send(`${server.origin}${path}`));
    expect(server.heads[0]?.split(' ')[1]).toBe(path);
  });

  test.each([
    ['/y.pdf#', '/y.pdf'],
    ['/y.pdf?#p', '/y.pdf?'],
    ['/y.pdf#?x=1', '/y.pdf'],
    ['/a b.pdf?c d', '/a%20b.pdf?c%20d'],
    ['/中.pdf', '/%E4%B8%AD.pdf'],
    ['', '/'],
    ['?x', '/?x'],
  ])(
    '%s is sent as %s: what is meant for the client stays here, what HTTP cannot carry is escaped',
    async (path, sent) => {
      await using server = await rawServer(once(answer(['200 OK', 'Content-Length: 0'], '')));
      await using transport = transportUnderTest(allowed(server));
      await readAll(await transport.send(`${server.origin}${path}`));
      expect(server.heads[0]?.split(' ')[1]).toBe(sent);
    },
  );
});

describe('a body', () => {
  test('comes as it was sent, with its headers in lower case', async () => {
    await using server = await rawServer(
      once(
        answer(['200 OK', 'Content-Length: 5', 'X-A: 1', 'x-a: 2', 'Set-Cookie: s=1', 'ETag: "é"'], 'hello'),
      ),
    );
    await using transport = transportUnderTest(allowed(server));
    const response = await transport.send(`${server.origin}/a%20b?c=d%2Fe+f`, {
      headers: { accept: 'text/plain' },
      secretHeaders: { 'x-api-key': 'K' },
      secretQuery: { key: 'a b&c' },
    });
    expect(response.status).toBe(200);
    expect(response.headers).toMatchObject({ 'content-length': '5', 'x-a': '1, 2' });
    expect(response.headers['set-cookie']).toBe('s=1');
    expect((await readAll(response)).bytes.toString()).toBe('hello');
    expect(response.url).toBe(`${server.origin}/a%20b?c=d%2Fe+f`);
    const [head = ''] = server.heads;
    expect(head).toMatch(/^GET \/a%20b\?c=d%2Fe\+f&key=a%20b%26c HTTP\/1\.1\r\n/);
    expect(head).toContain(`host: 127.0.0.1:${server.port}`);
    expect(head).toContain('x-api-key: K');
  });

  test('goes up with a POST', async () => {
    await using server = await rawServer(once(answer(['200 OK', 'Content-Length: 0'])));
    await using transport = transportUnderTest(allowed(server));
    await readAll(
      await transport.send(`${server.origin}/x`, {
        method: 'POST',
        body: '{"ids":[1]}',
        headers: { 'content-type': 'application/json' },
      }),
    );
    expect(server.heads[0]).toMatch(/^POST \/x/);
    expect(server.heads[0]).toContain('content-length: 11');
  });

  test.each<[string, string, Buffer]>([
    ['gzip', 'gzip', gzipSync(text)],
    ['x-gzip', 'X-GZIP', gzipSync(text)],
    ['zlib deflate', 'deflate', deflateSync(text)],
    ['raw deflate', 'deflate', deflateRawSync(text)],
    ['brotli', 'br', brotliCompressSync(text)],
    ['zstandard', 'zstd', zstdCompressSync(text)],
    ['gzip, then brotli', 'gzip, br', brotliCompressSync(gzipSync(text))],
    [
      'two members of gzip',
      'gzip',
      Buffer.concat([gzipSync(text.subarray(0, 500)), gzipSync(text.subarray(500))]),
    ],
    ['a coding that is none', 'identity', text],
  ])('in %s is decoded, and its Content-Length is that of the wire', async (_name, coding, coded) => {
    await using server = await rawServer(
      once(answer(['200 OK', `Content-Encoding: ${coding}`, `Content-Length: ${coded.length}`], coded)),
    );
    await using transport = transportUnderTest(allowed(server));
    const { bytes, wireBytes, decodedBytes } = await readAll(await transport.send(`${server.origin}/`));
    expect(bytes.equals(text)).toBe(true);
    expect([wireBytes, decodedBytes]).toEqual([coded.length, text.length]);
  });

  const close = (coding: string, coded: Uint8Array) =>
    once(answer(['200 OK', `Content-Encoding: ${coding}`, 'Connection: close'], coded));

  test.each<[string, string, Uint8Array, string]>([
    ['gzip cut short', 'gzip', gzipSync(text).subarray(0, -5), 'truncated'],
    ['deflate cut short', 'deflate', deflateSync(text).subarray(0, -5), 'truncated'],
    ['brotli cut short', 'br', brotliCompressSync(text).subarray(0, -5), 'truncated'],
    ['zstandard cut short', 'zstd', zstdCompressSync(text).subarray(0, -5), 'truncated'],
    ['gzip and garbage', 'gzip', Buffer.concat([gzipSync(text), Buffer.from('garbage')]), 'protocol-error'],
    [
      'deflate and garbage',
      'deflate',
      Buffer.concat([deflateSync(text), Buffer.from('garbage')]),
      'protocol-error',
    ],
    [
      'brotli and garbage',
      'br',
      Buffer.concat([brotliCompressSync(text), Buffer.from('garbage')]),
      'protocol-error',
    ],
    [
      'zstandard and garbage',
      'zstd',
      Buffer.concat([zstdCompressSync(text), Buffer.from('garbage')]),
      'protocol-error',
    ],
    ['no gzip at all', 'gzip', Buffer.from('plain text'), 'protocol-error'],
    ['three codings', 'gzip, gzip, gzip', gzipSync(text), 'protocol-error'],
  ])('that is %s is refused', async (_name, coding, coded, reason) => {
    expect(await endOf(close(coding, coded))).toBe(reason);
  });

  test.each([
    ['an unknown coding', 'rot13', text],
    ['a media type for a coding', 'application/pdf', text],
    ['a known coding above an unknown one', 'rot13, gzip', gzipSync(text)],
  ])('in %s is handed over as far as it can be decoded', async (_name, coding, coded) => {
    expect(await endOf(close(coding, coded))).toBe(`${text.length} bytes`);
  });

  test('in a known coding below an unknown one stays as it is', async () => {
    const coded = gzipSync(text);
    expect(await endOf(close('gzip, rot13', coded))).toBe(`${coded.length} bytes`);
  });

  test.each([
    ['nonsense', '5 bytes'],
    ['none', '5 bytes'],
    ['gzip', 'protocol-error'],
    ['chunked, none', 'protocol-error'],
    ['x-chunked', 'protocol-error'],
    ['none none', 'protocol-error'],
  ])('whose transfer coding is said to be "%s" ends in %s', async (coding, end) => {
    expect(await endOf(once(answer(['200 OK', `Transfer-Encoding: ${coding}`], 'hello')))).toBe(end);
  });

  test('that is a bomb is stopped after a megabyte, in any coding', async () => {
    const zeros = Buffer.alloc(16 * 1024 * 1024);
    const before = process.memoryUsage().rss;
    for (const [coding, bomb] of [
      ['br', brotliCompressSync(zeros)],
      ['gzip', gzipSync(zeros)],
      ['zstd', zstdCompressSync(zeros)],
    ] as const) {
      expect(await endOf(close(coding, bomb), { maxBytes: 1_000_000_000 })).toBe('too-large');
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  test.each([
    ['identity', text, 10_000, 'too-large'],
    ['gzip', gzipSync(text), 10_000, 'too-large'],
    ['identity', text, text.length, `${text.length} bytes`],
  ])(
    'of %s larger than allowed is refused, one exactly as large is not',
    async (coding, coded, maxBytes, end) => {
      expect(await endOf(close(coding, coded), { maxBytes })).toBe(end);
    },
  );

  test('without end is stopped at the limit of the request', async () => {
    const flood = (socket: Socket): void => {
      socket.write(answer(['200 OK']));
      const chunk = Buffer.alloc(64 * 1024);
      const more = (): void => {
        while (socket.writable && socket.write(chunk));
      };
      socket.on('drain', more);
      more();
    };
    expect(await endOf(flood, { maxBytes: 3_000_000 })).toBe('too-large');
  });

  test('is held back while the reader is busy, and handed over whole and in order', async () => {
    const big = Buffer.from(Array.from({ length: 4_000_000 }, (_, index) => index % 251));
    await using server = await rawServer((socket) => {
      socket.write(answer(['200 OK', `Content-Length: ${big.length}`], big));
    });
    await using transport = transportUnderTest(allowed(server), { times: { idleMs: 100 } });
    const response = await transport.send(`${server.origin}/`);
    const seen: Uint8Array[] = [];
    let busy = 0;
    await response.body.read(async (chunk) => {
      busy++;
      expect(busy).toBe(1);
      seen.push(chunk.slice());
      // Longer than the idle deadline now and then: silence that the reader causes is not the server's.
      await new Promise((resolve) => setTimeout(resolve, seen.length % 20 === 0 ? 120 : 0));
      busy--;
    });
    expect(Buffer.concat(seen).equals(big)).toBe(true);
  });

  test('gives what the reader throws back to the reader, and closes the connection', async () => {
    let closed = false;
    await using server = await rawServer((socket) => {
      socket.on('close', () => {
        closed = true;
      });
      socket.write(answer(['200 OK', 'Content-Length: 1000'], 'x'.repeat(100)));
    });
    await using transport = transportUnderTest(allowed(server));
    for (const fail of [
      () => {
        throw new Error('disk full');
      },
      () => Promise.reject(new Error('disk full')),
    ]) {
      closed = false;
      const response = await transport.send(`${server.origin}/`);
      expect((await rejection(response.body.read(fail))).message).toBe('disk full');
      await expect.poll(() => closed).toBe(true);
    }
  });

  test('that is not wanted is drained when short and cut off when long; it never rejects', async () => {
    await using server = await rawServer((socket, head) => {
      const short = head.startsWith('GET /short');
      socket.write(answer(['200 OK', `Content-Length: ${short ? 100 : 1e9}`], 'x'.repeat(100)));
    });
    await using transport = transportUnderTest(allowed(server));
    await (await transport.send(`${server.origin}/short`)).body.discard();
    await (await transport.send(`${server.origin}/short`)).body.discard();
    expect(server.connections).toBe(1);
    await (await transport.send(`${server.origin}/long`)).body.discard();
    await (await transport.send(`${server.origin}/short`)).body.discard();
    expect(server.connections).toBe(2);
  });

  test.each([
    ['never comes', ''],
    ['stops in the middle', 'x'.repeat(50)],
  ])('that is not wanted and %s is left after a moment, not after the deadline', async (_name, part) => {
    await using server = await rawServer((socket) => {
      socket.write(answer(['302 Found', 'Content-Length: 100'], part));
    });
    await using transport = transportUnderTest(allowed(server), {
      times: { idleMs: 10_000, totalMs: 20_000 },
    });
    const response = await transport.send(`${server.origin}/`);
    const startedAt = performance.now();
    await response.body.discard();
    expect(performance.now() - startedAt).toBeLessThan(5000);
  });

  test.each([
    ['HEAD', '200 OK'],
    ['GET', '304 Not Modified'],
    ['GET', '204 No Content'],
  ] as const)('is empty after %s %s whatever the headers say', async (method, status) => {
    await using server = await rawServer(
      once(answer([status, 'Content-Length: 500', 'Content-Encoding: gzip'])),
    );
    await using transport = transportUnderTest(allowed(server));
    expect((await readAll(await transport.send(`${server.origin}/`, { method }))).wireBytes).toBe(0);
  });

  test('breaks with the signal of the request, before and after the headers', async () => {
    await using server = await rawServer((socket, head) => {
      if (head.includes('/body')) socket.write(answer(['200 OK', 'Content-Length: 10'], 'half'));
    });
    await using transport = transportUnderTest(allowed(server));
    const before = new AbortController();
    const waiting = rejection(transport.send(`${server.origin}/`, { signal: before.signal }));
    setTimeout(() => before.abort(new Error('stopped')), 30);
    expect((await waiting).message).toBe('stopped');
    const after = new AbortController();
    const response = await transport.send(`${server.origin}/body`, { signal: after.signal });
    setTimeout(() => after.abort(new Error('stopped')), 30);
    expect((await rejection(readAll(response))).message).toBe('stopped');
    expect((await rejection(transport.send(`${server.origin}/`, { signal: after.signal }))).message).toBe(
      'stopped',
    );
  });
});

describe('a server that breaks', () => {
  const drip =
    (head: Buffer, chunk: string, everyMs: number) =>
    (socket: Socket): void => {
      socket.write(head);
      const timer = setInterval(() => socket.write(chunk), everyMs);
      socket.on('close', () => clearInterval(timer));
    };
  const reset = (socket: Socket): void => {
    setTimeout(() => socket.resetAndDestroy(), 20);
  };

  test.each<[string, (socket: Socket, head: string) => void, string, Overrides?]>([
    [
      'by sending less than it announced',
      once(answer(['200 OK', 'Content-Length: 50'], 'short')),
      'size-mismatch',
    ],
    [
      'by sending less and closing',
      once(answer(['200 OK', 'Content-Length: 50', 'Connection: close'], 'short')),
      'size-mismatch',
    ],
    [
      'by sending more than it announced, which is cut',
      once(answer(['200 OK', 'Content-Length: 5'], 'hello and more')),
      '5 bytes',
    ],
    [
      'by naming two lengths',
      once(answer(['200 OK', 'Content-Length: 5', 'Content-Length: 6'], 'hello')),
      'protocol-error',
    ],
    [
      'by a length beside chunks',
      once(answer(['200 OK', 'Content-Length: 5', 'Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\n\r\n')),
      'protocol-error',
    ],
    [
      'by a bad chunk',
      once(answer(['200 OK', 'Transfer-Encoding: chunked'], '5\r\nhello\r\nZZ\r\n')),
      'protocol-error',
    ],
    [
      'by chunks without an end',
      once(answer(['200 OK', 'Transfer-Encoding: chunked'], '5\r\nhello\r\n')),
      'conn-error',
    ],
    ['by a NUL in a header', once(answer(['200 OK', 'X: a\0b', 'Content-Length: 0'])), 'protocol-error'],
    ['by bare line feeds', once('HTTP/1.1 200 OK\nContent-Length: 2\n\nok'), 'protocol-error'],
    ['by not speaking HTTP', once('220 smtp.a.org ESMTP\r\n'), 'protocol-error'],
    ['by speaking HTTP/0.9', once('<html>hi</html>'), 'protocol-error'],
    [
      'by switching protocols unasked',
      once(answer(['101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade'])),
      'protocol-error',
    ],
    [
      'by 101 without an upgrade',
      once(answer(['101 Switching Protocols']), answer(['200 OK', 'Content-Length: 0'])),
      'protocol-error',
    ],
    [
      'by 100 unasked',
      once(answer(['100 Continue']), answer(['200 OK', 'Content-Length: 0'])),
      'protocol-error',
    ],
    [
      'by headers without end',
      drip(answer(['200 OK']).subarray(0, -2), `X-${'a'.repeat(4000)}: b\r\n`, 2),
      'protocol-error',
    ],
    [
      'by a header of 20 KiB',
      once(answer(['200 OK', `X: ${'a'.repeat(20_000)}`, 'Content-Length: 0'])),
      'protocol-error',
    ],
    [
      'by trailers without end',
      drip(
        answer(['200 OK', 'Transfer-Encoding: chunked'], '1\r\na\r\n0\r\n'),
        `T: ${'a'.repeat(4000)}\r\n`,
        2,
      ),
      'protocol-error',
    ],
    ['by closing at once', (socket) => socket.end(), 'conn-error'],
    ['by a reset before the headers', reset, 'conn-error'],
    [
      'by a reset in the body',
      (socket) => {
        socket.write(answer(['200 OK', 'Content-Length: 50'], 'short'));
        reset(socket);
      },
      'conn-error',
    ],
    ['by silence', () => undefined, 'timeout', { times: { headersMs: 100 } }],
    [
      'by headers one by one',
      drip(Buffer.from('HTTP/1.1 200 OK\r\n'), 'X: y\r\n', 20),
      'timeout',
      { times: { headersMs: 150 } },
    ],
    [
      'by a flood of 1xx',
      drip(Buffer.from(''), 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n'.repeat(50), 5),
      'timeout',
      { times: { headersMs: 150 } },
    ],
    [
      'by stopping in the body',
      (socket) => {
        socket.write(answer(['200 OK', 'Content-Length: 50'], 'short'));
      },
      'timeout',
      { times: { idleMs: 100 } },
    ],
    [
      'by dripping',
      drip(answer(['200 OK', 'Content-Length: 5000']), 'x', 20),
      'too-slow',
      { times: { minBytesPerSecond: 1024, slowAfterMs: 200 } },
    ],
    [
      'by dripping for ever',
      drip(answer(['200 OK', 'Content-Length: 5000']), 'x', 20),
      'timeout',
      { times: { totalMs: 250 } },
    ],
    [
      'by endless chunk extensions',
      drip(answer(['200 OK', 'Transfer-Encoding: chunked'], '1;'), 'a'.repeat(1000), 2),
      'timeout',
      { times: { idleMs: 150 } },
    ],
  ])('%s', async (_name, reply, end, overrides) => {
    expect(await endOf(reply, overrides)).toBe(end);
  });

  test('is given up for good: nothing is left open', async () => {
    let closed = 0;
    await using server = await rawServer((socket) => {
      socket.on('close', () => closed++);
    });
    await using transport = transportUnderTest(allowed(server), { times: { headersMs: 50 } });
    expect(await rejection(transport.send(`${server.origin}/`))).toMatchObject({ reason: 'timeout' });
    await expect.poll(() => closed).toBe(1);
  });

  test('by refusing the connection', async () => {
    const server = await rawServer(() => undefined);
    await server[Symbol.asyncDispose]();
    await using transport = transportUnderTest(allowed(server));
    expect(await rejection(transport.send(`${server.origin}/`))).toMatchObject({ reason: 'conn-error' });
  });
});

describe('a kept connection', () => {
  test('is used again', async () => {
    await using server = await rawServer((socket) =>
      socket.write(answer(['200 OK', 'Content-Length: 2'], 'ok')),
    );
    await using transport = transportUnderTest(allowed(server));
    for (let turn = 0; turn < 5; turn++) await readAll(await transport.send(`${server.origin}/${turn}`));
    expect(server.connections).toBe(1);
  });

  test('that the server closes as the next request comes costs nothing', async () => {
    await using server = await rawServer((socket, head) => {
      const isSecond = head.startsWith('GET /second') && server.connections === 1;
      if (isSecond) socket.destroy();
      else socket.write(answer(['200 OK', 'Content-Length: 2'], 'ok'));
    });
    await using transport = transportUnderTest(allowed(server));
    await readAll(await transport.send(`${server.origin}/first`));
    expect((await transport.send(`${server.origin}/second`)).status).toBe(200);
    expect(server.heads.map((head) => head.split(' ')[1])).toEqual(['/first', '/second', '/second']);
  });

  test('that breaks again is an error, and so is a fresh one', async () => {
    await using server = await rawServer((socket, head) => {
      if (head.startsWith('GET /first')) socket.write(answer(['200 OK', 'Content-Length: 2'], 'ok'));
      else socket.destroy();
    });
    await using transport = transportUnderTest(allowed(server));
    await readAll(await transport.send(`${server.origin}/first`));
    expect(await rejection(transport.send(`${server.origin}/second`))).toMatchObject({
      reason: 'conn-error',
    });
    expect(server.heads).toHaveLength(3);
    expect(await rejection(transport.send(`${server.origin}/third`))).toMatchObject({ reason: 'conn-error' });
    expect(server.heads).toHaveLength(4);
  });
});
