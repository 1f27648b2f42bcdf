import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type LabProcess, type LabWork, labConfig, run, start, startLab } from './binary.ts';
import { rows } from './results.ts';

let lab: LabProcess;
let works: readonly LabWork[];
beforeAll(async () => {
  lab = await startLab('--works', '40', '--seed', '5', '--latency', '40');
  works = await lab.world();
});
afterAll(() => lab[Symbol.asyncDispose]());

const spelling = (at: number): string => works[at]?.spelling ?? '';
const runsIn = (out: string) =>
  rows<{ run_id: string; state: string; finished_at: string | null }>(
    out,
    'SELECT run_id, state, finished_at FROM runs',
  );

describe('an existing run id', () => {
  test.each([
    ['in the configuration', [], { run_id: 'r' }],
    ['as a flag', ['--run-id', 'r'], {}],
    ['with --force', ['--run-id', 'r', '--force'], {}],
  ])(
    '%s takes no new inputs: exit code 2, and nothing is done',
    async (_, flags, more) => {
      await using dir = await tempDir();
      const out = join(dir.path, 'out');
      const config = await labConfig(dir.path, lab.origin, more);
      await run(['pull', '-c', config, ...flags, spelling(0)]);
      const before = await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8');
      const asked = await lab.requests();
      const again = await run(['pull', '-c', config, ...flags, spelling(1)]);
      expect(again.code).toBe(2);
      expect(again.stderr).toMatch(/run r exists already \(finished .*resume --run .*--run-id/);
      expect(again.stdout).toBe('');
      expect(await lab.requests()).toBe(asked);
      expect(await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8')).toBe(before);
      expect(runsIn(out)).toMatchObject([{ state: 'finished' }]);
    },
    60_000,
  );

  test('is gone on with by whoever only works on the queue', async () => {
    await using dir = await tempDir();
    const config = await labConfig(dir.path, lab.origin, { run_id: 'r' });
    await run(['pull', '-c', config, spelling(0)]);
    await run(['queue', 'enqueue', '-c', config, spelling(1)]);
    await run(['queue', 'run', '-c', config, '--drain']);
    expect(rows(join(dir.path, 'out'), "SELECT 1 FROM catalog_entries WHERE run_id = 'r'")).toHaveLength(2);
  }, 60_000);
});

test('resuming a finished run leaves its records as they are and says so', async () => {
  await using dir = await tempDir();
  const out = join(dir.path, 'out');
  const config = await labConfig(dir.path, lab.origin, { run_id: 'r' });
  await run(['pull', '-c', config, spelling(0)]);
  const [before] = runsIn(out);
  const metrics = await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8');
  await wait(1100);
  const resumed = await run(['resume', '--run', out, '-c', config]);
  expect(resumed.stdout.split('\n')[0]).toContain(
    `Nothing was left to do: the run finished ${before?.finished_at}`,
  );
  expect(runsIn(out)).toEqual([before]);
  expect(await readFile(join(out, 'r', 'manifest.metrics.json'), 'utf8')).toBe(metrics);
}, 60_000);

/** Never asked: `http.connect_to` leads every host to the lab. */
const PROXY = 'http://user:pa55w0rd@127.0.0.1:9';

describe('a run with secrets that was interrupted', () => {
  /** Killed as soon as it has listed works: whatever it has done by then, it is to go on. */
  const interrupt = async (args: readonly string[], out: string): Promise<void> => {
    const { child, ended } = start(args);
    const isOpen = (): boolean => {
      try {
        return rows(out, 'SELECT 1 FROM jobs').length > 0;
      } catch {
        return false;
      }
    };
    while (!isOpen() && child.exitCode === null) await wait(20);
    child.kill('SIGKILL');
    await ended;
  };

  test('is not resumed without its proxy, key and headers: they are named, and no request is made', async () => {
    await using dir = await tempDir();
    const out = join(dir.path, 'out');
    const base = await labConfig(dir.path, lab.origin);
    const plain = JSON.parse(await readFile(base, 'utf8')) as { http: object };
    const secret = join(dir.path, 'with secrets.json');
    const resolvers = { order: ['openalex'], openalex: { api_key: 'k3y' } };
    const headers = { 'example.org': { 'X-Token': 't0ken' } };
    const http = { ...plain.http, proxy: PROXY, headers };
    await writeFile(secret, JSON.stringify({ ...plain, resolvers, http }));
    const ids = join(dir.path, 'ids.txt');
    await writeFile(ids, works.map((work) => work.spelling).join('\n'));
    await interrupt(['pull', '-c', secret, '--run-id', 'r', '--ids', ids], out);

    const asked = await lab.requests();
    const direct = await run(['resume', '--run', out]);
    expect(direct.code).toBe(2);
    for (const key of ['http.proxy', 'resolvers.openalex.api_key', 'http.headers["example.org"].X-Token'])
      expect(direct.stderr).toContain(key);
    expect(direct.stderr).toContain('-c FILE');
    expect(direct.stderr).toContain('DTKG_HTTP__PROXY');
    expect(direct.stderr).not.toContain('pa55w0rd');
    expect(await lab.requests()).toBe(asked);
    for (const more of [['--filter', 'status=failed'], ['--dry-run'], ['--force']]) {
      const other = await run(['resume', '--run', out, ...more]);
      expect([other.code, other.stderr], more.join(' ')).toEqual([2, expect.stringContaining('http.proxy')]);
    }
    const queue = await run(['queue', 'run', '--drain', '-c', base]);
    expect([queue.code, queue.stderr]).toEqual([2, expect.stringContaining('http.proxy')]);

    const stored = rows<{ config_json: string }>(out, 'SELECT config_json FROM runs')[0]?.config_json;
    expect(stored).not.toMatch(/pa55w0rd|k3y|t0ken/);
    const whole = await run(['resume', '--run', out, '-c', secret]);
    expect(whole.code, whole.stderr).not.toBe(2);
    expect(runsIn(out)).toMatchObject([{ run_id: 'r', state: 'finished' }]);
  }, 120_000);

  test('goes on without a key that is set to null', async () => {
    await using dir = await tempDir();
    const out = join(dir.path, 'out');
    const config = await labConfig(dir.path, lab.origin, {
      resolvers: { order: ['openalex'], openalex: { api_key: 'k3y' } },
    });
    const ids = join(dir.path, 'ids.txt');
    await writeFile(ids, works.map((work) => work.spelling).join('\n'));
    await interrupt(['pull', '-c', config, '--run-id', 'r', '--ids', ids], out);
    const resumed = await run(['resume', '--run', out], {
      env: { DTKG_RESOLVERS__OPENALEX__API_KEY: 'null' },
    });
    expect(resumed.code, resumed.stderr).not.toBe(2);
    expect(runsIn(out)).toMatchObject([{ state: 'finished' }]);
  }, 120_000);
});

test('a run that is stopped says so first, and what shares are of', async () => {
  await using dir = await tempDir();
  const out = join(dir.path, 'out');
  const config = await labConfig(dir.path, lab.origin, { orchestrator: { workers: 1 } });
  const ids = join(dir.path, 'my ids.txt');
  await writeFile(ids, works.map((work) => work.spelling).join('\n'));
  const { child, ended, stderr } = start(['pull', '-c', config, '--run-id', 'r', '--ids', ids]);
  const entries = (): number => {
    try {
      return rows(out, 'SELECT 1 FROM catalog_entries').length;
    } catch {
      return 0;
    }
  };
  while (entries() < 3 && child.exitCode === null) await wait(20);
  child.kill('SIGINT');
  const { code, stdout } = await ended;
  expect(code, stderr()).toBe(130);
  expect(stdout.split('\n')[0]).toMatch(/^Interrupted: \d+ of 40 works ended \(\d+\.\d %\), \d+ wait\.$/);
  expect(stdout).toContain(`resume --run ${join(out, 'r')} -c ${config}`);
  expect(runsIn(out)).toMatchObject([{ state: 'interrupted', finished_at: null }]);
  const report = await run(['report', '--run', out]);
  expect(report.stdout).toMatch(/^# Interrupted: \d+ of 40 works ended/);
  expect(report.stdout).not.toContain('Nothing: every work has a file');
}, 60_000);
