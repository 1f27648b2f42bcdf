/**
 * Whether the ledger stays as fast as it was however much is queued: works leased and finished per second through the
 * threaded port (synchronous FULL), and the time of one lease, at each queue length given.
 * `node bench/ledger-flat.ts [FOLDER] [LENGTH…]` prints JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../src/ledger/queue.ts';
import { threadedLedger } from '../src/ledger/sqlite/threaded-ledger.ts';
import { systemClock } from '../src/platform/system-clock.ts';
import { ARXIV, artifact, ending, HOLDER, page, queued, run, TIMES, work } from '../test/ledger/samples.ts';

const [folder = tmpdir(), ...lengths] = process.argv.slice(2);
const LENGTHS = lengths.length > 0 ? lengths.map(Number) : [10_000, 1_000_000];
const PAGE = 1000;
const WORKS = 3000;
const want = [{ lane: ARXIV, limit: 1 }];

async function fill(ledger: Ledger, length: number): Promise<number> {
  const start = performance.now();
  for (let from = 0; from < length; from += PAGE) {
    await ledger.enqueue(page(Array.from({ length: PAGE }, (_, n) => queued(work(from + n)))));
  }
  return Math.round((length / (performance.now() - start)) * 1000);
}

async function leaseTimes(ledger: Ledger): Promise<{ readonly p50Ms: number; readonly p99Ms: number }> {
  const times: number[] = [];
  for (let round = 0; round < 1000; round++) {
    const start = performance.now();
    const [lease] = await ledger.lease(want, HOLDER);
    times.push(performance.now() - start);
    if (lease) await ledger.release(lease, []);
  }
  times.sort((one, other) => one - other);
  return { p50Ms: times[500] ?? Number.NaN, p99Ms: times[990] ?? Number.NaN };
}

async function worksPerSecond(ledger: Ledger, inFlight: number): Promise<number> {
  let left = WORKS;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const [lease] = await ledger.lease(want, HOLDER);
      if (!lease) return;
      await ledger.finish(lease, ending(lease, { artifact: artifact({ path: lease.work.id }) }));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return Math.round((WORKS / (performance.now() - start)) * 1000);
}

async function measure(length: number): Promise<object> {
  const dir = await mkdtemp(join(folder, 'ledger-flat-'));
  try {
    await using ledger = await threadedLedger(join(dir, 'manifest.sqlite3'), systemClock(), TIMES);
    await ledger.openRun(run());
    const enqueuedPerSecond = await fill(ledger, length);
    return {
      queued: length,
      enqueuedPerSecond,
      lease: await leaseTimes(ledger),
      worksPerSecond: {
        1: await worksPerSecond(ledger, 1),
        8: await worksPerSecond(ledger, 8),
        32: await worksPerSecond(ledger, 32),
      },
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const results: object[] = [];
for (const length of LENGTHS) results.push(await measure(length));
console.log(JSON.stringify(results, undefined, 2));
