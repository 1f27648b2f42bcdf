import { UserError } from '../core/errors.ts';
import type { Line } from './line.ts';
import { packError, type SentError, unpackError } from './sent-error.ts';

/** A call by name. `topic` tells apart what several parts say on one line. */
interface Call {
  readonly calls: string;
  readonly id: number;
  readonly name: string;
  readonly args: readonly unknown[];
}

type Reply = { readonly answers: string; readonly id: number } & (
  | { readonly value: unknown }
  | { readonly error: SentError }
);

const isAbout = <Message extends object>(
  message: unknown,
  key: keyof Message & string,
  topic: string,
): message is Message =>
  typeof message === 'object' &&
  message !== null &&
  (message as Readonly<Record<string, unknown>>)[key] === topic;

/** Answers what the other end calls, as long as the line stands. */
export function answerCalls(
  line: Line,
  topic: string,
  answer: (name: string, args: readonly unknown[]) => Promise<unknown>,
): void {
  line.onMessage((message) => {
    if (!isAbout<Call>(message, 'calls', topic)) return;
    const { id, name, args } = message;
    answer(name, args).then(
      (value) => line.post({ answers: topic, id, value } satisfies Reply),
      (error: unknown) => line.post({ answers: topic, id, error: packError(error) } satisfies Reply),
    );
  });
}

interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: unknown) => void;
}

/** Calls the other end. Once the line is closed every call is refused: nobody knows what became of it. */
export function callsOver(
  line: Line,
  topic: string,
): (name: string, args: readonly unknown[]) => Promise<unknown> {
  const waiting = new Map<number, Waiting>();
  let lastId = 0;
  let isClosed = false;
  const gone = () => new UserError('the process that keeps the ledger has gone; run `resume` to go on', 3);
  line.onMessage((message) => {
    if (!isAbout<Reply>(message, 'answers', topic)) return;
    const call = waiting.get(message.id);
    waiting.delete(message.id);
    if ('error' in message) call?.reject(unpackError(message.error));
    else call?.resolve(message.value);
  });
  line.onClose(() => {
    isClosed = true;
    for (const { reject } of waiting.values()) reject(gone());
    waiting.clear();
  });
  return (name, args) => {
    if (isClosed) return Promise.reject(gone());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    waiting.set(++lastId, { resolve, reject });
    line.post({ calls: topic, id: lastId, name, args } satisfies Call);
    return promise;
  };
}
