import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { fanOut } from '../../src/telemetry/fan-out.ts';
import { prometheusSink } from '../../src/telemetry/prometheus.ts';
import { prometheusText } from '../../src/telemetry/prometheus-text.ts';
import { runMetrics } from '../../src/telemetry/run-metrics.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { attempt } from './records.ts';

const hasPromtool = spawnSync('promtool', ['--version']).error === undefined;

function busyMetrics() {
  const metrics = runMetrics();
  metrics.attempt({ status: 'http-200', verb: 'GET', resolver: 'arxiv', role: 'artifact', duration_ms: 120 });
  metrics.attempt({ status: 'retry', reason: 'backoff', resolver: 'arxiv', verb: 'GET' });
  metrics.outcome({ status: 'saved', reason: 'ok', resolver: 'arxiv' });
  metrics.outcome({ status: 'failed', reason: 'no-candidates' });
  metrics.breaker('down.example', 'open');
  metrics.depth({ queued: 3, in_progress: 1 });
  metrics.dropped({ otlp: 5 });
  return metrics;
}

/** Samples of one metric, as `labels value`. */
const samplesOf = (text: string, name: string): readonly string[] =>
  text
    .split('\n')
    .filter((line) => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .map((line) => line.slice(name.length).trim());

describe('the metrics', () => {
  test('have the names and labels of the contract', () => {
    const text = prometheusText(busyMetrics().families());
    expect(samplesOf(text, 'contentdownload_attempts_total')).toEqual([
      '{resolver="arxiv",status="http-200",verb="GET"} 1',
      '{resolver="arxiv",status="retry",reason="backoff",verb="GET"} 1',
    ]);
    expect(samplesOf(text, 'contentdownload_outcomes_total')).toEqual([
      '{resolver="arxiv",outcome="saved",reason="ok"} 1',
      '{outcome="failed",reason="no-candidates"} 1',
    ]);
    expect(samplesOf(text, 'contentdownload_jobs_completed_total')).toEqual([
      '{state="done"} 1',
      '{state="skipped"} 0',
      '{state="error"} 1',
    ]);
    expect(samplesOf(text, 'contentdownload_queue_depth')).toEqual([
      '{state="queued"} 3',
      '{state="in_progress"} 1',
    ]);
    expect(samplesOf(text, 'contentdownload_breaker_state')).toEqual([
      '{host="other"} 0',
      '{host="down.example"} 2',
    ]);
    expect(samplesOf(text, 'contentdownload_telemetry_dropped_total')).toEqual(['{sink="otlp"} 5']);
    expect(samplesOf(text, 'contentdownload_rate_limit_sleep_ms_count')).toEqual(['{role="artifact"} 1']);
    expect(samplesOf(text, 'contentdownload_http_latency_ms_bucket')).toContain(
      '{resolver="arxiv",verb="GET",le="250"} 1',
    );
  });

  test('only requests have a latency, a wait and bytes; a hit of the cache has none of them', () => {
    const metrics = runMetrics();
    metrics.attempt({ status: 'cache-hit', verb: 'GET', cache_hit: true, size_bytes: 100, duration_ms: 0 });
    metrics.attempt({ status: 'download-error', reason: 'truncated', size_bytes: 100, duration_ms: 5 });
    const text = prometheusText(metrics.families());
    expect(text).not.toContain('contentdownload_http_latency_ms');
    expect(text).not.toContain('contentdownload_bytes_total');
    expect(samplesOf(text, 'contentdownload_attempts_total')).toHaveLength(2);
  });

  test('hosts whose breakers open are named up to twenty; the worst of the others is one series', () => {
    const metrics = runMetrics();
    for (let n = 0; n < 100; n++) metrics.breaker(`h${n}.example`, 'open');
    metrics.breaker('h0.example', 'closed');
    metrics.breaker('h99.example', 'down');
    const worst = () => samplesOf(prometheusText(metrics.families()), 'contentdownload_breaker_state');
    expect(worst()).toHaveLength(21);
    expect(worst()).toContain('{host="h0.example"} 0');
    expect(worst()).toContain('{host="other"} 3');
    for (let n = 20; n < 100; n++) metrics.breaker(`h${n}.example`, 'closed');
    expect(worst()).toContain('{host="other"} 0');
    metrics.breaker('never-opened.example', 'closed');
    expect(worst()).toHaveLength(21);
  });

  test('a label nobody foresaw costs one series, not the memory', () => {
    const metrics = runMetrics();
    for (let n = 0; n < 5000; n++)
      metrics.attempt({ status: 'http-200', resolver: `plugin-${n}`, verb: 'GET' });
    const samples = samplesOf(prometheusText(metrics.families()), 'contentdownload_attempts_total');
    expect(samples).toHaveLength(2001);
    expect(samples.at(-1)).toBe('{resolver="other",status="other",reason="other",verb="other"} 3000');
  });

  test('label values are escaped', () => {
    const metrics = runMetrics();
    metrics.breaker('a"\\\n{}', 'open');
    expect(prometheusText(metrics.families())).toContain(
      'contentdownload_breaker_state{host="a\\"\\\\\\n{}"} 2\n',
    );
  });

  test.skipIf(!hasPromtool)('promtool finds nothing but the units their names are bound to', () => {
    const input = prometheusText(busyMetrics().families());
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    const complaints = `${stdout}${stderr}`.split('\n').filter((line) => line !== '');
    const bound = /^contentdownload_(?:http_latency_ms|rate_limit_sleep_ms) .*(?:unit|abbreviat)/;
    expect(complaints.filter((line) => !bound.test(line))).toEqual([]);
  });
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const get = (port: number, path: string, options: { host?: string; method?: string } = {}) =>
  new Promise<{ status: number; type: string | undefined; body: string }>((resolve, reject) => {
    const headers = options.host === undefined ? {} : { host: options.host };
    const asked = request(
      { port, path, headers, method: options.method ?? 'GET', agent: false },
      (answer) => {
        let body = '';
        answer.setEncoding('utf8').on('data', (text: string) => (body += text));
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, type: answer.headers['content-type'], body }),
        );
      },
    );
    asked.on('error', reject);
    asked.end();
  });

describe('the listener of a run', () => {
  test('answers scrapes on loopback, and nothing else', async () => {
    const port = await freePort();
    await using sink = prometheusSink({ port, text: async () => 'up 1\n' });
    await sink.write([]);
    expect(await get(port, '/metrics')).toEqual({
      status: 200,
      type: 'text/plain; version=0.0.4; charset=utf-8',
      body: 'up 1\n',
    });
    expect((await get(port, '/')).status).toBe(404);
    expect((await get(port, '/metrics', { method: 'POST' })).status).toBe(405);
    expect((await get(port, '/metrics', { host: 'evil.test' })).status).toBe(421);
    expect((await get(port, '/metrics', { host: `localhost:${port}` })).status).toBe(200);
  });

  test('figures that cannot be read are a scrape that failed', async () => {
    const port = await freePort();
    await using sink = prometheusSink({ port, text: () => Promise.reject(new Error('no')) });
    await sink.write([]);
    expect((await get(port, '/metrics')).status).toBe(503);
  });

  test('a port that is taken is told once, and the run goes on', { timeout: 30_000 }, async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as { port: number };
    const warnings: string[] = [];
    const console = {
      name: 'console',
      write: async (events: readonly { type: string; message?: string }[]) =>
        void warnings.push(...events.flatMap(({ type, message }) => (type === 'warning' ? [message!] : []))),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
    {
      const sink = prometheusSink({ port, text: async () => '' });
      await using out = fanOut({ sinks: [console, sink], clock: fakeClock() });
      out.emit({ type: 'attempt', record: attempt() });
      await expect.poll(() => warnings, { timeout: 20_000 }).toEqual([expect.stringContaining('EADDRINUSE')]);
    }
    taken.close();
  });
});
