import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { AT_ONCE_MS, type Behaviour, GROWS_MIB, TIMES } from './behaviour.ts';
import { BEHAVIOURS } from './behaviours/index.ts';
import { type HostileClient, hostileClient, type Target, targetOf } from './hostile-client.ts';
import { type HostileProcess, startHostileProcess } from './hostile-process.ts';

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MIB = 1024 * 1024;

const LOOK_MS = 5;
/** Longer than any work of ours holds the event loop; a deadline that fires after it says nothing. */
const STALL_MS = 150;

interface Observed<T> {
  readonly result: T;
  readonly tookMs: number;
  readonly grewMiB: number;
  /** The longest time in which the process was not given the processor. */
  readonly stalledMs: number;
}

/** The most memory the process holds while something runs, over what it held before. */
async function growthOf<T>(run: () => Promise<T>): Promise<Observed<T>> {
  const before = process.memoryUsage.rss();
  let peak = before;
  let stalledMs = 0;
  let lookedAt = performance.now();
  const look = (): void => {
    const now = performance.now();
    stalledMs = Math.max(stalledMs, now - lookedAt - LOOK_MS);
    lookedAt = now;
    peak = Math.max(peak, process.memoryUsage.rss());
  };
  const timer = setInterval(look, LOOK_MS);
  const startedAt = performance.now();
  try {
    const result = await run();
    look();
    return { result, tookMs: performance.now() - startedAt, grewMiB: (peak - before) / MIB, stalledMs };
  } finally {
    clearInterval(timer);
  }
}

/** Two dozen servers at one time on a busy machine: deadlines are told apart by order, not by length. */
const RELAXED = Object.fromEntries(
  Object.entries(TIMES).map(([name, value]) => [name, name.endsWith('Ms') ? value * 2 : value]),
) as typeof TIMES;

/** Asks until the process was not stalled meanwhile: three times at the most, each time as a new client, and the last one counts. */
async function askUnstalled(target: Target, hostile: HostileProcess) {
  for (let left = 2; ; left--) {
    await hostile.startOver(target.row.name);
    const client = hostileClient([target], hostile.ca);
    const observed = await growthOf(() => client.ask(target));
    if (observed.stalledMs < STALL_MS || left === 0) return { ...observed, client };
    await client[Symbol.asyncDispose]();
  }
}

const PATIENT = { timeout: 90_000 };

const needsHealing = ({ greets, tls, dns }: Behaviour): boolean =>
  greets !== undefined || tls !== undefined || dns !== undefined;

describe('a hostile server', () => {
  let hostile: HostileProcess;
  let targets: readonly Target[];
  const uncaught: unknown[] = [];
  const remember = (error: unknown): void => void uncaught.push(error);

  beforeAll(async () => {
    process.on('uncaughtExceptionMonitor', remember);
    process.on('unhandledRejection', remember);
    hostile = await startHostileProcess();
    targets = BEHAVIOURS.map((row, index) => targetOf(row, index, hostile.portOf(row.name)));
  });
  afterAll(async () => {
    await hostile?.[Symbol.asyncDispose]();
    process.off('uncaughtExceptionMonitor', remember);
    process.off('unhandledRejection', remember);
  });

  const at = (index: number): Target => targets[index]!;

  test.each(BEHAVIOURS.map((row, index) => [row.name, index] as const))(
    'that %s',
    PATIENT,
    async (_name, index) => {
      const target = at(index);
      const { row } = target;
      const { result, tookMs, grewMiB, client: asked } = await askUnstalled(target, hostile);
      await using client: HostileClient = asked;
      const boundMiB = row.growsMiB ?? GROWS_MIB;
      expect(result).toBe(row.ends);
      expect(tookMs).toBeLessThan(row.withinMs ?? AT_ONCE_MS);
      // The collector has moods; what a behaviour really costs, it costs again after a collection.
      if (grewMiB >= boundMiB) {
        collectGarbage();
        expect((await growthOf(() => client.ask(target))).grewMiB).toBeLessThan(boundMiB);
      }
      if (needsHealing(row)) {
        await hostile.heal(row.name);
        client.healName(target);
      }
      expect(await client.askKindly(target)).toBe(row.afterwards ?? 'what was asked for');
    },
  );

  test('has no effect on how others of its kind are answered, many at one time', PATIENT, async () => {
    await using others = await startHostileProcess();
    const crowd = BEHAVIOURS.map((row, index) => targetOf(row, index, others.portOf(row.name)));
    await using busy = hostileClient(crowd, others.ca, RELAXED);
    const waiting = crowd.entries();
    const surprises: string[] = [];
    const drain = async (): Promise<void> => {
      for (const [, target] of waiting) {
        const end = await busy.ask(target);
        if (end !== target.row.ends) surprises.push(`that ${target.row.name}: ${end}`);
      }
    };
    await Promise.all(Array.from({ length: 24 }, drain));
    expect(surprises).toEqual([]);
  });

  test('has more than 120 ways, each named once, and none of them escapes as an uncaught error', () => {
    expect(new Set(BEHAVIOURS.map(({ name }) => name)).size).toBe(BEHAVIOURS.length);
    expect(BEHAVIOURS.length).toBeGreaterThan(120);
    expect(uncaught).toEqual([]);
  });
});
