import { describe, expect, test } from 'vitest';
import type { Event } from '../../src/core/events.ts';
import { systemClock } from '../../src/platform/system-clock.ts';
import { fanOut } from '../../src/telemetry/fan-out.ts';
import { metricsSink } from '../../src/telemetry/metrics-sink.ts';
import { otlpSink } from '../../src/telemetry/otlp.ts';
import { runMetrics } from '../../src/telemetry/run-metrics.ts';
import type { Sink } from '../../src/telemetry/sink.ts';
import { traceOf } from '../../src/telemetry/spans.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { collector } from './otlp-collector.ts';
import { attempt, outcome } from './records.ts';

const clock = systemClock();
/** Waits for its sinks at the end as long as they take. */
const NO_HURRY = fakeClock();

function sinkTo(endpoint: string, headers: Record<string, string> = {}): readonly Sink[] {
  const metrics = runMetrics();
  return [
    metricsSink(metrics),
    otlpSink({
      endpoint,
      headers,
      version: '1.2.3',
      instance: 'lab-1',
      clock,
      metrics: async () => {
        metrics.depth({ queued: 7, in_progress: 2 });
        return metrics.families();
      },
    }),
  ];
}

const storyOf = (docId: string): readonly Event[] => [
  {
    type: 'attempt',
    record: attempt({
      doc_id: docId,
      timestamp: '2026-01-01T00:00:01.000Z',
      verb: 'GET',
      role: 'metadata',
      stage: 'resolve',
      resolver: 'unpaywall',
      host: 'api.unpaywall.org',
      status: 'cache-hit',
      cache_hit: true,
      http_status: 200,
      duration_ms: 0,
    }),
  },
  {
    type: 'attempt',
    record: attempt({
      doc_id: docId,
      timestamp: '2026-01-01T00:00:03.000Z',
      verb: 'GET',
      role: 'artifact',
      stage: 'stream',
      resolver: 'unpaywall',
      host: 'files.example',
      http_status: 200,
      duration_ms: 800,
      sleep_ms: 1000,
      size_bytes: 5000,
    }),
  },
  {
    type: 'attempt',
    record: attempt({
      doc_id: docId,
      timestamp: '2026-01-01T00:00:03.200Z',
      stage: 'finalize',
      resolver: 'unpaywall',
      host: 'files.example',
      reason: 'ok',
      http_status: 200,
      extra: { phases_ms: { prepare: 50, stream: 1800, finalize: 200 } },
    }),
  },
  {
    type: 'outcome',
    record: outcome({
      doc_id: docId,
      timestamp: '2026-01-01T00:00:04.000Z',
      resolver: 'unpaywall',
      duration_ms: 2000,
    }),
  },
];

describe('the OTLP sink', { timeout: 30_000 }, () => {
  test('sends a trace for each work, known from its names alone', async () => {
    await using to = await collector();
    {
      await using out = fanOut({
        sinks: sinkTo(to.endpoint, { 'x-key': 'open-sesame' }),
        clock: NO_HURRY,
      });
      for (const event of storyOf('doi:10.1/a')) out.emit(event);
    }
    const { traceId, rootId } = traceOf('run-1', 'doi:10.1/a');
    const start = Date.parse('2026-01-01T00:00:00.000Z');
    const shown = to.spans.map((span) => [span.name, span.startMs - start, span.endMs - start]);
    expect(shown).toEqual([
      ['http.request', 1000, 1000],
      ['http.request', 2200, 3000],
      ['finalize', 3000, 3200],
      ['stream', 1200, 3000],
      ['prepare', 1150, 1200],
      ['artifact', 1000, 4000],
    ]);
    expect(new Set(to.spans.map((span) => span.traceId))).toEqual(new Set([traceId]));
    expect(new Set(to.spans.map(({ spanId }) => spanId)).size).toBe(6);
    const [hit, request] = to.spans;
    const root = to.spans.at(-1)!;
    expect(root.spanId).toBe(rootId);
    expect(root).not.toHaveProperty('parentSpanId');
    for (const span of to.spans.slice(0, -1)) expect(span.parentSpanId).toBe(rootId);
    expect(hit!.attributes).toMatchObject({ from_cache: true, resolver: 'unpaywall' });
    expect(request!.attributes).toMatchObject({
      resolver: 'unpaywall',
      host: 'files.example',
      'http.status_code': 200,
      from_cache: false,
      revalidated: false,
    });
    expect(root.attributes).toMatchObject({ doc_id: 'doi:10.1/a', outcome: 'saved', reason: 'ok' });
    expect(to.requests.every(({ headers }) => headers['x-key'] === 'open-sesame')).toBe(true);
    expect(to.resources[0]).toEqual({
      'service.name': 'contentdownload',
      'service.version': '1.2.3',
      'service.instance.id': 'lab-1',
    });
  });

  test('sends the metrics under their names, with bounded labels', async () => {
    await using to = await collector();
    {
      await using out = fanOut({ sinks: sinkTo(to.endpoint), clock: NO_HURRY });
      for (const event of [...storyOf('doi:10.1/a'), ...storyOf('doi:10.1/b')]) out.emit(event);
      out.emit({
        type: 'attempt',
        record: attempt({ status: 'retry', reason: 'backoff', resolver: 'core' }),
      });
      out.emit({ type: 'breaker', host: 'down.example', state: 'open' });
    }
    expect([...to.metrics.keys()]).toEqual([
      'contentdownload_attempts_total',
      'contentdownload_http_latency_ms',
      'contentdownload_retries_total',
      'contentdownload_bytes_total',
      'contentdownload_rate_limit_sleep_ms',
      'contentdownload_outcomes_total',
      'contentdownload_identity_total',
      'contentdownload_jobs_completed_total',
      'contentdownload_queue_depth',
      'contentdownload_breaker_state',
      'contentdownload_telemetry_dropped_total',
    ]);
    const points = (name: string) => to.metrics.get(`contentdownload_${name}`)!.points;
    expect(points('outcomes_total')).toEqual([
      { attributes: { resolver: 'unpaywall', outcome: 'saved', reason: 'ok' }, value: 2 },
    ]);
    expect(points('bytes_total')).toEqual([{ attributes: { resolver: 'unpaywall' }, value: 10_000 }]);
    expect(points('retries_total')).toEqual([
      { attributes: { resolver: 'core', reason: 'backoff' }, value: 1 },
    ]);
    expect(points('queue_depth')).toContainEqual({ attributes: { state: 'queued' }, value: 7 });
    expect(points('breaker_state')).toContainEqual({ attributes: { host: 'down.example' }, value: 2 });
    const [latency] = points('http_latency_ms');
    expect(latency).toMatchObject({ attributes: { resolver: 'unpaywall', verb: 'GET' }, value: 2 });
    expect(latency!.buckets).toEqual([0, 0, 0, 0, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]);
    const labels = [...to.metrics.values()].flatMap((one) =>
      one.points.flatMap(({ attributes }) => Object.entries(attributes)),
    );
    expect(labels.filter(([, value]) => /run-1|10\.1\//.test(String(value)))).toEqual([]);
  });

  test.each([[500], [404]])(
    'a collector that answers %i costs events, counted, and nothing else',
    async (status) => {
      await using to = await collector(status);
      const seen: Event[] = [];
      const told: string[] = [];
      const listening: Sink = {
        name: 'console',
        write: async (events) => void seen.push(...events),
        [Symbol.asyncDispose]: () => Promise.resolve(),
      };
      const tell = (message: string) => void told.push(message);
      {
        await using out = fanOut({ sinks: [listening, ...sinkTo(to.endpoint)], clock, tell });
        for (const event of storyOf('doi:10.1/a')) out.emit(event);
        await expect.poll(() => out.dropped()['otlp'], { timeout: 20_000 }).toBe(4);
        out.emit({ type: 'notice', message: 'still there' });
      }
      expect(seen.filter(({ type }) => type === 'outcome')).toHaveLength(1);
      expect(seen.filter(({ type }) => type === 'warning')).toHaveLength(1);
      expect(told).toEqual([expect.stringMatching(/^telemetry to otlp lost [45] events/)]);
    },
  );

  test('a collector that never answers stalls neither the run nor its end', async () => {
    await using to = await collector('silent');
    const told: string[] = [];
    const fake = fakeClock();
    const out = fanOut({
      sinks: sinkTo(to.endpoint),
      clock: fake,
      tell: (message) => void told.push(message),
    });
    for (const event of storyOf('doi:10.1/a')) out.emit(event);
    await expect.poll(() => to.requests.length, { timeout: 20_000 }).toBeGreaterThan(0);
    for (let n = 0; n < 20_000; n++) out.emit({ type: 'notice', message: 'x' });
    expect(out.dropped()['otlp']).toBe(10_000);
    const closing = out[Symbol.asyncDispose]();
    await fake.advance(2000);
    await closing;
    expect(told).toContain('telemetry to otlp lost 20004 events; the records of the run are whole');
  });

  test('is not loaded before an event comes', async () => {
    await using to = await collector();
    await fanOut({ sinks: sinkTo(to.endpoint), clock })[Symbol.asyncDispose]();
    expect(to.requests).toEqual([]);
  });
});
