import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { Failure, GivenUp } from '../../../src/core/errors.ts';
import { memoryCacheStore } from '../../../src/http/cache/memory.ts';
import type { HttpRequest } from '../../../src/http/client.ts';
import { inTime, rejection, type ScriptedAnswer, stackUnderTest } from '../stack-under-test.ts';

const on = { robots: { enabled: true, ttlMs: 86_400_000 } };

const host = (robots: ScriptedAnswer) => (request: HttpRequest) =>
  request.url.endsWith('/robots.txt') ? robots : { body: 'page' };

const forbidding: ScriptedAnswer = { body: 'User-agent: *\nDisallow: /private\n' };

describe('obeyRobots', () => {
  test.each(['landing', 'artifact'] as const)(
    'lets a %s through that is allowed and refuses one that is not',
    async (role) => {
      const stack = stackUnderTest(host(forbidding), on);
      await (await stack.send('https://a.org/open', { role })).body.discard();
      expect(await rejection(stack.send('https://a.org/private/x?y=1', { role }))).toMatchObject({
        reason: 'robots',
      });
      expect(stack.sent.map(({ url, role: asked }) => [url, asked])).toEqual([
        ['https://a.org/robots.txt', 'robots'],
        ['https://a.org/open', role],
      ]);
      expect(stack.notes.map(({ status, reason }) => [status, reason])).toEqual([
        ['robots-fetch', undefined],
        ['http-200', undefined],
        ['robots-disallowed', 'robots'],
      ]);
    },
  );

  test('leaves APIs, requests told not to, and everything when it is off', async () => {
    const stack = stackUnderTest(host(forbidding), on);
    await stack.send('https://a.org/private');
    await stack.send('https://a.org/private', { role: 'landing', obeyRobots: false });
    const off = stackUnderTest(host(forbidding));
    await off.send('https://a.org/private', { role: 'landing' });
    expect([...stack.sent, ...off.sent].some(({ role }) => role === 'robots')).toBe(false);
  });

  test('fetches a robots.txt once however many ask, and again when it is old', async () => {
    const stack = stackUnderTest(host(forbidding), { robots: { enabled: true, ttlMs: 3_600_000 } });
    const ask = () => stack.send('https://a.org/open', { role: 'landing' });
    const robotsFetches = () => stack.sent.filter(({ role }) => role === 'robots').length;
    await Promise.all(Array.from({ length: 10 }, ask).map(async (sending) => (await sending).body.discard()));
    expect(robotsFetches()).toBe(1);
    await stack.clock.advance(3_600_000);
    await ask();
    expect(robotsFetches()).toBe(2);
  });

  test('keeps it in the cache: another process asks only when it is old, and no later for having kept it', async () => {
    const cache = memoryCacheStore({ maxBytes: 1_000_000 });
    const ttlMs = 3_600_000;
    const slow: ScriptedAnswer = { body: 'User-agent: *\nDisallow: /private\nCrawl-delay: 5\n' };
    const processStarted = () => stackUnderTest(host(slow), { robots: { enabled: true, ttlMs }, cache });
    const robotsFetches = ({ sent }: ReturnType<typeof processStarted>) =>
      sent.filter(({ role }) => role === 'robots').length;
    const first = processStarted();
    await (await first.send('https://a.org/open', { role: 'artifact' })).body.discard();
    const second = processStarted();
    await second.clock.advance(ttlMs - 60_000);
    await (await second.send('https://a.org/open', { role: 'artifact' })).body.discard();
    expect(await rejection(second.send('https://a.org/private', { role: 'artifact' }))).toMatchObject({
      reason: 'robots',
    });
    expect(second.gate.intervalMs('a.org', 'artifact')).toBe(5000);
    expect([robotsFetches(first), robotsFetches(second)]).toEqual([1, 0]);
    await second.clock.advance(60_000);
    await inTime(second.clock, second.send('https://a.org/open', { role: 'artifact' }));
    expect(robotsFetches(second)).toBe(1);
  });

  test.each([400, 401, 403, 404, 410])('takes %i as: no rules', async (status) => {
    const stack = stackUnderTest(host({ status }), on);
    expect((await stack.send('https://a.org/private', { role: 'artifact' })).status).toBe(200);
  });

  test.each([
    [500, 'http-5xx'],
    [503, 'http-5xx'],
    [429, 'retry-after'],
  ])('asks nothing while robots.txt answers %i, and says why', async (status, reason) => {
    const stack = stackUnderTest(host({ status }), on);
    const asked = rejection(inTime(stack.clock, stack.send('https://a.org/x', { role: 'artifact' })));
    expect(await asked).toMatchObject({ reason });
    expect(await rejection(stack.send('https://a.org/y', { role: 'artifact' }))).toMatchObject({ reason });
    expect(stack.sent.every(({ role }) => role === 'robots')).toBe(true);
    expect(stack.notes.at(-1)).toMatchObject({ status: 'robots-disallowed', reason });
  });

  test('asks nothing of a host it cannot reach, and tries again a minute later', async () => {
    let down = true;
    const stack = stackUnderTest((request) => {
      if (down) return { failure: new Failure('conn-error', 'refused') };
      return host(forbidding)(request);
    }, on);
    const refused = rejection(inTime(stack.clock, stack.send('https://a.org/x', { role: 'artifact' })));
    expect(await refused).toMatchObject({ reason: 'conn-error' });
    down = false;
    expect(await rejection(stack.send('https://a.org/x', { role: 'artifact' }))).toMatchObject({
      reason: 'conn-error',
    });
    await stack.clock.advance(60_000);
    expect((await stack.send('https://a.org/x', { role: 'artifact' })).status).toBe(200);
  });

  test('follows its redirects, five of them, and never inside', async () => {
    const chain = (request: HttpRequest): ScriptedAnswer => {
      const step = Number(/robots.txt(?<step>\d)?$/.exec(request.url)?.groups?.['step'] ?? 0);
      if (!request.url.includes('robots.txt')) return {};
      return step < 5
        ? { status: 301, headers: { location: `https://b.org/robots.txt${step + 1}` } }
        : forbidding;
    };
    const stack = stackUnderTest(chain, on);
    expect(await rejection(stack.send('https://a.org/private', { role: 'landing' }))).toMatchObject({
      reason: 'robots',
    });
    const inside = stackUnderTest(host({ status: 302, headers: { location: 'http://127.0.0.1/' } }), on);
    expect((await inside.send('https://a.org/private', { role: 'landing' })).status).toBe(200);
    expect(inside.sent.map(({ url }) => url)).toEqual(['https://a.org/robots.txt', 'https://a.org/private']);
  });

  test('reads half a megabyte and obeys what it read', async () => {
    const body = `User-agent: *\nDisallow: /private\n${'#'.repeat(1024 * 1024)}\nDisallow: /late\n`;
    const stack = stackUnderTest(host({ body }), on);
    expect(await rejection(stack.send('https://a.org/private', { role: 'landing' }))).toMatchObject({
      reason: 'robots',
    });
    expect((await stack.send('https://a.org/late', { role: 'landing' })).status).toBe(200);
  });

  test.each([
    ['5', 5000],
    ['1e308', 60_000],
    ['0', 0],
  ])(
    'takes a crawl delay of %s as the least distance, for files and pages together',
    async (delay, intervalMs) => {
      const stack = stackUnderTest(host({ body: `User-agent: *\nCrawl-delay: ${delay}\n` }), on);
      await stack.send('https://a.org/x', { role: 'landing' });
      expect(stack.gate.intervalMs('a.org', 'landing')).toBe(intervalMs);
      expect(stack.gate.intervalMs('a.org', 'artifact')).toBe(intervalMs);
      expect(stack.gate.intervalMs('a.org', 'metadata')).toBe(0);
      if (intervalMs === 0) return;
      expect(await stack.gate.readyAt('a.org', 'artifact')).toBe(stack.clock.now() + intervalMs);
    },
  );

  test('waits its turn at the rate of landing pages', async () => {
    const stack = stackUnderTest(host(forbidding), {
      ...on,
      rates: { default: { landing: '1/20second' }, policies: {}, resolvers: {} },
    });
    const deferred = await rejection(stack.send('https://a.org/x', { role: 'landing' }));
    expect(deferred).toBeInstanceOf(Deferred);
    expect(deferred).toMatchObject({ role: 'landing', why: 'rate', until: stack.clock.now() + 20_000 });
  });

  test('lets another asker fetch when the first one gives up', async () => {
    let release = (): void => undefined;
    let asked = 0;
    const stack = stackUnderTest(async (request) => {
      if (!request.url.endsWith('/robots.txt')) return {};
      asked++;
      if (asked > 1) return forbidding;
      await new Promise<void>((resolve, reject) => {
        release = resolve;
        request.signal.addEventListener('abort', () => reject(request.signal.reason as Error));
      });
      return forbidding;
    }, on);
    const impatient = new AbortController();
    const first = rejection(stack.send('https://a.org/x', { role: 'landing', signal: impatient.signal }));
    const second = stack.send('https://a.org/y', { role: 'landing' });
    await stack.clock.advance(1);
    impatient.abort(new GivenUp('stopped'));
    expect((await first).message).toBe('stopped');
    expect((await second).status).toBe(200);
    expect(asked).toBe(2);
    release();
  });
});
