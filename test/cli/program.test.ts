import { describe, expect, test } from 'vitest';
import type { CommandTable, Invocation } from '../../src/cli/command.ts';
import { COMMANDS } from '../../src/cli/command-table.ts';
import { EXIT, type ExitCode } from '../../src/cli/exit-codes.ts';
import { JSON_FLAG, wholeNumberFlag } from '../../src/cli/flags.ts';
import { runProgram } from '../../src/cli/program.ts';
import { Failure, UserError } from '../../src/core/errors.ts';
import { capturedTerminal } from '../support/captured-terminal.ts';

const ALONE: CommandTable = [
  {
    name: 'fetch',
    summary: 'get it',
    arguments: [{ name: '[ids...]', summary: 'what to get' }],
    flags: [
      JSON_FLAG,
      { flags: '--workers <n>', summary: 'how many' },
      { flags: '--format <format>', summary: 'which', choices: ['md', 'json'] },
      { flags: '--no-robots', summary: 'rudely' },
    ],
    examples: ['contentdownload fetch 10.1/x'],
    load: async () => async (invocation) => doing(invocation),
  },
  {
    name: 'queue',
    summary: 'the queue',
    commands: [
      {
        name: 'stats',
        summary: 'count it',
        flags: [],
        examples: [],
        load: async () => async () => EXIT.findings,
      },
    ],
  },
];

let doing: (invocation: Invocation) => ExitCode = () => EXIT.ok;

async function run(...argv: string[]) {
  const terminal = capturedTerminal();
  const exitCode = await runProgram({ argv, env: {}, terminal, version: '1.2.3', commands: ALONE });
  return { exitCode, out: terminal.out.join('\n'), err: terminal.err.join('\n') };
}

async function invocationOf(...argv: string[]): Promise<Invocation> {
  let seen: Invocation | undefined;
  doing = (invocation) => {
    seen = invocation;
    return EXIT.ok;
  };
  await run('fetch', ...argv);
  return seen!;
}

describe('the program', () => {
  test('shows what there is, on stdout', async () => {
    const { exitCode, out, err } = await run('--help');
    expect(exitCode).toBe(0);
    expect(err).toBe('');
    for (const word of ['fetch', 'get it', 'queue', '--verbose', '--version']) expect(out).toContain(word);
  });

  test('shows flags and examples of a command', async () => {
    const { exitCode, out } = await run('fetch', '--help');
    expect(exitCode).toBe(0);
    for (const word of ['--workers <n>', '"md", "json"', '--quiet', 'contentdownload fetch 10.1/x']) {
      expect(out).toContain(word);
    }
  });

  test('prints its version', async () => {
    expect(await run('--version')).toEqual({ exitCode: 0, out: '1.2.3', err: '' });
  });

  test.each([
    [['fetch', '--worker', '3'], "error: unknown option '--worker' (Did you mean --workers?)"],
    [['fetch', '--xyzzy'], "error: unknown option '--xyzzy'"],
    [['fetc'], "error: unknown command 'fetc' (Did you mean fetch?)"],
    [['queue', 'stat'], "error: unknown command 'stat' (Did you mean stats?)"],
    [
      ['queue', 'stats', 'extra'],
      "error: too many arguments for 'stats'. Expected 0 arguments but got 1: extra.",
    ],
    [['fetch', '--workers'], "error: option '--workers <n>' argument missing"],
    [
      ['fetch', '--format', 'pdf'],
      "error: option '--format <format>' argument 'pdf' is invalid. Allowed choices are md, json.",
    ],
  ])('answers %j with one line and exit code 2', async (argv, line) => {
    expect(await run(...argv)).toEqual({ exitCode: 2, out: '', err: line });
  });

  test.each([[[]], [['queue']]])(
    'without a command (%j) shows help on stderr and exits with 2',
    async (argv) => {
      const { exitCode, out, err } = await run(...argv);
      expect(exitCode).toBe(2);
      expect(out).toBe('');
      expect(err).toContain('Usage:');
      expect(err).toContain('error: a command is missing');
    },
  );

  test('hands over arguments and only those flags that were given', async () => {
    const { args, flags } = await invocationOf('10.1/a', '10.1/b', '--workers', '3', '--json', '-v');
    expect(args).toEqual(['10.1/a', '10.1/b']);
    expect(flags).toEqual({ workers: '3', json: true, verbose: true });
    expect((await invocationOf('--no-robots')).flags).toEqual({ robots: false });
    expect((await invocationOf()).flags).toEqual({});
  });

  test('takes the flags of every command before the command too', async () => {
    expect((await run('-v', 'queue', 'stats')).exitCode).toBe(1);
  });

  test('passes on how the command ended', async () => {
    expect((await run('queue', 'stats')).exitCode).toBe(EXIT.findings);
  });
});

describe('an error of a command', () => {
  const failing = (error: unknown, ...argv: string[]) => {
    doing = () => {
      throw error;
    };
    return run('fetch', ...argv);
  };

  test('of the user is a line each, without a stack', async () => {
    expect(await failing(new UserError('config: a is wrong\nconfig: b too'))).toEqual({
      exitCode: 2,
      out: '',
      err: 'config: a is wrong\nconfig: b too',
    });
    expect(await failing(new UserError('runs/x is in use by process 7', 3))).toEqual({
      exitCode: 3,
      out: '',
      err: 'error: runs/x is in use by process 7',
    });
  });

  test('of the world names its reason and what to do', async () => {
    const { exitCode, err } = await failing(new Failure('storage-error', 'cannot write a.pdf'));
    expect(exitCode).toBe(3);
    expect(err).toBe(
      'error: cannot write a.pdf (storage-error). Check disk space and rights, then `resume --run DIR`; works that failed: `resume --run DIR --filter status=failed`.',
    );
  });

  test('of the system is said as the system says it', async () => {
    const error = Object.assign(new Error("EACCES: permission denied, mkdir '/x'"), {
      code: 'EACCES',
      syscall: 'mkdir',
    });
    expect(await failing(error)).toMatchObject({
      exitCode: 3,
      err: "error: EACCES: permission denied, mkdir '/x'",
    });
  });

  test('that nobody expected is called a bug, with a stack on demand', async () => {
    const quiet = await failing(new TypeError('x is undefined'));
    expect(quiet).toMatchObject({
      exitCode: 3,
      err: 'bug: TypeError: x is undefined (please report this; -v shows where)',
    });
    const cause = new Error('the cause');
    const verbose = await failing(new TypeError('x is undefined', { cause }), '-v');
    expect(verbose.err).toContain('program.test.ts');
    expect(verbose.err).toContain('Error: the cause');
  });

  test('cannot drive the terminal', async () => {
    const { err } = await failing(new UserError('no file \u001b]52;c;aGk=\u0007\u009b31m\u202e\r{"a":1}'));
    // oxlint-disable-next-line no-control-regex
    expect(err).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
  });

  test('in a number names the flag as it is typed', () => {
    const given = { flags: { maxWorks: '1e3' } };
    expect(() => wholeNumberFlag(given, 'maxWorks', 1)).toThrow(
      '--max-works takes a whole number from 1 up, not "1e3"',
    );
    expect(wholeNumberFlag({ flags: { maxWorks: '12' } }, 'maxWorks', 1)).toBe(12);
    expect(wholeNumberFlag({ flags: {} }, 'maxWorks')).toBeUndefined();
  });
});

describe('the command table', () => {
  const all = COMMANDS.flatMap((entry) => ('commands' in entry ? entry.commands : [entry]));

  test.each(all.map((spec) => [spec.name, spec] as const))('has examples that parse: %s', async (_, spec) => {
    for (const example of spec.examples) {
      const [, words = ''] = /contentdownload ([^|>)]*)/.exec(example) ?? [];
      const terminal = capturedTerminal();
      const argv = [...words.trim().split(/\s+/), '--help'];
      const commands = COMMANDS;
      expect(await runProgram({ argv, env: {}, terminal, version: '0', commands })).toBe(0);
      expect(terminal.out.join('\n')).toContain(spec.summary.slice(0, 20));
    }
  });

  test('loads an action for every command', async () => {
    for (const spec of all) expect(await spec.load()).toBeTypeOf('function');
  });
});
