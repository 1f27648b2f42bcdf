import { describe, expect, test } from 'vitest';
import { diskGauge } from '../../src/app/disk-gauge.ts';
import { machineRoom } from '../../src/app/machine-room.ts';
import type { Space } from '../../src/core/files.ts';
import { fakeClock } from '../support/fake-clock.ts';

function room(minFreeBytes = 100) {
  const clock = fakeClock();
  const said: string[] = [];
  let space: Space = { bytes: 1000, inodes: 10 };
  let looks = 0;
  const emit = (event: { type: string; message?: string }) => void said.push(event.message ?? event.type);
  const files = {
    stat: async (path: string) =>
      path === '/data' ? { kind: 'folder' as const, sizeBytes: 0, modifiedMs: 0, fileId: '1' } : undefined,
    space: async (path: string) => {
      expect(path).toBe('/data');
      looks += 1;
      return space;
    },
  };
  const disk = diskGauge({ files, clock, emit, root: '/data/not/yet', minFreeBytes });
  return {
    clock,
    said,
    looks: () => looks,
    left: (bytes: number, inodes = 10) => void (space = { bytes, inodes }),
    ...machineRoom({ disk, clock, emit, network: { outage: () => undefined } }),
  };
}

describe('the room of the machine', () => {
  test('is looked at once a second, where the root will be', async () => {
    const one = room();
    for (let n = 0; n < 50; n++) expect(await one.seats(8, 0)).toBe(8);
    expect(one.looks()).toBe(1);
    await one.clock.advance(1000);
    await one.seats(8, 0);
    expect(one.looks()).toBe(2);
    expect(one.said).toEqual([]);
  });

  test.each([
    ['below the low-water mark', 99, 10],
    ['without inodes', 1000, 0],
  ])('is none %s, and there again afterwards; each is said once', async (_, bytes, inodes) => {
    const one = room();
    one.left(bytes, inodes);
    expect(await one.seats(8, 3)).toBe(0);
    await one.clock.advance(5000);
    expect(await one.seats(8, 0)).toBe(0);
    one.left(1000);
    await one.clock.advance(1000);
    expect(await one.seats(8, 0)).toBe(8);
    expect(one.said).toHaveLength(2);
    expect(one.said[0]).toContain('pauses');
    expect(one.said[1]).toContain('goes on');
  });

  test('after a failed write is tried once a minute while nothing is freed', async () => {
    const one = room(0);
    await one.seats(8, 8);
    let tries = 0;
    for (let second = 0; second < 300; second++) {
      if ((await one.seats(8, 0)) > 0) {
        tries += 1;
        one.ranShort('disk', 1);
      }
      await one.clock.advance(1000);
    }
    expect(tries).toBeLessThanOrEqual(6);
    expect(tries).toBeGreaterThanOrEqual(4);
  });

  test('is there as soon as something is freed, but what running works give up does not count', async () => {
    const one = room(0);
    await one.seats(8, 8);
    one.ranShort('disk', 8);
    one.left(200);
    expect(await one.seats(8, 5)).toBe(0);
    await one.clock.advance(1000);
    one.left(700);
    expect(await one.seats(8, 1)).toBe(0);
    await one.clock.advance(1000);
    expect(await one.seats(8, 0)).toBe(0);
    await one.clock.advance(1000);
    one.left(900);
    expect(await one.seats(8, 0)).toBe(8);
  });

  test('halves for want of open files, once for works that ran together, and grows back', async () => {
    const one = room();
    one.ranShort('files', 32);
    one.ranShort('files', 31);
    expect(await one.seats(32, 0)).toBe(16);
    await one.clock.advance(1500);
    one.ranShort('files', 16);
    expect(await one.seats(32, 0)).toBe(8);
    for (let n = 0; n < 40; n++) {
      await one.clock.advance(5000);
      await one.seats(32, 0);
    }
    expect(await one.seats(32, 0)).toBe(32);
    for (let n = 0; n < 9; n++) {
      await one.clock.advance(1500);
      one.ranShort('files', 32);
    }
    expect(await one.seats(32, 0)).toBe(1);
    expect(one.said.map((text) => /(\d+) works/.exec(text)?.[1])).toEqual(['16', '8', '4', '2', '1']);
  });
});
