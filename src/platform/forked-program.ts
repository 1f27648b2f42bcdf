import { fork } from 'node:child_process';
import { type Line, processLine } from './line.ts';

/** A program of ours in a process of its own. */
export interface ForkedProgram {
  readonly pid: number;
  readonly line: Line;
  /** Resolves, to how it ended, when the process is gone and everything it said has been heard. */
  readonly gone: Promise<string>;
  kill(): void;
}

/** Starts a program of ours. What it writes to stderr is shown: nothing does but a crash. */
export function forkProgram(program: URL): ForkedProgram {
  const child = fork(program, [], {
    serialization: 'advanced',
    execArgv: [],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = new Promise<string>((resolve) => {
    child.once('exit', (code, signal) => resolve(signal ?? `exit code ${code}`));
    child.once('error', (error) => resolve(error.message));
  });
  const silent = new Promise<void>((resolve) => {
    if (child.connected) child.once('disconnect', resolve);
    else resolve();
  });
  return {
    pid: child.pid ?? 0,
    line: processLine(child),
    gone: silent.then(() => ended),
    kill: () => void child.kill('SIGKILL'),
  };
}
