import type { Clock } from '../core/clock.ts';
import { levelOf, logLine } from './log-line.ts';
import type { Terminal } from './terminal.ts';

/** A terminal whose notes are lines of a log: `--log-format json`. Data on stdout stays as it is. */
export const jsonTerminal = (bare: Terminal, clock: Pick<Clock, 'wall'>): Terminal => ({
  ...bare,
  note: (text) => bare.note(logLine(clock.wall().toISOString(), { level: levelOf(text), message: text })),
  stderr: { isTty: false, hasColor: false, columns: 80 },
});

/** Asked of what was typed, before it is parsed: also a mistake in it is told in the format wished for. */
export const wantsJsonLog = (argv: readonly string[]): boolean =>
  argv.includes('--log-format=json') ||
  argv.some((word, index) => word === '--log-format' && argv[index + 1] === 'json');
