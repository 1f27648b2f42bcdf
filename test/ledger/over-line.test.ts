import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import { ledgerOver, ledgerServer } from '../../src/ledger/over-line.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { linePair } from '../support/line-pair.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { ARXIV, ending, HOLDER, NO_HEARTBEATS, only, pageOf, run } from './samples.ts';

async function family() {
  const ports = { clock: fakeClock(), random: seededRandom() };
  const db = openLedgerDatabase(':memory:', ports.clock);
  const ledger = await inThreadLedger(db, ports, NO_HEARTBEATS);
  const { ends, close } = linePair();
  ledgerServer(ledger, ends[0]);
  return { ledger, child: ledgerOver(ends[1]), close };
}

describe('the ledger over a line', () => {
  test('works are leased and ended as if it were near', async () => {
    const { ledger, child } = await family();
    await ledger.enqueue(pageOf(2));
    const lease = only(await child.lease([{ lane: ARXIV, limit: 1 }], HOLDER));
    expect(await child.finish(lease, ending(lease))).toBe(true);
    expect(await child.finish(lease, ending(lease))).toBe(false);
    expect(await child.stats()).toMatchObject({ queued: 1, done: 1 });
  });

  test('a failure crosses the line as what it is', async () => {
    const { ledger, child } = await family();
    await ledger[Symbol.asyncDispose]();
    await expect(child.stats()).rejects.toThrow('the ledger is closed');
  });

  test('once the line is closed every call is refused', async () => {
    const { child, close } = await family();
    const waiting = expect(child.stats()).rejects.toThrow(UserError);
    close();
    await waiting;
    await expect(child.stats()).rejects.toMatchObject({ exitCode: 3 });
  });

  test('the works of a holder that is gone wait again at once, and it can change nothing any more', async () => {
    const { ledger, child } = await family();
    await ledger.openRun(run());
    await ledger.enqueue(pageOf(3));
    const [first] = await child.lease([{ lane: ARXIV, limit: 2 }], { ...HOLDER, workerId: 'gone' });
    const other = only(await child.lease([{ lane: ARXIV, limit: 1 }], { ...HOLDER, workerId: 'here' }));
    const note = { workerId: 'gone', hasDied: false, at: '2026-01-01T00:00:00.000Z', configHash: 'hash' };
    expect(await ledger.abandon(note)).toEqual({ reclaimed: 2, ended: [] });
    expect(await child.finish(first!, ending(first!))).toBe(false);
    expect(await child.finish(other, ending(other))).toBe(true);
    expect(await child.stats()).toMatchObject({ queued: 2, in_progress: 0, done: 1 });
  });
});
