import type { Clock, Instant } from '../../core/clock.ts';
import { Deferred } from '../../core/deferred.ts';
import type { Lanes } from '../rate-limit/lanes.ts';
import { rateRole } from '../rate-limit/policies.ts';
import { type Hop, hostOf } from './hop.ts';

/** Who waits longer looks again this often: a new configuration may have made the wait shorter. */
const LOOK_AGAIN_MS = 1000;

/** A line to stand in, and the distance between two who leave it. */
export interface Line {
  readonly key: string;
  readonly intervalMs: number;
}

/** A place at the head of a line. */
interface Held extends Line {
  readonly leave: () => void;
}

export interface Turn {
  readonly hop: Hop;
  readonly startedAt: Instant;
  /** Held from the grant until the request has left; the line of the host and role first, then those of the totals. */
  readonly held: Held[];
}

/** Leaves all lines but the first so many. */
export function leaveBeyond(held: Held[], count: number): void {
  for (const { leave } of held.splice(count)) leave();
}

interface LineDeps {
  readonly lanes: Lanes;
  readonly clock: Clock;
  /** Nobody stands longer: the work is parked. */
  readonly parkAfterMs: number;
}

/** Lines of waiters, and when their heads expect to start. */
export function waitingLines({ lanes, clock, parkAfterMs }: LineDeps) {
  /** Unknown while the head is asking. */
  const headStarts = new Map<string, Instant>();
  const refuseBeyond = ({ hop, startedAt }: Turn, until: Instant): void => {
    if (until - startedAt <= parkAfterMs) return;
    throw new Deferred({ until, host: hostOf(hop), role: rateRole(hop.role), why: 'rate' });
  };
  const enter = async (turn: Turn, line: Line): Promise<void> => {
    const ahead = lanes.length(line.key);
    if (ahead > 0) refuseBeyond(turn, (headStarts.get(line.key) ?? clock.now()) + ahead * line.intervalMs);
    turn.held.push({ ...line, leave: await lanes.enter(line.key, turn.hop.signal) });
  };
  const waitUntil = async ({ hop, held }: Turn, instant: Instant): Promise<void> => {
    const heads = held.map(({ key }) => key);
    for (const key of heads) headStarts.set(key, instant);
    try {
      await clock.sleep(Math.min(Math.max(0, instant - clock.now()), LOOK_AGAIN_MS), hop.signal);
    } finally {
      for (const key of heads) headStarts.delete(key);
    }
  };
  return { refuseBeyond, enter, waitUntil };
}
