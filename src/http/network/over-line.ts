import type { Clock } from '../../core/clock.ts';
import type { Outage } from '../../core/offline.ts';
import type { Line } from '../../platform/line.ts';
import { answerCalls, callsOver } from '../../platform/line-calls.ts';
import type { Network, Trouble } from './network.ts';

/** The parent judges for its family. What a child hears it tells now and then, and at once while it matters. */
const TOPIC = 'network';
const HEARD_EVERY_MS = 200;

interface Told {
  readonly network: 'state';
  readonly outage: Outage | null;
  readonly outages: number;
}

interface Heard {
  readonly network: 'heard';
  readonly peer: string;
  readonly isNew: boolean;
}

const isOurs = (message: unknown): message is Told | Heard =>
  typeof message === 'object' && message !== null && 'network' in message;

export function networkServer(network: Network, line: Line): void {
  const tell = (): void => {
    const outage = network.outage() ?? null;
    line.post({ network: 'state', outage, outages: network.outages() } satisfies Told);
  };
  answerCalls(line, TOPIC, (_name, [trouble]) => network.judge(trouble as Trouble));
  line.onMessage((message) => {
    if (isOurs(message) && message.network === 'heard') network.heard(message.peer, message.isNew);
  });
  network.onChange(tell);
  tell();
}

export function networkOver(line: Line, clock: Clock): Network {
  const call = callsOver(line, TOPIC);
  const listeners = new Set<() => void>();
  let state: Told = { network: 'state', outage: null, outages: 0 };
  let toldAt = Number.NEGATIVE_INFINITY;
  let judging = 0;
  line.onMessage((message) => {
    if (!isOurs(message) || message.network !== 'state') return;
    state = message;
    for (const listen of listeners) listen();
  });
  return {
    outage: () => state.outage ?? undefined,
    outages: () => state.outages,
    heard(peer, isNew) {
      const now = clock.now();
      if (!isNew && !state.outage && judging === 0 && now - toldAt < HEARD_EVERY_MS) return;
      toldAt = now;
      line.post({ network: 'heard', peer, isNew } satisfies Heard);
    },
    async judge(trouble) {
      judging += 1;
      try {
        return (await call('judge', [trouble])) as 'host' | 'network';
      } finally {
        judging -= 1;
      }
    },
    onChange: (listen) => void listeners.add(listen),
  };
}
