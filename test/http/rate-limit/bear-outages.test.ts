import { describe, expect, test } from 'vitest';
import { Deferred } from '../../../src/core/deferred.ts';
import { Failure } from '../../../src/core/errors.ts';
import { bearOutages } from '../../../src/http/rate-limit/bear-outages.ts';
import type { Limiter } from '../../../src/http/rate-limit/limiter.ts';
import { memoryLimiter } from '../../../src/http/rate-limit/memory.ts';
import { want } from '../../contracts/limiter-contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { rejection, stackUnderTest } from '../stack-under-test.ts';

/** A limiter whose state is out of reach while `isLost`. */
function breakable(real: Limiter) {
  const state = { isLost: true, asked: 0 };
  const answer = <T>(ask: () => Promise<T>): Promise<T> => {
    state.asked++;
    return state.isLost ? Promise.reject(new Failure('storage-error', 'the limits are gone')) : ask();
  };
  const limiter: Limiter = {
    tryAcquire: (wants) => answer(() => real.tryAcquire(wants)),
    pushBack: (key, until) => answer(() => real.pushBack(key, until)),
    readyAt: (wants) => answer(() => real.readyAt(wants)),
  };
  return { limiter, state };
}

function setUp() {
  const clock = fakeClock();
  const { limiter, state } = breakable(memoryLimiter(clock));
  const warnings: string[] = [];
  const bearing = bearOutages({ limiter, clock, warn: (message) => warnings.push(message) });
  return { clock, state, warnings, bearing };
}

const WANTS = [want('a', ['1/second'])];

describe('bearOutages', () => {
  test('refuses everyone while the limits are lost, later each time, and asks no more often', async () => {
    const { clock, state, bearing } = setUp();
    const waits: number[] = [];
    for (;;) {
      const ends = await Promise.allSettled([bearing.tryAcquire(WANTS), bearing.tryAcquire(WANTS)]);
      if (ends.every(({ status }) => status === 'rejected')) break;
      const grants = ends.map((end) => (end.status === 'fulfilled' ? end.value : undefined));
      expect(grants.some((grant) => grant?.granted)).toBe(false);
      const [grant] = grants;
      if (grant && !grant.granted) waits.push(grant.notBefore - clock.now());
      await clock.advance(waits.at(-1)!);
    }
    expect(waits).toEqual([1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000]);
    expect(state.asked).toBeLessThanOrEqual(2 * (waits.length + 1));
    await expect(bearing.tryAcquire(WANTS)).rejects.toMatchObject({ reason: 'storage-error' });
  });

  test('grants again as soon as they are back, and says both', async () => {
    const { clock, state, warnings, bearing } = setUp();
    await bearing.tryAcquire(WANTS);
    state.isLost = false;
    expect(await bearing.tryAcquire(WANTS)).toMatchObject({ granted: false });
    await clock.advance(1000);
    expect(await bearing.tryAcquire(WANTS)).toMatchObject({ granted: true });
    expect(warnings).toEqual([
      'the limits are gone; nothing is asked until they are back',
      'the rate limits can be reached again',
    ]);
  });

  test('a push-back from the outage is told before anything is granted', async () => {
    const { clock, state, bearing } = setUp();
    const until = clock.now() + 60_000;
    await bearing.pushBack('a', until);
    await bearing.pushBack('a', until - 30_000);
    state.isLost = false;
    expect(await bearing.tryAcquire(WANTS)).toEqual({ granted: false, notBefore: until, by: 'a' });
  });

  test('when the host is ready is answered without a grant, and without an error', async () => {
    const { clock, bearing } = setUp();
    expect(await bearing.readyAt(WANTS)).toBe(0);
    await bearing.tryAcquire(WANTS);
    expect(await bearing.readyAt(WANTS)).toBe(clock.now() + 1000);
  });

  test('what is no loss is a bug and stays one', async () => {
    const clock = fakeClock();
    const broken = { ...memoryLimiter(clock), tryAcquire: () => Promise.reject(new TypeError('oops')) };
    const bearing = bearOutages({ limiter: broken, clock, warn: () => {} });
    await expect(bearing.tryAcquire(WANTS)).rejects.toThrow(TypeError);
  });
});

describe('the stack without its rate limits', () => {
  const lost = () => {
    const { limiter } = breakable(memoryLimiter(fakeClock()));
    return stackUnderTest(() => ({}), {
      limiter,
      rates: { default: { metadata: '5/second' }, policies: {}, resolvers: {} },
      breaker: {
        failureThreshold: 1,
        windowMs: 60_000,
        openMs: 30_000,
        openFactor: 2,
        maxOpenMs: 480_000,
        halfOpenTrials: 1,
      },
    });
  };

  test('parks works, then fails them with storage-error, and sends nothing', async () => {
    const stack = lost();
    const ends: string[] = [];
    for (let turn = 0; turn < 30 && ends.at(-1) !== 'storage-error'; turn++) {
      const ended = rejection(stack.send('https://a.org/'));
      await stack.clock.runAll(20_000);
      const error = await ended;
      if (error instanceof Deferred) {
        expect(error.why).toBe('rate');
        ends.push('deferred');
        await stack.clock.advance(error.until - stack.clock.now());
      } else ends.push((error as Failure).reason);
    }
    expect(ends.at(-1)).toBe('storage-error');
    expect(ends.filter((end) => end === 'deferred').length).toBeGreaterThan(0);
    expect(ends.length).toBeLessThan(10);
    expect(stack.sent).toEqual([]);
    expect(stack.notes.at(-1)).toMatchObject({ status: 'download-error', reason: 'storage-error' });
    // The host has done nothing: its breaker stays closed.
    expect(await rejection(stack.send('https://a.org/'))).toMatchObject({ reason: 'storage-error' });
  });
});
