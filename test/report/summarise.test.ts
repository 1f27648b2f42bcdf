import { describe, expect, test } from 'vitest';
import type { AttemptRecord } from '../../src/core/manifest-record.ts';
import type { Catalog } from '../../src/ledger/catalog.ts';
import { recordsOfRun } from '../../src/report/run-records.ts';
import { summarise } from '../../src/report/summarise.ts';
import { attempt } from '../telemetry/records.ts';
import { entry, RUN, records } from './catalog-entry.ts';

const times = <T>(count: number, make: (n: number) => T): T[] =>
  Array.from({ length: count }, (_, n) => make(n));
/** An exchange that started `startMs` after the run and took `durationMs`. */
const exchange = (startMs: number, durationMs: number, fields: Partial<AttemptRecord> = {}): AttemptRecord =>
  attempt({
    host: 'a.org',
    role: 'artifact',
    verb: 'GET',
    timestamp: new Date(Date.UTC(2026, 0, 1) + startMs + durationMs).toISOString(),
    duration_ms: durationMs,
    ...fields,
  });

describe('counting works', () => {
  test('processed is the sum of the six outcomes; waiting works are beside it', async () => {
    const metrics = await summarise(
      records({
        entries: [
          ...times(3, () => entry()),
          ...times(2, () => entry({ status: 'cached', reason: 'not-modified' })),
          entry({ status: 'html_only', classification: 'html', resolver: 'landing' }),
          entry({ status: 'skipped', reason: 'robots', resolver: null }),
          entry({ status: 'quarantined', reason: 'wrong-paper' }),
          ...times(2, () => entry({ status: 'failed', reason: 'http-4xx' })),
        ],
        waiting: 4,
      }),
    );
    expect(metrics).toMatchObject({
      processed: 10,
      saved: 3,
      cached: 2,
      html_only: 1,
      skipped: 1,
      quarantined: 1,
      failed: 2,
      waiting: 4,
      reasons: { ok: 4, 'not-modified': 2, robots: 1, 'wrong-paper': 1, 'http-4xx': 2 },
      run_id: 'run-1',
      config_hash: 'c0ffee',
      started_at: RUN.started_at,
      finished_at: RUN.finished_at,
    });
    expect(metrics.resolvers.successes).toEqual({ unpaywall: 5 });
    expect(metrics.resolvers.html).toEqual({ landing: 1 });
    expect(metrics.timing.elapsed_ms).toBe(60_000);
    expect(metrics.bytes.stored).toBe(4000);
  });

  test('a run that ended with nothing has no ratios, not zeros', async () => {
    const { slo, timing, hosts } = await summarise(records());
    expect(slo.yield).toEqual({ value: null, target: 0.85, met: null });
    expect(slo.time_to_first_pdf_p50_s.value).toBeNull();
    expect(timing.works).toEqual({ count: 0, p50_ms: null, p95_ms: null, p99_ms: null, max_ms: null });
    expect(hosts).toEqual({});
  });

  test('a run that goes on has no elapsed time', async () => {
    const metrics = await summarise(records({ run: { ...RUN, finished_at: null } }));
    expect(metrics.timing.elapsed_ms).toBeNull();
    expect(metrics.finished_at).toBeNull();
  });
});

describe('service levels', () => {
  test('yield is saved and cached over processed without skipped', async () => {
    const { slo } = await summarise(
      records({
        entries: [
          ...times(16, () => entry()),
          entry({ status: 'cached', reason: 'not-modified' }),
          entry({ status: 'html_only', classification: 'html' }),
          ...times(2, () => entry({ status: 'failed', reason: 'http-4xx' })),
          ...times(30, () => entry({ status: 'skipped', reason: 'robots' })),
        ],
      }),
    );
    expect(slo.yield).toEqual({ value: 0.85, target: 0.85, met: true });
  });

  test('faster than the target is met, slower is not', async () => {
    const at = async (ms: number) =>
      (await summarise(records({ entries: [entry({ duration_ms: ms })] }))).slo.time_to_first_pdf_p50_s;
    expect(await at(500)).toEqual({ value: 0.5, target: 3, met: true });
    expect(await at(3000)).toEqual({ value: 3, target: 3, met: true });
    expect(await at(3001)).toEqual({ value: 3.001, target: 3, met: false });
  });

  test('time to first PDF counts fetched PDFs only', async () => {
    const { timing } = await summarise(
      records({
        entries: [
          entry({ duration_ms: 2000 }),
          entry({ status: 'cached', reason: 'not-modified', duration_ms: 1 }),
          entry({ classification: 'xml', duration_ms: 1 }),
          entry({ status: 'failed', reason: 'timeout', duration_ms: 90_000 }),
        ],
      }),
    );
    expect(timing.time_to_first_pdf).toMatchObject({ count: 1, p50_ms: 2000 });
    expect(timing.works.count).toBe(4);
  });

  test('one 429 in a hundred is one too many', async () => {
    const ratio = async (good: number) =>
      (
        await summarise(
          records({
            attempts: [
              exchange(0, 10, { status: 'http-error', http_status: 429 }),
              ...times(good, (n) => exchange(1000 * (n + 1), 10)),
            ],
          }),
        )
      ).slo.ratio_429;
    expect(await ratio(99)).toMatchObject({ value: 0.01, met: false });
    expect(await ratio(100)).toMatchObject({ met: true });
  });

  test('a 429 that an archive has captured is none of the archive', async () => {
    const replayed = exchange(0, 10, { status: 'http-error', http_status: 429, extra: { archived: true } });
    const { slo, hosts } = await summarise(records({ attempts: [replayed] }));
    expect(slo.ratio_429.value).toBe(0);
    expect(Object.values(hosts)).toMatchObject([{ requests: 1, status_429: 0 }]);
  });

  test('misses for reasons that may pass are told from those that stay', async () => {
    const { slo } = await summarise(
      records({
        entries: [
          ...times(98, () => entry()),
          entry({ status: 'failed', reason: 'timeout' }),
          entry({ status: 'failed', reason: 'http-4xx' }),
        ],
      }),
    );
    expect(slo.transient_misses).toEqual({ value: 0.01, target: 0.01, met: false });
  });

  test('the cache is judged from the second run on', async () => {
    const attempts = [
      attempt({ status: 'cache-hit', role: 'metadata', cache_hit: true }),
      attempt({ status: 'http-304', role: 'landing', revalidated: true, verb: 'GET' }),
      ...times(2, (n) => exchange(n, 1, { role: 'metadata' })),
      exchange(9, 1, { role: 'artifact' }),
      attempt({ status: 'robots-fetch', role: 'robots', verb: 'GET' }),
    ];
    const first = await summarise(records({ attempts }));
    expect(first.slo.cache_hit).toEqual({ value: 0.5, target: 0.4, met: null });
    expect(first.cache).toEqual({ hits: 1, revalidated: 1, requests: 4 });
    const second = await summarise(records({ attempts, hasPredecessor: true }));
    expect(second.slo.cache_hit.met).toBe(true);
  });

  test('corruption is judged only where somebody looked', async () => {
    expect((await summarise(records())).slo.corruption).toEqual({
      value: null,
      target: 0,
      met: null,
      note: 'not measured by a run: `catalog verify` compares stored files with the catalog',
    });
    expect((await summarise(records({ corrupt: 0 }))).slo.corruption.met).toBe(true);
    expect((await summarise(records({ corrupt: 1 }))).slo.corruption.met).toBe(false);
  });

  test('a breaker that refuses many opened once', async () => {
    const refusal = attempt({ status: 'breaker-open', reason: 'breaker-open', host: 'a.org' });
    const { slo } = await summarise(
      records({ attempts: [exchange(0, 1), refusal, refusal, refusal, exchange(9, 1), refusal] }),
    );
    expect(slo.breaker_opens).toEqual({ value: 2, target: null, met: null });
  });
});

describe('percentiles', () => {
  test('are by nearest rank', async () => {
    const { timing } = await summarise(
      records({ entries: times(100, (n) => entry({ duration_ms: (n + 1) * 10 })).reverse() }),
    );
    expect(timing.works).toEqual({ count: 100, p50_ms: 500, p95_ms: 950, p99_ms: 990, max_ms: 1000 });
  });

  test('of one value are that value', async () => {
    const { timing } = await summarise(records({ entries: [entry({ duration_ms: 7 })] }));
    expect(timing.works).toEqual({ count: 1, p50_ms: 7, p95_ms: 7, p99_ms: 7, max_ms: 7 });
  });

  test('keep four digits of long times', async () => {
    const { timing } = await summarise(records({ entries: [entry({ duration_ms: 123_456 })] }));
    expect(timing.works.max_ms).toBe(123_500);
  });
});

describe('resolvers and hosts', () => {
  const resolver = 'unpaywall';
  const attempts = [
    exchange(0, 100, {
      resolver,
      role: 'metadata',
      host: 'api.unpaywall.org',
      size_bytes: 900,
      sleep_ms: 40,
    }),
    exchange(1000, 100, { resolver, status: 'http-error', http_status: 503, reason: 'http-5xx' }),
    attempt({ resolver, status: 'retry', reason: 'backoff', host: 'a.org', sleep_ms: 750 }),
    exchange(3000, 300, { resolver, size_bytes: 5000, attempt: 2 }),
    attempt({
      resolver,
      status: 'download-error',
      reason: 'html-disguised',
      host: 'a.org',
      stage: 'finalize',
    }),
    attempt({ resolver, status: 'download-error', reason: 'http-5xx', host: 'a.org', stage: 'stream' }),
    exchange(2500, 100, { resolver: 'arxiv', size_bytes: 100 }),
    attempt({ resolver: 'arxiv', status: 'cache-hit', cache_hit: true, role: 'metadata', host: 'arxiv.org' }),
    attempt({ resolver: 'core', status: 'resolver-skip', reason: 'no-identifier' }),
    attempt({ resolver: 'landing', status: 'robots-disallowed', reason: 'robots', host: 'b.org' }),
    attempt({ resolver: 'landing', status: 'content-policy-skip', reason: 'policy-size', host: 'b.org' }),
  ];

  test('are counted by what each record is', async () => {
    const { resolvers, bytes, timing } = await summarise(records({ attempts }));
    expect(resolvers.attempts).toEqual({ unpaywall: 3, arxiv: 2 });
    expect(resolvers.skips).toEqual({
      'core:no-identifier': 1,
      'landing:robots': 1,
      'landing:policy-size': 1,
    });
    expect(resolvers.failures).toEqual({ unpaywall: 2 });
    expect(resolvers.retries).toEqual({ unpaywall: 1 });
    expect(bytes.received).toBe(6000);
    expect(timing.sleep_ms).toBe(790);
    expect(timing.requests.count).toBe(4);
  });

  test('the smallest gap is between starts of one role, in whatever order records come', async () => {
    const { hosts } = await summarise(records({ attempts }));
    expect(hosts['a.org']).toEqual({
      requests: 3,
      bytes: 5100,
      status_429: 0,
      failures: 2,
      retries: 1,
      slowed: 0,
      max_stretch: 1,
      sleep_ms: 750,
      latency_p50_ms: 100,
      latency_p95_ms: 300,
      min_gap_ms: { artifact: 500 },
    });
    expect(hosts['api.unpaywall.org']).toMatchObject({ requests: 1, min_gap_ms: {}, sleep_ms: 40 });
    expect(hosts['b.org']).toMatchObject({ requests: 0, latency_p50_ms: null });
  });

  test('gaps are found in long runs too', async () => {
    async function* many(): AsyncIterable<AttemptRecord> {
      for (let n = 0; n < 150_000; n++) yield exchange(n * 1000 + (n === 70_001 ? -400 : 0), 5);
    }
    const { hosts } = await summarise({ ...records(), attempts: many() });
    expect(hosts['a.org']).toMatchObject({ requests: 150_000, min_gap_ms: { artifact: 600 } });
  });

  test('names from outside are only names', async () => {
    const metrics = await summarise(
      records({ attempts: [exchange(0, 1, { host: '__proto__', resolver: '__proto__' })] }),
    );
    expect(Object.keys(metrics.hosts)).toEqual(['__proto__']);
    expect(Object.entries(metrics.resolvers.attempts)).toEqual([['__proto__', 1]]);
  });
});

describe('the records of a run', () => {
  const run = { ...RUN, config_json: '{}', state: 'finished' };
  const catalog: Pick<
    Catalog,
    'runs' | 'entries' | 'attempts' | 'places' | 'waiting' | 'input' | 'setAside'
  > = {
    runs: async () => [{ ...run, run_id: 'run-0', started_at: '2025-01-01T00:00:00.000Z' }, run],
    entries: () => records({ entries: [entry()] }).entries,
    attempts: () => records({ attempts: [exchange(0, 1)] }).attempts,
    input: async () => undefined,
    waiting: async () => 2,
    setAside: async () => 6,
    places: async () => [],
  };

  test('come from the catalog, with its earlier runs', async () => {
    const found = await recordsOfRun(catalog, 'run-1', { finishedAt: '2026-01-01T00:00:30.000Z' });
    expect(found).toMatchObject({ hasPredecessor: true, waiting: 2 });
    expect(await summarise(found)).toMatchObject({ saved: 1, set_aside: 6, timing: { elapsed_ms: 30_000 } });
    expect(await recordsOfRun(catalog, 'run-0')).toMatchObject({ hasPredecessor: false });
  });

  test('of a run nobody knows are an error that names it', async () => {
    await expect(recordsOfRun(catalog, 'run-9')).rejects.toThrow('the ledger has no run run-9');
  });
});
