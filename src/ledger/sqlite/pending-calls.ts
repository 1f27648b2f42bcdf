import type { Reply, Request, Submit } from './commands.ts';

export interface PendingCalls {
  readonly submit: Submit;
  settle(replies: readonly Reply[]): void;
  /** Rejects what waits and whatever comes later. */
  fail(error: Error): void;
  /** Resolves when nothing waits for an answer. */
  idle(): Promise<void>;
}

interface Waiting {
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** Turns commands into promises: those submitted in one turn are sent together. */
export function pendingCalls(send: (requests: readonly Request[]) => void): PendingCalls {
  const waiting = new Map<number, Waiting>();
  let outgoing: Request[] = [];
  let lastId = 0;
  let failure: Error | undefined;
  let idle = Promise.withResolvers<void>();
  idle.resolve();

  const settleOne = (reply: Reply): void => {
    const call = waiting.get(reply.id);
    waiting.delete(reply.id);
    if ('error' in reply) call?.reject(reply.error);
    else call?.resolve(reply.value as never);
    if (waiting.size === 0) idle.resolve();
  };
  const flush = (): void => {
    const requests = outgoing;
    outgoing = [];
    if (requests.length === 0) return;
    try {
      send(requests);
    } catch (error) {
      for (const { id } of requests) settleOne({ id, error });
    }
  };
  return {
    submit: (name, argument) => {
      if (failure) return Promise.reject(failure);
      lastId += 1;
      const { promise, resolve, reject } = Promise.withResolvers<never>();
      if (waiting.size === 0) idle = Promise.withResolvers<void>();
      waiting.set(lastId, { resolve, reject });
      if (outgoing.length === 0) queueMicrotask(flush);
      outgoing.push({ id: lastId, name, argument });
      return promise;
    },
    settle(replies) {
      replies.forEach(settleOne);
    },
    fail(error) {
      failure ??= error;
      outgoing = [];
      for (const id of waiting.keys()) settleOne({ id, error: failure });
    },
    idle: () => idle.promise,
  };
}
