import type { Emit } from '../core/events.ts';
import type { ForkedProgram } from '../platform/forked-program.ts';
import { unpackError } from '../platform/sent-error.ts';
import type { DrainEnd } from '../workers/scheduler.ts';
import { isFromEngine, type ToEngine } from './engine-messages.ts';

/** How the time of an engine process ended. */
type MemberEnd =
  | { readonly kind: 'ended'; readonly end: DrainEnd }
  | { readonly kind: 'failed'; readonly error: unknown }
  | { readonly kind: 'died'; readonly how: string };

/** One engine process, as its parent sees it. */
export interface EngineMember {
  /** The name its leases are under. */
  readonly workerId: string;
  readonly over: Promise<MemberEnd>;
  post(message: ToEngine): void;
  /** Counts one more look; any word from the process starts the count anew, and its first word begins it. */
  countSilence(): number;
  kill(): void;
}

/** Hears an engine process out. Once it has said how it ended, it is let go. */
export function engineMember(program: ForkedProgram, emit: Emit): EngineMember {
  const { line } = program;
  let looks = Number.NEGATIVE_INFINITY;
  const { promise: over, resolve } = Promise.withResolvers<MemberEnd>();
  const letGo = (end: MemberEnd): void => {
    resolve(end);
    program.kill();
  };
  line.onMessage((message) => {
    looks = 0;
    if (!isFromEngine(message)) return;
    switch (message.parent) {
      case 'tick':
        return;
      case 'event':
        return emit(message.event);
      case 'ended':
        return letGo({ kind: 'ended', end: message.end });
      case 'failed':
        return letGo({ kind: 'failed', error: unpackError(message.error) });
    }
  });
  void program.gone.then((how) => resolve({ kind: 'died', how }));
  return {
    workerId: `${program.pid}`,
    over,
    post: (message) => line.post(message),
    countSilence: () => ++looks,
    kill: program.kill,
  };
}
