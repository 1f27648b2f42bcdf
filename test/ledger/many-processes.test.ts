import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { openLedgerDatabase } from '../../src/ledger/sqlite/open-ledger.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ending, NO_HEARTBEATS, page, pageOf, queued, run, work } from './samples.ts';

const DRAIN = new URL('./programs/drain.ts', import.meta.url);

describe('several processes on one file', () => {
  test('share the jobs without a job being leased or ended twice', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const ports = { clock: systemClock(), random: seededRandom() };
    await using ledger = await inThreadLedger(path, ports, NO_HEARTBEATS);
    await ledger.openRun(run());
    await ledger.enqueue(pageOf(150));
    const ended = await Promise.all(
      ['a', 'b', 'c'].map(async (name) => {
        const child = fork(DRAIN, [path, name], { execArgv: [] });
        const [[mine]] = await Promise.all([once(child, 'message'), once(child, 'exit')]);
        return mine as readonly string[];
      }),
    );
    expect(ended.flat().toSorted()).toEqual(Array.from({ length: 150 }, (_, n) => work(n).id).toSorted());
    expect(await ledger.stats()).toMatchObject({ done: 150, queued: 0, in_progress: 0 });
    expect(await ledger.outbox('run-1', 1000)).toHaveLength(300);
  });

  test('a writer waits for another without blocking, then goes on', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const ports = { clock: systemClock(), random: seededRandom() };
    await using ledger = await inThreadLedger(path, ports, NO_HEARTBEATS);
    using other = openLedgerDatabase(path, ports.clock);
    other.run('BEGIN IMMEDIATE');
    const adding = ledger.enqueue(page([queued(work(1))]));
    await wait(120);
    other.run('COMMIT');
    expect(await adding).toMatchObject({ added: 1 });
  });

  test('a writer that is kept waiting too long says so', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    let now = 0;
    const clock: Clock = { ...fakeClock(), now: () => now, sleep: async () => void (now += 2000) };
    await using ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
    using other = openLedgerDatabase(path, clock);
    other.run('BEGIN IMMEDIATE');
    await expect(ledger.stats()).rejects.toMatchObject({
      exitCode: 3,
      message: expect.stringMatching(/busy/),
    });
    other.run('ROLLBACK');
    expect((await ledger.stats()).queued).toBe(0);
  });

  test('a full disk ends the whole batch and loses nothing that was acknowledged', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const ports = { clock: systemClock(), random: seededRandom() };
    using db = openLedgerDatabase(path, ports.clock);
    await using ledger = await inThreadLedger(db, ports, NO_HEARTBEATS);
    await ledger.enqueue(pageOf(1));
    const [lease] = await ledger.lease([{ lane: { host: 'arxiv.org', role: 'artifact' }, limit: 1 }], {
      workerId: 'w',
      runId: 'run-1',
    });
    const pages = db.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
    db.get(`PRAGMA max_page_count = ${pages}`);
    const many = Array.from({ length: 500 }, (_, n) => queued(work(n + 1, { title: 'x'.repeat(500) })));
    const results = await Promise.allSettled([
      ledger.enqueue(page(many)),
      ledger.finish(lease!, ending(lease!)),
    ]);
    for (const result of results) {
      expect(result).toMatchObject({ status: 'rejected', reason: { exitCode: 3 } });
      expect(String((result as PromiseRejectedResult).reason)).toMatch(/the disk is full/);
    }
    db.get('PRAGMA max_page_count = 1000000');
    expect(await ledger.stats()).toMatchObject({ queued: 0, in_progress: 1, done: 0 });
    expect(await ledger.finish(lease!, ending(lease!))).toBe(true);
  });
});
