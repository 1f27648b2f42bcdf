import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { wireMetrics } from '../../src/app/wire-metrics.ts';
import type { Ledger } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { sqliteTail } from '../../src/ledger/sqlite/sqlite-tail.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { ARXIV, attempt, ending, HOLDER, pageOf, run, TIMES } from '../ledger/samples.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

const clock = systemClock();
const platform = { clock, random: systemRandom(), files: nodeFiles(), boot: { now: () => 0 } as never };

/** A scrape that waits until everything is counted. */
const patient = { ...platform, clock: fakeClock() };

const sum = (text: string, pattern: RegExp): number =>
  text
    .split('\n')
    .filter((line) => pattern.test(line))
    .reduce((total, line) => total + Number(line.split(' ').at(-1)), 0);

async function finish(ledger: Ledger, works: number, runId = 'run-1'): Promise<void> {
  const leases = await ledger.lease([{ lane: ARXIV, limit: works }], { ...HOLDER, runId });
  for (const lease of leases) {
    const exchange = { run_id: runId, verb: 'GET' as const, role: 'artifact' as const, duration_ms: 10 };
    const journal = [
      attempt(lease.work.id, exchange),
      attempt(lease.work.id, { ...exchange, status: 'retry' }),
    ];
    await ledger.finish(lease, { ...ending(lease), journal });
  }
}

describe('metrics beside a run', () => {
  test('count what is new at each scrape, from the beginning of the newest run on', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    await using ledger = await inThreadLedger(path, platform, TIMES);
    await ledger.openRun(run());
    await ledger.enqueue(pageOf(40));
    await finish(ledger, 5);
    await ledger.openRun(run('run-2'));
    await finish(ledger, 3, 'run-2');
    await using metrics = wireMetrics(path, patient);
    const first = await metrics.text();
    expect(sum(first, /^contentdownload_outcomes_total/)).toBe(3);
    expect(sum(first, /^contentdownload_attempts_total/)).toBe(6);
    expect(sum(first, /^contentdownload_http_latency_ms_count/)).toBe(3);
    expect(sum(first, /^contentdownload_retries_total/)).toBe(3);
    expect(sum(first, /^contentdownload_queue_depth\{state="queued"/)).toBe(32);
    await finish(ledger, 7, 'run-2');
    await ledger.openRun(run('run-3'));
    await finish(ledger, 2, 'run-3');
    const second = await metrics.text();
    expect(sum(second, /^contentdownload_outcomes_total/)).toBe(12);
    expect(sum(second, /^contentdownload_jobs_completed_total\{state="done"/)).toBe(12);
    expect(await metrics.text()).toBe(second);
  });

  test('two scrapes at once count nothing twice', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    await using ledger = await inThreadLedger(path, platform, TIMES);
    await ledger.openRun(run());
    await ledger.enqueue(pageOf(1500));
    await finish(ledger, 1500);
    await using metrics = wireMetrics(path, patient);
    const texts = await Promise.all([metrics.text(), metrics.text(), metrics.text()]);
    for (const text of texts) expect(sum(text, /^contentdownload_outcomes_total/)).toBe(1500);
  });

  test('a host left alone for failing is an open breaker, and closed when its time is over', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    await using ledger = await inThreadLedger(path, platform, TIMES);
    await ledger.openRun(run());
    await ledger.enqueue(pageOf(2));
    const [lease] = await ledger.lease([{ lane: ARXIV, limit: 1 }], HOLDER);
    const at = clock.now() + 60_000;
    const next = { lane: ARXIV, at, why: 'breaker-open', pushBack: true };
    await ledger.park(lease!, { progress: lease!.progress, next, journal: [] });
    using tail = sqliteTail(path);
    expect(tail.failingHosts(clock.now())).toEqual([ARXIV.host]);
    expect(tail.failingHosts(at + 1)).toEqual([]);
    await using metrics = wireMetrics(path, platform);
    expect(await metrics.text()).toContain(`contentdownload_breaker_state{host="${ARXIV.host}"} 2`);
  });
});
