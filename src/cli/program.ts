import { styleText } from 'node:util';
import { Argument, Command, CommanderError, Option } from 'commander';
import { UserError } from '../core/errors.ts';
import { systemClock } from '../platform/system-clock.ts';
import {
  type Action,
  type ArgumentSpec,
  type CommandGroup,
  type CommandSpec,
  type CommandTable,
  type FlagSpec,
  type Invocation,
  isGroup,
} from './command.ts';
import { describeError } from './describe-error.ts';
import { EXIT, EXIT_WORDS, type ExitCode } from './exit-codes.ts';
import { EVERYWHERE } from './flags.ts';
import { jsonTerminal, wantsJsonLog } from './json-terminal.ts';
import { maskedTerminal } from './masked-terminal.ts';
import type { Terminal } from './terminal.ts';

export interface Surroundings {
  /** What was typed after the name of the program. */
  readonly argv: readonly string[];
  readonly env: Invocation['env'];
  readonly terminal: Terminal;
  readonly version: string;
  readonly commands: CommandTable;
}

/** Receives what was chosen, and says which commands are named at all: only those need their flags built. */
interface Chooser {
  readonly isNamed: (command: string) => boolean;
  readonly choose: (chosen: Chosen) => void;
}

interface Chosen {
  readonly load: () => Promise<Action>;
  readonly args: readonly string[];
  readonly flags: Readonly<Record<string, unknown>>;
}

const option = ({ flags, summary, choices }: FlagSpec): Option => {
  const made = new Option(flags, summary);
  return choices ? made.choices(choices) : made;
};

const argument = ({ name, summary, choices }: ArgumentSpec): Argument => {
  const made = new Argument(name, summary);
  return choices ? made.choices(choices) : made;
};

/** Only what was typed: commander also reports defaults, such as `robots: true` for a `--no-robots` not given. */
function typedFlags(command: Command): Readonly<Record<string, unknown>> {
  const all = Object.entries<unknown>(command.optsWithGlobals());
  return Object.fromEntries(all.filter(([name]) => command.getOptionValueSourceWithGlobals(name) === 'cli'));
}

function addCommand(parent: Command, spec: CommandSpec, { isNamed, choose }: Chooser): void {
  const command = parent.command(spec.name).description(spec.summary);
  for (const one of spec.arguments ?? []) command.addArgument(argument(one));
  for (const one of isNamed(spec.name) ? spec.flags : []) command.addOption(option(one));
  const examples = spec.examples.map((example) => `  ${example}`).join('\n');
  if (examples) command.addHelpText('after', `\nExamples:\n${examples}`);
  command.action(() => choose({ load: spec.load, args: command.args, flags: typedFlags(command) }));
}

function addEntry(parent: Command, entry: CommandSpec | CommandGroup, chooser: Chooser): void {
  if (!isGroup(entry)) return addCommand(parent, entry, chooser);
  const group = parent.command(entry.name).description(entry.summary);
  for (const spec of entry.commands) addCommand(group, spec, chooser);
}

function buildProgram(surroundings: Surroundings, chooser: Chooser): Command {
  const { terminal, version, commands } = surroundings;
  const program = new Command('contentdownload')
    .description('Acquires the full text of scholarly works in bulk: lawfully, politely, verifiably.')
    .version(version, '-V, --version', 'print the version')
    .exitOverride()
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: (title) => styleText('bold', title, { validateStream: false }),
    })
    .configureOutput({
      writeOut: (text) => terminal.print(text.trimEnd()),
      writeErr: (text) => terminal.note(text.trimEnd()),
      outputError: () => {},
      getOutHelpWidth: () => terminal.stdout.columns,
      getErrHelpWidth: () => terminal.stderr.columns,
      getOutHasColors: () => terminal.stdout.hasColor,
      getErrHasColors: () => terminal.stderr.hasColor,
    });
  for (const one of EVERYWHERE) program.addOption(option(one));
  program.addHelpText('after', `\nExit codes:\n${EXIT_WORDS.map((words) => `  ${words}`).join('\n')}`);
  program.addHelpText('after', '\nStart with: contentdownload demo, contentdownload pull --help');
  for (const entry of commands) addEntry(program, entry, chooser);
  return program;
}

/** `undefined`: help or version was printed and all is said. */
function parse(surroundings: Surroundings): Chosen | undefined {
  let chosen: Chosen | undefined;
  const program = buildProgram(surroundings, {
    isNamed: (command) => surroundings.argv.includes(command),
    choose: (made) => {
      chosen = made;
    },
  });
  try {
    program.parse([...surroundings.argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return undefined;
    if (error.code === 'commander.help') throw new UserError('a command is missing', 2, error);
    throw new UserError(error.message.replace(/^error: /, '').replaceAll('\n', ' '), 2, error);
  }
  return chosen;
}

/** Runs one command line to its end and says how it ended. Never throws. */
export async function runProgram(surroundings: Surroundings): Promise<ExitCode> {
  const { env, version, commands, argv } = surroundings;
  const bare = wantsJsonLog(argv)
    ? jsonTerminal(surroundings.terminal, systemClock())
    : surroundings.terminal;
  const { terminal, hide } = maskedTerminal(bare);
  try {
    const chosen = parse(surroundings);
    if (!chosen) return EXIT.ok;
    const { args, flags } = chosen;
    const action = await chosen.load();
    return await action({ args, flags, env, terminal, hide, version, commands });
  } catch (error) {
    const isVerbose = argv.includes('-v') || argv.includes('--verbose');
    const { lines, exitCode } = describeError(error, isVerbose);
    for (const line of lines) terminal.note(line);
    return exitCode;
  }
}
