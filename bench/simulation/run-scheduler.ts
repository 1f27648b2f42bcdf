import { Deferred } from '../../src/core/deferred.ts';
import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import { NO_PROGRESS, type Progress } from '../../src/core/progress.ts';
import type { Limiter, Want } from '../../src/http/rate-limit/limiter.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { ratePolicies } from '../../src/http/rate-limit/policies.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import type { LeaseEnd, Pipeline } from '../../src/pipeline/process-work.ts';
import { priorityOf } from '../../src/work/priority.ts';
import { createScheduler } from '../../src/workers/scheduler.ts';
import { finished } from '../../test/support/finished.ts';
import { type VirtualClock, virtualClock } from './virtual-clock.ts';
import { API_SERVICE_MS, type SimulatedWork, type Workload } from './workload.ts';

const PARK_AFTER_MS = 15_000;

export interface SimulationLimits {
  readonly workers: number;
  readonly maxPerHost: number;
}

export interface SimulationResult {
  readonly makespanMs: number;
  /** When half and nine tenths of the works had ended. */
  readonly t50Ms: number;
  readonly t90Ms: number;
  /** Starts on a host closer together than its interval. */
  readonly tooClose: number;
}

/** The production scheduler, ledger (SQLite in memory) and limiter in virtual time; only the exchange is simulated. */
export async function simulateScheduler(load: Workload, limits: SimulationLimits): Promise<SimulationResult> {
  const clock = virtualClock();
  const startMs = clock.now();
  await using ledger = await clock.until(
    inThreadLedger(
      ':memory:',
      { clock, random: { next: Math.random, id: () => 'id' } },
      { leaseTtlMs: 1e9, heartbeatMs: 1e8 },
    ),
  );
  const limiter = memoryLimiter(clock);
  const policies = ratePolicies({
    default: {},
    policies: Object.fromEntries(
      [...new Set(load.works.flatMap(({ hosts }) => hosts))].map((host) => [
        host,
        { artifact: `1000/${load.intervalMs(host)}second` },
      ]),
    ),
    resolvers: {},
  });
  const starts = new Map<string, number[]>();
  const waiting = new Map<string, number>();
  const ends: number[] = [];
  const byId = new Map(load.works.map((work) => [`doi:${work.id}`, work]));
  const pipeline = simulatedPipeline({
    clock,
    limiter,
    load,
    byId,
    startMs,
    waiting,
    wantsOf: (host) => policies.wants(host, 'artifact'),
    started: (host) => starts.set(host, [...(starts.get(host) ?? []), clock.now()]),
  });
  const scheduler = createScheduler({
    queue: ledger,
    pipeline,
    gate: {
      readyAt: async (host) => {
        const readyAt = await limiter.readyAt(policies.wants(host, 'artifact'));
        const ahead = waiting.get(host) ?? 0;
        return ahead === 0 ? readyAt : Math.max(readyAt, clock.now()) + ahead * load.intervalMs(host);
      },
      intervalMs: (host) => policies.intervalMs(host, 'artifact'),
      siteOf: (host) => host,
    },
    clock,
    emit: ({ type }) => {
      if (type === 'outcome') ends.push(clock.now() - startMs);
    },
    holder: { workerId: 'w', runId: 'r' },
    ...limits,
    maxParkMs: 1e9,
    parkAfterMs: 15_000,
    shutdownGraceMs: 0,
    isListing: () => false,
  });
  await clock.until(enqueueAll(ledger, load));
  await clock.until(scheduler.drain(new AbortController().signal));
  if (ends.length !== load.works.length)
    throw new Error(`${ends.length} of ${load.works.length} works ended`);
  return {
    makespanMs: Math.max(...ends),
    t50Ms: ends[Math.floor(ends.length / 2)]!,
    t90Ms: ends[Math.floor(ends.length * 0.9)]!,
    tooClose: [...starts].reduce(
      (sum, [host, times]) => sum + countTooClose(times, load.intervalMs(host)),
      0,
    ),
  };
}

const countTooClose = (times: readonly number[], intervalMs: number): number =>
  times.filter(
    (at, index) => index > 0 && at - times[index - 1]! < intervalMs - Math.max(2, intervalMs * 0.02),
  ).length;

async function enqueueAll(ledger: Awaited<ReturnType<typeof inThreadLedger>>, load: Workload): Promise<void> {
  await ledger.openRun({
    lastHolderDied: false,
    runId: 'r',
    configHash: 'h',
    configJson: '{}',
    startedAt: '2026-01-01T00:00:00.000Z',
  });
  for (let at = 0; at < load.works.length; at += 1000) {
    const works = load.works.slice(at, at + 1000).map(({ id, hosts }) => {
      const ids = parseIdentifier(id) ?? {};
      const work = { id: canonicalWorkId(ids), ...ids };
      return {
        work: { ...work, priority: priorityOf(work, 'recent_first') },
        lane: { host: hosts[0]!, role: 'artifact' as const },
        progress: NO_PROGRESS,
      };
    });
    await ledger.enqueue({ works, runId: 'r', rearm: true, forget: false });
  }
}

interface Simulated {
  readonly clock: VirtualClock;
  readonly limiter: Limiter;
  readonly load: Workload;
  readonly byId: ReadonlyMap<string, SimulatedWork>;
  readonly startMs: number;
  /** How many stand in line for a host, as the rate layer counts them. */
  readonly waiting: Map<string, number>;
  readonly wantsOf: (host: string) => readonly Want[];
  readonly started: (host: string) => void;
}

/** A work visits its hosts in order, as the real pipeline would: on while the next is ready within a second, else parked. */
function simulatedPipeline(sim: Simulated): Pipeline {
  return {
    batchSize: () => 1,
    runBatch: () => Promise.reject(new Error('no batches here')),
    firstRequest: (work) => Promise.resolve({ host: sim.byId.get(work.id)!.hosts[0]!, role: 'artifact' }),
    async run(held, holding) {
      const work = sim.byId.get(held.work.id)!;
      for (let stage = held.progress.fetches; stage < work.hosts.length; stage++) {
        const request = { host: work.hosts[stage]!, role: 'artifact' as const };
        const isFirst = stage === held.progress.fetches;
        const at = isFirst ? 0 : await holding.readyAt(request);
        if (at > sim.clock.now() + 1000)
          return parked({ ...NO_PROGRESS, fetches: stage }, { request, at, why: 'rate', pushBack: false });
        holding.turnsTo(request);
        try {
          await exchange(
            sim,
            request.host,
            stage === work.hosts.length - 1 ? work.serviceMs : API_SERVICE_MS,
          );
        } catch (error) {
          if (!(error instanceof Deferred)) throw error;
          return parked(
            { ...NO_PROGRESS, fetches: stage },
            { request, at: error.until, why: error.why, pushBack: error.why !== 'rate' },
          );
        }
      }
      return finished(held);
    },
  };
}

async function exchange(sim: Simulated, host: string, serviceMs: number): Promise<void> {
  const { clock, limiter, load, startMs } = sim;
  for (;;) {
    const grant = await limiter.tryAcquire(sim.wantsOf(host));
    if (grant.granted) break;
    if (grant.notBefore - clock.now() > PARK_AFTER_MS)
      throw new Deferred({ until: grant.notBefore, host, role: 'artifact', why: 'rate' });
    sim.waiting.set(host, (sim.waiting.get(host) ?? 0) + 1);
    await clock.sleep(grant.notBefore - clock.now());
    sim.waiting.set(host, (sim.waiting.get(host) ?? 1) - 1);
  }
  const outUntil = load.outage?.host === host ? startMs + load.outage.untilMs : 0;
  if (clock.now() < outUntil)
    throw new Deferred({ until: outUntil, host, role: 'artifact', why: 'retry-after' });
  sim.started(host);
  await clock.sleep(serviceMs);
}

function parked(
  progress: Progress,
  next: { request: { host: string; role: 'artifact' }; at: number; why: string; pushBack: boolean },
): LeaseEnd {
  return { kind: 'park', progress, ...next, journal: [] };
}
