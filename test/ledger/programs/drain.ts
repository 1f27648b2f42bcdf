import { inThreadLedger } from '../../../src/ledger/sqlite/in-thread-ledger.ts';
import { systemClock } from '../../../src/platform/system-clock.ts';
import { systemRandom } from '../../../src/platform/system-random.ts';
import { ARXIV, ending, NO_HEARTBEATS } from '../samples.ts';

/** Leases and ends jobs until none is left; tells its parent which. */
const [path = '', name = ''] = process.argv.slice(2);
const ports = { clock: systemClock(), random: systemRandom() };
const mine: string[] = [];
{
  await using ledger = await inThreadLedger(path, ports, NO_HEARTBEATS);
  const holder = { workerId: name, runId: 'run-1' };
  for (;;) {
    const leases = await ledger.lease([{ lane: ARXIV, limit: 2 }], holder);
    if (leases.length === 0) break;
    for (const lease of leases) {
      if (await ledger.finish(lease, ending(lease))) mine.push(lease.work.id);
    }
  }
}
process.send?.(mine);
process.disconnect();
