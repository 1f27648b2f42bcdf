import { createInterface } from 'node:readline/promises';
import { UserError } from '../core/errors.ts';

/** Somebody at the terminal who can be asked. */
export interface Person extends Disposable {
  /** What was typed, without surrounding blanks. */
  ask(question: string): Promise<string>;
}

/** The person at this process's terminal; `undefined` where nobody sits there. Questions go to stderr. */
export function personAtTerminal(): Person | undefined {
  if (process.stdin.isTTY !== true) return undefined;
  const lines = createInterface({ input: process.stdin, output: process.stderr });
  const left = new AbortController();
  lines.once('close', () => left.abort());
  // Ctrl-C reaches a terminal in raw mode as a letter; from here on it is the signal it stands for.
  lines.once('SIGINT', () => {
    lines.close();
    process.kill(process.pid, 'SIGINT');
  });
  return {
    async ask(question) {
      try {
        return (await lines.question(question, { signal: left.signal })).trim();
      } catch (error) {
        if (!left.signal.aborted) throw error;
        throw new UserError('no answer came; nothing was done', 2, error);
      }
    },
    [Symbol.dispose]: () => lines.close(),
  };
}
