import { once } from 'node:events';
import { connect as connectTcp } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../src/core/manifest-record.ts';
import type { ResolveName } from '../../src/http/transport/resolve-name.ts';
import { answer, type RawServer, rawServer } from '../http/raw-server.ts';
import { type ConnectLog, connectLog } from './connect-log.ts';
import { hasCases, insideAddresses, insideUrls } from './inside-targets.ts';
import { type InsideTrap, insideTrap } from './inside-trap.ts';
import { endOf, type WiredStack, wiredStack } from './wired-stack.ts';

const addressed = (...addresses: readonly string[]) =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

/** Ports on which a trap could stand behind a name: the guard on URLs lets them pass, so the address is what is judged. */
const PORTS = [80, 443];

const TIMES = {
  connectMs: 2000,
  headersMs: 2000,
  idleMs: 2000,
  totalMs: 5000,
  minBytesPerSecond: 0,
  slowAfterMs: 30_000,
};

/** The stack with a name server of the test's own; `outside.example` is the one server it may reach. */
const stackFor = (resolve: ResolveName, outside: RawServer): WiredStack =>
  wiredStack({
    urls: {
      allowedPorts: [...PORTS, outside.port],
      httpsOnly: false,
      allowHttpHosts: [],
      allowPrivateAddresses: [`outside.example:${outside.port}`],
    },
    transport: {
      times: TIMES,
      resolve: async (name) => (name === 'outside.example' ? addressed('127.0.0.1') : resolve(name)),
    },
  });

const ask = (stack: WiredStack, url: string, role: Role): Promise<string> =>
  endOf(stack.send(url, { role, obeyRobots: role === 'landing' }));

describe('an address inside', () => {
  const urls = insideUrls();
  const addresses = insideAddresses();
  let outside: RawServer;
  let trap: InsideTrap;
  let connects: ConnectLog;

  beforeAll(async () => {
    trap = await insideTrap();
    outside = await rawServer((socket, head) => {
      const [, index] = /^GET \/to\/(\d+)/.exec(head) ?? [];
      const isRobots = head.startsWith('GET /robots.txt');
      const target = index === undefined ? undefined : urls[Number(index)];
      // As bytes: what a server may say is not what a header object would let pass.
      const location = Buffer.from(`${isRobots ? urls[robotsIndex++ % urls.length] : target}`).toString(
        'latin1',
      );
      if (target === undefined && !isRobots) socket.write(answer(['200 OK', 'Content-Length: 2'], 'ok'));
      else
        socket.write(
          answer(['302 Found', `Location: ${location.replace(/[\r\n\t]/g, '')}`, 'Content-Length: 0']),
        );
    });
    connects = connectLog();
  });
  let robotsIndex = 0;
  afterAll(async () => {
    connects[Symbol.dispose]();
    await outside[Symbol.asyncDispose]();
    await trap[Symbol.asyncDispose]();
  });

  /** Connections to anything but the one server outside, whoever allowed them. */
  const strayed = () =>
    connects.calls().filter(({ address, port }) => address !== '127.0.0.1' || port !== outside.port);
  const nobodyStrayed = (): void => {
    expect(strayed()).toEqual([]);
    expect(trap.connections()).toBe(0);
  };
  /** Ends that mean: not asked. A name without an address in this test is one that could not be resolved. */
  const REFUSALS = new Set(['blocked-address', 'parse-error', 'protocol-error', 'https-only']);
  const everyNameLeadsInside: ResolveName = async () => addressed('127.0.0.1');

  test('is counted: the log sees connections of both kinds, and the traps stand', async () => {
    await using open = stackFor(everyNameLeadsInside, outside);
    expect(await ask(open, `http://outside.example:${outside.port}/fine`, 'metadata')).toMatch(/^200/);
    const before = connects.calls().length;
    expect(connects.calls()).toContainEqual({ address: '127.0.0.1', port: outside.port });
    const there = { host: '127.0.0.1', port: outside.port };
    for (const socket of [connectTcp(there), connectTls(there)]) {
      await once(
        socket.on('error', () => undefined),
        'connect',
      );
      socket.destroy();
    }
    expect(connects.calls()).toHaveLength(before + 2);
    expect(urls.length).toBeGreaterThan(hasCases ? 150 : 80);
    expect(addresses.length).toBeGreaterThan(hasCases ? 80 : 20);
    nobodyStrayed();
  });

  test('is not reached when a URL names it', async () => {
    await using stack = stackFor(everyNameLeadsInside, outside);
    const ends = new Map<string, string>();
    for (const url of urls) ends.set(url, await ask(stack, url, 'artifact'));
    expect([...ends].filter(([, end]) => !REFUSALS.has(end))).toEqual([]);
    nobodyStrayed();
  });

  test('is not reached when a redirect leads to it', async () => {
    await using stack = stackFor(everyNameLeadsInside, outside);
    const ends = new Map<string, string>();
    for (const [index, url] of urls.entries())
      ends.set(url, await ask(stack, `http://outside.example:${outside.port}/to/${index}`, 'artifact'));
    // What a server says that is no URL at all leads to itself or nowhere.
    expect([...ends].filter(([, end]) => !REFUSALS.has(end) && !end.startsWith('200'))).toEqual([]);
    nobodyStrayed();
  });

  test('is not reached when robots.txt is redirected to it', async () => {
    for (let turn = 0; turn < urls.length; turn++) {
      await using stack = stackFor(everyNameLeadsInside, outside);
      await ask(stack, `http://outside.example:${outside.port}/page`, 'landing');
    }
    nobodyStrayed();
  });

  const secondAnswers = (address: string): [string, ResolveName][] => {
    let asked = 0;
    return [
      ['alone', async () => addressed(address)],
      ['after a public one', async () => addressed('93.184.216.34', address)],
      ['before a public one', async () => addressed(address, '93.184.216.34')],
      [
        'in every other answer',
        async () => (asked++ % 2 === 0 ? addressed(address) : addressed(address, address)),
      ],
    ];
  };

  test('is not reached when a name leads to it, alone or among others, over http or https', async () => {
    const through: string[] = [];
    for (const address of addresses) {
      for (const [name, resolve] of secondAnswers(address)) {
        await using stack = stackFor(resolve, outside);
        for (const scheme of ['http', 'https']) {
          const end = await ask(stack, `${scheme}://name.example/x.pdf`, 'artifact');
          if (end !== 'blocked-address') through.push(`${address} ${name}: ${end}`);
        }
      }
    }
    expect(through).toEqual([]);
    nobodyStrayed();
  });

  test('is not reached when a name that led outside leads to it the next time', async () => {
    const through: string[] = [];
    for (const address of addresses.filter((one) => one !== '127.0.0.1')) {
      let asked = 0;
      const rebinding: ResolveName = async () =>
        asked++ === 0 ? addressed('127.0.0.1') : addressed(address);
      // The first answer is the server outside, the one exception by address; later connections get the other one.
      await using stack = wiredStack({
        urls: {
          allowedPorts: [outside.port],
          httpsOnly: false,
          allowHttpHosts: [],
          allowPrivateAddresses: [`127.0.0.1:${outside.port}`],
        },
        transport: { times: TIMES, resolve: rebinding },
      });
      const url = `http://rebinding.example:${outside.port}/close`;
      expect(await ask(stack, url, 'metadata')).toMatch(/^200/);
      const others = await Promise.all([1, 2, 3].map(() => ask(stack, url, 'metadata')));
      through.push(...others.filter((end) => end !== 'blocked-address' && !end.startsWith('200')));
    }
    expect(through).toEqual([]);
    nobodyStrayed();
  });
});
