import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../../src/core/clock.ts';
import { sqliteLimiter } from '../../../src/http/rate-limit/sqlite.ts';
import { systemClock } from '../../../src/platform/system-clock.ts';
import { limiterContract, want } from '../../contracts/limiter-contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { fakeBoot } from './fake-boot.ts';

const NOON = Date.UTC(2026, 0, 1, 12);
const random = seededRandom();

describe('sqliteLimiter', () => {
  limiterContract(async (clock) => {
    const dir = await tempDir();
    const path = join(dir.path, 'limits.sqlite3');
    const limiter = await sqliteLimiter(path, { clock, random, boot: fakeBoot(clock) });
    return {
      limiter,
      lose() {
        const other = new DatabaseSync(path);
        other.exec('DROP TABLE meters; DROP TABLE push_backs; DROP TABLE timebase');
        other.close();
      },
      async [Symbol.asyncDispose]() {
        limiter[Symbol.dispose]();
        await dir[Symbol.asyncDispose]();
      },
    };
  });
});

/** A process of its own, as far as the file can tell: its clock begins at the wall clock of its start. */
const processOn = (path: string, machine: { boot: ReturnType<typeof fakeBoot>; wall: () => number }) => {
  const began = { wall: machine.wall(), uptime: machine.boot.uptimeMs() };
  const clock: Clock = {
    ...fakeClock(),
    now: () => began.wall + machine.boot.uptimeMs() - began.uptime,
    wall: () => new Date(machine.wall()),
  };
  return sqliteLimiter(path, { clock, random, boot: machine.boot }).then((limiter) => ({
    clock,
    limiter,
    [Symbol.dispose]: () => limiter[Symbol.dispose](),
  }));
};

describe('processes on one file', () => {
  test.each([
    ['set back by ten years', -10 * 365 * 86_400_000],
    ['set forward by an hour', 3_600_000],
  ])('agree on the time when the wall clock was %s between their starts', async (_name, jumpMs) => {
    await using dir = await tempDir();
    const path = join(dir.path, 'limits.sqlite3');
    const stopwatch = fakeClock(NOON);
    const boot = fakeBoot(stopwatch);
    let jumped = 0;
    const wall = () => stopwatch.now() + jumped;
    using first = await processOn(path, { boot, wall });
    const wants = [want('a', ['1/3second'])];
    expect(await first.limiter.tryAcquire(wants)).toMatchObject({ granted: true });
    jumped = jumpMs;
    using second = await processOn(path, { boot, wall });
    const refused = await second.limiter.tryAcquire(wants);
    expect(refused).toEqual({ granted: false, notBefore: second.clock.now() + 3000, by: 'a' });
    await second.limiter.pushBack('a', second.clock.now() + 10_000);
    expect(await first.limiter.readyAt(wants)).toBe(first.clock.now() + 10_000);
    await stopwatch.advance(10_000);
    expect(await first.limiter.tryAcquire(wants)).toEqual({ granted: true, at: first.clock.now() });
    expect(await second.limiter.tryAcquire(wants)).toEqual({
      granted: false,
      notBefore: second.clock.now() + 3000,
      by: 'a',
    });
  });

  test('carry waits over a restart of the machine', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'limits.sqlite3');
    const stopwatch = fakeClock(NOON);
    const wall = () => stopwatch.now();
    {
      using before = await processOn(path, { boot: fakeBoot(stopwatch), wall });
      await before.limiter.tryAcquire([want('a', ['1/hour'])]);
      await before.limiter.pushBack('b', NOON + 600_000);
    }
    await stopwatch.advance(120_000);
    const boot = { ...fakeBoot(stopwatch, 'boot-2'), uptimeMs: () => stopwatch.now() - NOON - 90_000 };
    using after = await processOn(path, { boot, wall });
    expect(await after.limiter.readyAt([want('a', ['1/hour'])])).toBe(NOON + 3_600_000);
    expect(await after.limiter.readyAt([want('b', [])])).toBe(NOON + 600_000);
  });

  test('do not wait for ever when the wall clock went back over a restart', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'limits.sqlite3');
    const stopwatch = fakeClock(NOON);
    {
      using before = await processOn(path, { boot: fakeBoot(stopwatch), wall: () => stopwatch.now() });
      await before.limiter.tryAcquire([want('a', ['1/minute'])]);
      await before.limiter.pushBack('b', NOON + 600_000);
    }
    const boot = fakeBoot(stopwatch, 'boot-2');
    using after = await processOn(path, { boot, wall: () => stopwatch.now() - 1e12 });
    const now = after.clock.now();
    expect(await after.limiter.readyAt([want('a', ['1/minute'])])).toBe(now + 60_000);
    expect(await after.limiter.readyAt([want('b', [])])).toBe(now + 600_000);
  });
});

describe('a file that others hold', () => {
  test('is waited for without blocking, and then used', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'limits.sqlite3');
    const clock = systemClock();
    using limiter = await sqliteLimiter(path, { clock, random, boot: fakeBoot(clock) });
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    let turns = 0;
    const ticking = setInterval(() => turns++, 10);
    const asked = limiter.tryAcquire([want('a', ['1/second'])]);
    await clock.sleep(300);
    other.exec('COMMIT');
    other.close();
    expect(await asked).toMatchObject({ granted: true });
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(3);
  });

  test('for too long counts as lost; a refusal needs no lock', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'limits.sqlite3');
    let now = NOON;
    const clock: Clock = { ...fakeClock(NOON), now: () => now, sleep: async (ms) => void (now += ms * 50) };
    using limiter = await sqliteLimiter(path, { clock, random, boot: fakeBoot(clock) });
    await limiter.tryAcquire([want('busy', ['1/hour'])]);
    const other = new DatabaseSync(path);
    other.exec('BEGIN IMMEDIATE');
    expect(await limiter.tryAcquire([want('busy', ['1/hour'])])).toMatchObject({ granted: false });
    await expect(limiter.tryAcquire([want('a', ['1/second'])])).rejects.toMatchObject({
      reason: 'storage-error',
      message: expect.stringMatching(/limits[.]sqlite3 cannot be reached/),
    });
    other.exec('ROLLBACK');
    other.close();
    expect(await limiter.tryAcquire([want('a', ['1/second'])])).toMatchObject({ granted: true });
  });

  test('that is no database is refused when it is opened', async () => {
    await using dir = await tempDir();
    const clock = fakeClock();
    const boot = fakeBoot(clock);
    await expect(sqliteLimiter(dir.path, { clock, random, boot })).rejects.toMatchObject({ exitCode: 3 });
  });
});
