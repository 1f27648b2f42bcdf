import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseRate } from '../../src/core/rate.ts';
import type { Limiter, RatePolicy, Want } from '../../src/http/rate-limit/limiter.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';

interface LimiterUnderTest extends AsyncDisposable {
  readonly limiter: Limiter;
  /** Takes its state away; `undefined` where it has none that could be lost. */
  readonly lose?: () => void | Promise<void>;
}

export type OpenLimiter = (clock: FakeClock) => Promise<LimiterUnderTest>;

const policy = (rates: readonly string[], burst = 1): RatePolicy => ({
  rates: rates.map((text) => parseRate(text)!),
  burst,
});
export const want = (key: string, rates: readonly string[], burst = 1): Want => ({
  key,
  policy: policy(rates, burst),
});

/** Two starts may be closer by this, and a row of them may be ahead of its spacing by the lateness of its first. */
const CLOSER_MS = 1;
const forgivenMs = (intervalMs: number): number => (intervalMs < 5 ? 3 : Math.min(10 * intervalMs, 100));
const START = Date.UTC(2026, 0, 1, 12);

/** What every limiter promises; see the doc comment of the port. */
export function limiterContract(open: OpenLimiter): void {
  const opened = async (at = START) => {
    const clock = fakeClock(at);
    return { clock, ...(await open(clock)) };
  };

  test('grants one start per interval, and says when the next may be', async () => {
    await using one = await opened();
    const wants = [want('a', ['1/3second'])];
    expect(await one.limiter.tryAcquire(wants)).toEqual({ granted: true, at: START });
    expect(await one.limiter.tryAcquire(wants)).toEqual({ granted: false, notBefore: START + 3000, by: 'a' });
    await one.clock.advance(2999);
    expect(await one.limiter.tryAcquire(wants)).toEqual({ granted: false, notBefore: START + 3000, by: 'a' });
    await one.clock.advance(1);
    expect(await one.limiter.tryAcquire(wants)).toEqual({ granted: true, at: START + 3000 });
  });

  test('asking when ready takes nothing, and leaves no trace', async () => {
    await using one = await opened();
    const wants = [want('a', ['1/second', '5/day'])];
    for (let turn = 0; turn < 10; turn++) expect(await one.limiter.readyAt(wants)).toBeLessThanOrEqual(START);
    expect(await one.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
    expect(await one.limiter.readyAt(wants)).toBe(START + 1000);
    expect(await one.limiter.readyAt(wants)).toBe(START + 1000);
  });

  test('a refusal takes nothing either', async () => {
    await using one = await opened();
    const wants = [want('a', ['1/second', '2/day'])];
    await one.limiter.tryAcquire(wants);
    for (let turn = 0; turn < 5; turn++) await one.limiter.tryAcquire(wants);
    await one.clock.advance(1000);
    expect(await one.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
  });

  test('idle time is not saved up, and a burst is only what was asked for', async () => {
    await using one = await opened();
    const wants = [want('a', ['1/second'], 3)];
    const grantedNow = async (): Promise<number> => {
      let count = 0;
      while ((await one.limiter.tryAcquire(wants)).granted) count++;
      return count;
    };
    expect(await grantedNow()).toBe(3);
    await one.clock.advance(1000);
    expect(await grantedNow()).toBe(1);
    await one.clock.advance(3_600_000);
    expect(await grantedNow()).toBe(3);
  });

  test('all rates of a policy must allow', async () => {
    await using one = await opened();
    const wants = [want('a', ['10/second', '2/minute'])];
    expect(await one.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
    expect(await one.limiter.tryAcquire(wants)).toEqual({
      granted: false,
      notBefore: START + 30_000,
      by: 'a',
    });
  });

  test('takes of all keys or of none', async () => {
    await using one = await opened();
    const slow = want('slow', ['1/minute']);
    const fast = want('fast', ['1/second']);
    await one.limiter.tryAcquire([slow]);
    expect(await one.limiter.tryAcquire([fast, slow])).toEqual({
      granted: false,
      notBefore: START + 60_000,
      by: 'slow',
    });
    expect(await one.limiter.tryAcquire([fast])).toMatchObject({ granted: true });
  });

  test('a refusal names the key that refuses for longest, whether by its rate or pushed back', async () => {
    await using one = await opened();
    const role = want('a.org landing', ['1/2second']);
    const host = want('total a.org', ['5/second']);
    const domain = want('domain a.org', ['20/second']);
    await one.limiter.tryAcquire([host, domain]);
    expect(await one.limiter.tryAcquire([role, host, domain])).toMatchObject({ by: host.key });
    await one.clock.advance(200);
    await one.limiter.tryAcquire([domain]);
    expect(await one.limiter.tryAcquire([role, host, domain])).toMatchObject({ by: domain.key });
    await one.clock.advance(50);
    expect(await one.limiter.tryAcquire([role, host, domain])).toMatchObject({ granted: true });
    expect(await one.limiter.tryAcquire([domain, host, role])).toMatchObject({ by: role.key });
    await one.limiter.pushBack(domain.key, START + 60_000);
    expect(await one.limiter.tryAcquire([role, host, domain])).toEqual({
      granted: false,
      notBefore: START + 60_000,
      by: domain.key,
    });
  });

  test('a start that a total refuses is taken of no role, and one that a role refuses of no total', async () => {
    await using one = await opened();
    const landing = want('a.org landing', ['1/minute', '1/day']);
    const artifact = want('a.org artifact', ['1/minute', '2/day']);
    const total = want('total a.org', ['1/second', '3/day']);
    expect(await one.limiter.tryAcquire([artifact, total])).toMatchObject({ granted: true });
    for (let turn = 0; turn < 5; turn++) await one.limiter.tryAcquire([landing, total]);
    for (let turn = 0; turn < 5; turn++) await one.limiter.tryAcquire([artifact, total]);
    await one.clock.advance(1000);
    expect(await one.limiter.tryAcquire([landing, total])).toMatchObject({ granted: true });
    await one.clock.advance(60_000);
    expect(await one.limiter.tryAcquire([artifact, total])).toMatchObject({ granted: true });
    await one.clock.advance(60_000);
    expect(await one.limiter.tryAcquire([want('a.org robots', []), total])).toMatchObject({ by: total.key });
  });

  test('counts a daily figure between two midnights, and not as a distance', async () => {
    const evening = Date.UTC(2026, 0, 1, 23, 59);
    await using one = await opened(evening);
    const wants = [want('a', ['10/second', '3/day'])];
    for (let turn = 0; turn < 3; turn++) {
      expect(await one.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
      await one.clock.advance(100);
    }
    const midnight = Date.UTC(2026, 0, 2);
    expect(await one.limiter.tryAcquire(wants)).toEqual({ granted: false, notBefore: midnight, by: 'a' });
    expect(await one.limiter.readyAt(wants)).toBe(midnight);
    await one.clock.advance(60_000);
    expect(await one.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
  });

  test('a push-back holds for every policy of the key and is never shortened', async () => {
    await using one = await opened();
    await one.limiter.pushBack('a', START + 5000);
    await one.limiter.pushBack('a', START + 2000);
    expect(await one.limiter.readyAt([want('a', [])])).toBe(START + 5000);
    expect(await one.limiter.tryAcquire([want('a', [])])).toEqual({
      granted: false,
      notBefore: START + 5000,
      by: 'a',
    });
    expect(await one.limiter.tryAcquire([want('b', ['1/second']), want('a', ['1/second'])])).toEqual({
      granted: false,
      notBefore: START + 5000,
      by: 'a',
    });
    await one.limiter.pushBack('a', START + 7000);
    await one.clock.advance(6000);
    expect(await one.limiter.tryAcquire([want('a', [])])).toMatchObject({ granted: false });
    await one.clock.advance(1000);
    expect(await one.limiter.tryAcquire([want('a', ['1/second'])])).toMatchObject({ granted: true });
  });

  test('a key without rates is granted at once unless it is pushed back', async () => {
    await using one = await opened();
    for (let turn = 0; turn < 3; turn++)
      expect(await one.limiter.tryAcquire([want('a', [])])).toEqual({ granted: true, at: START });
  });

  test('another rate holds at once, faster or slower', async () => {
    await using one = await opened();
    await one.limiter.tryAcquire([want('a', ['1/hour'])]);
    expect(await one.limiter.readyAt([want('a', ['1/hour'])])).toBe(START + 3_600_000);
    expect(await one.limiter.readyAt([want('a', ['1/second'])])).toBe(START + 1000);
    await one.clock.advance(1000);
    expect(await one.limiter.tryAcquire([want('a', ['1/second'])])).toMatchObject({ granted: true });
    expect(await one.limiter.tryAcquire([want('a', ['1/minute'])])).toEqual({
      granted: false,
      notBefore: START + 61_000,
      by: 'a',
    });
  });

  test('starts that are late do not slow the rate, and are not closer than a millisecond less', async () => {
    await using one = await opened();
    const wants = [want('a', ['100/second'])];
    const startAt = async (at: number): Promise<void> => {
      await one.clock.advance(at - one.clock.now());
      expect(await one.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
    };
    await startAt(START);
    for (let turn = 1; turn < 20; turn++) await startAt(START + turn * 10 + 1);
    expect(await one.limiter.readyAt(wants)).toBeCloseTo(START + 200, 3);
    await startAt(START + 203);
    expect(await one.limiter.readyAt(wants)).toBeCloseTo(START + 212, 3);
    await startAt(START + 212);
    expect(await one.limiter.readyAt(wants)).toBeCloseTo(START + 221, 3);
    await startAt(START + 221);
    expect(await one.limiter.readyAt(wants)).toBeCloseTo(START + 230, 3);
    await startAt(START + 235);
    expect(await one.limiter.readyAt(wants)).toBeCloseTo(START + 244, 3);
    // More than ten intervals late: a new schedule.
    await startAt(START + 341);
    expect(await one.limiter.readyAt(wants)).toBeCloseTo(START + 351, 3);
  });

  test('no two starts are closer than the interval, whenever anyone asks, and no sum of them is', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 2, max: 5000 }),
        fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 25 }),
        async (intervalMs, gaps) => {
          const starts: number[] = [];
          const clock = fakeClock(START);
          let now = START;
          await using one = await open({ ...clock, now: () => now, wall: () => new Date(now) });
          const wants = [{ key: 'a', policy: { rates: [{ count: 1, periodMs: intervalMs }], burst: 1 } }];
          for (const gap of gaps) {
            now += gap;
            if ((await one.limiter.tryAcquire(wants)).granted) starts.push(now);
          }
          for (const [from, at] of starts.entries()) {
            for (const [further, later] of starts.slice(from).entries())
              expect(later - at).toBeGreaterThanOrEqual(
                Math.max(further * intervalMs - forgivenMs(intervalMs), further * (intervalMs - CLOSER_MS)) -
                  1e-3,
              );
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  test('whoever asks at once, one gets the start', async () => {
    await using one = await opened();
    const wants = [want('host', []), want('a', ['1/second'])];
    const grants = await Promise.all(Array.from({ length: 20 }, () => one.limiter.tryAcquire(wants)));
    expect(grants.filter(({ granted }) => granted)).toHaveLength(1);
  });

  test('without its state it rejects, whatever it is asked, and never grants', async ({ skip }) => {
    await using one = await opened();
    if (!one.lose) return skip('its state is its own memory');
    await one.limiter.tryAcquire([want('a', ['1/second'])]);
    await one.lose();
    const asked = [
      one.limiter.tryAcquire([want('b', ['1/second'])]),
      one.limiter.tryAcquire([want('b', [])]),
      one.limiter.readyAt([want('b', ['1/second'])]),
      one.limiter.pushBack('b', START + 1000),
    ];
    const settled = Promise.allSettled(asked);
    await one.clock.advance(5000);
    for (const end of await settled)
      expect(end).toMatchObject({ status: 'rejected', reason: { reason: 'storage-error' } });
  });
}
