import type { Clock, Instant } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import type { Limiter } from './limiter.ts';

/** How long everyone waits after each further loss in a row: three minutes in all. */
const WAITS_MS = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000, 60_000];

export interface OutageDeps {
  readonly limiter: Limiter;
  readonly clock: Clock;
  /** Told when the limits are lost and when they are back. */
  readonly warn: (message: string) => void;
}

const isLoss = (error: unknown): error is Failure =>
  error instanceof Failure && error.reason === 'storage-error';

/**
 * A limiter whose shared state may be out of reach for a while. Nothing is let through meanwhile: everyone is told to
 * come back, later each time, so that works are parked instead of failed. When the state stays lost, requests fail with
 * `storage-error`. A push-back that could not be told is kept, and told before anything is granted again.
 */
export function bearOutages({ limiter, clock, warn }: OutageDeps): Limiter {
  const untold = new Map<string, Instant>();
  let losses = 0;
  let until: Instant = 0;

  const isLost = (): boolean => losses > WAITS_MS.length;
  const lose = (failure: Failure): void => {
    const waitMs = WAITS_MS[losses++];
    if (losses === 1) warn(`${failure.message}; nothing is asked until they are back`);
    if (waitMs !== undefined) until = clock.now() + waitMs;
    else warn(`${failure.message}; giving up`);
  };
  const reached = (): void => {
    if (losses > 0) warn('the rate limits can be reached again');
    losses = 0;
    until = 0;
  };
  const keep = (key: string, instant: Instant): void =>
    void untold.set(key, Math.max(untold.get(key) ?? 0, instant));
  const tellAll = async (): Promise<void> => {
    for (const [key, instant] of untold) {
      await limiter.pushBack(key, instant);
      if (untold.get(key) === instant) untold.delete(key);
    }
  };

  return {
    async tryAcquire(wants) {
      if (clock.now() < until) return { granted: false, notBefore: until };
      try {
        if (untold.size > 0) await tellAll();
        const grant = await limiter.tryAcquire(wants);
        reached();
        return grant;
      } catch (error) {
        if (!isLoss(error)) throw error;
        if (isLost()) throw error;
        // Others may have asked at the same time: one loss counts once.
        if (clock.now() >= until) lose(error);
        if (isLost()) throw error;
        return { granted: false, notBefore: until };
      }
    },
    async pushBack(key, instant) {
      try {
        await limiter.pushBack(key, instant);
      } catch (error) {
        if (!isLoss(error)) throw error;
        keep(key, instant);
      }
    },
    async readyAt(wants) {
      if (clock.now() < until) return until;
      try {
        return await limiter.readyAt(wants);
      } catch (error) {
        if (!isLoss(error)) throw error;
        // Whoever asks for a start next finds out, and the loss is counted there.
        return 0;
      }
    },
  };
}
