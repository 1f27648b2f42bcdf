import type { Clock, Instant } from '../../core/clock.ts';
import { Failure } from '../../core/errors.ts';
import { type BootClock, stopwatchOffset } from '../../platform/boot-clock.ts';
import type { Line } from '../../platform/line.ts';
import type { Grant, Limiter, Want } from './limiter.ts';

/**
 * The limiter of a family of processes: the parent's own limiter, asked over the line to it.
 *
 *   child  -> parent   { to: 'limiter', id, ask }
 *   parent -> child    { from: 'limiter', id, grant | at | done | failure }
 *
 * Instants cross the line as readings of the machine's stopwatch: the clocks of two processes begin at the wall clock, which
 * may have been set between their starts.
 */
type Ask =
  | { readonly call: 'tryAcquire' | 'readyAt'; readonly wants: readonly Want[] }
  | { readonly call: 'pushBack'; readonly key: string; readonly until: number };

interface Question {
  readonly to: 'limiter';
  readonly id: number;
  readonly ask: Ask;
}

type Answer =
  | { readonly grant: Grant }
  | { readonly at: number }
  | { readonly done: true }
  | { readonly failure: string };

type Reply = { readonly from: 'limiter'; readonly id: number } & Answer;

export interface LineTime {
  readonly clock: Clock;
  readonly boot: BootClock;
}

/** A parent that is silent for this long has stopped; its answer, should it still come, is not used. */
const ANSWER_WITHIN_MS = 1000;

const isFor = <Message extends object>(message: unknown, tag: Partial<Message>): message is Message =>
  typeof message === 'object' &&
  message !== null &&
  Object.entries(tag).every(([key, value]) => (message as Record<string, unknown>)[key] === value);

const shifted = (grant: Grant, byMs: number): Grant =>
  grant.granted ? { granted: true, at: grant.at + byMs } : { ...grant, notBefore: grant.notBefore + byMs };

/** Answers the questions of one child with the parent's limiter, as long as the line stands. */
export function limiterServer(limiter: Limiter, line: Line, { clock, boot }: LineTime): void {
  const offset = stopwatchOffset(clock, boot);
  const answerTo = async (ask: Ask): Promise<Answer> => {
    switch (ask.call) {
      case 'tryAcquire':
        return { grant: shifted(await limiter.tryAcquire(ask.wants), offset) };
      case 'readyAt':
        return { at: (await limiter.readyAt(ask.wants)) + offset };
      case 'pushBack':
        await limiter.pushBack(ask.key, ask.until - offset);
        return { done: true };
    }
  };
  line.onMessage((message) => {
    if (!isFor<Question>(message, { to: 'limiter' })) return;
    const { id, ask } = message;
    void answerTo(ask)
      .catch(
        (error: unknown): Answer => ({ failure: error instanceof Error ? error.message : String(error) }),
      )
      .then((answer) => line.post({ from: 'limiter', id, ...answer } satisfies Reply));
  });
}

const lost = (why: string): Failure =>
  new Failure('storage-error', `the rate limits of the parent process cannot be reached: ${why}`);

/** The limiter at the other end of the line. Without an answer it rejects; once the line is closed it always does. */
export function limiterOver(line: Line, { clock, boot }: LineTime): Limiter {
  const offset = stopwatchOffset(clock, boot);
  const open = new Map<number, { resolve: (answer: Answer) => void; reject: (error: Failure) => void }>();
  let lastId = 0;
  let isClosed = false;
  line.onMessage((message) => {
    if (isFor<Reply>(message, { from: 'limiter' })) open.get(message.id)?.resolve(message);
  });
  line.onClose(() => {
    isClosed = true;
    for (const { reject } of open.values()) reject(lost('it has gone'));
  });

  const ask = async (question: Ask): Promise<Answer> => {
    if (isClosed) throw lost('it has gone');
    const id = ++lastId;
    const { promise, resolve, reject } = Promise.withResolvers<Answer>();
    open.set(id, { resolve, reject });
    using _deadline = clock.after(ANSWER_WITHIN_MS, () => reject(lost('it does not answer')));
    try {
      line.post({ to: 'limiter', id, ask: question } satisfies Question);
      const answer = await promise;
      if ('failure' in answer) throw lost(answer.failure);
      return answer;
    } finally {
      open.delete(id);
    }
  };

  return {
    async tryAcquire(wants) {
      const answer = await ask({ call: 'tryAcquire', wants });
      if (!('grant' in answer)) throw lost('its answer makes no sense');
      return shifted(answer.grant, -offset);
    },
    async pushBack(key: string, until: Instant) {
      await ask({ call: 'pushBack', key, until: until + offset });
    },
    async readyAt(wants) {
      const answer = await ask({ call: 'readyAt', wants });
      if (!('at' in answer)) throw lost('its answer makes no sense');
      return Math.max(0, answer.at - offset);
    },
  };
}
