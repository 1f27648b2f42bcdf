import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, labConfig, run, startLab } from './binary.ts';

const hasPrometheus = spawnSync('prometheus', ['--version']).error === undefined;
const ALERTS = resolve('deploy/prometheus/alerts.yml');

interface Panel {
  readonly title: string;
  readonly targets: readonly { readonly expr: string }[];
}

interface Answer {
  readonly data: { readonly result: readonly { readonly values: readonly (readonly [number, string])[] }[] };
}

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
};

const panelsOf = async (): Promise<readonly Panel[]> =>
  (JSON.parse(await readFile('deploy/grafana/contentdownload.json', 'utf8')) as { panels: readonly Panel[] })
    .panels;

describe.skipIf(!hasPrometheus)('a real Prometheus that scrapes a real run', () => {
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let prometheus: ChildProcess;
  let origin: string;
  let startedS: number;

  const ask = async <T>(path: string): Promise<T> => (await (await fetch(`${origin}${path}`)).json()) as T;

  /** Everything the query gave while the runs went on. */
  const valuesOf = async (expr: string): Promise<readonly number[]> => {
    const query = expr.replaceAll('$__rate_interval', '15s');
    const range = new URLSearchParams({
      query,
      start: `${startedS}`,
      end: `${Date.now() / 1000}`,
      step: '1',
    });
    const { data } = await ask<Answer>(`/api/v1/query_range?${range.toString()}`);
    return data.result
      .flatMap(({ values }) => values.map(([, value]) => Number(value)))
      .filter((value) => !Number.isNaN(value));
  };

  beforeAll(async () => {
    folder = await tempDir();
    startedS = Date.now() / 1000;
    const [port, scraped] = [await freePort(), await freePort()];
    const config = join(folder.path, 'prometheus.json');
    const job = { job_name: 'run', static_configs: [{ targets: [`127.0.0.1:${scraped}`] }] };
    const global = { scrape_interval: '300ms', evaluation_interval: '1s' };
    await writeFile(config, JSON.stringify({ global, rule_files: [ALERTS], scrape_configs: [job] }));
    origin = `http://127.0.0.1:${port}`;
    const flags = [
      `--config.file=${config}`,
      `--storage.tsdb.path=${join(folder.path, 'data')}`,
      `--web.listen-address=127.0.0.1:${port}`,
    ];
    prometheus = spawn('prometheus', flags, { stdio: 'ignore' });
    process.once('exit', () => prometheus.kill('SIGKILL'));
    const isReady = () =>
      fetch(`${origin}/-/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    await vi.waitUntil(isReady, { timeout: 60_000, interval: 200 });
    await using lab = await startLab('--works', '150', '--seed', '5');
    const ids = await idsFile(folder.path, await lab.world());
    const telemetry = { sinks: ['console', 'prometheus'], prometheus: { port: scraped } };
    const lived = await labConfig(folder.path, lab.origin, { telemetry });
    for (const runId of ['first', 'second']) {
      const ended = await run(['pull', '-c', lived, '--ids', ids, '--run-id', runId, '-q']);
      expect(ended.code).toBe(1);
    }
  }, 240_000);

  afterAll(async () => {
    prometheus.kill('SIGTERM');
    if (prometheus.exitCode === null) await once(prometheus, 'exit');
    await folder[Symbol.asyncDispose]();
  });

  test('every panel of the dashboard has data', async () => {
    const panels = await panelsOf();
    expect(panels.length).toBeGreaterThan(12);
    const empty: string[] = [];
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        if ((await valuesOf(expr)).length === 0) empty.push(`${title}: ${expr}`);
    expect(empty).toEqual([]);
  });

  test.each([
    'Works ended',
    'Waiting in the queue',
    'Outcomes',
    'Success rate by resolver',
    'Failures by reason',
    'GET latency',
    'Bytes received',
    'Cache hit ratio',
    'Revalidation ratio',
    'Retries by reason',
    'Rate-limit sleep p95',
  ])('%s moves', async (wanted) => {
    const { targets } = (await panelsOf()).find(({ title }) => title === wanted)!;
    expect(Math.max(...(await valuesOf(targets[0]!.expr)))).toBeGreaterThan(0);
  });

  test('the alerts are loaded and can be evaluated', async () => {
    interface Rules {
      data: { groups: { rules: { name: string; health: string; lastError?: string }[] }[] };
    }
    const { data } = await ask<Rules>('/api/v1/rules');
    const rules = data.groups.flatMap((group) => group.rules);
    expect(rules).toHaveLength(8);
    expect(rules.filter(({ health }) => health === 'err')).toEqual([]);
  });

  test('no metric has a label that names a run or a work', async () => {
    const { data } = await ask<{ data: readonly Record<string, string>[] }>(
      `/api/v1/series?match[]={__name__=~"contentdownload_.*"}&start=${startedS}&end=${Date.now() / 1000}`,
    );
    const values = new Set(data.flatMap((labels) => Object.values(labels)));
    expect([...values].filter((value) => /^(?:first|second)$|doi:|10\.\d{4}/.test(value))).toEqual([]);
    expect(data.length).toBeGreaterThan(50);
    expect(data.length).toBeLessThan(1500);
  });
});

describe.skipIf(spawnSync('promtool', ['--version']).error !== undefined)('the alert rules', () => {
  test('are valid, silent while all is well, and fire when it is not', async () => {
    await using dir = await tempDir();
    const rules = await readFile('test/telemetry/prometheus/alerts-test.yml', 'utf8');
    const path = join(dir.path, 'alerts-test.yml');
    await writeFile(path, rules.replace('ALERTS\n', `${ALERTS}\n`));
    const checked = spawnSync('promtool', ['check', 'rules', ALERTS], { encoding: 'utf8' });
    expect(`${checked.stdout}${checked.stderr}`).toContain('8 rules found');
    expect(checked.status).toBe(0);
    const tested = spawnSync('promtool', ['test', 'rules', path], { encoding: 'utf8' });
    expect(`${tested.stdout}${tested.stderr}`).toContain('SUCCESS');
    expect(tested.status).toBe(0);
    const example = spawnSync('promtool', ['check', 'config', 'deploy/prometheus/prometheus.yml']);
    expect(example.status).toBe(0);
  });
});
