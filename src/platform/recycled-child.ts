import { type ChildProcess, fork } from 'node:child_process';
import type { Clock } from '../core/clock.ts';
import { builtProgram } from './built-program.ts';
import type { ChildEnd } from './one-shot-child.ts';

export interface ChildCaps {
  /** For one question; after it the child is killed. */
  readonly timeoutMs: number;
  readonly heapMb: number;
  /** Of the whole process, buffers included: beyond it the child ends itself in the middle of a question. */
  readonly maxRssMb: number;
  /** A child that has answered so many, or has grown beyond `recycleRssMb`, is replaced. */
  readonly maxQuestions: number;
  readonly recycleRssMb: number;
}

/** Answers questions one at a time, in order, in a process of its own that is started when first needed. */
export interface RecycledChild extends AsyncDisposable {
  ask(question: object): Promise<ChildEnd>;
}

interface Reply {
  readonly value: unknown;
  readonly rssMb: number;
}

const GUARD = builtProgram(new URL('./child-guard.ts', import.meta.url));

function start(thread: URL, { heapMb, maxRssMb }: ChildCaps): ChildProcess {
  const child = fork(GUARD, [thread.href, `${heapMb}`, `${maxRssMb}`], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  // Idle, it keeps nobody alive; it notices by itself when its parent is gone.
  child.unref();
  child.on('error', () => {});
  return child;
}

async function kill(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = new Promise((resolve) => child.once('exit', resolve));
  child.ref();
  child.kill('SIGKILL');
  await gone;
}

/** How the child's turn ended. */
type Turn = { readonly kind: 'reply'; readonly reply: Reply } | { readonly kind: 'timeout' | 'died' };

/** Puts one question, and waits for the reply, the deadline, or the end of the child. */
async function put(
  child: ChildProcess,
  question: object,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs: number },
): Promise<Turn> {
  const { promise, resolve } = Promise.withResolvers<Turn>();
  const onReply = (reply: unknown) => resolve({ kind: 'reply', reply: reply as Reply });
  const onEnd = () => resolve({ kind: 'died' });
  using _timer = clock.after(timeoutMs, () => resolve({ kind: 'timeout' }));
  child.once('message', onReply).once('exit', onEnd).once('error', onEnd);
  child.channel?.ref();
  if (child.connected) child.send(question, () => {});
  else onEnd();
  try {
    return await promise;
  } finally {
    child.channel?.unref();
    child.off('message', onReply).off('exit', onEnd).off('error', onEnd);
  }
}

/**
 * Keeps one child for many questions. `thread` is a module that answers each message of its `parentPort` with one message.
 * A question whose child dies is asked once more: it may have been killed for what came before it.
 */
export function recycledChild(thread: URL, caps: ChildCaps, clock: Clock): RecycledChild {
  let child: ChildProcess | undefined;
  let asked = 0;
  let last: Promise<unknown> = Promise.resolve();
  let isOver = false;

  async function stop(): Promise<void> {
    const ending = child;
    child = undefined;
    asked = 0;
    if (ending) await kill(ending);
  }

  async function askOnce(question: object): Promise<ChildEnd> {
    if (isOver) return { kind: 'died' };
    child ??= start(thread, caps);
    asked++;
    const turn = await put(child, question, { clock, timeoutMs: caps.timeoutMs });
    if (turn.kind !== 'reply') {
      await stop();
      return { kind: turn.kind };
    }
    const { value, rssMb } = turn.reply;
    if (asked >= caps.maxQuestions || rssMb > caps.recycleRssMb) await stop();
    return { kind: 'answer', value };
  }

  async function askTwice(question: object): Promise<ChildEnd> {
    const end = await askOnce(question);
    return end.kind === 'died' ? askOnce(question) : end;
  }

  return {
    ask(question) {
      const turn = last.then(() => askTwice(question));
      last = turn.catch(() => undefined);
      return turn;
    },
    async [Symbol.asyncDispose]() {
      isOver = true;
      await stop();
      await last;
    },
  };
}
