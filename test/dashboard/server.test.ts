import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { type DashboardDeps, openDashboard } from '../../src/dashboard/server.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { emptyState, scriptedSource } from './scripted-source.ts';

const TOKEN = 'a-token-for-tests';

async function opened(more: Partial<DashboardDeps> = {}) {
  const scripted = scriptedSource();
  const dashboard = await openDashboard({
    ...scripted,
    files: nodeFiles(),
    clock: systemClock(),
    host: '127.0.0.1',
    port: 0,
    token: TOKEN,
    metrics: { type: 'text/plain; version=0.0.4', text: async () => 'up 1\n' },
    warn: () => {},
    ...more,
  });
  const url = new URL(dashboard.url);
  return { ...scripted, url, [Symbol.asyncDispose]: () => dashboard[Symbol.asyncDispose]() };
}

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** As a client would who writes every header by hand. */
function ask(
  url: URL,
  path: string,
  { method = 'GET', headers = {} }: { method?: string; headers?: Record<string, string> } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: url.port, path, method, headers: { host: url.host, ...headers } },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.on('end', () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body }),
        );
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

const ours = (url: URL): Record<string, string> => ({
  origin: url.origin,
  'sec-fetch-site': 'same-origin',
  authorization: `Bearer ${TOKEN}`,
});

describe('what the dashboard answers', () => {
  test('the page, its parts, the state and the metrics come with strict headers', async () => {
    await using board = await opened();
    const page = await ask(board.url, '/');
    expect(page.status).toBe(200);
    const parts = [...page.body.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path!);
    expect(parts.length).toBeGreaterThan(3);
    for (const path of [...parts, '/api/state', '/metrics']) {
      const { status, headers } = await ask(board.url, path);
      expect([path, status]).toEqual([path, 200]);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['cache-control']).toBe('no-store');
      expect(headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['access-control-allow-origin']).toBeUndefined();
    }
    expect((await ask(board.url, '/metrics')).headers['content-type']).toBe('text/plain; version=0.0.4');
    expect(page.body).not.toMatch(/<script(?![^>]*src=)/);
  });

  test('nothing but the closed list of parts is read from disk', async () => {
    await using board = await opened();
    for (const path of [
      '/assets/../server.ts',
      '/assets/dashboard/server.ts',
      '/assets/%2e%2e/%2e%2e/package.json',
      '/artifacts/HTML/a.html',
      '/PDF/a.pdf',
    ]) {
      const { status, headers } = await ask(board.url, path);
      expect([path, status]).toEqual([path, 404]);
      expect(headers['content-type']).toBe('application/json');
    }
  });

  test('what comes from outside is plain text in JSON, never a page', async () => {
    await using board = await opened();
    const { headers, body } = await ask(
      board.url,
      `/api/works?q=${encodeURIComponent('<b>\u202Ex\u0007</b>')}`,
    );
    expect(headers['content-type']).toBe('application/json');
    expect(JSON.parse(body)).toMatchObject({ works: [{ title: '<b>x</b>' }] });
    expect((await ask(board.url, '/api/works?q=')).status).toBe(400);
    expect((await ask(board.url, '/api/story?id=doi:10.1/none')).status).toBe(404);
  });
});

describe('who may ask', () => {
  test('a name that is not ours is refused: rebinding does not help', async () => {
    await using board = await opened();
    for (const host of [
      'evil.test',
      `evil.test:${board.url.port}`,
      '127.0.0.1:1',
      `127.0.0.1.evil.test:${board.url.port}`,
    ]) {
      expect([host, (await ask(board.url, '/api/state', { headers: { host } })).status]).toEqual([host, 421]);
    }
    for (const host of [`localhost:${board.url.port}`, `[::1]:${board.url.port}`])
      expect([host, (await ask(board.url, '/api/state', { headers: { host } })).status]).toEqual([host, 200]);
  });

  test('another page can neither read along nor act', async () => {
    await using board = await opened();
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'http://evil.test' },
      { origin: 'null' },
    ]) {
      for (const path of ['/api/state', '/api/events', '/api/works?q=a', '/metrics'])
        expect((await ask(board.url, path, { headers })).status).toBe(403);
      const post = { method: 'POST', headers: { ...ours(board.url), ...headers } };
      expect((await ask(board.url, '/api/pause', post)).status).toBe(403);
    }
    expect(board.done).toEqual([]);
  });

  test('actions need POST, the origin, where the request comes from, and the token', async () => {
    await using board = await opened();
    const { url } = board;
    const without = (name: string) =>
      Object.fromEntries(Object.entries(ours(url)).filter(([key]) => key !== name));
    const status = async (headers: Record<string, string>) =>
      (await ask(url, '/api/pause', { method: 'POST', headers })).status;
    expect(await status(without('origin'))).toBe(403);
    expect(await status(without('sec-fetch-site'))).toBe(403);
    expect(await status(without('authorization'))).toBe(401);
    expect(await status({ ...ours(url), authorization: 'Bearer wrong' })).toBe(401);
    expect(await status({ ...ours(url), authorization: `Basic ${btoa(`:${TOKEN}`)}` })).toBe(401);
    expect((await ask(url, '/api/pause', { headers: ours(url) })).status).toBe(404);
    expect((await ask(url, `/api/pause?token=${TOKEN}`, { method: 'POST' })).status).toBe(403);
    expect(board.done).toEqual([]);
    expect(await status(ours(url))).toBe(200);
    const retried = await ask(url, '/api/retry-failed', { method: 'POST', headers: ours(url) });
    expect(JSON.parse(retried.body)).toEqual({ retried: 5 });
    await ask(url, '/api/resume', { method: 'POST', headers: ours(url) });
    expect(board.done).toEqual(['pause', 'retry-failed', 'resume']);
  });

  test('beyond loopback everything needs the token, and only addresses are answered', async () => {
    await using board = await opened({ host: '0.0.0.0' });
    const bearer = { authorization: `Bearer ${TOKEN}` };
    for (const path of ['/', '/assets/page.css', '/api/state', '/api/events', '/metrics']) {
      const { status, headers } = await ask(board.url, path);
      expect([path, status]).toEqual([path, 401]);
      expect(headers['www-authenticate']).toMatch(/^Basic /);
    }
    expect((await ask(board.url, '/', { headers: bearer })).status).toBe(200);
    const basic = { authorization: `Basic ${btoa(`anyone:${TOKEN}`)}` };
    expect((await ask(board.url, '/api/state', { headers: basic })).status).toBe(200);
    const named = { ...bearer, host: `board.example:${board.url.port}` };
    expect((await ask(board.url, '/', { headers: named })).status).toBe(421);
  });
});

describe('updates', () => {
  test('come with what is new, and end when the dashboard closes', async () => {
    let processed = 0;
    const scripted = scriptedSource(() => emptyState({ processed: ++processed }));
    const board = await opened(scripted);
    const socket = connect(Number(board.url.port), '127.0.0.1');
    socket.write(`GET /api/events HTTP/1.1\r\nHost: ${board.url.host}\r\n\r\n`);
    let text = '';
    socket.setEncoding('utf8').on('data', (part: string) => (text += part));
    await expect.poll(() => text.match(/event: state/g)?.length ?? 0, { timeout: 20_000 }).toBeGreaterThan(1);
    expect(text).toContain('content-type: text/event-stream');
    await board[Symbol.asyncDispose]();
    expect(text).toContain('event: end');
  });

  test('a client that reads nothing is let go, while others are told as ever', async () => {
    const clock = fakeClock();
    let processed = 0;
    const large = 'x'.repeat(450);
    const newest = Array.from({ length: 2000 }, () => ({
      doc_id: large,
      title: large,
      status: 'saved' as const,
      reason: 'ok',
      resolver: null,
      host: null,
      size_bytes: 0,
      identity: null,
      at: '2026-01-01T00:00:00.000Z',
    }));
    const scripted = scriptedSource(() => emptyState({ processed: ++processed, newest }));
    await using board = await opened({ ...scripted, clock });
    const join = () => {
      const socket = connect(Number(board.url.port), '127.0.0.1');
      socket.write(`GET /api/events HTTP/1.1\r\nHost: ${board.url.host}\r\n\r\n`);
      socket.on('error', () => {});
      return socket;
    };
    const [stalled, reading] = [join(), join()];
    stalled.pause();
    let received = 0;
    reading.on('data', (part) => (received += part.length));
    let isGone = false;
    stalled.on('close', () => (isGone = true));
    for (let second = 0; second < 120 && !isGone; second++) {
      await clock.advance(1000);
      await new Promise((resolve) => setTimeout(resolve, 20));
      // What lies in the buffers of the system is read only to notice the end.
      if (scripted.asked() > 60) stalled.resume();
    }
    expect(isGone).toBe(true);
    expect(received).toBeGreaterThan(10_000_000);
    reading.destroy();
  });

  test('are bounded in number, and cost nothing when nobody looks', async () => {
    await using board = await opened();
    const sockets = Array.from({ length: 40 }, () => {
      const socket = connect(Number(board.url.port), '127.0.0.1');
      socket.write(`GET /api/events HTTP/1.1\r\nHost: ${board.url.host}\r\n\r\n`);
      return socket;
    });
    const statuses = await Promise.all(
      sockets.map(async (socket) => String((await once(socket, 'data'))[0]).slice(9, 12)),
    );
    expect(statuses.filter((status) => status === '200')).toHaveLength(32);
    expect(statuses.filter((status) => status === '503')).toHaveLength(8);
    for (const socket of sockets) socket.destroy();
    await expect
      .poll(
        async () => {
          const before = board.asked();
          await new Promise((resolve) => setTimeout(resolve, 1500));
          return board.asked() - before;
        },
        { timeout: 20_000 },
      )
      .toBe(0);
  });
});
