import { expect, test } from 'vitest';
import { tempDir } from '../support/temp-dir.ts';
import { clockBetweenRuns } from './clock-between-runs.ts';
import { canFakeTime } from './clock-jumps.ts';
import { closedStdout } from './closed-stdout.ts';
import { diskErrors } from './disk-errors.ts';
import { startRace } from './start-race.ts';
import { zombies } from './zombies.ts';

const SMALL = { seed: 7, maxSeconds: 120 };

test('of several runs started at once on one folder one works, and the others say who does', async () => {
  await using dir = await tempDir();
  const result = await startRace({ ...SMALL, folder: dir.path, runners: 4 });
  expect(result).toMatchObject({ winners: 1, refused: 3, violations: [] });
}, 180_000);

test('engine processes that were stopped beyond their leases change nothing when they go on', async () => {
  await using dir = await tempDir();
  const result = await zombies({ ...SMALL, folder: dir.path, races: 2, works: 40 });
  expect(result.violations).toEqual([]);
  expect(result['races']).toBeGreaterThanOrEqual(2);
}, 180_000);

test('a run ends well when nobody reads its output any more', async () => {
  await using dir = await tempDir();
  const result = await closedStdout({ ...SMALL, folder: dir.path, works: 20 });
  expect(result.violations).toEqual([]);
}, 180_000);

test.skipIf(!canFakeTime())(
  'what hosts asked for under a clock ten years ahead holds nobody up later',
  async () => {
    await using dir = await tempDir();
    const result = await clockBetweenRuns({ ...SMALL, folder: dir.path, works: 24, steps: ['+315360000'] });
    expect(result.violations).toEqual([]);
  },
  180_000,
);

test('a call of the file system that fails loses nothing, and nothing is claimed that is not so', async () => {
  await using dir = await tempDir();
  const codes = ['EIO', 'EROFS', 'EACCES'];
  const result = await diskErrors({ folder: dir.path, works: 3, seed: 7, every: 7, codes });
  expect(result.violations).toEqual([]);
  expect(result.hits).toBeGreaterThanOrEqual(5);
}, 240_000);
