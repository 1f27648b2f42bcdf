import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import type { Lane, Lease, Ledger } from '../../src/ledger/queue.ts';
import { LOCAL_LANE } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import type { Sqlite } from '../../src/platform/sqlite.ts';
import { type FakeClock, fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ARXIV, attempt, DOI_ORG, ending, NO_HEARTBEATS, page, queued, run, work } from './samples.ts';

const LANES: readonly Lane[] = [ARXIV, DOI_ORG, LOCAL_LANE];
const KINDS = ['saved', 'failed', 'skipped', 'cached', 'quarantined'] as const;

interface Model {
  readonly ledger: Ledger;
  readonly clock: FakeClock;
  readonly leases: Lease[];
  /** Every lease ever given: the highest token seen per job. */
  readonly tokens: Map<number, number>;
}

type Step = (model: Model) => Promise<unknown>;

const lane = fc.constantFrom(...LANES);
const taken = (model: Model, at: number): Lease | undefined =>
  model.leases[at % Math.max(1, model.leases.length)];

const enqueue = fc.record({
  works: fc.array(fc.nat(12), { maxLength: 6 }),
  lane,
  run: fc.nat(3),
  forget: fc.boolean(),
});
const enqueueStep = enqueue.map(
  (ask): Step =>
    ({ ledger }) =>
      ledger.enqueue(
        page(
          ask.works.map((n) => queued(work(n, { priority: n % 3 }), ask.lane)),
          { runId: ask.run === 0 ? undefined : `run-${ask.run}`, forget: ask.forget },
        ),
      ),
);
const leaseStep = fc.record({ lane, limit: fc.nat(4) }).map(
  (want): Step =>
    async ({ ledger, leases, tokens }) => {
      for (const lease of await ledger.lease([want], { workerId: 'w', runId: 'run-1' })) {
        expect(lease.token).toBeGreaterThan(tokens.get(lease.jobId) ?? 0);
        tokens.set(lease.jobId, lease.token);
        leases.push(lease);
      }
    },
);
const endStep = fc
  .record({
    at: fc.nat(50),
    how: fc.nat(4),
    lane,
    wait: fc.nat(40_000),
    pushBack: fc.boolean(),
    kind: fc.nat(4),
  })
  .map(
    (ask): Step =>
      async (model) => {
        const lease = taken(model, ask.at);
        if (!lease) return;
        const { ledger, clock } = model;
        const at = clock.now() + ask.wait;
        const journal = [attempt(lease.work.id)];
        const progress = NO_PROGRESS;
        if (ask.how === 0) await ledger.finish(lease, ending(lease, { kind: KINDS[ask.kind]! }));
        if (ask.how === 1) await ledger.release(lease, journal);
        if (ask.how === 2)
          await ledger.retry(lease, { reason: 'timeout', at, lane: ask.lane, progress, journal });
        if (ask.how === 3) {
          const next = { lane: ask.lane, at, why: 'rate', pushBack: ask.pushBack };
          await ledger.park(lease, { progress, next, journal });
        }
        if (ask.how === 4) await ledger.checkpoint(lease, progress);
      },
  );
const otherStep = fc.oneof(
  fc.nat(60_000).map(
    (ms): Step =>
      ({ clock }) =>
        clock.advance(ms),
  ),
  fc.nat(3).map(
    (n): Step =>
      ({ ledger }) =>
        ledger.openRun(run(`run-${n + 1}`)),
  ),
  fc.constant<Step>(({ ledger }) => ledger.retryFailed()),
);
const steps = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: enqueueStep },
    { weight: 4, arbitrary: leaseStep },
    { weight: 6, arbitrary: endStep },
    { weight: 2, arbitrary: otherStep },
  ),
  { minLength: 5, maxLength: 60 },
);

function expectCountersToMatch(db: Sqlite): void {
  const counted = db.all('SELECT run_id, state, n FROM counts WHERE n > 0 ORDER BY run_id, state');
  const scanned = db.all(
    'SELECT run_id, state, count(*) AS n FROM jobs GROUP BY run_id, state ORDER BY 1, 2',
  );
  expect(counted).toEqual(scanned);
  const kept = db.all(
    'SELECT host_key, role, queued, delayed, in_flight FROM hosts WHERE queued + in_flight > 0 ORDER BY 1, 2',
  );
  const found = db.all(
    `SELECT host_key, role, sum(state = 'queued') AS queued, sum(state = 'queued' AND available_at > 0) AS delayed,
            sum(state = 'in_progress') AS in_flight
     FROM jobs WHERE state IN ('queued', 'in_progress') GROUP BY host_key, role ORDER BY 1, 2`,
  );
  expect(kept).toEqual(found);
}

describe('counters', () => {
  test('equal a scan of the jobs whatever happens, and tokens only grow', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        const clock = fakeClock();
        using db = openLedgerDatabase(':memory:', clock);
        await using ledger = await inThreadLedger(db, { clock, random: seededRandom() }, NO_HEARTBEATS);
        const model: Model = { ledger, clock, leases: [], tokens: new Map() };
        for (const step of sequence) await step(model);
        expectCountersToMatch(db);
        const records = db.get('SELECT count(*) AS n FROM attempts');
        const posted = db.get(
          "SELECT count(*) AS n FROM outbox WHERE json_extract(record_json, '$.record_type') = 'attempt'",
        );
        expect(posted).toEqual(records);
      }),
      { numRuns: 120, seed: 20_260_101 },
    );
  });
});
