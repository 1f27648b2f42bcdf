import type { Clock } from '../core/clock.ts';
import { entryOf, isAtLeast, type Level, type LogEntry, logLine } from './log-line.ts';
import type { Progress } from './progress.ts';
import { progressCounts } from './progress-counts.ts';
import type { Terminal } from './terminal.ts';

const PROGRESS_EVERY_MS = 10_000;

export interface LogDeps {
  readonly terminal: Terminal;
  readonly clock: Clock;
  readonly least: Level;
}

/** How a run goes, as a log for machines: one JSON object a line, one for each event and now and then for the whole. */
export function logEvents({ terminal, clock, least }: LogDeps): Progress {
  const counts = progressCounts(clock, 0);
  const write = (entry: LogEntry): void => {
    if (isAtLeast(entry.level, least)) terminal.draw(`${logLine(clock.wall().toISOString(), entry)}\n`);
  };
  const tell = (): void => {
    const { done, total, outcomes, bytes, worksPerSecond, offline } = counts.view();
    const fields = {
      done,
      total,
      ...outcomes,
      bytes,
      works_per_second: Math.round(worksPerSecond * 10) / 10,
      ...(offline !== undefined && { offline }),
    };
    write({ level: 'info', event: 'progress', ...fields, message: `${done} of ${total} works` });
  };
  const tick = (): void => {
    tell();
    timer = clock.after(PROGRESS_EVERY_MS, tick);
  };
  let timer = clock.after(PROGRESS_EVERY_MS, tick);
  return {
    listen(event) {
      counts.add(event);
      const entry = entryOf(event);
      if (entry) write(entry);
    },
    [Symbol.dispose]() {
      timer[Symbol.dispose]();
      if (counts.view().total > 0) tell();
    },
  };
}
