import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '../core/clock.ts';

export interface ChildLimits {
  readonly timeoutMs: number;
  readonly heapMb: number;
}

/** How a child ended that gave no answer. */
export type ChildEnd =
  | { readonly kind: 'answer'; readonly value: unknown }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'died' };

function answerOf(child: ChildProcess): Promise<ChildEnd> {
  return new Promise((resolve) => {
    child.once('message', (value) => resolve({ kind: 'answer', value }));
    child.once('error', () => resolve({ kind: 'died' }));
    child.once('exit', () => resolve({ kind: 'died' }));
  });
}

/**
 * Asks a program of ours one question in a process of its own, which is gone afterwards whatever it was doing. A process
 * and not a thread: a thread inside a long native call can be stopped neither by `terminate()` nor by the end of the
 * program (tried with an endless recursive query: the program hung for ever).
 */
export async function oneShotChild(
  program: URL,
  question: unknown,
  limits: ChildLimits & { readonly clock: Clock },
): Promise<ChildEnd> {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [`--max-old-space-size=${limits.heapMb}`],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const kill = (): void => void child.kill('SIGKILL');
  const deadline = Promise.withResolvers<ChildEnd>();
  using _timer = limits.clock.after(limits.timeoutMs, () => deadline.resolve({ kind: 'timeout' }));
  const answer = answerOf(child);
  try {
    child.send(question as object);
    return await Promise.race([answer, deadline.promise]);
  } finally {
    kill();
  }
}
