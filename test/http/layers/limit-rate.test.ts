import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import type { Limiter } from '../../../src/http/rate-limit/limiter.ts';
import { memoryLimiter } from '../../../src/http/rate-limit/memory.ts';
import { rejection, stackUnderTest } from '../stack-under-test.ts';

const rates = (metadata: string) => ({ default: { metadata }, policies: {}, resolvers: {} });
const slots = { maxConnections: 999, maxPerHost: 999, maxPerResolver: {} };

/** A stack that notes when each request went out. */
function timed(overrides: Parameters<typeof stackUnderTest>[1]) {
  const starts: { url: string; at: number }[] = [];
  const stack = stackUnderTest(
    ({ url }) => {
      starts.push({ url, at: stack.clock.now() - began });
      return {};
    },
    { slots, ...overrides },
  );
  const began = stack.clock.now();
  return { ...stack, starts };
}

describe('limitRate', () => {
  test.each([
    ['1/3second', [0, 3000, 6000, 9000]],
    ['10/second', [0, 100, 200, 300]],
    ['60/minute', [0, 1000, 2000, 3000]],
  ])('spaces starts evenly at %s, in the order they came', async (rate, expected) => {
    const stack = timed({ rates: rates(rate) });
    for (const index of expected.keys()) void stack.send(`https://a.org/${index}`);
    await stack.clock.runAll();
    expect(stack.starts.map(({ at }) => at)).toEqual(expected);
    expect(stack.starts.map(({ url }) => url.at(-1))).toEqual(['0', '1', '2', '3']);
  });

  test('records how long a request waited', async () => {
    const stack = timed({ rates: rates('1/second') });
    const sending = [1, 2].map(async () => (await stack.send('https://a.org/')).body.discard());
    await stack.clock.runAll();
    await Promise.all(sending);
    expect(stack.notes.map(({ sleep_ms }) => sleep_ms)).toEqual([0, 1000]);
  });

  test('does not wait longer than it may: the work is parked until its turn', async () => {
    const stack = timed({ rates: rates('1/10second') });
    const sending = Array.from({ length: 4 }, () =>
      stack.send('https://a.org/').catch((error: unknown) => error),
    );
    await stack.clock.runAll();
    const ends = await Promise.all(sending);
    expect(
      ends.map((end) => (end instanceof Deferred ? (end.until - stack.clock.now()) / 1000 : 'sent')),
    ).toEqual(['sent', 'sent', 10, 10]);
    expect(ends[2]).toMatchObject({ why: 'rate', host: 'a.org', role: 'metadata' });
  });

  test('without totals, keeps a whole run of hosts and roles apart', async () => {
    const stack = timed({
      rates: {
        default: { metadata: '1/second', artifact: '1/second', host: null, domain: null },
        policies: {},
        resolvers: {},
      },
    });
    void stack.send('https://a.org/1');
    void stack.send('https://a.org/2', { role: 'artifact' });
    void stack.send('https://b.org/3');
    await stack.clock.advance(0);
    expect(stack.starts).toHaveLength(3);
  });

  test('holds a resolver to its own rate over all hosts', async () => {
    const stack = timed({ rates: { default: {}, policies: {}, resolvers: { core: '1/2second' } } });
    for (const host of ['a', 'b', 'c']) void stack.send(`https://${host}.org/`, { resolver: 'core' });
    void stack.send('https://d.org/', { resolver: 'doaj' });
    await stack.clock.runAll();
    expect(stack.starts.map(({ at }) => at).toSorted((a, b) => a - b)).toEqual([0, 0, 2000, 4000]);
  });

  test('asks again for a grant that came too late to be used', async () => {
    const asked: number[] = [];
    const stack = timed({ rates: rates('1/second'), limiter: undefined as never, parkAfterMs: 15_000 });
    const real = memoryLimiter(stack.clock);
    const slow: Limiter = {
      ...real,
      async tryAcquire(wants) {
        asked.push(stack.clock.now());
        const grant = await real.tryAcquire(wants);
        // The event loop stalls after the first grant, for more than half of the interval.
        if (asked.length === 1) await stack.clock.sleep(600);
        return grant;
      },
    };
    const stalled = timed({ rates: rates('1/second'), limiter: slow, clock: stack.clock });
    const began = stack.clock.now();
    const sending = stalled.send('https://a.org/');
    await stack.clock.runAll();
    await sending;
    expect(asked.map((at) => at - began)).toEqual([0, 600, 1000]);
  });

  test('counts the next start from the sending where a request left late', async () => {
    const clock = timed({}).clock;
    const real = memoryLimiter(clock);
    let asked = 0;
    const slow: Limiter = {
      ...real,
      async tryAcquire(wants) {
        const grant = await real.tryAcquire(wants);
        // The second answer comes after 4 ms: more than 2 % of the interval, and less than half of it.
        if (grant.granted && ++asked === 2) await clock.sleep(4);
        return grant;
      },
    };
    const stack = timed({ rates: rates('20/second'), limiter: slow, clock });
    const began = clock.now();
    const starts: number[] = [];
    for (let turn = 0; turn < 4; turn++)
      void stack.send('https://a.org/').then(() => starts.push(clock.now() - began));
    await clock.runAll();
    // Then the schedule is caught up with, a millisecond each time.
    expect(starts).toEqual([0, 54, 103, 152]);
  });

  test('goes on in order after a waiter gave up', async () => {
    const stack = timed({ rates: rates('1/second') });
    const impatient = new AbortController();
    void stack.send('https://a.org/0');
    const second = rejection(stack.send('https://a.org/1', { signal: impatient.signal }));
    void stack.send('https://a.org/2');
    await stack.clock.advance(500);
    impatient.abort(new Error('stopped'));
    expect((await second).message).toBe('stopped');
    await stack.clock.runAll();
    expect(stack.starts.map(({ url, at }) => [url.at(-1), at])).toEqual([
      ['0', 0],
      ['2', 1000],
    ]);
  });
});

describe('limitRate under totals', () => {
  const byDefault = (more: object = {}) => ({
    default: { metadata: '5/second', landing: '0.5/second', artifact: '1/second', ...more },
    policies: {},
    resolvers: {},
  });
  const gaps = (starts: readonly { at: number }[]): number[] =>
    starts
      .map(({ at }) => at)
      .toSorted((a, b) => a - b)
      .flatMap((at, index, all) => (index === 0 ? [] : [at - all[index - 1]!]));

  test('a landing page and a file of one host are as far apart as its fastest role asks for', async () => {
    const stack = timed({ rates: byDefault() });
    void stack.send('https://a.org/page', { role: 'landing' });
    void stack.send('https://a.org/page', { role: 'artifact' });
    void stack.send('https://a.org/robots.txt', { role: 'robots' });
    await stack.clock.runAll();
    expect(stack.starts.map(({ at }) => at)).toEqual([0, 200, 2000]);
  });

  test('the hosts of a domain share four times that', async () => {
    const stack = timed({ rates: byDefault() });
    for (let n = 0; n < 52; n++) void stack.send(`https://j${n}.big.org/1.pdf`, { role: 'artifact' });
    void stack.send('https://small.org/1.pdf', { role: 'artifact' });
    await stack.clock.runAll();
    const big = stack.starts.filter(({ url }) => url.includes('big.org'));
    expect(Math.min(...gaps(big))).toBeGreaterThanOrEqual(49);
    expect(big.at(-1)!.at).toBeGreaterThanOrEqual(51 * 50 - 100);
    expect(stack.starts.find(({ url }) => url.includes('small.org'))).toMatchObject({ at: 0 });
  });

  test('a fast role does not keep a slow one from its turns', async () => {
    const stack = timed({ rates: byDefault(), parkAfterMs: 1e9 });
    for (let n = 0; n < 100; n++) void stack.send(`https://a.org/${n}`);
    for (let n = 0; n < 6; n++) void stack.send(`https://a.org/page-${n}`, { role: 'landing' });
    await stack.clock.runAll();
    const pages = stack.starts.filter(({ url }) => url.includes('page')).map(({ at }) => at);
    // Every 2 s is their own rate; a turn of the others lies between at most.
    for (const [n, at] of pages.entries()) expect(at).toBeLessThanOrEqual(n * 2200 + 400);
    expect(Math.min(...gaps(stack.starts))).toBeGreaterThanOrEqual(199);
    expect(stack.starts.at(-1)!.at).toBeLessThanOrEqual(105 * 200);
  });

  test('who comes to a line of its host or domain later than others is not overtaken by those who come after', async () => {
    const stack = timed({ rates: byDefault({ domain: '5/second' }), parkAfterMs: 1e9 });
    for (let n = 0; n < 50; n++) void stack.send(`https://a.big.org/${n}`);
    await stack.clock.advance(100);
    void stack.send('https://a.big.org/page', { role: 'landing' });
    void stack.send('https://b.big.org/file', { role: 'artifact' });
    await stack.clock.runAll();
    const startOf = (name: string) => stack.starts.find(({ url }) => url.endsWith(name))!.at;
    expect(startOf('page')).toBeLessThanOrEqual(600);
    expect(startOf('file')).toBeLessThanOrEqual(600);
  });

  test('a request whose connection takes long to stand keeps the other roles of its host back until it has left', async () => {
    const left: { url: string; at: number }[] = [];
    const clock = timed({}).clock;
    const began = clock.now();
    const stack = timed({
      clock,
      limiter: memoryLimiter(clock),
      rates: byDefault(),
      transport: async (request) => {
        if (request.url.endsWith('page')) await clock.sleep(300);
        request.onSent?.();
        left.push({ url: request.url, at: clock.now() - began });
        const body = {
          read: async () => ({ wireBytes: 0, decodedBytes: 0 }),
          discard: async () => undefined,
        };
        return { status: 200, headers: {}, body, url: request.url, hops: [request.url] };
      },
    });
    void stack.send('https://a.org/page', { role: 'landing' });
    void stack.send('https://a.org/file', { role: 'artifact' });
    void stack.send('https://b.a.org/file', { role: 'artifact' });
    await clock.runAll();
    const leftAt = (name: string) => left.find(({ url }) => url.endsWith(name))!.at;
    expect(leftAt('//a.org/file') - leftAt('page')).toBeGreaterThanOrEqual(199);
    expect(leftAt('b.a.org/file')).toBeGreaterThanOrEqual(349);
  });

  test('a busy host does not keep the others of its domain from their turns', async () => {
    const stack = timed({ rates: byDefault({ artifact: '4/second', domain: '4/second' }), parkAfterMs: 1e9 });
    for (let n = 0; n < 40; n++) void stack.send(`https://busy.big.org/${n}`, { role: 'artifact' });
    for (const host of ['b', 'c', 'd'])
      for (let n = 0; n < 5; n++) void stack.send(`https://${host}.big.org/${n}`, { role: 'artifact' });
    await stack.clock.runAll();
    const others = stack.starts.filter(({ url }) => !url.includes('busy'));
    expect(others).toHaveLength(15);
    expect(Math.max(...others.map(({ at }) => at))).toBeLessThanOrEqual(20 * 250);
    expect(stack.starts.at(-1)!.at).toBeLessThanOrEqual(54 * 250);
  });

  test('who waits for a rate of its own keeps nobody else of its host or domain waiting', async () => {
    const stack = timed({ rates: byDefault({ landing: '1/10second' }), parkAfterMs: 1e9 });
    for (let n = 0; n < 3; n++) void stack.send(`https://a.org/page-${n}`, { role: 'landing' });
    for (let n = 0; n < 20; n++) void stack.send(`https://a.org/${n}`);
    await stack.clock.runAll();
    const asked = stack.starts.filter(({ url }) => !url.includes('page')).map(({ at }) => at);
    expect(asked.at(-1)).toBeLessThanOrEqual(21 * 200);
  });

  test('nobody stands in a line of a total longer than it may', async () => {
    const stack = timed({ rates: byDefault({ domain: '1/10second' }) });
    const sending = Array.from({ length: 4 }, (_, n) =>
      stack.send(`https://j${n}.big.org/`, { role: 'artifact' }).catch((error: unknown) => error),
    );
    await stack.clock.advance(1000);
    const ends = await Promise.all(sending.slice(2));
    expect(ends).toMatchObject([{ why: 'rate' }, { why: 'rate' }]);
    await stack.clock.runAll();
    expect(stack.starts.map(({ at }) => at)).toEqual([0, 10_000]);
  });

  test('another configuration of totals holds at once', async () => {
    const stack = timed({ rates: byDefault() });
    stack.setRates(byDefault({ host: '1/4second' }));
    void stack.send('https://a.org/1');
    void stack.send('https://a.org/2', { role: 'artifact' });
    await stack.clock.runAll();
    expect(stack.starts.map(({ at }) => at)).toEqual([0, 4000]);
    stack.setRates(byDefault({ host: null, domain: null }));
    await stack.clock.advance(5000);
    void stack.send('https://a.org/3');
    void stack.send('https://a.org/4', { role: 'artifact' });
    await stack.clock.advance(0);
    expect(stack.starts).toHaveLength(4);
  });
});
