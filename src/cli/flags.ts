import { UserError } from '../core/errors.ts';
import type { FlagSpec, Invocation } from './command.ts';

/** Flags that every command has; the program adds them. */
export const EVERYWHERE: readonly FlagSpec[] = [
  { flags: '-q, --quiet', summary: 'only warnings and errors on stderr' },
  { flags: '-v, --verbose', summary: 'more on stderr, with stack traces' },
  {
    flags: '--log-format <format>',
    summary: 'what stderr speaks: text (default), or json, one object a line',
    choices: ['text', 'json'],
  },
];

/** Flags shared by several commands. */
export const CONFIG_FLAG: FlagSpec = {
  flags: '-c, --config <file>',
  summary: 'configuration, YAML or JSON (- for stdin)',
};
export const JSON_FLAG: FlagSpec = { flags: '--json', summary: 'print data as JSON' };
export const OUT_FLAG: FlagSpec = { flags: '--out <dir>', summary: 'where runs are kept (config: out)' };

export const RUN_FLAG: FlagSpec = {
  flags: '--run <dir>',
  summary: '<out>/<run_id>, <out> (its newest run), or a run id under the configured out',
};
export const DB_PATH_FLAG: FlagSpec = {
  flags: '--db-path <file>',
  summary: 'the catalog itself, wherever it lies (default: <out>/manifest.sqlite3)',
};

/** The text given with a flag, `undefined` when it was not given. */
export function textFlag({ flags }: Pick<Invocation, 'flags'>, name: string): string | undefined {
  const value = flags[name];
  return typeof value === 'string' ? value : undefined;
}

/** Whether a flag without a value was given. */
export const hasFlag = ({ flags }: Pick<Invocation, 'flags'>, name: string): boolean => flags[name] === true;

/** A whole number, at least `min`; anything else is a usage error that names the flag as it is typed. */
export function wholeNumberFlag(
  invocation: Pick<Invocation, 'flags'>,
  name: string,
  min = 0,
): number | undefined {
  const text = textFlag(invocation, name);
  if (text === undefined) return undefined;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min) return value;
  throw new UserError(
    `--${kebab(name)} takes a whole number${min > 0 ? ` from ${min} up` : ''}, not "${text}"`,
  );
}

const HIGHEST_PORT = 65_535;

/** The port a server listens on; 0 leaves the choice to the system. */
export function portFlag(invocation: Pick<Invocation, 'flags'>): number | undefined {
  const port = wholeNumberFlag(invocation, 'port');
  if (port === undefined || port <= HIGHEST_PORT) return port;
  throw new UserError(`--port goes up to ${HIGHEST_PORT}`);
}

const kebab = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
