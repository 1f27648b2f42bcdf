import { Failure, reasonFacts, UserError } from '../core/errors.ts';
import { plainText } from '../core/plain-text.ts';
import { EXIT, type ExitCode } from './exit-codes.ts';

export interface ErrorReport {
  readonly lines: readonly string[];
  readonly exitCode: ExitCode;
}

const isSystemError = (error: Error): boolean => 'code' in error && 'syscall' in error;

function firstLines(error: unknown): ErrorReport {
  if (error instanceof UserError) {
    const lines = error.message.split('\n');
    return {
      lines: lines.map((line) => (line.startsWith('config: ') ? line : `error: ${line}`)),
      exitCode: error.exitCode,
    };
  }
  if (error instanceof Failure) {
    const { advice } = reasonFacts(error.reason);
    return { lines: [`error: ${error.message} (${error.reason}). ${advice}`], exitCode: EXIT.cannotGoOn };
  }
  if (error instanceof Error && isSystemError(error)) {
    return { lines: [`error: ${error.message}`], exitCode: EXIT.cannotGoOn };
  }
  const what = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  return { lines: [`bug: ${what} (please report this; -v shows where)`], exitCode: EXIT.cannotGoOn };
}

function* stacks(error: unknown): Generator<string> {
  for (let one = error; one instanceof Error; one = one.cause) {
    yield* (one.stack ?? String(one)).split('\n');
  }
}

/** What a person is told about an error, and what the caller: the one place that knows. */
export function describeError(error: unknown, isVerbose: boolean): ErrorReport {
  const { lines, exitCode } = firstLines(error);
  const all = isVerbose ? [...lines, ...stacks(error)] : lines;
  return { lines: all.map((line) => plainText(line)), exitCode };
}
