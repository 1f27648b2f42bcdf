import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { Failure } from '../../../src/core/errors.ts';
import { inTime, rejection, type ScriptedAnswer, stackUnderTest } from '../stack-under-test.ts';

const answer = (status: number, retryAfter?: string, headers = {}): ScriptedAnswer => ({
  status,
  headers: { ...(retryAfter !== undefined && { 'retry-after': retryAfter }), ...headers },
});

describe('retryTransient', () => {
  test('asks again after 5xx with growing waits, and returns the last answer', async () => {
    const stack = stackUnderTest([answer(503)]);
    const response = await inTime(stack.clock, stack.send('https://a.org/'));
    expect(response.status).toBe(503);
    expect(stack.sent).toHaveLength(4);
    expect(stack.clock.slept).toEqual([750, 1500, 3000]);
    const retries = stack.notes.filter(({ status }) => status === 'retry');
    expect(retries.map(({ sleep_ms, reason, attempt }) => [sleep_ms, reason, attempt])).toEqual([
      [750, 'backoff', 1],
      [1500, 'backoff', 2],
      [3000, 'backoff', 3],
    ]);
  });

  test('records every exchange with the number of its try', async () => {
    const stack = stackUnderTest([answer(500), answer(200)]);
    await (await inTime(stack.clock, stack.send('https://a.org/'))).body.discard();
    expect(stack.notes.map(({ status, attempt }) => [status, attempt])).toEqual([
      ['http-error', 1],
      ['retry', 1],
      ['http-200', 2],
    ]);
  });

  test.each(['conn-error', 'timeout', 'dns-error'] as const)(
    'asks again after %s and then gives up with it',
    async (reason) => {
      const stack = stackUnderTest([{ failure: new Failure(reason, 'x') }]);
      expect(await rejection(inTime(stack.clock, stack.send('https://a.org/')))).toMatchObject({ reason });
      expect(stack.sent).toHaveLength(4);
    },
  );

  test.each(['tls-error', 'protocol-error', 'blocked-address', 'too-large'] as const)(
    'does not ask again after %s',
    async (reason) => {
      const stack = stackUnderTest([{ failure: new Failure(reason, 'x') }]);
      await rejection(inTime(stack.clock, stack.send('https://a.org/')));
      expect(stack.sent).toHaveLength(1);
    },
  );

  test('does not ask again for a name that does not exist', async () => {
    const cause = Object.assign(new Error('no such name'), { code: 'ENOTFOUND' });
    const stack = stackUnderTest([{ failure: new Failure('dns-error', 'x', { cause }) }]);
    await rejection(inTime(stack.clock, stack.send('https://gone.org/')));
    expect(stack.sent).toHaveLength(1);
  });

  test.each([200, 301, 304, 400, 401, 403, 404, 410, 501])('returns %i at once', async (status) => {
    const stack = stackUnderTest([answer(status)]);
    expect((await stack.send('https://a.org/')).status).toBe(status);
    expect(stack.sent).toHaveLength(1);
  });

  test('keeps to the number of tries of the request', async () => {
    const stack = stackUnderTest([answer(503)]);
    await inTime(stack.clock, stack.send('https://a.org/', { maxAttempts: 2 }));
    expect(stack.sent).toHaveLength(2);
  });

  test('makes no further try whose turn is further away than works wait, instead of parking with all tries again', async () => {
    const slow = { default: {}, resolvers: {}, policies: { 'a.org': { artifact: '1/30second' } } };
    const refused = new Failure('conn-error', 'connection refused');
    const down = stackUnderTest([{ failure: refused }], { rates: slow });
    expect(await rejection(inTime(down.clock, down.send('https://a.org/', { role: 'artifact' })))).toBe(
      refused,
    );
    expect(down.sent).toHaveLength(1);

    const ill = stackUnderTest([answer(503)], { rates: slow });
    expect(
      await rejection(inTime(ill.clock, ill.send('https://a.org/', { role: 'artifact' }))),
    ).toMatchObject({
      reason: 'http-5xx',
      httpStatus: 503,
    });
    expect(ill.sent).toHaveLength(1);
  });

  test('spreads its waits by the random port', async () => {
    const stack = stackUnderTest([answer(503)], {
      random: { next: () => 0.5, id: () => '' },
      retry: {
        maxAttempts: 3,
        retryStatuses: [503],
        strategy: 'constant',
        baseDelayMs: 100,
        maxDelayMs: 100,
        jitterMs: 80,
        retryAfterCapMs: 1,
      },
    });
    await inTime(stack.clock, stack.send('https://a.org/'));
    expect(stack.clock.slept).toEqual([140, 140]);
  });
});

describe('Retry-After', () => {
  test('is waited for, exactly, and keeps everyone away from the host meanwhile', async () => {
    const stack = stackUnderTest([answer(429, '7'), answer(200)]);
    const first = stack.send('https://a.org/1');
    await stack.clock.advance(1000);
    const second = stack.send('https://a.org/2', { role: 'artifact' });
    await stack.clock.advance(5900);
    expect(stack.sent).toHaveLength(1);
    expect(await stack.gate.readyAt('a.org', 'artifact')).toBe(stack.clock.now() + 100);
    await stack.clock.advance(100);
    await Promise.all([first, second]);
    expect(stack.sent).toHaveLength(3);
    expect(stack.notes.find(({ status }) => status === 'retry')).toMatchObject({
      reason: 'retry-after',
      retry_after_s: 7,
      sleep_ms: 7000,
      http_status: 429,
    });
  });

  test.each([429, 503])('beyond the cap parks the work and the host (%i)', async (status) => {
    const stack = stackUnderTest([answer(status, '16')]);
    const deferred = await rejection(stack.send('https://a.org/', { role: 'artifact' }));
    expect(deferred).toBeInstanceOf(Deferred);
    expect(deferred).toMatchObject({
      until: stack.clock.now() + 16_000,
      host: 'a.org',
      role: 'artifact',
      why: 'retry-after',
    });
    expect(await stack.gate.readyAt('a.org', 'metadata')).toBe(stack.clock.now() + 16_000);
    expect(stack.notes.at(-1)).toMatchObject({ status: 'retry', reason: 'retry-after', retry_after_s: 16 });
  });

  test('beyond the cap parks even at the last try', async () => {
    const stack = stackUnderTest([answer(503, '100')]);
    expect(await rejection(stack.send('https://a.org/', { maxAttempts: 1 }))).toBeInstanceOf(Deferred);
  });

  test('a 429 without it backs off, and pushes the host back for everyone', async () => {
    const stack = stackUnderTest([answer(429), answer(200)]);
    const first = stack.send('https://a.org/');
    await stack.clock.advance(0);
    expect(await stack.gate.readyAt('a.org', 'metadata')).toBe(stack.clock.now() + 750);
    await inTime(stack.clock, first);
    expect(stack.clock.slept).toEqual([750]);
  });

  test('the web archive is left alone for a minute after a 429, which is the archive’s own figure', async () => {
    const url = 'https://web.archive.org/cdx/search/cdx?url=a';
    const stack = stackUnderTest([{ status: 429 }, {}]);
    const began = stack.clock.now();
    expect(await rejection(stack.send(url))).toMatchObject({ why: 'retry-after', until: began + 60_000 });
    expect(await stack.gate.readyAt('web.archive.org', 'artifact')).toBe(began + 60_000);
    expect(stack.sent).toHaveLength(1);
    await stack.clock.advance(60_000);
    expect((await stack.send(url)).status).toBe(200);
  });

  test('arXiv, which has denied us, is not asked again for an hour; a 403 elsewhere is just that', async () => {
    const stack = stackUnderTest([{ status: 403 }]);
    const began = stack.clock.now();
    const denied = await rejection(stack.send('https://export.arxiv.org/api/query?id_list=1'));
    expect(denied).toMatchObject({ why: 'retry-after', until: began + 3_600_000 });
    expect((await stack.send('https://a.org/x')).status).toBe(403);
    expect(stack.sent).toHaveLength(2);
  });

  test('of an archived page is the past of another host', async () => {
    const stack = stackUnderTest([
      answer(429, '60', { 'memento-datetime': 'Tue, 01 Jan 2019 00:00:00 GMT' }),
    ]);
    expect((await stack.send('https://web.archive.org/web/2019id_/x')).status).toBe(429);
    expect(stack.sent).toHaveLength(1);
  });

  test('is heeded where an ordinary server claims to be an archive', async () => {
    const headers = { 'memento-datetime': 'Tue, 01 Jan 2019 00:00:00 GMT' };
    const stack = stackUnderTest([answer(429, '7', headers), {}]);
    const began = stack.clock.now();
    expect((await inTime(stack.clock, stack.send('https://a.org/'))).status).toBe(200);
    expect(stack.clock.now() - began).toBeGreaterThanOrEqual(7000);
  });

  test('gives up the wait when the caller does', async () => {
    const stack = stackUnderTest([answer(429, '7')]);
    const controller = new AbortController();
    const sending = rejection(stack.send('https://a.org/', { signal: controller.signal }));
    await stack.clock.advance(1000);
    controller.abort(new Error('stopped'));
    expect((await sending).message).toBe('stopped');
  });
});
