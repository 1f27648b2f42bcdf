import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import { tempDir } from '../support/temp-dir.ts';
import { idsFile, labConfig, type Started, start, startLab } from './binary.ts';
import { entries, surprises } from './results.ts';

const WORKS = 40;

/** The same rate for every role of every host. */
function everywhere(rate: string) {
  const roles = { metadata: rate, landing: rate, artifact: rate };
  const policies = Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, roles]));
  return { default: roles, policies };
}

async function said(run: Started, text: string): Promise<void> {
  while (!run.stderr().includes(text)) {
    if (run.child.exitCode !== null)
      throw new Error(`the run ended without saying "${text}": ${run.stderr()}`);
    await wait(20);
  }
}

test('SIGHUP gives a running process other rates; a broken configuration changes nothing', async () => {
  await using lab = await startLab('--works', String(WORKS), '--seed', '31');
  await using folder = await tempDir();
  const world = await lab.world();
  // At this rate one source alone would keep the run busy for minutes.
  const config = await labConfig(folder.path, lab.origin, { rate_limit: everywhere('1/4second') });
  const ids = await idsFile(folder.path, world);
  const run = start(['pull', '-c', config, '--ids', ids]);
  while ((await lab.requests()) < 3) await wait(20);
  const slow = JSON.parse(await readFile(config, 'utf8')) as object;

  await writeFile(config, JSON.stringify({ ...slow, rate_limit: { default: { metadata: 'often' } } }));
  run.child.kill('SIGHUP');
  await said(run, 'the new configuration is not used');
  expect(run.stderr()).toContain('rate_limit.default.metadata is not a rate');
  const before = await lab.requests();
  expect(before).toBeLessThan(WORKS);

  await writeFile(config, JSON.stringify({ ...slow, rate_limit: everywhere('500/second') }));
  const began = performance.now();
  run.child.kill('SIGHUP');
  await said(run, 'note: configuration reloaded: ');
  const ended = await run.ended;
  expect(performance.now() - began).toBeLessThan(30_000);
  expect(ended.code, ended.stderr).toBe(1);
  expect(surprises(world, entries(join(folder.path, 'out')))).toEqual([]);
  expect(await lab.violations()).toEqual([]);
}, 90_000);
