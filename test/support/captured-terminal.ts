import type { Terminal } from '../../src/cli/terminal.ts';

/** A terminal that remembers: `out` and `err` are the lines of stdout and stderr. */
export interface CapturedTerminal extends Terminal {
  readonly out: string[];
  readonly err: string[];
}

export function capturedTerminal({ isTty = false, columns = 100 } = {}): CapturedTerminal {
  const out: string[] = [];
  const err: string[] = [];
  const stream = { isTty, hasColor: isTty, columns };
  return {
    out,
    err,
    print: (text) => void out.push(...text.split('\n')),
    note: (text) => void err.push(...text.split('\n')),
    draw: (text) => void err.push(text),
    stdout: stream,
    stderr: stream,
  };
}
