import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { threadedLedger } from '../../../src/ledger/sqlite/threaded-ledger.ts';
import { nodeFiles } from '../../../src/platform/node-files.ts';
import { systemClock } from '../../../src/platform/system-clock.ts';
import { manifestExporter } from '../../../src/telemetry/manifest-export.ts';
import { ARXIV, attempt, ending, HOLDER, pageOf, run, TIMES } from '../../ledger/samples.ts';

/** 16 workers end all works of the folder's ledger while the manifest is written: to be killed at any moment. */
const [folder = '', works = '0'] = process.argv.slice(2);
const clock = systemClock();
const ledger = await threadedLedger(join(folder, 'manifest.sqlite3'), clock, TIMES);
await ledger.openRun(run());
await ledger.enqueue({ ...pageOf(Number(works)), rearm: false });
const exporter = manifestExporter({
  ledger,
  files: nodeFiles(),
  clock,
  emit: () => undefined,
  runId: 'run-1',
  folder: join(folder, 'run-1'),
});
const stop = new AbortController();
const exporting = exporter.run(stop.signal);
process.send?.('ready');

async function isDone(): Promise<boolean> {
  const { queued, in_progress } = await ledger.stats();
  return queued + in_progress === 0;
}

async function work(): Promise<void> {
  for (;;) {
    const leases = await ledger.lease([{ lane: ARXIV, limit: 4 }], HOLDER);
    for (const lease of leases)
      await ledger.finish(lease, { ...ending(lease), journal: [attempt(lease.work.id)] });
    if (leases.length > 0) continue;
    if (await isDone()) return;
    await wait(5);
  }
}

await Promise.all(Array.from({ length: 16 }, work));
stop.abort();
await exporting;
await exporter.flush();
await exporter[Symbol.asyncDispose]();
await ledger[Symbol.asyncDispose]();
process.disconnect();
