import type { Clock } from '../../core/clock.ts';
import type { CommandName, LeasedRow, LeaseKey, Request } from './commands.ts';
import type { Answered } from './group-commit.ts';

/** Requests of the keeper itself carry this id; callers count from 1. */
const HEARTBEAT_ID = 0;

const ENDINGS: ReadonlySet<CommandName> = new Set(['park', 'retry', 'release', 'finish']);

export interface LeaseKeeper extends Disposable {
  /** Learns from answers which leases are held; returns the answers meant for callers. */
  observe(answered: readonly Answered[]): readonly Answered[];
}

interface KeeperOptions {
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** Whether the thread that works under the leases still lives; while it does not, nothing is extended. */
  readonly isAlive: () => boolean;
  readonly push: (requests: readonly Request[]) => void;
  readonly onLost: (lost: readonly LeaseKey[]) => void;
}

/**
 * Extends every held lease every `heartbeatMs`, all in one command, and announces those that turned out to be lost. It
 * sits beside the database, so that a stalled event loop elsewhere does not stop it.
 */
export function leaseKeeper(options: KeeperOptions): LeaseKeeper {
  const held = new Map<number, LeaseKey>();
  let timer: Disposable | undefined;

  const beat = (): void => {
    if (held.size > 0 && options.isAlive()) {
      options.push([{ id: HEARTBEAT_ID, name: 'heartbeat', argument: [...held.values()] }]);
    }
    timer = options.clock.after(options.heartbeatMs, beat);
  };
  timer = options.clock.after(options.heartbeatMs, beat);

  const forget = ({ jobId, token }: LeaseKey): void => {
    if (held.get(jobId)?.token === token) held.delete(jobId);
  };
  const hold = (lease: LeaseKey): void => {
    const older = held.get(lease.jobId);
    held.set(lease.jobId, lease);
    if (older) options.onLost([older]);
  };
  const learn = ({ request, reply }: Answered): void => {
    if ('error' in reply) return;
    if (request.name === 'lease') {
      for (const { jobId, token } of reply.value as readonly LeasedRow[]) hold({ jobId, token });
    } else if (ENDINGS.has(request.name)) {
      forget((request.argument as { readonly lease: LeaseKey }).lease);
    } else if (request.name === 'heartbeat') {
      const lost = (reply.value as readonly LeaseKey[]).filter(
        ({ jobId, token }) => held.get(jobId)?.token === token,
      );
      lost.forEach(forget);
      if (lost.length > 0) options.onLost(lost);
    }
  };
  return {
    observe(answered) {
      answered.forEach(learn);
      return answered.filter(({ reply }) => reply.id !== HEARTBEAT_ID);
    },
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
}
