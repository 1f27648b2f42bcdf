import type { Clock } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import type { Random } from '../../core/random.ts';
import { type BootClock, stopwatchOffset } from '../../platform/boot-clock.ts';
import { isBusy, type Sqlite } from '../../platform/sqlite.ts';
import type { Grant, Limiter, Want } from './limiter.ts';
import { CLOSER_MS, FORGIVEN, intervalOf, isCounter, takesNothing } from './pace.ts';
import { openMeters, underLock } from './sqlite-meters.ts';

export interface SqliteLimiterDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly boot: BootClock;
}

/** Others hold the file for some 50 microseconds; whoever holds it this long has stopped. */
const PATIENCE_MS = 1000;
const LOOK_AGAIN_MS = 5;

/** ?1: what is wanted, one row per rate; the row in slot -1 only asks whether the key is pushed back. ?2: now. */
const WANTED = `
  want(key, slot, interval_ms, ahead_ms, period_ms, quota) AS (
    SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5 FROM json_each(?1)),
  ready(key, at) AS (
    SELECT key, until FROM push_backs WHERE key IN (SELECT key FROM want)
    UNION ALL
    SELECT key, CASE
      WHEN period_ms = 0 AND ahead_ms > 0 THEN due + interval_ms - ahead_ms
      WHEN period_ms = 0 THEN max(due, start - ${CLOSER_MS}) + interval_ms
      WHEN window = CAST(?2 / period_ms AS INTEGER) AND used >= quota THEN (window + 1) * period_ms
      ELSE 0 END
    FROM want JOIN meters USING (key, slot))`;

/** A bare column beside max() comes from the row that has it. */
const READY_AT = `WITH ${WANTED} SELECT coalesce(max(at), 0) AS at, coalesce(key, '') AS key FROM ready`;

/** The arithmetic of `forgivenMs`. */
const FORGIVEN_MS = `CASE WHEN interval_ms < ${FORGIVEN.closeBelowMs} THEN ${FORGIVEN.closeMs}
  ELSE min(interval_ms * ${FORGIVEN.intervals}, ${FORGIVEN.mostMs}) END`;

/** Takes of all keys or of none; the arithmetic is that of `scheduled`. */
const TAKE = `WITH ${WANTED}
  REPLACE INTO meters (key, slot, due, start, window, used)
  SELECT key, slot,
    CASE WHEN due IS NULL OR ?2 - due - interval_ms > ${FORGIVEN_MS} THEN ?2 ELSE due + interval_ms END,
    ?2,
    CASE period_ms WHEN 0 THEN 0 ELSE CAST(?2 / period_ms AS INTEGER) END,
    CASE
      WHEN period_ms = 0 THEN 0
      WHEN window = CAST(?2 / period_ms AS INTEGER) THEN used + 1
      ELSE 1 END
  FROM want LEFT JOIN meters USING (key, slot)
  WHERE slot >= 0 AND coalesce((SELECT max(at) FROM ready), 0) <= ?2
  RETURNING 1`;

const PUSH_BACK = `INSERT INTO push_backs (key, until, seen) VALUES (?, ?, ?)
  ON CONFLICT (key) DO UPDATE SET until = max(until, excluded.until), seen = excluded.seen`;

function rowsOf(wants: readonly Want[]): string {
  const rows = wants.flatMap(({ key, policy }) => [
    [key, -1, 0, 0, 0, 0],
    ...policy.rates.map((rate, slot) => {
      const interval = intervalOf(rate);
      return isCounter(rate)
        ? [key, slot, 0, 0, rate.periodMs, rate.count]
        : [key, slot, interval, (policy.burst - 1) * interval, 0, 0];
    }),
  ]);
  return JSON.stringify(rows);
}

const isSqliteError = (error: unknown): error is Error => error instanceof Error && 'errcode' in error;

type Patiently = <T>(attempt: () => T) => Promise<T>;

/** Asks again, with the event loop free meanwhile, as long as another process holds the file; then it counts as lost. */
function patience(path: string, { clock, random }: SqliteLimiterDeps): Patiently {
  const lost = (cause: Error): Failure =>
    new Failure('storage-error', `the rate limits in ${path} cannot be reached: ${cause.message}`, { cause });
  return async (attempt) => {
    const giveUpAt = clock.now() + PATIENCE_MS;
    for (;;) {
      try {
        return attempt();
      } catch (error) {
        if (!isSqliteError(error)) throw error;
        if (!isBusy(error) || clock.now() >= giveUpAt) throw lost(error);
      }
      await clock.sleep(LOOK_AGAIN_MS * (0.5 + random.next()));
    }
  };
}

/**
 * The limiter of all processes that name the same file on one machine. Each acquire is one statement under the write lock;
 * a refusal is read without it, since what is not ready in an older state is not ready in a newer one. SQLite itself
 * waits only briefly for the lock. Whatever goes wrong with the file is `storage-error`, never a grant.
 */
export async function sqliteLimiter(path: string, deps: SqliteLimiterDeps): Promise<Limiter & Disposable> {
  const patiently = patience(path, deps);
  const db = await patiently(() => openMeters(path, deps.boot, deps.clock));
  return limiterOn(db, deps, patiently);
}

function limiterOn(db: Sqlite, { clock, boot }: SqliteLimiterDeps, patiently: Patiently) {
  const toStopwatch = stopwatchOffset(clock, boot);
  /** What to add to an instant of this process to have the time of the file. */
  const offset = (): number =>
    toStopwatch + (db.get<{ origin: number }>('SELECT origin FROM timebase')?.origin ?? 0);
  const readyAt = (rows: string, now: number): { at: number; key: string } =>
    db.get<{ at: number; key: string }>(READY_AT, rows, now) ?? { at: 0, key: '' };
  const refusal = (ready: { at: number; key: string }, shift: number): Grant => ({
    granted: false,
    notBefore: ready.at - shift,
    by: ready.key,
  });
  const take = (rows: string, shift: number): Grant =>
    underLock(db, () => {
      // The time is read with the lock in hand: waiting for it must not make the grant old.
      const at = clock.now();
      if (db.all(TAKE, rows, at + shift).length > 0) return { granted: true, at };
      return refusal(readyAt(rows, at + shift), shift);
    });

  return {
    tryAcquire(wants) {
      const rows = rowsOf(wants);
      return patiently((): Grant => {
        const shift = offset();
        const at = clock.now();
        const ready = readyAt(rows, at + shift);
        if (ready.at > at + shift) return refusal(ready, shift);
        return takesNothing(wants) ? { granted: true, at } : take(rows, shift);
      });
    },
    pushBack: (key, until) =>
      patiently(() => {
        const shift = offset();
        db.run(PUSH_BACK, key, until + shift, clock.now() + shift);
      }),
    readyAt: (wants) =>
      patiently(() => {
        const shift = offset();
        return Math.max(0, readyAt(rowsOf(wants), clock.now() + shift).at - shift);
      }),
    [Symbol.dispose]: () => db[Symbol.dispose](),
  } satisfies Limiter & Disposable;
}
