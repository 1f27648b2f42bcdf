import type { Clock, Instant } from '../core/clock.ts';
import type { Emit } from '../core/events.ts';
import type { Network } from '../http/network/network.ts';
import type { Room } from '../workers/room.ts';
import type { DiskGauge } from './disk-gauge.ts';

export interface MachineRoomDeps {
  readonly disk: DiskGauge;
  readonly clock: Clock;
  readonly emit: Emit;
  readonly network: Pick<Network, 'outage'>;
}

/** Works that ran at the same moment tell of the same shortage. */
const SAME_SHORTAGE_MS = 1000;
/** One more work at a time after this long without trouble. */
const GROW_EVERY_MS = 5000;

/**
 * Pauses the run while the disk is full or nothing can be reached, and goes on by itself when that is over. A shortage of open files halves
 * the works at a time; they grow back one by one.
 */
export function machineRoom({ disk, clock, emit, network }: MachineRoomDeps): Room {
  let limit = Number.POSITIVE_INFINITY;
  let lowest = limit;
  let changedAt: Instant = Number.NEGATIVE_INFINITY;

  function halve(running: number): void {
    if (clock.now() - changedAt < SAME_SHORTAGE_MS) return;
    limit = Math.max(1, Math.floor(Math.min(limit, running) / 2));
    changedAt = clock.now();
    if (limit >= lowest) return;
    lowest = limit;
    emit({
      type: 'warning',
      message: `too many open files (ulimit -n raises the limit): ${limit} works at a time for now`,
    });
  }

  return {
    async seats(workers, running) {
      if (network.outage() || (await disk.isFull(running))) return 0;
      if (limit < workers && clock.now() - changedAt >= GROW_EVERY_MS) {
        limit += 1;
        changedAt = clock.now();
      }
      return Math.min(workers, limit);
    },
    offlineSince: () => network.outage()?.since,
    ranShort(shortage, running) {
      if (shortage === 'disk') disk.refused();
      else halve(running);
    },
  };
}
