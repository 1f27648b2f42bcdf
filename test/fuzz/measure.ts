import type { FuzzedReader } from './reader.ts';
import { isDeclared } from './reader.ts';

export interface Measured {
  /** The longest stretch without a turn for others, in milliseconds of this thread's processor time. */
  readonly holdMs: number;
  /** What went wrong, if anything. */
  readonly problem?: string;
}

const cpuMs = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0;

/** Runs the reader once over the text. */
export async function measure(reader: FuzzedReader, text: string): Promise<Measured> {
  let holdMs = 0;
  let since = cpuMs();
  const endStretch = (): void => {
    holdMs = Math.max(holdMs, cpuMs() - since);
  };
  let isOver = false;
  // Whoever yields lets this run: what lies between two of its runs held the thread.
  const tick = (): void => {
    if (isOver) return;
    endStretch();
    since = cpuMs();
    setImmediate(tick);
  };
  setImmediate(tick);
  try {
    const result: unknown = await reader.run(text, nextTurn);
    endStretch();
    const size = sizeOf(result);
    const bound = reader.bound ?? 32 * text.length + 4096;
    return size > bound
      ? { holdMs, problem: `a result of ${size} characters from ${text.length}` }
      : { holdMs };
  } catch (error) {
    endStretch();
    if (isDeclared(error)) return { holdMs };
    const told =
      error instanceof Error
        ? `${error.name}: ${error.message}\n${error.stack?.split('\n').slice(1, 5).join('\n')}`
        : String(error);
    return { holdMs, problem: told };
  } finally {
    isOver = true;
  }
}
