import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import type { Clock } from '../../../src/core/clock.ts';
import { urlPolicy } from '../../../src/http/address/url-policy.ts';
import { memoryCacheStore } from '../../../src/http/cache/memory.ts';
import { systemClock } from '../../../src/platform/system-clock.ts';
import { stackUnderTest, URL_SETTINGS } from '../stack-under-test.ts';
import { transportUnderTest } from '../transport-under-test.ts';
import { corpusOrigin } from './corpus-origin.ts';
import type { OpenStage } from './run-case.ts';

type Origin = ReturnType<typeof corpusOrigin>;

/** The real clock, which can be put forward: nobody sleeps through the pauses of the cases. */
function movedClock(): Clock & { pass(ms: number): void } {
  const real = systemClock();
  let ahead = 0;
  return {
    ...real,
    now: () => real.now() + ahead,
    wall: () => new Date(real.wall().getTime() + ahead),
    pass(ms) {
      ahead += ms;
    },
  };
}

const HEAD_END = '\r\n\r\n';

/** Reads a request head; its body, if any, is not looked at. */
function requestIn(head: string) {
  const [line = '', ...lines] = head.split('\r\n');
  const [method = '', path = ''] = line.split(' ');
  const headers = Object.fromEntries(
    lines.map((one) => [
      one.slice(0, one.indexOf(':')).toLowerCase(),
      one.slice(one.indexOf(':') + 1).trim(),
    ]),
  );
  return { method: method as 'GET', url: `https://${headers['host']}${path}`, headers };
}

/** Writes what the case says and nothing else: a server of Node's would correct it. */
async function reply(socket: Socket, head: string, origin: Origin): Promise<void> {
  const { status, lines, bytes, disconnects } = await origin.answer(requestIn(head));
  if (disconnects) return void socket.destroy();
  const isFramed = lines.some(([name]) => /^(?:content-length|transfer-encoding)$/i.test(name));
  const hasBody = status !== 204 && status !== 304;
  const length = isFramed || !hasBody ? [] : [['content-length', String(bytes.length)] as const];
  const text = [...lines, ...length].map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(Buffer.concat([Buffer.from(`HTTP/1.1 ${status} -\r\n${text}\r\n`, 'latin1'), bytes]));
}

/** The whole client over its real transport, against an origin on loopback under a real name. */
export const stackStage: OpenStage = async (one, text) => {
  const clock = movedClock();
  const time = { now: clock.now, sleep: async (ms: number) => clock.pass(ms) };
  const origin = corpusOrigin(one, time, text);
  const server = createServer((socket) => {
    let head = '';
    socket.on('error', () => undefined);
    socket.on('data', (chunk: Buffer) => {
      const isRead = head.includes(HEAD_END);
      head += chunk.toString('latin1');
      if (!isRead && head.includes(HEAD_END))
        void reply(socket, head.slice(0, head.indexOf(HEAD_END)), origin);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const transport = transportUnderTest([], {
    connectTo: { '*': `http://127.0.0.1:${port}` },
    policy: urlPolicy(URL_SETTINGS),
    times: { headersMs: 5000, idleMs: 5000 },
  });
  const store = memoryCacheStore({ maxBytes: 1_000_000 });
  const stack = stackUnderTest([], {
    clock,
    transport: (request) => transport.send(request.url, request),
    cache: store,
    // The cases count every request: none is made that they do not ask for.
    retry: { ...NO_RETRIES },
  });
  return {
    send: stack.client.send,
    seen: origin.seen,
    pass: async (ms) => clock.pass(ms),
    settle: (asking) => asking,
    async [Symbol.asyncDispose]() {
      await transport[Symbol.asyncDispose]();
      store[Symbol.dispose]();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

const NO_RETRIES = {
  maxAttempts: 1,
  retryStatuses: [],
  strategy: 'constant',
  baseDelayMs: 1,
  maxDelayMs: 1,
  jitterMs: 0,
  retryAfterCapMs: 1,
} as const;
