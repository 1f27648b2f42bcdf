import { join } from 'node:path';
import { expect, test } from 'vitest';
import { NO_PROGRESS } from '../../src/core/progress.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ARXIV, HOLDER, NO_HEARTBEATS, pageOf, run } from './samples.ts';

const DAY_MS = 24 * 3600_000;
const at = (iso: string): number => Date.parse(iso);

/** A run at `then` that is asked to wait for `waitMs`; what a run at `now` believes of it, from its own clock. */
async function waits(then: string, now: string, waitMs: number) {
  await using dir = await tempDir();
  const path = join(dir.path, 'manifest.sqlite3');
  {
    const clock = fakeClock(at(then));
    await using ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
    await ledger.openRun({ ...run(), startedAt: then });
    await ledger.enqueue(pageOf(3));
    const leases = await ledger.lease([{ lane: ARXIV, limit: 3 }], HOLDER);
    const next = { lane: ARXIV, at: clock.now() + waitMs, why: 'retry-after', pushBack: true };
    for (const lease of leases) await ledger.park(lease, { progress: NO_PROGRESS, next, journal: [] });
  }
  const clock = fakeClock(at(now));
  await using ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
  await ledger.openRun({ ...run('run-2'), startedAt: now });
  const [lane] = await ledger.lanes();
  return {
    host: lane!.notBefore - clock.now(),
    works: Math.max(0, lane!.nextAvailableAt - clock.now()),
  };
}

test.each([
  ['ten years ahead', '2036-11-18T08:00:00.000Z', '2026-11-18T08:00:00.000Z'],
  ['read by one that fell back to 1970', '2026-11-18T08:00:00.000Z', '1970-01-02T00:00:00.000Z'],
])('a wait stored under a clock that was %s lasts as long as was asked for', async (_, then, now) => {
  const { host, works } = await waits(then, now, 60_000);
  expect(host).toBe(60_000);
  expect(works).toBe(60_000);
});

test('a wait that was asked for under a right clock is kept as it is', async () => {
  const { host, works } = await waits('2026-11-18T08:00:00.000Z', '2026-11-18T08:00:10.000Z', 60_000);
  expect(host).toBe(50_000);
  expect(works).toBe(50_000);
});

test('no wait is stored beyond a day', async () => {
  const { host, works } = await waits('2026-11-18T08:00:00.000Z', '2026-11-18T08:00:00.000Z', 400 * DAY_MS);
  expect(host).toBe(DAY_MS);
  expect(works).toBe(DAY_MS);
});
