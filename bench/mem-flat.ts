/**
 * Memory of the whole program, its threads included, while it works on a queue of 10 thousand, 100 thousand and a million
 * works on 300 hosts. `node bench/mem-flat.ts [LENGTH…]` prints JSON.
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { canonicalWorkId } from '../src/core/identifiers.ts';
import { NO_PROGRESS } from '../src/core/progress.ts';
import { threadedLedger } from '../src/ledger/sqlite/threaded-ledger.ts';
import { systemClock } from '../src/platform/system-clock.ts';
import { priorityOf } from '../src/work/priority.ts';
import { load, rounded, runProduct, startOrigin } from './product/run-product.ts';

const lengths = process.argv.slice(2).map(Number);
const LENGTHS = lengths.length > 0 ? lengths : [10_000, 100_000, 1_000_000];
const HOSTS = 300;
const PAGE = 1000;
const RUN_MS = 20_000;
const TARGETS = { ratio: 2, mb: 250 };
const RATE = '2/second';

function queuedWork(n: number) {
  const host = `h${n % HOSTS}.example`;
  const url = `https://${host}/${n}.pdf`;
  const work = {
    id: canonicalWorkId({ url }),
    url,
    title: `Work number ${n} of many`,
    year: 1990 + (n % 35),
  };
  return {
    work: { ...work, priority: priorityOf(work, 'recent_first') },
    lane: { host, role: 'artifact' as const },
    progress: NO_PROGRESS,
  };
}

async function fill(path: string, length: number): Promise<void> {
  await using ledger = await threadedLedger(path, systemClock(), { leaseTtlMs: 45_000, heartbeatMs: 15_000 });
  for (let from = 0; from < length; from += PAGE) {
    const works = Array.from({ length: Math.min(PAGE, length - from) }, (_, n) => queuedWork(from + n));
    await ledger.enqueue({ works, runId: undefined, rearm: false, forget: false });
  }
}

await using origin = await startOrigin(10_000);
const results = [];
for (const length of LENGTHS) {
  const folder = mkdtempSync(join(tmpdir(), 'mem-flat-'));
  try {
    const out = join(folder, 'out');
    mkdirSync(out);
    await fill(join(out, 'manifest.sqlite3'), length);
    const { peakRssMb, stdout } = await runProduct(
      ['queue', 'run'],
      {
        out,
        mailto: 'bench@university.edu',
        http: { connect_to: { '*': origin.url }, cache: { enabled: false } },
        robots: { enabled: false },
        rate_limit: { default: { metadata: RATE, landing: RATE, artifact: RATE } },
        download: { verify_identity: 'off' },
        resolvers: { order: ['landing'] },
      },
      { folder, stopAfterMs: RUN_MS },
    );
    const { saved } = JSON.parse(stdout) as { saved: number };
    results.push({ queued: length, peak_rss_mb: peakRssMb, works_done: saved });
    console.error(JSON.stringify(results.at(-1)));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
const [before, last] = results.slice(-2);
const ratio = (last?.peak_rss_mb ?? Number.NaN) / (before?.peak_rss_mb ?? Number.NaN);
const met = ratio <= TARGETS.ratio && (last?.peak_rss_mb ?? Number.NaN) <= TARGETS.mb;
console.log(
  JSON.stringify(
    { bench: 'mem-flat', results, ratio_of_last_two: rounded(ratio), targets: TARGETS, met, load: load() },
    null,
    2,
  ),
);
process.exitCode = met ? 0 : 1;
