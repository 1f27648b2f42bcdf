import { WORLD } from './namespaces.ts';
import type { Pulled, PullOptions, Stage } from './stage.ts';

/** A way for the network to be gone, and how it comes back. */
export interface OutageKind {
  readonly name: string;
  begin(stage: Stage): Promise<unknown> | void;
  end(stage: Stage): Promise<unknown> | void;
}

const names = (mode: 'nxdomain' | 'servfail' | 'silent' | 'nobody'): Omit<OutageKind, 'name'> => ({
  begin: (stage) => stage.order({ names: mode, cut: true }),
  end: (stage) => stage.order({ names: 'ok' }),
});

const forbidden = (kind: 'prohibit' | 'blackhole' | 'unreachable'): Omit<OutageKind, 'name'> => ({
  async begin({ cable, order }) {
    for (const address of [WORLD.one, WORLD.two]) cable.route(address, kind);
    await order({ cut: true });
  },
  end({ cable }) {
    for (const address of [WORLD.one, WORLD.two]) cable.route(address);
  },
});

export const OUTAGES: readonly OutageKind[] = [
  {
    name: 'the own link is down: no route',
    begin: ({ cable }) => cable.client('down'),
    end: ({ cable }) => cable.client('up'),
  },
  {
    name: 'the far link is down: nothing answers',
    begin: ({ cable }) => cable.world('down'),
    end: ({ cable }) => cable.world('up'),
  },
  { name: 'the name server does not answer', ...names('silent') },
  { name: 'the name server knows no name', ...names('nxdomain') },
  { name: 'the name server fails', ...names('servfail') },
  { name: 'names lead where nobody is', ...names('nobody') },
  { name: 'a rule of this machine forbids all (EACCES)', ...forbidden('prohibit') },
  { name: 'a rule of this machine swallows all (EINVAL)', ...forbidden('blackhole') },
  { name: 'a router says that hosts are unreachable', ...forbidden('unreachable') },
];

export interface Observed {
  /** From the fault to the event `offline`, and from its end to `online`. */
  readonly offlineMs: number;
  readonly onlineMs: number;
  readonly code: number | null;
  readonly signal: string | null;
  readonly outcomes: ReadonlyMap<string, string>;
  /** The most any job has burned. */
  readonly attempts: number;
  readonly words: string;
  /** Whatever went wrong, in words. */
  readonly stderr: string;
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

async function ready(pulled: Pulled, phase: Phase): Promise<void> {
  if (phase === 'at the start') return;
  await pulled.told(phase === 'with works done' ? 'outcome' : 'enqueued', 20_000);
}

/** When the fault comes: before anything is sent, with requests in all phases under way, or later. */
export type Phase = 'at the start' | 'when works begin' | 'with works done';

/** Runs all works with an outage in between, and sees what comes of it. */
export async function sufferOutage(
  stage: Stage,
  kind: OutageKind,
  { phase, lastsMs, ...options }: { phase: Phase; lastsMs: number } & PullOptions,
): Promise<Observed> {
  if (phase === 'at the start') await kind.begin(stage);
  const pulled = await stage.pull(options);
  let isOn = phase === 'at the start';
  try {
    await ready(pulled, phase);
    const begunAt = performance.now();
    if (!isOn) await kind.begin(stage);
    isOn = true;
    await pulled.told('offline', 30_000);
    const offlineMs = performance.now() - begunAt;
    await pause(lastsMs);
    await kind.end(stage);
    isOn = false;
    const endedAt = performance.now();
    await pulled.told('online', 30_000);
    const onlineMs = performance.now() - endedAt;
    const { code, signal, stderr } = await pulled.ended;
    const [burned] = await pulled.query('SELECT max(attempts) AS most FROM jobs');
    const words = /"event":"offline"[^\n]*"message":"([^"]*)"/.exec(stderr)?.[1] ?? '';
    return {
      offlineMs,
      onlineMs,
      code,
      signal,
      stderr,
      words,
      outcomes: await pulled.outcomes(),
      attempts: Number(burned?.['most']),
    };
  } finally {
    if (isOn) await kind.end(stage);
  }
}
