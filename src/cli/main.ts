import { createRequire } from 'node:module';
import { COMMANDS } from './command-table.ts';
import type { ExitCode } from './exit-codes.ts';
import { processTerminal } from './process-terminal.ts';
import { runProgram, type Surroundings } from './program.ts';

/** The same place from src/cli and from dist/cli. */
const { version } = createRequire(import.meta.url)('../../package.json') as { version: string };

export function main({ argv, env }: Pick<Surroundings, 'argv' | 'env'>): Promise<ExitCode> {
  const terminal = processTerminal(process.stdout, process.stderr, {
    noColor: Boolean(env['NO_COLOR']),
    isDumb: env['TERM'] === 'dumb',
  });
  return runProgram({ argv, env, terminal, version, commands: COMMANDS });
}
