/**
 * Whether the ledger stays as fast as it was however much is queued: works leased and finished per second through the
 * threaded port (synchronous FULL), and the time of one lease and of one of 32, at each queue length given.
 * `node bench/ledger-flat.ts [FOLDER] [LENGTH…]` prints JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../src/ledger/queue.ts';
import { threadedLedger } from '../src/ledger/sqlite/threaded-ledger.ts';
import { systemClock } from '../src/platform/system-clock.ts';
import { ARXIV, artifact, ending, HOLDER, page, queued, run, TIMES, work } from '../test/ledger/samples.ts';

const [folder = tmpdir(), ...lengths] = process.argv.slice(2);
const LENGTHS = lengths.length > 0 ? lengths.map(Number) : [10_000, 1_000_000];
const PAGE = 1000;
const WORKS = 3000;
const ROUNDS = 1000;
const BATCH = 256;
const TARGETS = { lease_of_1: 1.5, lease_of_32: 2 };

async function fill(ledger: Ledger, length: number): Promise<number> {
  const start = performance.now();
  for (let from = 0; from < length; from += PAGE) {
    await ledger.enqueue(page(Array.from({ length: PAGE }, (_, n) => queued(work(from + n)))));
  }
  return Math.round((length / (performance.now() - start)) * 1000);
}

interface LeaseTimes {
  readonly p50_ms: number;
  readonly p99_ms: number;
}

async function leaseTimes(ledger: Ledger, limit: number): Promise<LeaseTimes> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    const leases = await ledger.lease([{ lane: ARXIV, limit }], HOLDER);
    times.push(performance.now() - start);
    await Promise.all(leases.map((lease) => ledger.release(lease, [])));
  }
  times.sort((one, other) => one - other);
  const at = (share: number): number => Number((times[Math.floor(ROUNDS * share)] ?? Number.NaN).toFixed(3));
  return { p50_ms: at(0.5), p99_ms: at(0.99) };
}

/** So many leased and finished at a time, as a run with that many workers does: group commit makes one of them. */
async function worksPerSecond(ledger: Ledger, inFlight: number): Promise<number> {
  let left = WORKS;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const [lease] = await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
      if (!lease) return;
      await ledger.finish(lease, ending(lease, { artifact: artifact({ path: lease.work.id }) }));
    }
  };
  const start = performance.now();
  await Promise.all(Array.from({ length: inFlight }, worker));
  return Math.round((WORKS / (performance.now() - start)) * 1000);
}

/** Leases of 256 at a time, all finished together. */
async function worksPerSecondInBatches(ledger: Ledger): Promise<number> {
  const start = performance.now();
  for (let done = 0; done < WORKS; done += BATCH) {
    const leases = await ledger.lease([{ lane: ARXIV, limit: BATCH }], HOLDER);
    await Promise.all(
      leases.map((lease) =>
        ledger.finish(lease, ending(lease, { artifact: artifact({ path: lease.work.id }) })),
      ),
    );
  }
  return Math.round((WORKS / (performance.now() - start)) * 1000);
}

async function measure(length: number) {
  const dir = await mkdtemp(join(folder, 'ledger-flat-'));
  try {
    await using ledger = await threadedLedger(join(dir, 'manifest.sqlite3'), systemClock(), TIMES);
    await ledger.openRun(run());
    const enqueuedPerSecond = await fill(ledger, length);
    return {
      queued: length,
      enqueued_per_s: enqueuedPerSecond,
      lease_of_1: await leaseTimes(ledger, 1),
      lease_of_32: await leaseTimes(ledger, 32),
      leased_and_finished_per_s: {
        in_flight_1: await worksPerSecond(ledger, 1),
        in_flight_8: await worksPerSecond(ledger, 8),
        in_flight_32: await worksPerSecond(ledger, 32),
        batches_of_256: await worksPerSecondInBatches(ledger),
      },
    };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const results = [];
for (const length of LENGTHS) {
  results.push(await measure(length));
  console.error(JSON.stringify(results.at(-1)));
}
const [first] = results;
const ratios = results.slice(1).map(({ queued: n, lease_of_1, lease_of_32 }) => ({
  queued: n,
  lease_of_1: Number((lease_of_1.p50_ms / (first?.lease_of_1.p50_ms ?? Number.NaN)).toFixed(3)),
  lease_of_32: Number((lease_of_32.p50_ms / (first?.lease_of_32.p50_ms ?? Number.NaN)).toFixed(3)),
}));
const met = ratios.every(
  (one) => one.lease_of_1 <= TARGETS.lease_of_1 && one.lease_of_32 <= TARGETS.lease_of_32,
);
const loads = loadavg().map((one) => Number(one.toFixed(2)));
console.log(
  JSON.stringify(
    { bench: 'ledger-flat', results, ratios_of_p50: ratios, targets: TARGETS, met, load: loads },
    undefined,
    2,
  ),
);
process.exitCode = met ? 0 : 1;
