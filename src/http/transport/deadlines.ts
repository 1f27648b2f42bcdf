import type { Clock, Instant } from '../../core/clock.ts';
import { Failure, type Reason } from '../../core/errors.ts';

export interface TimeLimits {
  /** Until the connection stands: name, TCP and TLS. */
  readonly connectMs: number;
  /** From the request to its final headers; interim (1xx) answers buy no time. */
  readonly headersMs: number;
  /** Between two pieces of the body. */
  readonly idleMs: number;
  /** The whole exchange. */
  readonly totalMs: number;
  /** Least average speed of the body once it has run for `slowAfterMs`; 0: none. */
  readonly minBytesPerSecond: number;
  readonly slowAfterMs: number;
}

/**
 * The deadlines of one exchange, on one timer that is set again only when it fires or when a deadline comes nearer:
 * a piece of the body costs no timer.
 */
export interface Deadlines {
  /** The request is on the wire. */
  sent(): void;
  /** The final headers are here. */
  answered(): void;
  /** A piece of the body came. */
  received(bytes: number): void;
  /** The reader holds the sender back: silence is not the server's. */
  held(): void;
  released(): void;
  end(): void;
}

interface Due {
  readonly at: Instant;
  readonly reason: Reason;
  readonly message: string;
}

export interface DeadlineDeps {
  readonly clock: Clock;
  readonly limits: TimeLimits;
  readonly host: string;
  readonly expire: (failure: Failure) => void;
}

const NEVER: Due = { at: Infinity, reason: 'timeout', message: '' };

interface Progress {
  readonly startedAt: Instant;
  phase: 'connect' | 'headers' | 'body' | 'ended';
  phaseAt: Instant;
  lastByteAt: Instant;
  bytes: number;
  heldAt: Instant | undefined;
  heldMs: number;
}

/** The moment the average falls below the least speed if nothing more comes. */
const tooSlowAt = ({ phaseAt, heldMs, bytes }: Progress, limits: TimeLimits): Instant =>
  limits.minBytesPerSecond > 0
    ? phaseAt + heldMs + Math.max(limits.slowAfterMs, (bytes / limits.minBytesPerSecond) * 1000)
    : Infinity;

/** The deadline of the present phase; the whole exchange has its own beside it. */
function phaseDue(progress: Progress, limits: TimeLimits): Due {
  const { phase, phaseAt, lastByteAt } = progress;
  if (phase === 'connect') {
    return { at: phaseAt + limits.connectMs, reason: 'timeout', message: 'no connection in time' };
  }
  if (phase === 'headers') {
    return { at: phaseAt + limits.headersMs, reason: 'timeout', message: 'no answer in time' };
  }
  if (progress.heldAt !== undefined) return NEVER;
  const idleAt = lastByteAt + limits.idleMs;
  const slowAt = tooSlowAt(progress, limits);
  return slowAt < idleAt
    ? { at: slowAt, reason: 'too-slow', message: 'sends less than http.min_bytes_per_s' }
    : { at: idleAt, reason: 'timeout', message: 'the server stopped sending' };
}

function nextDue(progress: Progress, limits: TimeLimits): Due {
  const due = phaseDue(progress, limits);
  const totalAt = progress.startedAt + limits.totalMs;
  return due.at <= totalAt ? due : { at: totalAt, reason: 'timeout', message: 'the exchange took too long' };
}

export function deadlines({ clock, limits, host, expire }: DeadlineDeps): Deadlines {
  const now = clock.now();
  const progress: Progress = {
    startedAt: now,
    phase: 'connect',
    phaseAt: now,
    lastByteAt: now,
    bytes: 0,
    heldAt: undefined,
    heldMs: 0,
  };
  let armed: { readonly at: Instant; readonly timer: Disposable } | undefined;

  const arm = (): void => {
    const { at } = nextDue(progress, limits);
    if (armed && armed.at <= at) return;
    armed?.timer[Symbol.dispose]();
    armed = { at, timer: clock.after(at - clock.now(), check) };
  };
  function check(): void {
    armed = undefined;
    if (progress.phase === 'ended') return;
    const due = nextDue(progress, limits);
    if (due.at > clock.now()) return arm();
    expire(new Failure(due.reason, due.message, { host, isUnreached: progress.phase === 'connect' }));
  }
  const enter = (phase: Progress['phase']): void => {
    progress.phase = phase;
    progress.phaseAt = clock.now();
    progress.lastByteAt = progress.phaseAt;
    arm();
  };

  arm();
  return {
    sent: () => enter('headers'),
    answered: () => enter('body'),
    received(bytes) {
      progress.bytes += bytes;
      progress.lastByteAt = clock.now();
    },
    held() {
      progress.heldAt ??= clock.now();
    },
    released() {
      if (progress.heldAt === undefined || progress.phase === 'ended') return;
      progress.lastByteAt = clock.now();
      progress.heldMs += progress.lastByteAt - progress.heldAt;
      progress.heldAt = undefined;
      arm();
    },
    end() {
      progress.phase = 'ended';
      armed?.timer[Symbol.dispose]();
      armed = undefined;
    },
  };
}
