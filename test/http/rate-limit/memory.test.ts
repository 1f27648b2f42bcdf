import { describe, expect, test } from 'vitest';
import { memoryLimiter } from '../../../src/http/rate-limit/memory.ts';
import { limiterContract, want } from '../../contracts/limiter-contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';

describe('memoryLimiter', () => {
  limiterContract(async (clock) => ({
    limiter: memoryLimiter(clock),
    [Symbol.asyncDispose]: async () => {},
  }));

  test('forgets hosts that hold nothing any more, and no other', async () => {
    const clock = fakeClock();
    const limiter = memoryLimiter(clock);
    await limiter.pushBack('pushed', clock.now() + 3_600_000);
    await limiter.tryAcquire([want('slow', ['1/hour'])]);
    for (let host = 0; host < 25_000; host++) await limiter.tryAcquire([want(`host ${host}`, ['1/second'])]);
    await clock.advance(60_000);
    for (let host = 0; host < 25_000; host++) await limiter.tryAcquire([want(`other ${host}`, ['1/second'])]);
    expect(await limiter.readyAt([want('pushed', [])])).toBeGreaterThan(clock.now());
    expect(await limiter.readyAt([want('slow', ['1/hour'])])).toBeGreaterThan(clock.now());
  });
});
