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
import { API_SERVICE_MS, roleAt, type SimulatedWork, type Workload } from './workload.ts';

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
  const policies = ratePolicies(
    {
      default: { host: totalOf(load.hostTotalMs), domain: totalOf(load.siteTotalMs) },
      policies: Object.fromEntries(
        [...new Set(load.works.flatMap(({ hosts }) => hosts))].map((host) => {
          const rate = `1000/${load.intervalMs(host)}second`;
          // Beyond what the policies of a host need the defaults do not hold: its totals are named with it.
          return [host, { landing: rate, artifact: rate, host: totalOf(load.hostTotalMs) }];
        }),
      ),
      resolvers: {},
    },
    load.siteOf,
  );
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
    wantsOf: ({ host, role }) => policies.wants(host, role),
    started: ({ host, role }) => {
      for (const key of [`${host} ${role}`, `host ${host}`, `site ${load.siteOf(host)}`]) {
        const times = starts.get(key) ?? [];
        starts.set(key, times);
        times.push(clock.now());
      }
    },
  });
  const scheduler = createScheduler({
    queue: ledger,
    pipeline,
    gate: {
      readyAt: async (host, role) => {
        const readyAt = await limiter.readyAt(policies.wants(host, role));
        const ahead = waiting.get(`${host} ${role}`) ?? 0;
        return ahead === 0 ? readyAt : Math.max(readyAt, clock.now()) + ahead * load.intervalMs(host);
      },
      intervalMs: policies.intervalMs,
      totals: () => ({ hostMs: load.hostTotalMs, siteMs: load.siteTotalMs }),
      totalsReadyAt: async (host) => {
        const totals = policies.totals(host);
        return { host: await limiter.readyAt([totals.host]), site: await limiter.readyAt([totals.domain]) };
      },
      siteOf: load.siteOf,
    },
    clock,
    emit: ({ type }) => {
      if (type === 'outcome') ends.push(clock.now() - startMs);
    },
    holder: { workerId: 'w', runId: 'r' },
    ...limits,
    maxWaitMs: 1e9,
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
    tooClose: [...starts].reduce((sum, [key, times]) => sum + countTooClose(times, distanceMs(load, key)), 0),
  };
}

const totalOf = (intervalMs: number): string | null => (intervalMs === 0 ? null : `1000/${intervalMs}second`);

/** Least time between two starts of a lane, `host …` or `site …`. */
function distanceMs({ intervalMs, hostTotalMs, siteTotalMs }: Workload, key: string): number {
  if (key.startsWith('host ')) return hostTotalMs;
  return key.startsWith('site ') ? siteTotalMs : intervalMs(key.split(' ')[0]!);
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
    const works = load.works.slice(at, at + 1000).map((simulated) => {
      const { id, hosts } = simulated;
      const ids = parseIdentifier(id) ?? {};
      const work = { id: canonicalWorkId(ids), ...ids };
      return {
        work: { ...work, priority: priorityOf(work, 'recent_first') },
        lane: { host: hosts[0]!, role: roleAt(simulated, 0) },
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
  /** How many stand in line for a host and role, as the rate layer counts them. */
  readonly waiting: Map<string, number>;
  readonly wantsOf: (request: SimulatedRequest) => readonly Want[];
  readonly started: (request: SimulatedRequest) => void;
}

interface SimulatedRequest {
  readonly host: string;
  readonly role: 'landing' | 'artifact';
}

/** A work visits its hosts in order, as the real pipeline would: on while the next is ready within a second, else parked. */
function simulatedPipeline(sim: Simulated): Pipeline {
  return {
    batchSize: () => 1,
    runBatch: () => Promise.reject(new Error('no batches here')),
    firstRequest: ({ id }) => {
      const work = sim.byId.get(id)!;
      return Promise.resolve({ host: work.hosts[0]!, role: roleAt(work, 0) });
    },
    async run(held, holding) {
      const work = sim.byId.get(held.work.id)!;
      for (let stage = held.progress.fetches; stage < work.hosts.length; stage++) {
        const request = { host: work.hosts[stage]!, role: roleAt(work, stage) };
        const isFirst = stage === held.progress.fetches;
        const at = isFirst ? 0 : await holding.readyAt(request);
        if (at > sim.clock.now() + 1000)
          return parked({ ...NO_PROGRESS, fetches: stage }, { request, at, why: 'rate', pushBack: false });
        holding.turnsTo(request);
        try {
          await exchange(sim, request, stage === work.hosts.length - 1 ? work.serviceMs : API_SERVICE_MS);
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

async function exchange(sim: Simulated, request: SimulatedRequest, serviceMs: number): Promise<void> {
  const { clock, limiter, load, startMs } = sim;
  const { host, role } = request;
  const lane = `${host} ${role}`;
  for (;;) {
    const grant = await limiter.tryAcquire(sim.wantsOf(request));
    if (grant.granted) break;
    if (grant.notBefore - clock.now() > PARK_AFTER_MS)
      throw new Deferred({ until: grant.notBefore, host, role, why: 'rate' });
    sim.waiting.set(lane, (sim.waiting.get(lane) ?? 0) + 1);
    await clock.sleep(grant.notBefore - clock.now());
    sim.waiting.set(lane, (sim.waiting.get(lane) ?? 1) - 1);
  }
  const outUntil = load.outage?.host === host ? startMs + load.outage.untilMs : 0;
  if (clock.now() < outUntil) throw new Deferred({ until: outUntil, host, role, why: 'retry-after' });
  sim.started(request);
  await clock.sleep(serviceMs);
}

function parked(
  progress: Progress,
  next: { request: SimulatedRequest; at: number; why: string; pushBack: boolean },
): LeaseEnd {
  return { kind: 'park', progress, ...next, journal: [] };
}
