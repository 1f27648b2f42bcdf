import { describe, expect, test } from 'vitest';
import type { Lease, Ledger } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ARXIV, DOI_ORG, ending, HOLDER, NO_HEARTBEATS, page, pageOf, queued, run, work } from './samples.ts';

async function opened(works: number) {
  const ports = { clock: fakeClock(), random: seededRandom() };
  const ledger = await inThreadLedger(openLedgerDatabase(':memory:', ports.clock), ports, NO_HEARTBEATS);
  await ledger.openRun(run());
  await ledger.enqueue(pageOf(works));
  return ledger;
}

const lease = (ledger: Ledger, limit: number): Promise<readonly Lease[]> =>
  ledger.lease([{ lane: ARXIV, limit }], HOLDER);
const ids = (leases: readonly Lease[]): readonly string[] => leases.map((one) => one.work.id);
const worksOf = (...numbers: readonly number[]): readonly string[] => numbers.map((n) => work(n).id);

/** The process dies while these are in flight. */
async function die(ledger: Ledger, limit: number): Promise<readonly string[]> {
  const held = ids(await lease(ledger, limit));
  await ledger.openRun(run());
  return held;
}

describe('works in flight when their process died', () => {
  test('run side by side after one unclean end: it proves nothing', async () => {
    await using ledger = await opened(4);
    await die(ledger, 3);
    expect(ids(await lease(ledger, 4))).toEqual(worksOf(0, 1, 2, 3));
  });

  test('are suspected of nothing when it ended by itself', async () => {
    await using ledger = await opened(4);
    for (let end = 0; end < 3; end++) {
      await lease(ledger, 3);
      expect(await ledger.openRun({ ...run(), lastHolderDied: false })).toEqual({ reclaimed: 3 });
    }
    expect(ids(await lease(ledger, 4))).toEqual(worksOf(0, 1, 2, 3));
  });

  test('run one at a time after two, beside works nobody suspects', async () => {
    await using ledger = await opened(5);
    await die(ledger, 3);
    await die(ledger, 3);
    const [suspect, ...others] = await lease(ledger, 5);
    expect(suspect?.work.id).toBe(work(0).id);
    expect(ids(others)).toEqual(worksOf(3, 4));
    expect(await lease(ledger, 5)).toEqual([]);
    await ledger.finish(suspect!, ending(suspect!));
    expect(ids(await lease(ledger, 5))).toEqual(worksOf(1));
  });

  test('get their turn whichever lane is asked for, in place of a work of that lane', async () => {
    await using ledger = await opened(2);
    await die(ledger, 2);
    await die(ledger, 2);
    await ledger.enqueue(page([queued(work(8), DOI_ORG), queued(work(9), DOI_ORG)]));
    const leaseElsewhere = () => ledger.lease([{ lane: DOI_ORG, limit: 1 }], HOLDER);
    const [suspect, ...none] = await leaseElsewhere();
    expect(suspect).toMatchObject({ isSuspect: true, lane: ARXIV, work: { id: work(0).id } });
    expect(none).toEqual([]);
    expect(ids(await leaseElsewhere())).toEqual(worksOf(8));
    await ledger.finish(suspect!, ending(suspect!));
    expect(ids(await leaseElsewhere())).toEqual(worksOf(1));
  });

  test('the one that takes its process down whenever it runs ends as an internal error, and no other does', async () => {
    await using ledger = await opened(6);
    const poison = work(2).id;
    let deaths = 0;
    for (let held = await lease(ledger, 3); held.length > 0; held = await lease(ledger, 3)) {
      if (ids(held).includes(poison)) {
        deaths += 1;
        await ledger.openRun(run());
      } else for (const one of held) await ledger.finish(one, ending(one));
    }
    // Two make it a suspect, three more prove it.
    expect(deaths).toBe(5);
    expect(await ledger.stats()).toMatchObject({ done: 5, error: 1, queued: 0 });
    const records = (await ledger.outbox('run-1', 100)).map(({ json }) => JSON.parse(json) as object);
    expect(records).toContainEqual(expect.objectContaining({ doc_id: poison, reason: 'internal-error' }));
  });

  test('are tried in turn: a program that keeps being killed does not blame one of them', async () => {
    await using ledger = await opened(4);
    await die(ledger, 4);
    await die(ledger, 4);
    const tried = [];
    for (let death = 0; death < 8; death++) tried.push(...(await die(ledger, 4)));
    expect(tried).toEqual(worksOf(0, 1, 2, 3, 0, 1, 2, 3));
    expect(await ledger.stats()).toMatchObject({ queued: 4, error: 0 });
  });

  test('burn no attempts, and are forgiven when they end', async () => {
    await using ledger = await opened(1);
    await die(ledger, 1);
    await die(ledger, 1);
    const [held] = await lease(ledger, 1);
    expect(held?.attempts).toBe(0);
    await ledger.finish(held!, ending(held!));
    await ledger.openRun(run('run-2'));
    await ledger.rearm({ runId: 'run-2', works: [held!.work.id], forget: true });
    const lane = (await ledger.lanes())[0]!.lane;
    for (let death = 1; death <= 2; death++) {
      expect(await ledger.lease([{ lane, limit: 1 }], { ...HOLDER, runId: 'run-2' })).toHaveLength(1);
      await ledger.openRun(run('run-2'));
    }
    expect(await ledger.stats()).toMatchObject({ queued: 1, error: 0 });
  });
});
