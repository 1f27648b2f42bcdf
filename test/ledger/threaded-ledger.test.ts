import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import type { Clock } from '../../src/core/clock.ts';
import { UserError } from '../../src/core/errors.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { threadedLedger } from '../../src/ledger/sqlite/threaded-ledger.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { queueContract } from '../contracts/queue-contract.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import { ARXIV, HOLDER, NO_HEARTBEATS, only, pageOf, TIMES } from './samples.ts';

const ONE = [{ lane: ARXIV, limit: 1 }];
const SHORT = { leaseTtlMs: 400, heartbeatMs: 80 };

describe('the ledger in its own thread', () => {
  queueContract(async (clock) => {
    const dir = await tempDir();
    const ledger = await threadedLedger(join(dir.path, 'manifest.sqlite3'), clock, NO_HEARTBEATS);
    return {
      ...ledger,
      async [Symbol.asyncDispose]() {
        await ledger[Symbol.asyncDispose]();
        await dir[Symbol.asyncDispose]();
      },
    };
  });

  test('a file that cannot be opened is refused with its reason', async () => {
    const opening = threadedLedger('/nowhere/manifest.sqlite3', systemClock(), TIMES);
    await expect(opening).rejects.toThrow(UserError);
    await expect(opening).rejects.toThrow('/nowhere/manifest.sqlite3: it cannot be opened');
  });

  test('calls are refused once the thread is gone', async () => {
    await using dir = await tempDir();
    const started = new Promise<Worker>((resolve) => process.once('worker', resolve));
    await using ledger = await threadedLedger(join(dir.path, 'manifest.sqlite3'), systemClock(), TIMES);
    const dying = (await started).terminate();
    const pending = expect(ledger.stats()).rejects.toMatchObject({ exitCode: 3 });
    await dying;
    await pending;
    await expect(ledger.stats()).rejects.toThrow('the ledger thread has stopped');
  });

  test('its heartbeats keep leases while the main thread lives', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const clock = systemClock();
    await using ledger = await threadedLedger(path, clock, SHORT);
    await using other = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
    await ledger.enqueue(pageOf(1));
    await ledger.lease(ONE, HOLDER);
    await wait(1000);
    expect(await other.lease(ONE, HOLDER)).toEqual([]);
  });

  test('they do so while the main thread is held up for longer than a lease lasts', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    const clock = systemClock();
    const ttl = { leaseTtlMs: 2000, heartbeatMs: 200 };
    await using ledger = await threadedLedger(path, clock, ttl);
    await using other = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
    await ledger.enqueue(pageOf(1));
    const lease = only(await ledger.lease(ONE, HOLDER));
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ttl.leaseTtlMs * 1.3);
    expect(await other.lease(ONE, HOLDER)).toEqual([]);
    expect(await ledger.release(lease, [])).toBe(true);
  });

  test('a wedged main thread loses its leases and is told when it wakes up', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'manifest.sqlite3');
    let tick = (): void => {};
    const wedged: Clock = {
      ...systemClock(),
      after: (_, run) => {
        tick = run;
        return { [Symbol.dispose]: () => {} };
      },
    };
    await using ledger = await threadedLedger(path, wedged, SHORT);
    await using other = await inThreadLedger(
      path,
      { clock: systemClock(), random: seededRandom() },
      NO_HEARTBEATS,
    );
    const lost = new Promise((resolve) => ledger.onLeasesLost(resolve));
    await ledger.enqueue(pageOf(1));
    const { jobId, token } = only(await ledger.lease(ONE, HOLDER));
    let taken = await other.lease(ONE, HOLDER);
    for (let tries = 0; tries < 40 && taken.length === 0; tries++) {
      await wait(50);
      taken = await other.lease(ONE, HOLDER);
    }
    expect(only(taken)).toMatchObject({ jobId, token: token + 1 });
    tick();
    expect(await lost).toEqual([{ jobId, token }]);
  });

  test('an argument that cannot be sent fails its own call only', async () => {
    await using dir = await tempDir();
    await using ledger = await threadedLedger(join(dir.path, 'manifest.sqlite3'), systemClock(), TIMES);
    const bad = { ...pageOf(1), runId: (() => {}) as unknown as string };
    await expect(ledger.enqueue(bad)).rejects.toThrow(/could not be cloned/);
    expect((await ledger.stats()).queued).toBe(0);
  });
});
