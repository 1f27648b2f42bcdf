import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/core/clock.ts';
import { memoryLimiter } from '../../../src/http/rate-limit/memory.ts';
import { limiterOver, limiterServer } from '../../../src/http/rate-limit/multiprocess.ts';
import { limiterContract, want } from '../../contracts/limiter-contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { linePair } from '../../support/line-pair.ts';
import { fakeBoot } from './fake-boot.ts';

describe('limiterOver a line', () => {
  limiterContract(async (clock) => {
    const { ends, close } = linePair();
    const boot = fakeBoot(clock);
    limiterServer(memoryLimiter(clock), ends[0], { clock, boot });
    const limiter = limiterOver(ends[1], { clock, boot });
    return { limiter, lose: close, [Symbol.asyncDispose]: async () => close() };
  });

  test('rejects when the parent does not answer, and goes on when it does again', async () => {
    const clock = fakeClock();
    const boot = fakeBoot(clock);
    const { ends } = linePair();
    const limiter = limiterOver(ends[1], { clock, boot });
    const asked = limiter.tryAcquire([want('a', ['1/second'])]);
    const rejected = expect(asked).rejects.toMatchObject({
      reason: 'storage-error',
      message: expect.stringMatching(/does not answer/),
    });
    await clock.advance(1000);
    await rejected;
    limiterServer(memoryLimiter(clock), ends[0], { clock, boot });
    expect(await limiter.tryAcquire([want('a', ['1/second'])])).toMatchObject({ granted: true });
  });

  test('rejects what is under way when the parent goes', async () => {
    const clock = fakeClock();
    const { ends, close } = linePair();
    const limiter = limiterOver(ends[1], { clock, boot: fakeBoot(clock) });
    const asked = limiter.tryAcquire([want('a', ['1/second'])]);
    close();
    await expect(asked).rejects.toMatchObject({ message: expect.stringMatching(/has gone/) });
  });

  test('hands on what went wrong at the parent', async () => {
    const clock = fakeClock();
    const boot = fakeBoot(clock);
    const { ends } = linePair();
    const broken = { ...memoryLimiter(clock), tryAcquire: () => Promise.reject(new Error('disk full')) };
    limiterServer(broken, ends[0], { clock, boot });
    await expect(limiterOver(ends[1], { clock, boot }).tryAcquire([])).rejects.toMatchObject({
      reason: 'storage-error',
      message: expect.stringMatching(/disk full/),
    });
  });

  test('translates instants between processes whose clocks began at different wall clocks', async () => {
    const stopwatch = fakeClock(Date.UTC(2026, 0, 1));
    const boot = fakeBoot(stopwatch);
    const hourAhead: Clock = { ...stopwatch, now: () => stopwatch.now() + 3_600_000 };
    const { ends } = linePair();
    const parent = memoryLimiter(stopwatch);
    limiterServer(parent, ends[0], { clock: stopwatch, boot });
    const child = limiterOver(ends[1], { clock: hourAhead, boot });
    const wants = [want('a', ['1/3second'])];
    expect(await child.tryAcquire(wants)).toEqual({ granted: true, at: hourAhead.now() });
    expect(await child.tryAcquire(wants)).toEqual({
      granted: false,
      notBefore: hourAhead.now() + 3000,
      by: 'a',
    });
    expect(await parent.readyAt(wants)).toBe(stopwatch.now() + 3000);
    await child.pushBack('a', hourAhead.now() + 9000);
    expect(await parent.readyAt(wants)).toBe(stopwatch.now() + 9000);
    expect(await child.readyAt(wants)).toBe(hourAhead.now() + 9000);
  });

  test('shares the line with others', async () => {
    const clock = fakeClock();
    const boot = fakeBoot(clock);
    const { ends } = linePair();
    limiterServer(memoryLimiter(clock), ends[0], { clock, boot });
    const limiter = limiterOver(ends[1], { clock, boot });
    ends[0].post({ from: 'ledger', id: 1, at: 5 });
    ends[1].post({ to: 'ledger', id: 1 });
    expect(await limiter.tryAcquire([want('a', ['1/second'])])).toMatchObject({ granted: true });
  });
});
