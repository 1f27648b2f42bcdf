import type { Secret } from '../core/mask-secrets.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

/** One flag, as help, parser, completion and docs/cli.md show it. */
export interface FlagSpec {
  /** In commander's notation: `-c, --config <file>`, `--workers <n>`, `--no-robots`. */
  readonly flags: string;
  readonly summary: string;
  /** The only values allowed; anything else is a usage error. */
  readonly choices?: readonly string[];
}

/** What a person typed. Only flags that were given are in `flags`, under their camelCase names. */
export interface Invocation {
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly terminal: Terminal;
  /** The terminal shows none of these from now on. */
  readonly hide: (secrets: readonly Secret[]) => void;
  readonly version: string;
  /** All commands there are. */
  readonly commands: CommandTable;
}

/** Does the work of a command. Throws `UserError` for what the user must mend; anything else thrown is a bug. */
export type Action = (invocation: Invocation) => Promise<ExitCode>;

/**
 * A command as data: all that `--help`, completion and docs need, and nothing that costs time to import. The work is
 * behind `load`, imported only when the command runs:
 *
 *     export const stats: CommandSpec = {
 *       name: 'stats',
 *       summary: 'how many works are queued, done and failed',
 *       flags: [OUT, JSON_FLAG],
 *       examples: ['contentdownload queue stats --out runs/content'],
 *       load: async () => (await import('../actions/queue-stats.ts')).queueStats,
 *     };
 */
export interface CommandSpec {
  readonly name: string;
  readonly summary: string;
  /** In commander's notation: `<shell>`, `[ids...]`. */
  readonly arguments?: readonly ArgumentSpec[];
  readonly flags: readonly FlagSpec[];
  readonly examples: readonly string[];
  readonly load: () => Promise<Action>;
}

/** A family of commands: `queue stats`, `queue run`. */
export interface CommandGroup {
  readonly name: string;
  readonly summary: string;
  readonly commands: readonly CommandSpec[];
}

export interface ArgumentSpec {
  readonly name: string;
  readonly summary: string;
  readonly choices?: readonly string[];
}

export const isGroup = (entry: CommandSpec | CommandGroup): entry is CommandGroup => 'commands' in entry;

/** Every command, in the order help shows them. */
export type CommandTable = readonly (CommandSpec | CommandGroup)[];
