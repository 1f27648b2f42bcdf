import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { collector } from '../telemetry/otlp-collector.ts';
import { idsFile, type LabProcess, type LabWork, labConfig, run, startLab } from './binary.ts';
import { entries, manifestOf, surprises } from './results.ts';

const SECRET = 'Bearer tok-3f9a77c1e2';
const hasFullDevice = existsSync('/dev/full');

interface LogLine {
  readonly time: string;
  readonly level: string;
  readonly event?: string;
  readonly message: string;
  readonly outcome?: string;
}

describe('telemetry that cannot be delivered', () => {
  let lab: LabProcess;
  let works: readonly LabWork[];
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let ids: string;
  const out = () => join(folder.path, 'out');

  beforeAll(async () => {
    lab = await startLab('--works', '60', '--seed', '3');
    works = await lab.world();
    folder = await tempDir();
    ids = await idsFile(folder.path, works);
  }, 60_000);
  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  const pull = (config: string, runId: string, ...more: readonly string[]) =>
    run(['pull', '-c', config, '--ids', ids, '--run-id', runId, '--force', ...more]);

  const expectWholeRun = async (runId: string): Promise<void> => {
    const own = entries(out()).filter(({ run_id }) => run_id === runId);
    expect(surprises(works, own)).toEqual([]);
    const lines = await manifestOf(join(out(), runId));
    expect(lines.map(({ seq }) => seq)).toEqual(lines.map((_, index) => index + 1));
  };

  test.skipIf(!hasFullDevice)(
    'a collector that never answers and a full disk change nothing but two warnings',
    async () => {
      await using to = await collector('silent');
      const telemetry = {
        sinks: ['console', 'csv', 'otlp'],
        csv_path: '/dev/full',
        otlp: { endpoint: to.endpoint, headers: { authorization: SECRET } },
      };
      const config = await labConfig(folder.path, lab.origin, { telemetry });
      const { code, stderr, stdout } = await pull(config, 'silent');
      expect(code).toBe(1);
      await expectWholeRun('silent');
      expect(to.requests.length).toBeGreaterThan(0);
      expect(stderr.match(/telemetry to csv fails/g)).toHaveLength(1);
      expect(stderr).toMatch(/warning: telemetry to csv lost \d+ events/);
      expect(stderr).toMatch(/warning: telemetry to otlp lost \d+ events/);
      expect(`${stderr}${stdout}`).not.toContain('tok-3f9a77c1e2');
    },
    90_000,
  );

  test('a collector gets every work as a trace or the loss is told, and the secret goes to it alone', {
    timeout: 90_000,
  }, async () => {
    const runId = 'collected';
    await using to = await collector();
    const telemetry = {
      sinks: ['console', 'csv', 'otlp'],
      otlp: { endpoint: to.endpoint, headers: { authorization: SECRET } },
    };
    const config = await labConfig(folder.path, lab.origin, { telemetry });
    const { code, stderr } = await pull(config, runId, '--log-format', 'json');
    expect(code).toBe(1);
    await expectWholeRun(runId);
    const roots = to.spans.filter(({ name }) => name === 'artifact');
    const completed = to.metrics.get('contentdownload_jobs_completed_total')?.points ?? [];
    // What cannot be delivered within two seconds of the end is lost by design, and told.
    if (!/telemetry to otlp lost \d+ events/.test(stderr)) {
      expect(new Set(roots.map(({ attributes }) => attributes['doc_id'])).size).toBe(works.length);
      expect(roots).toHaveLength(works.length);
      expect(completed.reduce((sum, { value }) => sum + value, 0)).toBe(works.length);
    }
    expect(roots.length).toBeGreaterThan(0);
    const known = new Set(roots.map(({ traceId }) => traceId));
    const strays = to.spans.filter(({ traceId }) => !known.has(traceId));
    expect(strays.map(({ attributes }) => attributes['doc_id'])).toEqual([]);
    expect(new Set(to.spans.map(({ name }) => name))).toEqual(
      new Set(['artifact', 'prepare', 'stream', 'finalize', 'http.request']),
    );
    expect(to.requests.every(({ headers }) => headers.authorization === SECRET)).toBe(true);
    const lines = stderr
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as LogLine);
    expect(lines.every(({ time, level }) => /^\d{4}-.*Z$/.test(time) && /^(?:info|warn)$/.test(level))).toBe(
      true,
    );
    expect(lines.filter(({ event }) => event === 'outcome')).toHaveLength(works.length);
    for (const name of ['manifest.jsonl', 'manifest.metrics.json', 'attempts.csv'])
      expect(await readFile(join(out(), runId, name), 'utf8')).not.toContain('tok-3f9a77c1e2');
    expect(stderr).not.toContain('tok-3f9a77c1e2');
  });

  test.skipIf(!hasFullDevice)(
    'a log on a full disk does not stop a run',
    async () => {
      const config = await labConfig(folder.path, lab.origin);
      const full = await open('/dev/full', 'w');
      const args = ['pull', '-c', config, '--ids', ids, '--run-id', 'unheard', '--force', '--json'];
      const child = spawn(process.execPath, [resolve('dist/bin/contentdownload.js'), ...args], {
        stdio: ['ignore', 'pipe', full.fd],
      });
      let stdout = '';
      child.stdout!.setEncoding('utf8').on('data', (text: string) => (stdout += text));
      const [code] = (await once(child, 'close')) as [number];
      await full.close();
      expect(code).toBe(1);
      expect((JSON.parse(stdout) as { processed: number }).processed).toBe(works.length);
      await expectWholeRun('unheard');
    },
    90_000,
  );
});
