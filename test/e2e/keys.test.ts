import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, labConfig, run, startLab } from './binary.ts';
import { entries, filesIn, surprises } from './results.ts';

const SCENARIOS = 'crossref-key-needed,core-key-needed';
const MINING_HOSTS = ['api.elsevier.com', 'api.wiley.com'];
const KEYS = {
  crossref: { elsevier_api_key: 'elsevier-4711', wiley_tdm_token: 'wiley-4711' },
  core: { api_key: 'core-4711' },
};

describe('files behind a key', () => {
  test('are not asked for without one', async () => {
    await using lab = await startLab('--works', '12', '--seed', '3', '--faults', SCENARIOS);
    await using folder = await tempDir();
    const works = await lab.world();
    const config = await labConfig(folder.path, lab.origin);
    await run(['pull', '-c', config, '--ids', await idsFile(folder.path, works)]);
    expect(surprises(works, entries(join(folder.path, 'out')))).toEqual([]);
    const hosts = (await lab.accessLog()).map(({ host }) => host);
    expect(hosts.filter((host) => MINING_HOSTS.includes(host))).toEqual([]);
  }, 180_000);

  test('are saved with one, which reaches its own host only and is written down nowhere', async () => {
    await using lab = await startLab('--works', '12', '--seed', '3', '--faults', SCENARIOS);
    await using folder = await tempDir();
    const works = await lab.world();
    const config = await labConfig(folder.path, lab.origin, { resolvers: KEYS });
    const ended = await run([
      'pull',
      '-c',
      config,
      '--ids',
      await idsFile(folder.path, works),
      '--json',
      '-v',
    ]);
    const out = join(folder.path, 'out');
    expect(entries(out).map(({ status }) => status)).toEqual(works.map(() => 'saved'));
    // CORE's site answers 400 when the key for its API comes along with the redirect.
    const log = await lab.accessLog();
    expect(log.filter(({ status }) => status === 400 || status === 401)).toEqual([]);
    const hosts = new Set(log.map(({ host }) => host));
    expect(MINING_HOSTS.filter((host) => !hosts.has(host))).toEqual([]);
    const texts = [ended.stdout, ended.stderr];
    for (const name of await filesIn(out)) texts.push(await readFile(join(out, name), 'latin1'));
    expect(texts.filter((text) => text.includes('-4711'))).toEqual([]);
  }, 180_000);
});
