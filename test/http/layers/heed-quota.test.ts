import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { announcedQuota, remainingBudget } from '../../../src/http/rate-limit/quota-headers.ts';
import { listShared, readFixture, sharedIsAbsent } from '../../support/shared-data.ts';
import { rejection, stackUnderTest } from '../stack-under-test.ts';

const CROSSREF = 'https://api.crossref.org/works/10.1';
const OPENALEX = 'https://api.openalex.org/works/W1';
const slots = { maxConnections: 999, maxPerHost: 999, maxPerResolver: {} };
const rates = (metadata: string, steered: readonly string[] = []) => ({
  default: {},
  policies: { 'api.crossref.org': { metadata }, 'api.openalex.org': { metadata: '100/second' } },
  resolvers: {},
  steered,
});
const headersOf = (name: string) => readFixture(name).response.headers;
const POLITE = { 'x-rate-limit-limit': '10', 'x-rate-limit-interval': '1s', 'x-concurrency-limit': '3' };

describe('announcedQuota', () => {
  test.each([
    [POLITE, { rate: { count: 9, periodMs: 1000 }, maxConcurrent: 3 }],
    [
      { ...POLITE, 'x-rate-limit-interval': '1m' },
      { rate: { count: 9, periodMs: 60_000 }, maxConcurrent: 3 },
    ],
    [{ 'x-rate-limit-limit': '1', 'x-rate-limit-interval': '24h' }, { rate: { count: 1, periodMs: 60_000 } }],
    [{ ...POLITE, 'x-concurrency-limit': '0' }, { rate: { count: 9, periodMs: 1000 } }],
    [{ 'x-rate-limit-limit': '10' }, undefined],
    [{ 'x-ratelimit-limit': '1000', 'x-ratelimit-reset': '60' }, undefined],
    [{ ...POLITE, 'x-rate-limit-limit': '0' }, undefined],
    [{ ...POLITE, 'x-rate-limit-limit': '-5' }, undefined],
    [{ ...POLITE, 'x-rate-limit-limit': 'Infinity' }, undefined],
    [{ ...POLITE, 'x-rate-limit-interval': '0s' }, undefined],
    [{ ...POLITE, 'x-rate-limit-interval': 'soon' }, undefined],
    [{}, undefined],
  ])('%j gives %j', (headers, quota) => {
    expect(announcedQuota(headers as Record<string, string>)).toEqual(quota);
  });

  test.skipIf(sharedIsAbsent)('reads what Crossref has really sent', () => {
    const read = listShared('fixtures/crossref').map((file) =>
      announcedQuota(headersOf(`crossref/${file.replace('.json', '')}`)),
    );
    const counts = read.filter((quota) => quota !== undefined).map(({ rate }) => rate?.count);
    expect(counts).toHaveLength(11);
    expect(new Set(counts)).toEqual(new Set([4.5, 45]));
    expect(announcedQuota(headersOf('crossref/http404_bad_cursor'))).toEqual({
      rate: { count: 4.5, periodMs: 1000 },
      maxConcurrent: 1,
    });
  });
});

describe('what a host announces', () => {
  /** Starts of three requests after one whose answer carries the headers. */
  const startsUnder = async (
    headers: Record<string, string>,
    settings: ReturnType<typeof rates>,
  ): Promise<number[]> => {
    const starts: number[] = [];
    const stack = stackUnderTest(
      () => {
        starts.push(stack.clock.now());
        return { headers };
      },
      { slots, rates: settings },
    );
    for (let turn = 0; turn < 4; turn++) {
      const sending = stack.send(CROSSREF).then(({ body }) => body.discard());
      await stack.clock.runAll(5000);
      await sending;
    }
    return starts.slice(1).map((at, index) => at - starts[index]!);
  };

  test('slows a configured rate down', async () => {
    const slow = { ...POLITE, 'x-rate-limit-limit': '1' };
    expect(await startsUnder(slow, rates('5/second'))).toEqual([
      expect.closeTo(1111.1, 0),
      expect.closeTo(1111.1, 0),
      expect.closeTo(1111.1, 0),
    ]);
  });

  test('never speeds up a rate that somebody chose', async () => {
    expect(await startsUnder(POLITE, rates('1/second'))).toEqual([1000, 1000, 1000]);
  });

  test('replaces a rate that was only a start', async () => {
    const gaps = await startsUnder(POLITE, rates('1/second', ['api.crossref.org']));
    expect(gaps).toEqual([expect.closeTo(111.1, 0), expect.closeTo(111.1, 0), expect.closeTo(111.1, 0)]);
  });

  test('limits how many requests are under way', async () => {
    let underWay = 0;
    let most = 0;
    const stack = stackUnderTest(
      async () => {
        most = Math.max(most, ++underWay);
        await stack.clock.sleep(500);
        underWay--;
        return { headers: { ...POLITE, 'x-concurrency-limit': '2' } };
      },
      { slots, rates: rates('1000/second', ['api.crossref.org']) },
    );
    const ask = async () => (await stack.send(CROSSREF)).body.discard();
    const first = ask();
    await stack.clock.runAll(1000);
    await first;
    most = 0;
    const all = Promise.all(Array.from({ length: 6 }, ask));
    await stack.clock.runAll(10_000);
    await all;
    expect(most).toBe(2);
  });
});

const budget = (remaining: string, more: Record<string, string> = {}) => ({
  'x-ratelimit-remaining-usd': remaining,
  'x-ratelimit-prepaid-remaining-usd': '0',
  'x-ratelimit-cost-usd': '0.0001',
  'x-ratelimit-reset': '3600',
  ...more,
});

describe('a daily budget', () => {
  test.skipIf(sharedIsAbsent)(
    'is read from what OpenAlex has really sent, and none of it was spent',
    async () => {
      const recorded = listShared('fixtures/openalex')
        .map((file) => headersOf(`openalex/${file.replace('.json', '')}`))
        .filter((headers) => 'x-ratelimit-remaining-usd' in headers);
      expect(recorded.length).toBeGreaterThan(5);
      expect(remainingBudget(headersOf('openalex/list_metering_2026_09'), () => 0)).toEqual({
        remainingUsd: 0.0989,
        prepaidUsd: 0,
        costUsd: 0.0001,
        resetMs: 58_798_000,
      });
      for (const headers of recorded) {
        const stack = stackUnderTest([{ headers }], { rates: rates('5/second') });
        await (await stack.send(OPENALEX)).body.discard();
        await stack.clock.advance(100);
        expect((await stack.send(OPENALEX)).status).toBe(200);
      }
    },
  );

  test('that is spent parks everyone until it begins anew; the answer itself is used', async () => {
    const stack = stackUnderTest([{ headers: budget('0') }, {}], { rates: rates('5/second') });
    expect((await stack.send(OPENALEX)).status).toBe(200);
    const began = stack.clock.now();
    for (let turn = 0; turn < 3; turn++) {
      const error = await rejection(stack.send(OPENALEX));
      expect(error).toBeInstanceOf(Deferred);
      expect(error).toMatchObject({
        why: 'budget-spent',
        until: began + 3_600_000,
        host: 'api.openalex.org',
      });
    }
    expect(stack.sent).toHaveLength(1);
    expect(await stack.gate.readyAt('api.openalex.org', 'metadata')).toBe(began + 3_600_000);
    await stack.clock.advance(3_600_000);
    expect((await stack.send(OPENALEX)).status).toBe(200);
  });

  test('that cannot pay the next request is spent', async () => {
    const stack = stackUnderTest([{ headers: budget('0.00009') }], { rates: rates('5/second') });
    await stack.send(OPENALEX);
    expect(await rejection(stack.send(OPENALEX))).toMatchObject({ why: 'budget-spent' });
  });

  test('tells a 429 for money from a 429 for haste', async () => {
    const spent = stackUnderTest([{ status: 429, headers: budget('0') }], { rates: rates('5/second') });
    expect(await rejection(spent.send(OPENALEX))).toMatchObject({ why: 'budget-spent' });
    expect(spent.sent).toHaveLength(1);
    const hasty = stackUnderTest([{ status: 429, headers: budget('0.05') }, {}], {
      rates: rates('5/second'),
    });
    const sending = hasty.send(OPENALEX);
    await hasty.clock.runAll(5000);
    expect((await sending).status).toBe(200);
    expect(hasty.sent).toHaveLength(2);
  });

  test('of another host or role is not touched', async () => {
    const stack = stackUnderTest([{ headers: budget('0') }], { rates: rates('5/second') });
    await stack.send(OPENALEX);
    expect((await stack.send('https://content.openalex.org/works/W1.pdf')).status).toBe(200);
    expect((await stack.send(CROSSREF)).status).toBe(200);
  });

  test.each([
    ['0', 0],
    ['1e99', 0],
    ['999999', 0],
    ['', 0],
  ])('with a reset of "%s" seconds waits for midnight UTC', async (reset) => {
    const stack = stackUnderTest([{ headers: budget('0', { 'x-ratelimit-reset': reset }) }], {
      rates: rates('5/second'),
    });
    await stack.send(OPENALEX);
    const midnight = Math.ceil((stack.clock.now() + 1) / 86_400_000) * 86_400_000;
    expect(await rejection(stack.send(OPENALEX))).toMatchObject({ until: midnight });
  });

  test('may be exceeded with what was bought, as far as the operator gives', async () => {
    const paid = budget('0', { 'x-ratelimit-prepaid-remaining-usd': '5', 'x-ratelimit-cost-usd': '0.01' });
    const ask = async (usdPerDay: number): Promise<number> => {
      const stack = stackUnderTest([{ headers: paid }], { rates: rates('5/second'), budget: { usdPerDay } });
      for (let asked = 0; ; asked++) {
        const sending = stack.send(OPENALEX).then(
          ({ body }) => body.discard(),
          (error: unknown) => error,
        );
        await stack.clock.runAll(1000);
        if ((await sending) instanceof Deferred) return asked;
      }
    };
    expect(await ask(0)).toBe(1);
    expect(await ask(0.05)).toBe(5);
  });
});
