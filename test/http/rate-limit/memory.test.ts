import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRate, type Rate } from '../../../src/core/rate.ts';
import { memoryLimiter } from '../../../src/http/rate-limit/memory.ts';
import { ratePolicies } from '../../../src/http/rate-limit/policies.ts';
import { fakeClock } from '../../support/fake-clock.ts';

const rate = (text: string): Rate => parseRate(text)!;
const policy = (rates: string[], burst = 1) => ({ rates: rates.map(rate), burst });

describe('memoryLimiter', () => {
  test('grants one start per interval, and says when the next may be', async () => {
    const clock = fakeClock(1000);
    const limiter = memoryLimiter(clock);
    const wants = [{ key: 'a', policy: policy(['1/3second']) }];
    expect(await limiter.tryAcquire(wants)).toEqual({ granted: true, at: 1000 });
    expect(await limiter.tryAcquire(wants)).toEqual({ granted: false, notBefore: 4000 });
    await clock.advance(2999);
    expect(await limiter.tryAcquire(wants)).toMatchObject({ granted: false });
    await clock.advance(1);
    expect(await limiter.tryAcquire(wants)).toEqual({ granted: true, at: 4000 });
  });

  test('asking when ready takes nothing', async () => {
    const limiter = memoryLimiter(fakeClock(1000));
    const wants = [{ key: 'a', policy: policy(['1/second']) }];
    await limiter.readyAt(wants);
    expect(await limiter.readyAt(wants)).toBeLessThanOrEqual(1000);
    expect(await limiter.tryAcquire(wants)).toMatchObject({ granted: true });
  });

  test('idle time is not saved up, and a burst is only what was asked for', async () => {
    const clock = fakeClock(0);
    const limiter = memoryLimiter(clock);
    const wants = [{ key: 'a', policy: policy(['1/second'], 3) }];
    const grantedNow = async (): Promise<number> => {
      let count = 0;
      while ((await limiter.tryAcquire(wants)).granted) count++;
      return count;
    };
    expect(await grantedNow()).toBe(3);
    await clock.advance(3_600_000);
    expect(await grantedNow()).toBe(3);
  });

  test('takes of all keys or of none', async () => {
    const limiter = memoryLimiter(fakeClock(0));
    const slow = { key: 'slow', policy: policy(['1/minute']) };
    const fast = { key: 'fast', policy: policy(['1/second']) };
    await limiter.tryAcquire([slow]);
    expect(await limiter.tryAcquire([fast, slow])).toEqual({ granted: false, notBefore: 60_000 });
    expect(await limiter.tryAcquire([fast])).toMatchObject({ granted: true });
  });

  test('counts a daily figure between two midnights', async () => {
    const clock = fakeClock(Date.UTC(2026, 0, 1, 23, 59));
    const limiter = memoryLimiter(clock);
    const wants = [{ key: 'a', policy: policy(['10/second', '3/day']) }];
    for (let turn = 0; turn < 3; turn++) {
      expect(await limiter.tryAcquire(wants)).toMatchObject({ granted: true });
      await clock.advance(100);
    }
    expect(await limiter.tryAcquire(wants)).toEqual({ granted: false, notBefore: Date.UTC(2026, 0, 2) });
    await clock.advance(60_000);
    expect(await limiter.tryAcquire(wants)).toMatchObject({ granted: true });
  });

  test('a push-back holds for every policy of the key and is never shortened', async () => {
    const limiter = memoryLimiter(fakeClock(0));
    await limiter.pushBack('a', 5000);
    await limiter.pushBack('a', 2000);
    expect(await limiter.readyAt([{ key: 'a', policy: policy([]) }])).toBe(5000);
    expect(await limiter.tryAcquire([{ key: 'a', policy: policy(['1/second']) }])).toEqual({
      granted: false,
      notBefore: 5000,
    });
  });

  test('no two starts are closer than the interval, whenever anyone asks', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5000 }),
        fc.array(fc.integer({ min: 0, max: 3000 }), { maxLength: 60 }),
        async (intervalMs, gaps) => {
          const clock = fakeClock(0);
          const limiter = memoryLimiter({ ...clock, now: () => now });
          let now = 0;
          const starts: number[] = [];
          const wants = [{ key: 'a', policy: { rates: [{ count: 1, periodMs: intervalMs }], burst: 1 } }];
          for (const gap of gaps) {
            now += gap;
            if ((await limiter.tryAcquire(wants)).granted) starts.push(now);
          }
          expect(starts.slice(1).every((at, index) => at - starts[index]! >= intervalMs)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('ratePolicies', () => {
  const policies = ratePolicies({
    default: { metadata: '5/second', landing: '0.5/second' },
    policies: {
      'arxiv.org': { artifact: '1/3second' },
      'export.arxiv.org': { metadata: { rates: ['1/3second'], maxConcurrent: 1 } },
      'lab.org:8080': { metadata: '100/second' },
    },
    resolvers: { core: '10/minute' },
  });

  test.each([
    ['arxiv.org', 'artifact', 3000, 'arxiv.org'],
    ['export.arxiv.org', 'artifact', 3000, 'arxiv.org'],
    ['export.arxiv.org', 'metadata', 3000, 'export.arxiv.org'],
    ['arxiv.org', 'metadata', 200, 'default'],
    ['myarxiv.org', 'metadata', 200, 'default'],
    ['lab.org:8080', 'metadata', 10, 'lab.org:8080'],
    ['lab.org', 'metadata', 200, 'default'],
    ['arxiv.org', 'robots', 2000, 'default'],
    ['nowhere.org', 'artifact', 0, 'default'],
    ['__proto__', 'metadata', 200, 'default'],
  ] as const)('%s in role %s has an interval of %i ms, from %s', (host, role, intervalMs, entry) => {
    expect(policies.intervalMs(host, role)).toBe(intervalMs);
    expect(policies.find(host, role).entry).toBe(entry);
  });

  test('a request of a resolver with a rate must be granted by it too', () => {
    expect(policies.wants('a.org', 'metadata', 'core').map(({ key }) => key)).toEqual([
      'host a.org',
      'a.org metadata',
      'resolver core',
    ]);
    expect(policies.wants('a.org', 'robots', 'doaj').map(({ key }) => key)).toEqual([
      'host a.org',
      'a.org landing',
    ]);
  });

  test('a rate that cannot be read is an error, never no limit', () => {
    const broken = ratePolicies({ default: { metadata: '1/3parsec' }, policies: {}, resolvers: {} });
    expect(() => broken.intervalMs('a.org', 'metadata')).toThrow('not a rate');
  });
});
