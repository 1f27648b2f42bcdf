import { describe, expect, test } from 'vitest';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { queueContract } from '../contracts/queue-contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ARXIV, HOLDER, NO_HEARTBEATS, only, pageOf, run, TIMES } from './samples.ts';

describe('the ledger in the same thread', () => {
  queueContract((clock) => inThreadLedger(':memory:', { clock, random: seededRandom() }, NO_HEARTBEATS));

  test('heartbeats keep the leases of a living holder', async () => {
    const clock = fakeClock();
    await using ledger = await inThreadLedger(':memory:', { clock, random: seededRandom() }, TIMES);
    await ledger.enqueue(pageOf(1));
    await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
    await clock.advance(600_000);
    expect(await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER)).toEqual([]);
  });

  test('a lease that is lost is announced once', async () => {
    const clock = fakeClock();
    await using ledger = await inThreadLedger(':memory:', { clock, random: seededRandom() }, TIMES);
    const announced: unknown[] = [];
    ledger.onLeasesLost((lost) => announced.push(...lost));
    await ledger.enqueue(pageOf(1));
    const { jobId, token } = only(await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER));
    await ledger.openRun(run());
    await clock.advance(60_000);
    expect(announced).toEqual([{ jobId, token }]);
  });
});
