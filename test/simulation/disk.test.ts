import { describe, expect, test } from 'vitest';
import { virtualClock } from '../../bench/simulation/virtual-clock.ts';
import { filesStore } from '../../src/artifacts/files.ts';
import { createDisk, type Disk } from './disk.ts';
import { draws } from './draws.ts';
import { seededFaults } from './faults.ts';
import { createMachine, type SimProcess } from './machine.ts';
import { ARTIFACTS } from './scenario.ts';
import { startTrace } from './trace.ts';

const NOTHING: ReadonlySet<string> = new Set();
const SEEDS = 40;

function worldOf(seed: number): { readonly disk: Disk; start(name: string): SimProcess } {
  const time = virtualClock();
  const machine = createMachine(time, startTrace(time.now, false), seededFaults(seed, NOTHING));
  return { disk: createDisk(machine, draws(seed)), start: machine.start };
}

/** Of many power cuts: how often the path holds these bytes afterwards, holds others, or is gone. */
async function afterPowerCuts(
  write: (disk: Disk, process: SimProcess) => Promise<void>,
  path: string,
  bytes: string,
) {
  const seen = { whole: 0, other: 0, gone: 0 };
  for (let seed = 1; seed <= SEEDS; seed++) {
    const { disk, start } = worldOf(seed);
    await write(disk, start('p'));
    disk.cutPower();
    const found = disk.files().get(path)?.toString();
    seen[found === undefined ? 'gone' : found === bytes ? 'whole' : 'other'] += 1;
  }
  return seen;
}

describe('the simulated disk', () => {
  test('keeps what was synced, file and folder', async () => {
    const seen = await afterPowerCuts(
      async (disk, process) => {
        const files = disk.filesFor(process);
        const file = await files.create('/out/a');
        await file.write(Buffer.from('bytes'));
        await file.sync();
        await files.syncFolder('/out');
      },
      '/out/a',
      'bytes',
    );
    expect(seen).toEqual({ whole: SEEDS, other: 0, gone: 0 });
  });

  test('may lose, tear or blank what was not synced, and may keep it', async () => {
    const seen = await afterPowerCuts(
      async (disk, process) => {
        const files = disk.filesFor(process);
        const file = await files.create('/out/a');
        await files.syncFolder('/out');
        await file.write(Buffer.from('bytes'));
      },
      '/out/a',
      'bytes',
    );
    expect(seen.gone).toBe(0);
    expect(seen.other).toBeGreaterThan(SEEDS / 4);
    expect(seen.whole).toBeGreaterThan(0);
  });

  test('may lose a name whose folder was not synced', async () => {
    const seen = await afterPowerCuts(
      async (disk, process) => {
        const file = await disk.filesFor(process).create('/out/a');
        await file.write(Buffer.from('bytes'));
        await file.sync();
      },
      '/out/a',
      'bytes',
    );
    expect(seen.gone).toBeGreaterThan(0);
    expect(seen.whole).toBeGreaterThan(0);
    expect(seen.other).toBe(0);
  });
});

describe('the store, where an earlier process died half way', () => {
  const NAME = 'PDF/2020__a__x.pdf';

  test('syncs the entry of a folder that is there, since whoever made it may not have', async () => {
    const { disk, start } = worldOf(1);
    const dead = disk.filesFor(start('dead'));
    await dead.makeFolder(`${ARTIFACTS}/PDF`);

    const store = filesStore({ root: ARTIFACTS, files: disk.filesFor(start('alive')), fsync: true });
    const staged = await store.stage({ workId: 'x', token: 2 });
    await staged.write(Buffer.from('bytes'));
    await staged.seal();
    await staged.publish(NAME, () => Promise.resolve(false));
    expect(disk.durable(`${ARTIFACTS}/${NAME}`)?.toString()).toBe('bytes');
  });

  test('settles a name that was given and not synced', async () => {
    const { disk, start } = worldOf(1);
    const dead = disk.filesFor(start('dead'));
    await dead.makeFolder(`${ARTIFACTS}/PDF`);
    const file = await dead.create(`${ARTIFACTS}/${NAME}`);
    await file.write(Buffer.from('bytes'));
    await file.sync();
    expect(disk.durable(`${ARTIFACTS}/${NAME}`)).toBeUndefined();

    const store = filesStore({ root: ARTIFACTS, files: disk.filesFor(start('alive')), fsync: true });
    await store.settle(NAME);
    expect(disk.durable(`${ARTIFACTS}/${NAME}`)?.toString()).toBe('bytes');
  });
});
