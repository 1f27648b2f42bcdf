import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { demoConfig } from '../../src/app/demo-config.ts';
import { systemPlatform } from '../../src/app/platform.ts';
import { filesStore } from '../../src/artifacts/files.ts';
import type { Event } from '../../src/core/events.ts';
import { memoryLimiter } from '../../src/http/rate-limit/memory.ts';
import { ContentDownload, type ContentPorts, UserError, type WorkOutcome } from '../../src/index.ts';
import { startLab } from '../../src/lab/server.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { sqliteCatalog } from '../../src/ledger/sqlite/sqlite-catalog.ts';
import { tempDir } from '../support/temp-dir.ts';

const MAX_BYTES = 2_000_000;
const TIMES = { leaseTtlMs: 45_000, heartbeatMs: 15_000 };

describe('a run on behalf of a program', () => {
  test('whose works end with an error does those before it, and is not finished', async () => {
    await using folder = await tempDir();
    await using lab = await startLab({ works: 3, seed: 2, maxBytes: MAX_BYTES });
    const loaded = demoConfig({ origin: lab.origin, maxBytes: MAX_BYTES }, join(folder.path, 'out'));
    async function* works() {
      for (const { paper } of lab.world.works) yield { id: paper.id, doi: paper.doi } as never;
      throw new TypeError('the table has no such column');
    }
    const { metrics } = await ContentDownload.from(loaded).run({ works: works() }).drain();
    expect(metrics).toMatchObject({ processed: 3, state: 'interrupted', finished_at: null });
    expect(metrics.listing).toEqual({
      listed: 3,
      of: null,
      complete: false,
      problem: 'the source program failed: the table has no such column',
    });
  });

  test('store, limiter, ledger and sinks of its own take the places of the built-in ones', async () => {
    await using folder = await tempDir();
    await using lab = await startLab({ works: 6, seed: 2, maxBytes: MAX_BYTES });
    const platform = systemPlatform();
    const elsewhere = (name: string): string => join(folder.path, name);
    const limiter = memoryLimiter(platform.clock);
    const granted: string[] = [];
    const told: Event[] = [];
    const heard: Event[] = [];
    const database = elsewhere('elsewhere.sqlite3');
    const ports: ContentPorts = {
      platform,
      store: filesStore({ root: elsewhere('store'), files: platform.files, fsync: false }),
      limiter: {
        ...limiter,
        tryAcquire: (...want) => {
          granted.push('asked');
          return limiter.tryAcquire(...want);
        },
      },
      ledger: {
        open: () => inThreadLedger(database, platform, TIMES),
        catalog: () => sqliteCatalog(database, platform.clock),
      },
      sinks: [
        {
          name: 'mine',
          write: async (events) => void told.push(...events),
          [Symbol.asyncDispose]: async () => {},
        },
      ],
    };
    const loaded = demoConfig({ origin: lab.origin, maxBytes: MAX_BYTES }, elsewhere('out'));
    const quiet = {
      ...loaded,
      config: { ...loaded.config, telemetry: { ...loaded.config.telemetry, sinks: [] } },
    };
    const run = ContentDownload.from(quiet, ports).run(
      { works: lab.world.works.map(({ paper: { id, doi } }) => ({ id, doi })) as never },
      { onEvent: (event) => void heard.push(event) },
    );
    const outcomes: WorkOutcome[] = [];
    for await (const outcome of run) outcomes.push(outcome);
    const { metrics, folder: records } = await run.ended;

    expect(outcomes.map(({ workId }) => workId).sort()).toEqual(
      lab.world.works.map(({ paper }) => paper.id).sort(),
    );
    const saved = outcomes.filter(({ kind }) => kind === 'saved');
    expect(saved.length).toBeGreaterThan(0);
    expect(metrics.saved).toBe(saved.length);
    // Where a store of the caller's own keeps them is the caller's to know.
    expect(saved.every(({ file, artifact }) => file === undefined && artifact !== undefined)).toBe(true);
    const stored = await readdir(elsewhere('store'), { recursive: true });
    for (const { artifact } of saved) expect(stored).toContain(artifact?.path);
    expect(granted.length).toBeGreaterThan(0);
    expect(told.filter(({ type }) => type === 'outcome')).toHaveLength(outcomes.length);
    expect(heard.filter(({ type }) => type === 'outcome')).toHaveLength(outcomes.length);
    expect(await readdir(elsewhere('out'))).not.toContain('manifest.sqlite3');
    expect(await readdir(records)).toContain('manifest.jsonl');
  });

  test('a second run in the same folder is refused while the first goes on', async () => {
    await using folder = await tempDir();
    await using lab = await startLab({ works: 4, seed: 2, maxBytes: MAX_BYTES });
    const content = ContentDownload.from(
      demoConfig({ origin: lab.origin, maxBytes: MAX_BYTES }, folder.path),
    );
    const ids = lab.world.works.map(({ paper }) => paper.id);
    for await (const _ of content.run({ ids })) {
      await expect(content.run({ ids }).drain()).rejects.toThrow(UserError);
      break;
    }
    const { metrics } = await content.run({ ids }).drain();
    expect(metrics.processed).toBe(ids.length);
  });

  test('a signal that is aborted already ends the run before any work', async () => {
    await using folder = await tempDir();
    await using lab = await startLab({ works: 2, seed: 2, maxBytes: MAX_BYTES });
    const content = ContentDownload.from(
      demoConfig({ origin: lab.origin, maxBytes: MAX_BYTES }, folder.path),
    );
    const ids = lab.world.works.map(({ paper }) => paper.id);
    const { wasStopped, metrics } = await content.run({ ids }, { signal: AbortSignal.abort() }).drain();
    expect(wasStopped).toBe(true);
    expect(metrics.processed).toBe(0);
  });
});
