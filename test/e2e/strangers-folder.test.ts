import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { type LabProcess, labConfig, run, startLab } from './binary.ts';

describe('a folder of runs that somebody else made', () => {
  let lab: LabProcess;
  let folder: Awaited<ReturnType<typeof tempDir>>;
  let config: string;
  let out: string;

  beforeAll(async () => {
    lab = await startLab('--works', '2', '--seed', '5', '--faults', 'gold-best-pdf');
    folder = await tempDir();
    out = join(folder.path, 'out');
    config = await labConfig(folder.path, lab.origin);
    const [first] = await lab.world();
    expect((await run(['pull', '-c', config, first!.spelling, '--run-id', 'theirs', '-q'])).code).toBe(0);
  }, 60_000);

  afterAll(async () => {
    await lab[Symbol.asyncDispose]();
    await folder[Symbol.asyncDispose]();
  });

  /** Changes what is stored with the run, as whoever sends the folder can. */
  function store(change: (config: Record<string, unknown>) => void): void {
    const db = new DatabaseSync(join(out, 'manifest.sqlite3'));
    const { text } = db.prepare('SELECT config_json AS text FROM runs').get() as { text: string };
    const stored = JSON.parse(text) as { config: Record<string, unknown> };
    change(stored.config);
    db.prepare('UPDATE runs SET config_json = ?').run(JSON.stringify(stored));
    db.close();
  }
  const resume = (args: readonly string[] = [], env: Record<string, string> = {}) =>
    run(['resume', '--run', join(out, 'theirs'), ...args], { env });

  test('names no code: plug-ins are given again by whoever resumes, and are files', async () => {
    const trace = join(folder.path, 'ran');
    const code = `import{writeFileSync}from'node:fs';writeFileSync(${JSON.stringify(trace)},'');export const resolvers=[]`;
    const module = join(folder.path, 'theirs.mjs');
    await writeFile(module, code);
    for (const plugin of [`data:text/javascript,${encodeURIComponent(code)}`, module]) {
      store((stored) => (stored['plugins'] = [plugin]));
      for (const more of [[], ['--filter', 'status=saved'], ['--dry-run']]) {
        const resumed = await resume(more);
        expect(resumed.stderr).toContain('run theirs was started with plugins');
        expect(resumed.code).toBe(2);
      }
    }
    expect(existsSync(trace)).toBe(false);
    const without = await resume(['-q'], { DTKG_PLUGINS: '[]' });
    expect(without.stderr).toBe('');
    expect(without.code).toBe(0);
    expect(existsSync(trace)).toBe(false);
    store((stored) => (stored['plugins'] = [module]));
    expect((await resume(['-q'], { DTKG_PLUGINS: JSON.stringify([module]) })).code).toBe(0);
    expect(existsSync(trace)).toBe(true);
    for (const address of ['data:text/javascript,0', 'http://127.0.0.1/x.mjs', 'node:fs']) {
      const refused = await run(['validate-config'], { env: { DTKG_PLUGINS: JSON.stringify([address]) } });
      expect(refused.stderr).toContain('is an address: name a file or a package');
      expect(refused.code).toBe(2);
    }
  }, 120_000);

  test('does not decide where keys of whoever resumes it go', async () => {
    store((stored) => (stored['plugins'] = []));
    const key = { DOCSTOKG_CONTENT_API_KEY_CORE: 'a-key-of-mine' };
    const resumed = await resume(['--filter', 'status=saved'], key);
    expect(resumed.stderr).toMatch(
      /run theirs was started with http\.connect_to, which would decide where resolvers\.core\.api_key goes/,
    );
    expect(resumed.code).toBe(2);
    store((stored) => {
      const { core, ...others } = stored['resolvers'] as Record<string, Record<string, unknown>>;
      stored['resolvers'] = { ...others, core: { ...core, base_url: 'https://elsewhere.example/' } };
    });
    expect((await resume(['-c', config], key)).stderr).toContain('resolvers.core.base_url');
    const plain = await resume();
    expect(plain.stderr).toContain(
      'note: resolvers.core.base_url is "https://elsewhere.example/", as run theirs',
    );
    expect(plain.code).toBe(0);
  }, 60_000);

  test('says aloud which files outside of it are used', async () => {
    const csv = join(folder.path, 'their.csv');
    store((stored) => (stored['telemetry'] = { ...(stored['telemetry'] as object), csv_path: csv }));
    const resumed = await resume();
    expect(resumed.stderr).toContain(
      `note: telemetry.csv_path is ${JSON.stringify(csv)}, as run theirs was started`,
    );
  }, 30_000);
});
