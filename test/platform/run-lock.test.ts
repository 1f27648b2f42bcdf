import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { UserError } from '../../src/core/errors.ts';
import { runLock } from '../../src/platform/run-lock.ts';
import { tempDir } from '../support/temp-dir.ts';

const HOLDER = { command: 'pull 10.1/x', startedAt: '2026-01-01T00:00:00.000Z' };
const PROGRAM = new URL('./programs/hold-lock.ts', import.meta.url);

interface Answer {
  readonly held: boolean;
  readonly message?: string;
}

async function taker(path: string): Promise<{ readonly child: ChildProcess; readonly answer: Answer }> {
  const child = fork(PROGRAM, [path], { execArgv: ['--expose-gc'] });
  const [answer] = (await once(child, 'message')) as [Answer];
  return { child, answer };
}

async function end(child: ChildProcess, signal?: 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  if (signal) child.kill(signal);
  else if (child.connected) child.send('end');
  await exited;
}

describe('the run lock', () => {
  test('has one holder; the second is told who it is', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'run.lock');
    await using _lock = await runLock(path, HOLDER);
    const second = runLock(path, HOLDER);
    await expect(second).rejects.toThrow(UserError);
    await expect(second).rejects.toThrow(`held by process ${process.pid} on `);
    await expect(second).rejects.toThrow('since 2026-01-01T00:00:00.000Z (pull 10.1/x)');
    await expect(second).rejects.toMatchObject({ exitCode: 3 });
  });

  test('is free again after its holder let go, with no note left', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'run.lock');
    {
      await using first = await runLock(path, HOLDER);
      expect(first.lastHolderDied).toBe(false);
    }
    expect(await readdir(dir.path)).toEqual(['run.lock']);
    await using second = await runLock(path, HOLDER);
    expect(second.lastHolderDied).toBe(false);
  });

  test('a race of processes has one winner, whose lock survives garbage collection and ends with its death', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'run.lock');
    const takers = await Promise.all(Array.from({ length: 4 }, () => taker(path)));
    const winners = takers.filter(({ answer }) => answer.held);
    expect(winners).toHaveLength(1);
    const winner = winners[0]!.child;
    await expect(runLock(path, HOLDER)).rejects.toThrow(`process ${winner.pid} on `);
    await end(winner, 'SIGKILL');
    await Promise.all(takers.map(({ child }) => end(child)));
    await using mine = await runLock(path, HOLDER);
    expect(mine.lastHolderDied).toBe(true);
  });

  test('a folder that does not exist is named', async () => {
    await expect(runLock('/nowhere/run.lock', HOLDER)).rejects.toThrow(
      '/nowhere/run.lock: it cannot be opened',
    );
  });
});
