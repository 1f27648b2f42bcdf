import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { type ChildCaps, recycledChild } from '../../src/platform/recycled-child.ts';
import { systemClock } from '../../src/platform/system-clock.ts';

const PROGRAM = new URL('./programs/obey.ts', import.meta.url);
const CAPS: ChildCaps = {
  timeoutMs: 10_000,
  heapMb: 64,
  maxRssMb: 512,
  maxQuestions: 100,
  recycleRssMb: 400,
};

const start = (caps: Partial<ChildCaps> = {}) => recycledChild(PROGRAM, { ...CAPS, ...caps }, systemClock());

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

async function isGone(pid: number): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (!isAlive(pid)) return true;
    await wait(50);
  }
  return false;
}

describe('a recycled child', () => {
  test('answers in order, in one process of its own', async () => {
    await using child = start();
    const [first, one, two, last] = await Promise.all([
      child.ask({ kind: 'pid' }),
      child.ask({ kind: 'echo', value: 'one' }),
      child.ask({ kind: 'echo', value: 'two' }),
      child.ask({ kind: 'pid' }),
    ]);
    expect([one, two]).toEqual([
      { kind: 'answer', value: 'one' },
      { kind: 'answer', value: 'two' },
    ]);
    expect(first).toEqual(last);
    expect(first).not.toEqual({ kind: 'answer', value: process.pid });
  });

  test('is replaced after so many questions, and when it has grown', async () => {
    await using few = start({ maxQuestions: 1 });
    expect(await few.ask({ kind: 'pid' })).not.toEqual(await few.ask({ kind: 'pid' }));
    await using small = start({ recycleRssMb: 1 });
    expect(await small.ask({ kind: 'pid' })).not.toEqual(await small.ask({ kind: 'pid' }));
  });

  test('is killed when a question takes too long, and answers the next', async () => {
    await using child = start({ timeoutMs: 1500 });
    expect(await child.ask({ kind: 'hang' })).toEqual({ kind: 'timeout' });
    expect(await child.ask({ kind: 'echo', value: 'on' })).toEqual({ kind: 'answer', value: 'on' });
  });

  test('ends itself over its memory cap, whatever its thread does, and answers the next', async () => {
    await using child = start({ maxRssMb: 200 });
    expect(await child.ask({ kind: 'fill' })).toEqual({ kind: 'died' });
    expect(await child.ask({ kind: 'echo', value: 'on' })).toEqual({ kind: 'answer', value: 'on' });
  });

  test('that dies costs the question that killed it, and no other', async () => {
    await using child = start();
    const [dead, next] = await Promise.all([
      child.ask({ kind: 'die' }),
      child.ask({ kind: 'echo', value: 'on' }),
    ]);
    expect(dead).toEqual({ kind: 'died' });
    expect(next).toEqual({ kind: 'answer', value: 'on' });
  });

  test('is gone after it is disposed of, with questions waiting', async () => {
    const child = start();
    const end = await child.ask({ kind: 'pid' });
    if (end.kind !== 'answer') throw new Error(end.kind);
    const waiting = child.ask({ kind: 'hang' });
    await child[Symbol.asyncDispose]();
    expect(isAlive(end.value as number)).toBe(false);
    expect((await waiting).kind).toBe('died');
  });

  test('dies with its parent, busy or not', async () => {
    const program = new URL('./programs/ask-and-wait.ts', import.meta.url);
    const parent = spawn(process.execPath, [program.pathname], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(pid)).toBe(true);
    parent.kill('SIGKILL');
    expect(await isGone(pid)).toBe(true);
  });
});
