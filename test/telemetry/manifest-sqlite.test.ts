import { truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import type { Ledger } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { sqliteCatalog } from '../../src/ledger/sqlite/sqlite-catalog.ts';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { systemRandom } from '../../src/platform/system-random.ts';
import { recordsOfManifest } from '../../src/report/manifest-records.ts';
import { recordsOfRun } from '../../src/report/run-records.ts';
import { summarise } from '../../src/report/summarise.ts';
import { type ManifestExporter, manifestExporter } from '../../src/telemetry/manifest-export.ts';
import { readManifest } from '../../src/telemetry/manifest-reader.ts';
import { summaryRecord } from '../../src/telemetry/metrics-json.ts';
import { ARXIV, attempt, ending, HOLDER, pageOf, run, TIMES } from '../ledger/samples.ts';
import { tempDir } from '../support/temp-dir.ts';

const clock = systemClock();
const files = nodeFiles();

const openLedger = (folder: string): Promise<Ledger> =>
  inThreadLedger(join(folder, 'manifest.sqlite3'), { clock, random: systemRandom() }, TIMES);
const openExporter = (ledger: Ledger, folder: string): ManifestExporter =>
  manifestExporter({
    ledger,
    files,
    clock,
    emit: () => undefined,
    runId: 'run-1',
    folder: join(folder, 'run-1'),
  });
const manifestOf = (folder: string): string => join(folder, 'run-1', 'manifest.jsonl');

/** Leases and finishes works until none is left. */
async function work(ledger: Ledger, flush: () => Promise<void>): Promise<void> {
  for (;;) {
    const leases = await ledger.lease([{ lane: ARXIV, limit: 5 }], HOLDER);
    if (leases.length === 0) return;
    await Promise.all(
      leases.map((lease) => {
        const exchange: Partial<AttemptRecord> = { verb: 'GET', resolver: 'arxiv', size_bytes: lease.jobId };
        const journal = [
          attempt(lease.work.id, exchange),
          attempt(lease.work.id, { status: 'resolver-skip' }),
        ];
        return ledger.finish(lease, { ...ending(lease), journal });
      }),
    );
    await flush();
  }
}

async function readLines(folder: string) {
  const lines = await Array.fromAsync(readManifest(files, manifestOf(folder)));
  expect(lines.filter((line) => 'problem' in line)).toEqual([]);
  return lines.flatMap((line) => ('record' in line ? [line] : []));
}

describe('the manifest of a SQLite ledger', () => {
  test('has every record once while 16 workers finish works and flushes race', async () => {
    await using dir = await tempDir();
    await using ledger = await openLedger(dir.path);
    await using exporter = openExporter(ledger, dir.path);
    await ledger.openRun(run());
    await ledger.enqueue(pageOf(800));
    await Promise.all(Array.from({ length: 16 }, () => work(ledger, exporter.flush)));
    await exporter.flush();
    const lines = await readLines(dir.path);
    expect(lines.map(({ seq }) => seq)).toEqual(Array.from({ length: 2400 }, (_, index) => index + 1));
    const outcomes = lines.filter(({ record }) => record.record_type === 'outcome');
    expect(new Set(outcomes.map(({ record }) => 'doc_id' in record && record.doc_id)).size).toBe(800);
  });

  test('gives the figures of the catalog, also after a resume', async () => {
    await using dir = await tempDir();
    for (const session of [1, 2]) {
      await using ledger = await openLedger(dir.path);
      await using exporter = openExporter(ledger, dir.path);
      await ledger.openRun(run());
      if (session === 1) await ledger.enqueue(pageOf(30));
      await work(ledger, exporter.flush);
      await using catalog = sqliteCatalog(join(dir.path, 'manifest.sqlite3'), clock);
      const finishedAt = `2026-01-01T01:00:0${session}.000Z`;
      const metrics = await summarise(await recordsOfRun(catalog, 'run-1', { finishedAt }));
      expect(metrics).toMatchObject({ processed: 30, saved: 30, waiting: 0 });
      await ledger.closeRun('run-1', summaryRecord(metrics, finishedAt));
      await exporter.flush();
      const byManifest = await summarise(await recordsOfManifest(files, manifestOf(dir.path)));
      expect(byManifest).toMatchObject({
        saved: 30,
        finished_at: finishedAt,
        resolvers: { attempts: metrics.resolvers.attempts, skips: metrics.resolvers.skips },
        bytes: { received: metrics.bytes.received },
        hosts: metrics.hosts,
      });
    }
  });

  test('is made whole again after it was cut short between two sessions', async () => {
    await using dir = await tempDir();
    {
      await using ledger = await openLedger(dir.path);
      await using exporter = openExporter(ledger, dir.path);
      await ledger.openRun(run());
      await ledger.enqueue(pageOf(700));
      await work(ledger, async () => undefined);
      await exporter.flush();
    }
    const whole = Buffer.from(await files.read(manifestOf(dir.path)));
    const last900 = whole.toString().split('\n').slice(-901, -1).join('\n');
    for (const cut of [1, 2, 100, 700, 1500, Buffer.byteLength(last900) + 1]) {
      await truncate(manifestOf(dir.path), whole.length - cut);
      await using ledger = await openLedger(dir.path);
      await using exporter = openExporter(ledger, dir.path);
      await exporter.flush();
      const repaired = Buffer.from(await files.read(manifestOf(dir.path)));
      expect(repaired.equals(whole), `cut by ${cut}`).toBe(true);
    }
  });
});
