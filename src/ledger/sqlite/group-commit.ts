import type { Reply, Request } from './commands.ts';
import { type Ports, patiently } from './patience.ts';

/** Bounds the time until the first of many waiting commands is answered. */
const MAX_BATCH = 256;

export interface Answered {
  readonly request: Request;
  readonly reply: Reply;
}

export interface GroupCommit {
  push(requests: readonly Request[]): void;
  /** Resolves when everything pushed so far is answered. */
  idle(): Promise<void>;
}

/**
 * Whatever arrives while a transaction runs goes together into the next one. `execute` runs a batch in one transaction
 * and answers in order; when it throws, none of the batch has happened.
 */
export function groupCommit(
  ports: Ports,
  execute: (requests: readonly Request[]) => readonly Reply[],
  deliver: (answered: readonly Answered[]) => void,
): GroupCommit {
  const inbox: Request[] = [];
  let draining: Promise<void> | undefined;

  const answer = async (requests: readonly Request[]): Promise<readonly Reply[]> => {
    try {
      return await patiently(ports, () => execute(requests));
    } catch (error) {
      return requests.map(({ id }) => ({ id, error }));
    }
  };
  const drain = async (): Promise<void> => {
    await Promise.resolve();
    while (inbox.length > 0) {
      const requests = inbox.splice(0, MAX_BATCH);
      const replies = await answer(requests);
      const byId = new Map(requests.map((request) => [request.id, request]));
      deliver(
        replies.flatMap((reply) => {
          const request = byId.get(reply.id);
          return request ? [{ request, reply }] : [];
        }),
      );
    }
    draining = undefined;
  };
  return {
    push(requests) {
      for (const request of requests) inbox.push(request);
      draining ??= drain();
    },
    idle: async () => {
      await draining;
    },
  };
}
