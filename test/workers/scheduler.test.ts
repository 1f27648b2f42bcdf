import { describe, expect, test } from 'vitest';
import { canonicalWorkId, parseIdentifier } from '../../src/core/identifiers.ts';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Lease, Ledger, Queue } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import type { HeldWork, Holding, LeaseEnd, Pipeline } from '../../src/pipeline/process-work.ts';
import { createScheduler, type SchedulerDeps } from '../../src/workers/scheduler.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { finished } from '../support/finished.ts';
import { seededRandom } from '../support/seeded-random.ts';

const lane = (host: string) => ({ host, role: 'artifact' as const });

const RUN = {
  runId: 'r',
  configHash: 'hash',
  configJson: '{}',
  startedAt: '2026-01-01T00:00:00.000Z',
  lastHolderDied: true,
};

interface Rig {
  readonly clock: FakeClock;
  readonly ledger: Ledger;
  readonly ends: () => number;
  readonly scheduler: ReturnType<typeof createScheduler>;
  enqueue(host: string, count: number): Promise<void>;
}

interface Rules {
  readonly run: (held: HeldWork, holding: Holding, clock: FakeClock) => Promise<LeaseEnd>;
  readonly intervalMs?: number;
  readonly deps?: Partial<SchedulerDeps>;
  readonly wrap?: (queue: Queue) => Queue;
}

/** The real scheduler and the real queue, in virtual time; what a work does is up to the test. */
async function rig({ run, intervalMs = 0, deps = {}, wrap = (queue) => queue }: Rules): Promise<Rig> {
  const clock = fakeClock();
  const ledger = await inThreadLedger(
    ':memory:',
    { clock, random: seededRandom() },
    { leaseTtlMs: 45_000, heartbeatMs: 15_000 },
  );
  await ledger.openRun(RUN);
  const lastStart = new Map<string, number>();
  let ends = 0;
  let works = 0;
  const pipeline: Pipeline = {
    firstRequest: () => Promise.resolve(lane('a.org')),
    batchSize: () => 1,
    runBatch: () => Promise.reject(new Error('no batches here')),
    run: (held, holding) => {
      lastStart.set(held.request.host, clock.now());
      return run(held, holding, clock);
    },
  };
  const scheduler = createScheduler({
    queue: wrap(ledger),
    pipeline,
    gate: {
      readyAt: (host) => Promise.resolve((lastStart.get(host) ?? Number.NEGATIVE_INFINITY) + intervalMs),
      intervalMs: () => intervalMs,
      totals: () => ({ hostMs: 0, siteMs: 0 }),
      totalsReadyAt: () => Promise.resolve({ host: 0, site: 0 }),
      siteOf: (host) => host.split('.').slice(-2).join('.'),
    },
    clock,
    emit: ({ type }) => {
      if (type === 'outcome') ends += 1;
    },
    holder: { workerId: 'w', runId: 'r' },
    workers: 4,
    maxPerHost: 4,
    maxWaitMs: 3_600_000,
    parkAfterMs: 15_000,
    shutdownGraceMs: 10_000,
    isListing: () => false,
    ...deps,
  });
  return {
    clock,
    ledger,
    scheduler,
    ends: () => ends,
    async enqueue(host, count) {
      const entries = Array.from({ length: count }, () => {
        const ids = parseIdentifier(`10.1000/${++works}`) ?? {};
        return { work: { id: canonicalWorkId(ids), ...ids }, lane: lane(host), progress: NO_PROGRESS };
      });
      await ledger.enqueue({ works: entries, runId: 'r', rearm: true, forget: false });
    },
  };
}

/** Lets virtual time run until the promise settles. */
async function throughTime<T>(clock: FakeClock, promise: Promise<T>, stepMs = 50): Promise<T> {
  let isDone = false;
  const settled = promise.finally(() => {
    isDone = true;
  });
  settled.catch(() => undefined);
  for (let turns = 0; !isDone && turns < 20_000; turns++) await clock.advance(stepMs);
  return settled;
}

describe('draining', () => {
  test('ends every work and says that nothing waits', async () => {
    const { scheduler, enqueue, clock, ends, ledger } = await rig({
      run: (held) => Promise.resolve(finished(held)),
    });
    await enqueue('a.org', 20);
    await enqueue('b.org', 20);
    const end = await throughTime(clock, scheduler.drain(new AbortController().signal));
    expect(end).toEqual({ waiting: 0, until: undefined, wasStopped: false });
    expect(ends()).toBe(40);
    expect(await ledger.stats()).toMatchObject({ queued: 0, in_progress: 0, error: 40 });
  });

  test('suspects in other lanes of a site get their turn, whichever lane is asked first', async () => {
    const { scheduler, enqueue, clock, ends, ledger } = await rig({
      run: (held) => Promise.resolve(finished(held)),
      deps: { maxPerHost: 2 },
    });
    // In the queue's order one of the shorter lane comes first; the scheduler asks the longer one.
    await enqueue('b.site.org', 1);
    await enqueue('a.site.org', 3);
    await enqueue('b.site.org', 1);
    for (let death = 0; death < 2; death++) {
      const wants = ['a.site.org', 'b.site.org'].map((host) => ({ lane: lane(host), limit: 4 }));
      expect(await ledger.lease(wants, { workerId: 'dead', runId: 'r' })).toHaveLength(5);
      await ledger.openRun(RUN);
    }
    await throughTime(clock, scheduler.drain(new AbortController().signal), 100);
    expect(ends()).toBe(5);
  });

  test('a work that is put off while the counts are on their way is not forgotten', async () => {
    let isHeldUp = false;
    const counted = Promise.withResolvers<void>();
    const parked = Promise.withResolvers<void>();
    const { scheduler, enqueue, clock, ends, ledger } = await rig({
      async run(held, _holding, time) {
        if (held.token > 1) return finished(held);
        isHeldUp = true;
        await counted.promise;
        const { progress, request } = held;
        return {
          kind: 'park',
          progress,
          request,
          at: time.now() + 500,
          why: 'rate',
          pushBack: false,
          journal: [],
        };
      },
      wrap: (queue) => ({
        ...queue,
        async lanes() {
          const lanes = await queue.lanes();
          // They were counted while the work ran, and come when it no longer does.
          if (isHeldUp && lanes.every((one) => one.queued === 0)) {
            counted.resolve();
            await parked.promise;
          }
          return lanes;
        },
        async park(...ask) {
          const done = await queue.park(...ask);
          clock.after(1, parked.resolve);
          return done;
        },
      }),
    });
    await enqueue('a.org', 1);
    const end = await throughTime(clock, scheduler.drain(new AbortController().signal));
    expect(end).toEqual({ waiting: 0, until: undefined, wasStopped: false });
    expect(ends()).toBe(1);
    expect(await ledger.stats()).toMatchObject({ queued: 0, in_progress: 0 });
  });

  test('never runs more works at once than there are workers, nor more on a host than allowed', async () => {
    const underWay = new Map<string, number>();
    let most = 0;
    let mostOnHost = 0;
    const { scheduler, enqueue, clock } = await rig({
      async run(held, _holding, time) {
        const { host } = held.request;
        underWay.set(host, (underWay.get(host) ?? 0) + 1);
        most = Math.max(
          most,
          [...underWay.values()].reduce((sum, n) => sum + n, 0),
        );
        mostOnHost = Math.max(mostOnHost, underWay.get(host) ?? 0);
        await time.sleep(100);
        underWay.set(host, (underWay.get(host) ?? 0) - 1);
        return finished(held);
      },
      deps: { workers: 6, maxPerHost: 2 },
    });
    for (const host of ['a.org', 'b.org', 'c.org', 'd.org']) await enqueue(host, 10);
    await throughTime(clock, scheduler.drain(new AbortController().signal));
    expect(most).toBe(6);
    expect(mostOnHost).toBe(2);
  });

  test('takes as long as politeness demands, and hardly longer', async () => {
    const { scheduler, enqueue, clock } = await rig({
      run: (held) => Promise.resolve(finished(held)),
      intervalMs: 1000,
    });
    await enqueue('small.org', 3);
    await enqueue('large.org', 30);
    const start = clock.now();
    await throughTime(clock, scheduler.drain(new AbortController().signal), 10);
    const bound = 29 * 1000;
    expect(clock.now() - start).toBeGreaterThanOrEqual(bound - 300);
    expect(clock.now() - start).toBeLessThan(bound * 1.03);
  });

  test('a parked work goes on when its time has come, without burning an attempt', async () => {
    let parks = 0;
    const { scheduler, enqueue, clock, ends, ledger } = await rig({
      run(held, _holding, time) {
        expect(held.attempts).toBe(0);
        if (++parks > 1) return Promise.resolve(finished(held));
        const at = time.now() + 60_000;
        return Promise.resolve({
          kind: 'park',
          progress: { ...NO_PROGRESS, fetches: 7 },
          request: lane('b.org'),
          at,
          why: 'retry-after',
          pushBack: true,
          journal: [],
        });
      },
    });
    await enqueue('a.org', 1);
    const start = clock.now();
    await throughTime(clock, scheduler.drain(new AbortController().signal), 500);
    expect(clock.now() - start).toBeGreaterThanOrEqual(60_000);
    expect(clock.now() - start).toBeLessThan(63_000);
    expect(ends()).toBe(1);
    expect(await ledger.stats()).toMatchObject({ error: 1 });
  });

  test('does not wait for works that cannot go on within max_park_s, and says until when they wait', async () => {
    const { scheduler, enqueue, clock } = await rig({
      run: (_held, _holding, time) =>
        Promise.resolve({
          kind: 'park',
          progress: NO_PROGRESS,
          request: lane('b.org'),
          at: time.now() + 7_200_000,
          why: 'budget-spent',
          pushBack: true,
          journal: [],
        }),
    });
    await enqueue('a.org', 3);
    const end = await throughTime(clock, scheduler.drain(new AbortController().signal));
    expect(end.waiting).toBe(3);
    expect(end.until! - clock.now()).toBeGreaterThan(7_000_000);
  });

  test('rejects when the ledger can no longer be written', async () => {
    const { scheduler, enqueue, clock } = await rig({
      run: () => Promise.reject(new Error('the disk is gone')),
    });
    await enqueue('a.org', 1);
    await expect(throughTime(clock, scheduler.drain(new AbortController().signal))).rejects.toThrow(
      'the disk is gone',
    );
  });
});

describe('stopping', () => {
  test('works under way may end within the grace period, the rest goes back to the queue', async () => {
    const stop = new AbortController();
    const { scheduler, enqueue, clock, ends, ledger } = await rig({
      async run(held, holding, time) {
        const isShort = Number(held.work.id.split('/')[1]) % 2 === 0;
        try {
          await time.sleep(isShort ? 2000 : 3_600_000, holding.signal);
        } catch {
          return {
            kind: 'park',
            progress: held.progress,
            request: held.request,
            at: time.now(),
            why: 'stopping',
            pushBack: false,
            journal: [],
          };
        }
        return finished(held);
      },
    });
    await enqueue('a.org', 10);
    const draining = scheduler.drain(stop.signal);
    await clock.advance(100);
    stop.abort();
    const started = clock.now();
    const end = await throughTime(clock, draining);
    expect(end.wasStopped).toBe(true);
    expect(clock.now() - started).toBeLessThan(11_500);
    expect(ends()).toBe(2);
    expect(await ledger.stats()).toMatchObject({ in_progress: 0, queued: 8, error: 2 });
  });

  test('a job leased again while its lost lease winds down is not forgotten when that one has ended', async () => {
    const clock = fakeClock();
    const ending = new Map<number, () => void>();
    const ids = parseIdentifier('10.1000/1') ?? {};
    const work = { id: canonicalWorkId(ids), ...ids };
    const leaseOf = (token: number): Lease => {
      const place = { jobId: 1, runId: 'r', lane: lane('a.org'), attempts: 0 };
      return { ...place, token, work, progress: NO_PROGRESS };
    };
    let leased = 0;
    const queue: Partial<Queue> = {
      // As after a stop of the whole process: the lease has run out, and the job is there again.
      lanes: async () => [
        {
          lane: lane('a.org'),
          queued: leased < 2 ? 1 : 0,
          inFlight: 1,
          notBefore: 0,
          why: '',
          isUrgent: false,
          nextAvailableAt: 0,
        },
      ],
      lease: async () => (leased < 2 ? [leaseOf(++leased)] : []),
      finish: async ({ token }) => token === 2,
    };
    const scheduler = createScheduler({
      queue: queue as Queue,
      pipeline: {
        firstRequest: () => Promise.resolve(lane('a.org')),
        batchSize: () => 1,
        runBatch: () => Promise.reject(new Error('no batches here')),
        run: (held) => new Promise((resolve) => ending.set(held.token, () => resolve(finished(held)))),
      },
      gate: {
        readyAt: () => Promise.resolve(0),
        intervalMs: () => 0,
        totals: () => ({ hostMs: 0, siteMs: 0 }),
        totalsReadyAt: () => Promise.resolve({ host: 0, site: 0 }),
        siteOf: (host) => host,
      },
      clock,
      emit: () => undefined,
      holder: { workerId: 'w', runId: 'r' },
      workers: 4,
      maxPerHost: 4,
      maxWaitMs: 3_600_000,
      parkAfterMs: 15_000,
      shutdownGraceMs: 0,
      isListing: () => false,
    });
    let hasEnded = false;
    const drained = scheduler.drain(new AbortController().signal).then((end) => {
      hasEnded = true;
      return end;
    });
    await clock.advance(2500);
    expect([...ending.keys()]).toEqual([1, 2]);
    scheduler.leasesLost([{ jobId: 1, token: 1 }]);
    ending.get(1)?.();
    await clock.advance(2500);
    expect(hasEnded).toBe(false);
    ending.get(2)?.();
    expect(await throughTime(clock, drained)).toMatchObject({ waiting: 0 });
  });

  test('a lost lease aborts its work and changes nothing', async () => {
    const { scheduler, enqueue, clock, ends } = await rig({
      async run(held, holding) {
        scheduler.leasesLost([{ jobId: 1, token: held.token }]);
        expect(holding.leaseIsLive()).toBe(held.token > 1);
        if (holding.signal.aborted) {
          return {
            kind: 'park',
            progress: held.progress,
            request: held.request,
            at: 0,
            why: 'stopping',
            pushBack: false,
            journal: [],
          };
        }
        return finished(held);
      },
    });
    await enqueue('a.org', 1);
    const draining = scheduler.drain(new AbortController().signal);
    draining.catch(() => undefined);
    await clock.advance(500);
    expect(ends()).toBe(0);
  });
});
