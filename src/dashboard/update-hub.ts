import type { Clock, Instant } from '../core/clock.ts';
import type { DashboardState } from './state.ts';

const EVERY_MS = 1000;
/** A line now and then keeps connections open through proxies, and finds those that are gone. */
const PING_MS = 15_000;
/** A client that does not take an update for so long is let go. */
const PATIENCE_MS = 15_000;
const MAX_CLIENTS = 32;

interface Update {
  readonly event: 'state' | 'ping' | 'end';
  readonly data: string;
}

/** One open page. It is never waited for: an update it has not taken is replaced by the next. */
interface UpdateClient extends Disposable {
  /** The next update; `undefined` when there will be none. */
  next(): Promise<Update | undefined>;
}

/** Computes the state once a second for all who look, and not at all when nobody does. */
export interface UpdateHub extends Disposable {
  /** `undefined` when there are too many already. `drop` ends the connection of a client that takes nothing. */
  join(drop: () => void): UpdateClient | undefined;
  readonly clients: () => number;
}

export interface UpdateHubDeps {
  readonly state: () => Promise<DashboardState>;
  readonly clock: Clock;
  readonly onFailure: (error: unknown) => void;
}

interface Client {
  unsent: Update | undefined;
  wake: ((update: Update | undefined) => void) | undefined;
  lastTakenAt: Instant;
  readonly drop: () => void;
}

const hand = (client: Client, update: Update): void => {
  if (client.wake) {
    client.wake(update);
    client.wake = undefined;
  } else if (update.event !== 'ping') client.unsent = update;
};

/** What its connection sees of a client. */
const handleOf = (client: Client, clients: Set<Client>, clock: Clock): UpdateClient => ({
  next() {
    client.lastTakenAt = clock.now();
    const { unsent } = client;
    client.unsent = undefined;
    if (unsent || !clients.has(client)) return Promise.resolve(unsent);
    return new Promise((resolve) => (client.wake = resolve));
  },
  [Symbol.dispose]() {
    clients.delete(client);
    client.wake?.(undefined);
  },
});

export function updateHub({ state, clock, onFailure }: UpdateHubDeps): UpdateHub {
  const clients = new Set<Client>();
  let timer: Disposable | undefined;
  let latest = '';
  let sentAt: Instant = 0;

  const letGo = (now: Instant): void => {
    for (const client of clients) {
      if (client.wake || now - client.lastTakenAt < PATIENCE_MS) continue;
      clients.delete(client);
      client.drop();
    }
  };
  const tick = async (): Promise<void> => {
    const json = JSON.stringify(await state());
    const now = clock.now();
    letGo(now);
    const isNews = json !== latest;
    if (!isNews && now - sentAt < PING_MS) return;
    latest = json;
    sentAt = now;
    for (const client of clients)
      hand(client, { event: isNews ? 'state' : 'ping', data: isNews ? json : '' });
  };
  const loop = (): void => {
    timer = undefined;
    tick()
      .catch(onFailure)
      .finally(() => {
        if (clients.size > 0 && !timer) timer = clock.after(EVERY_MS, loop);
      });
  };
  return {
    clients: () => clients.size,
    join(drop) {
      if (clients.size >= MAX_CLIENTS) return undefined;
      const client: Client = { unsent: undefined, wake: undefined, lastTakenAt: clock.now(), drop };
      clients.add(client);
      latest = '';
      timer ??= clock.after(0, loop);
      return handleOf(client, clients, clock);
    },
    [Symbol.dispose]() {
      timer?.[Symbol.dispose]();
      for (const client of clients) {
        clients.delete(client);
        hand(client, { event: 'end', data: '' });
      }
    },
  };
}
