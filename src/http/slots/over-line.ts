import type { Line } from '../../platform/line.ts';
import { onAbort } from '../on-abort.ts';
import type { Place, Slots } from './slots.ts';

/**
 * The places of a family of processes: the parent's own, asked for over the line to it.
 *
 *   child  -> parent   { slots: 'take', id, places } | { slots: 'leave', id }
 *   parent -> child    { slots: 'taken', id }
 *
 * `leave` gives places back, or up when they are still waited for. What a child holds is free when its line closes.
 */
type Message =
  | { readonly slots: 'take'; readonly id: number; readonly places: readonly Place[] }
  | { readonly slots: 'leave' | 'taken'; readonly id: number };

const isOurs = (message: unknown): message is Message =>
  typeof message === 'object' && message !== null && 'slots' in message;

export function slotsServer(slots: Slots, line: Line): void {
  const leaving = new Map<number, AbortController>();
  const take = async (id: number, places: readonly Place[]): Promise<void> => {
    const left = new AbortController();
    leaving.set(id, left);
    const giveBack = await slots.take(places, left.signal).catch(() => undefined);
    if (!giveBack) return;
    if (left.signal.aborted) return giveBack();
    onAbort(left.signal, giveBack);
    line.post({ slots: 'taken', id } satisfies Message);
  };
  const leave = (id: number): void => {
    leaving.get(id)?.abort();
    leaving.delete(id);
  };
  line.onMessage((message) => {
    if (!isOurs(message)) return;
    if (message.slots === 'take') void take(message.id, message.places);
    else leave(message.id);
  });
  line.onClose(() => [...leaving.keys()].forEach(leave));
}

export function slotsOver(line: Line): Slots {
  const waiting = new Map<number, () => void>();
  let lastId = 0;
  const post = (message: Message): void => line.post(message);
  line.onMessage((message) => {
    if (isOurs(message) && message.slots === 'taken') waiting.get(message.id)?.();
  });
  return {
    async take(places, signal) {
      signal.throwIfAborted();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      waiting.set(id, resolve);
      const forget = onAbort(signal, () => reject(signal.reason as Error));
      let isHeld = true;
      const giveBack = (): void => {
        if (isHeld) post({ slots: 'leave', id });
        isHeld = false;
      };
      post({ slots: 'take', id, places });
      try {
        await promise;
      } catch (error) {
        giveBack();
        throw error;
      } finally {
        forget();
        waiting.delete(id);
      }
      return giveBack;
    },
  };
}
