import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { BROWSER_MODULES } from '../../src/dashboard/assets.ts';
import { endedWorks, ledgerSource } from '../../src/dashboard/ledger-source.ts';
import { liveCounts } from '../../src/dashboard/live-counts.ts';
import { runSource } from '../../src/dashboard/run-source.ts';
import type { EndedWork } from '../../src/dashboard/state.ts';
import type { LaneBacklog, QueueStats } from '../../src/ledger/queue.ts';
import type { EndedRow } from '../../src/ledger/watch.ts';
import { fakeClock } from '../support/fake-clock.ts';

const stats = (fields: Partial<QueueStats> = {}): QueueStats => ({
  queued: 0,
  in_progress: 0,
  done: 0,
  skipped: 0,
  error: 0,
  paused: false,
  ...fields,
});

const lane = (host: string, fields: Partial<LaneBacklog> = {}): LaneBacklog => ({
  lane: { host, role: host === '' ? '' : 'artifact' },
  queued: 1,
  inFlight: 0,
  notBefore: 0,
  why: '',
  isUrgent: false,
  nextAvailableAt: 0,
  ...fields,
});

const ended = (fields: Partial<EndedWork> = {}): EndedWork => ({
  doc_id: 'doi:10.1/a',
  title: 'A title',
  status: 'saved',
  reason: 'ok',
  resolver: 'unpaywall',
  host: 'a.org',
  size_bytes: 1000,
  identity: 'proven',
  at: '2026-01-01T00:00:10.000Z',
  ...fields,
});

const noLookUp = {
  search: async () => ({ works: [], truncated: false }),
  story: async () => undefined,
};

describe('counting along', () => {
  test('tells outcomes, bytes of what was stored, reasons with advice, and the newest first', () => {
    const counts = liveCounts(fakeClock());
    counts.ended(ended());
    counts.ended(ended({ status: 'cached', reason: 'not-modified' }));
    counts.ended(ended({ status: 'failed', reason: 'timeout', doc_id: 'doi:10.1/b', size_bytes: 0 }));
    const view = counts.view();
    expect(view).toMatchObject({
      processed: 3,
      bytes_stored: 1000,
      outcomes: { saved: 1, cached: 1, failed: 1 },
    });
    expect(view.newest.map(({ status }) => status)).toEqual(['failed', 'cached', 'saved']);
    expect(view.failures).toMatchObject([{ reason: 'timeout', works: 1, outcome: 'failed' }]);
    expect(view.failures[0]?.advice).toContain('resume');
  });

  test('holds no more works than it shows', () => {
    const counts = liveCounts(fakeClock());
    for (let n = 0; n < 5000; n++) counts.ended(ended({ doc_id: `doi:10.1/${n}` }));
    expect(counts.view().newest).toHaveLength(40);
    expect(counts.view().newest[0]?.doc_id).toBe('doi:10.1/4999');
  });

  test('tells the speed of the last half minute, and none after a silence', async () => {
    const clock = fakeClock();
    const counts = liveCounts(clock);
    counts.view();
    for (let second = 0; second < 60; second++) {
      await clock.advance(1000);
      counts.ended(ended());
      counts.ended(ended());
      counts.view();
    }
    expect(counts.view().works_per_s).toBeCloseTo(2, 0);
    await clock.advance(120_000);
    expect(counts.view().works_per_s).toBe(0);
  });
});

describe('a run that shows itself', () => {
  test('counts its events, those before an interruption too, and knows its hosts', async () => {
    const clock = fakeClock();
    const source = await runSource({
      run: { run_id: 'run-1', started_at: '2026-01-01T00:00:00.000Z' },
      queue: {
        stats: async () => stats({ queued: 5, in_progress: 1, done: 2 }),
        lanes: async () => [
          lane(''),
          lane('few.org'),
          lane('many.org', { queued: 4, notBefore: clock.now() + 5000, why: 'retry-after' }),
        ],
      },
      gate: { readyAt: async () => clock.now() + 1000, intervalMs: () => 3000 },
      clock,
      lookUp: noLookUp,
      earlier: (async function* () {
        yield ended();
      })(),
    });
    source.listen({ type: 'breaker', host: 'few.org', state: 'open' });
    source.listen({ type: 'warning', message: 'look \u001b[31mhere' });
    source.listen({
      type: 'outcome',
      record: {
        schema_version: 3,
        record_type: 'outcome',
        run_id: 'run-1',
        timestamp: '2026-01-01T00:00:20.000Z',
        config_hash: 'c',
        doc_id: 'doi:10.1/b',
        status: 'failed',
        reason: 'timeout',
        extra: { title: 'learnt\nlater' },
      },
    });
    const state = await source.state();
    expect(state).toMatchObject({ seen_from: 'run', processed: 2, total: 8, run: { state: 'running' } });
    expect(state.hosts).toMatchObject([
      {
        host: 'many.org',
        queued: 4,
        waits_ms: 5000,
        why: 'retry-after',
        interval_ms: 3000,
        breaker: 'closed',
      },
      { host: 'few.org', waits_ms: 1000, why: '', breaker: 'open' },
    ]);
    expect(state.newest[0]).toMatchObject({ title: 'learnt later', status: 'failed' });
    expect(state.warnings).toMatchObject([{ message: 'look [31mhere' }]);
  });
});

describe('a ledger that is watched', () => {
  const rows = (from: number, count: number): EndedRow[] =>
    Array.from({ length: count }, (_, n) => {
      const { at, ...rest } = ended({ doc_id: `doi:10.1/${from + n}` });
      return { ...rest, id: from + n, created_at: at };
    });
  const runRow = (run_id: string) => ({
    run_id,
    config_hash: 'c',
    config_json: '{}',
    started_at: '2026-01-01T00:00:00.000Z',
    finished_at: null,
    state: 'running',
  });

  test('is read on from where it was left, and anew for another run', async () => {
    const ledger: Record<string, EndedRow[]> = { 'run-1': rows(1, 1200), 'run-2': [] };
    let newest = 'run-1';
    const asked: [string, number][] = [];
    const source = ledgerSource({
      watch: {
        stats: async () => stats({ queued: 3 }),
        lanes: async () => [lane('a.org')],
        newestRun: async () => runRow(newest),
        ended: async (runId, afterId, limit) => {
          asked.push([runId, afterId]);
          return (ledger[runId] ?? []).filter(({ id }) => id > afterId).slice(0, limit);
        },
      },
      clock: fakeClock(),
      lookUp: noLookUp,
      nextTurn: async () => {},
      intervalsOf: () => () => 500,
    });
    const [first, second] = await Promise.all([source.state(), source.state()]);
    expect(first).toMatchObject({ seen_from: 'ledger', processed: 1200, total: 1203 });
    expect(second.processed).toBe(1200);
    expect(asked.map(([, after]) => after)).toEqual([0, 500, 1000, 1200]);
    ledger['run-1']?.push(...rows(1201, 2));
    expect((await source.state()).processed).toBe(1202);
    newest = 'run-2';
    const other = await source.state();
    expect(other).toMatchObject({ processed: 0, run: { run_id: 'run-2' } });
    expect(other.hosts).toMatchObject([{ host: 'a.org', interval_ms: 500, breaker: null }]);
  });

  test('gives every ending of a run once, page by page', async () => {
    const all = rows(1, 1001);
    const watch = {
      ended: async (_: string, afterId: number, limit: number) =>
        all.filter(({ id }) => id > afterId).slice(0, limit),
    };
    const seen = await Array.fromAsync(endedWorks(watch, 'run-1', async () => {}));
    expect(new Set(seen.map(({ doc_id }) => doc_id)).size).toBe(1001);
  });
});

test('every module of the page is on the list of what is served', () => {
  const files = readdirSync('src/dashboard/page').filter((name) => name.endsWith('.ts'));
  const listed = BROWSER_MODULES.filter((name) => name.startsWith('dashboard/page/'));
  expect(listed.map((name) => `${name.slice('dashboard/page/'.length)}.ts`)).toEqual(files.toSorted());
});
