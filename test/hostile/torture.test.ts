import { existsSync, readFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { REASONS } from '../../src/core/errors.ts';
import { TIMES } from './behaviour.ts';
import { endOf, type WiredStack, wiredStack } from './wired-stack.ts';

const REPLIES = resolve('../shared/corpora/http-torture/curl-replies.jsonl');
const hasReplies = existsSync(REPLIES);

/** How the bytes of a reply reach the client. */
const DELIVERIES = {
  'whole, then the end': (socket: Socket, reply: Buffer) => void socket.end(reply),
  'whole, then silence': (socket: Socket, reply: Buffer) => void socket.write(reply),
  'whole, then a reset': (socket: Socket, reply: Buffer) => {
    socket.write(reply);
    setTimeout(() => socket.resetAndDestroy(), 10);
  },
  'in pieces of 7 bytes': (socket: Socket, reply: Buffer) => {
    for (let at = 0; at < reply.length; at += 7) socket.write(reply.subarray(at, at + 7));
    socket.end();
  },
  'half of it, then the end': (socket: Socket, reply: Buffer) =>
    void socket.end(reply.subarray(0, reply.length / 2)),
  twice: (socket: Socket, reply: Buffer) => void socket.end(Buffer.concat([reply, reply])),
} as const;
type Delivery = keyof typeof DELIVERIES;

/** A reply can lead on to ten more, each with its own deadlines. */
const LONGEST_MS = TIMES.totalMs * 11;

describe.skipIf(!hasReplies)("each of curl's odd replies ends in an answer or in a reason, in time", () => {
  const replies = hasReplies
    ? readFileSync(REPLIES, 'utf8')
        .trim()
        .split('\n')
        .map((line) => Buffer.from((JSON.parse(line) as { reply_b64: string }).reply_b64, 'base64'))
    : [];
  const uncaught: unknown[] = [];
  const remember = (error: unknown): void => void uncaught.push(error);
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket)).on('error', () => undefined);
    socket.on('data', (data) => {
      const [, delivery = '', index] = /^\w+ \/(\d+)\/(\d+)/.exec(data.toString('latin1')) ?? [];
      const deliver = Object.values(DELIVERIES)[Number(delivery)];
      deliver?.(socket, replies[Number(index)] ?? Buffer.alloc(0));
    });
  });
  let stack: WiredStack;
  let origin: string;

  beforeAll(async () => {
    process.on('uncaughtExceptionMonitor', remember);
    process.on('unhandledRejection', remember);
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    origin = `http://torture.example:${port}`;
    stack = wiredStack({
      urls: {
        allowedPorts: [80, 443, port],
        httpsOnly: true,
        allowHttpHosts: [],
        allowPrivateAddresses: [`torture.example:${port}`],
      },
      transport: {
        resolve: (name) =>
          name === 'torture.example'
            ? Promise.resolve([{ address: '127.0.0.1', family: 4 }])
            : Promise.reject(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' })),
      },
    });
  });
  afterAll(async () => {
    await stack?.[Symbol.asyncDispose]();
    for (const socket of open) socket.destroy();
    await new Promise((closed) => server.close(closed));
    process.off('uncaughtExceptionMonitor', remember);
    process.off('unhandledRejection', remember);
  });

  test.each(Object.keys(DELIVERIES) as Delivery[])('%s', { timeout: 60_000 }, async (delivery) => {
    const kind = Object.keys(DELIVERIES).indexOf(delivery);
    const surprises: string[] = [];
    const waiting = replies.keys();
    const drain = async (): Promise<void> => {
      for (const index of waiting) {
        const startedAt = performance.now();
        const end = await endOf(stack.send(`${origin}/${kind}/${index}`));
        const tookMs = performance.now() - startedAt;
        const isKnown = end in REASONS || end === 'deferred' || /^\d{3}: \d+ bytes$/.test(end);
        if (!isKnown || tookMs > LONGEST_MS) surprises.push(`reply ${index}: ${end} after ${tookMs} ms`);
      }
    };
    await Promise.all(Array.from({ length: 24 }, drain));
    expect(surprises).toEqual([]);
    expect(uncaught).toEqual([]);
  });
});
