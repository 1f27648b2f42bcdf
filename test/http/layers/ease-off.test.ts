import { describe, expect, test } from 'vitest';
import { sqliteLimiter } from '../../../src/http/rate-limit/sqlite.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { fakeBoot } from '../rate-limit/fake-boot.ts';
import { inTime, stackUnderTest } from '../stack-under-test.ts';

const RATES = { default: {}, policies: { 'a.org': { metadata: '1/second' } }, resolvers: {} };
const ONCE = {
  maxAttempts: 1,
  retryStatuses: [429],
  strategy: 'constant' as const,
  baseDelayMs: 0,
  maxDelayMs: 0,
  jitterMs: 0,
  retryAfterCapMs: 0,
};

type Stack = ReturnType<typeof stackUnderTest>;

/** Asks so many times, one after the other, and tells when each was put on the wire. */
async function starts(stack: Stack, count: number, url = 'https://a.org/'): Promise<readonly number[]> {
  const at: number[] = [];
  for (let asked = 0; asked < count; asked++) {
    const before = stack.sent.length;
    const response = await inTime(stack.clock, stack.send(url));
    await response.body.discard();
    expect(stack.sent.length).toBe(before + 1);
    at.push(stack.clock.now());
  }
  return at;
}

const gaps = (at: readonly number[]): readonly number[] => at.slice(1).map((now, index) => now - at[index]!);
const changes = ({ notes }: Stack) => notes.filter(({ status }) => status === 'slowed' || status === 'eased');

describe('easeOff', () => {
  test('slows a host that refuses, on record and visible to the scheduler, and eases it back to its policy', async () => {
    const refusals = [{ status: 429 }, { status: 429 }];
    const stack = stackUnderTest([...refusals, ...Array.from({ length: 80 }, () => ({})), {}], {
      rates: RATES,
      retry: ONCE,
    });
    await starts(stack, 2);
    expect(stack.gate.intervalMs('a.org', 'metadata')).toBe(2000);
    expect(changes(stack)).toMatchObject([
      {
        status: 'slowed',
        reason: 'backoff',
        host: 'a.org',
        role: 'metadata',
        extra: { cause: 'refusals', stretch: 2, interval_ms: 2000 },
      },
    ]);
    expect(changes(stack)[0]).not.toHaveProperty('verb');
    const slow = await starts(stack, 5);
    expect(Math.min(...gaps(slow))).toBeGreaterThanOrEqual(1999);
    await starts(stack, 70);
    expect(changes(stack).at(-1)).toMatchObject({
      status: 'eased',
      extra: { stretch: 1, interval_ms: 1000 },
    });
    const eased = gaps(await starts(stack, 3));
    expect(Math.min(...eased)).toBeGreaterThanOrEqual(999);
    expect(Math.max(...eased)).toBeLessThan(1200);
  });

  test('spaces a host without a policy of its own only once it has refused', async () => {
    const stack = stackUnderTest([{ status: 429 }, { status: 429 }, {}], { retry: ONCE });
    expect(stack.gate.intervalMs('b.org', 'metadata')).toBe(0);
    await starts(stack, 2, 'https://b.org/');
    expect(stack.gate.intervalMs('b.org', 'metadata')).toBe(200);
    expect(stack.gate.intervalMs('b.org', 'artifact')).toBe(0);
    expect(stack.gate.intervalMs('a.org', 'metadata')).toBe(0);
  });

  test('a spent budget and an archived refusal are no complaint about the pace', async () => {
    const spent = {
      'x-ratelimit-remaining-usd': '0',
      'x-ratelimit-limit-usd': '1',
      'x-ratelimit-reset': '60',
    };
    const archived = { 'memento-datetime': 'Mon, 01 Jan 2024 00:00:00 GMT' };
    const asked = [
      ['https://a.org/', spent],
      ['https://web.archive.org/web/2019id_/https://a.org/', archived],
    ] as const;
    for (const [url, headers] of asked) {
      const stack = stackUnderTest([{ status: 429, headers }], { rates: RATES, retry: ONCE });
      for (let turn = 0; turn < 4; turn++)
        await inTime(stack.clock, stack.send(url)).then(
          ({ body }) => body.discard(),
          () => undefined,
        );
      expect(changes(stack)).toEqual([]);
    }
  });

  test('holds with a shared limiter too', async () => {
    const clock = fakeClock();
    using limiter = await sqliteLimiter(':memory:', { clock, random: seededRandom(), boot: fakeBoot(clock) });
    const stack = stackUnderTest([{ status: 429 }, { status: 429 }, {}], {
      rates: RATES,
      retry: ONCE,
      limiter,
      clock,
    });
    const run = { ...stack, clock };
    await starts(run, 2);
    const slow = gaps(await starts(run, 4));
    expect(Math.min(...slow)).toBeGreaterThanOrEqual(1999);
  });
});
