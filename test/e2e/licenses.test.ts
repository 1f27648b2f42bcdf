import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, type LabProcess, labConfig, run, startLab } from './binary.ts';
import { entries } from './results.ts';

let lab: LabProcess;
beforeAll(async () => {
  lab = await startLab('--works', '40', '--seed', '9');
});
afterAll(() => lab[Symbol.asyncDispose]());

/** How many works end with a file under these accepted licences. */
async function pulled(accept: readonly string[]) {
  await using dir = await tempDir();
  const config = await labConfig(dir.path, lab.origin, { licenses: { accept } });
  const ids = await idsFile(dir.path, await lab.world());
  const ended = await run(['pull', '-c', config, '--ids', ids]);
  const saved =
    ended.code === 2 ? [] : entries(join(dir.path, 'out')).filter(({ status }) => status === 'saved');
  return { ...ended, saved: saved.map(({ doc_id }) => doc_id).toSorted() };
}

describe('licenses.accept', () => {
  test('takes a licence however it is written', async () => {
    const { saved } = await pulled(['cc-by']);
    expect(saved.length).toBeGreaterThan(0);
    for (const spelling of ['CC-BY-4.0', 'CC BY', 'https://creativecommons.org/licenses/by/4.0/'])
      expect((await pulled([spelling])).saved, spelling).toEqual(saved);
  }, 120_000);

  test('refuses what no source could claim, and names what was meant', async () => {
    const { code, stderr } = await pulled(['cc-by', 'cc-bye']);
    expect(code).toBe(2);
    expect(stderr).toContain('licenses.accept[1] is "cc-bye"');
    expect(stderr).toContain('did you mean cc-by?');
  });

  test('that leaves nothing over is the first thing a run tells', async () => {
    const { saved } = await pulled([]);
    await using dir = await tempDir();
    const config = await labConfig(dir.path, lab.origin, { licenses: { accept: ['gpl-v3'] } });
    const ended = await run(['pull', '-c', config, saved[0]?.replace(/^doi:/, '') ?? '']);
    expect(ended.stdout.split('\n')[0]).toBe(
      'Nothing was fetched: the one work was skipped, 1 by `licenses.accept` (policy-license).',
    );
  }, 60_000);
});
