import { describe, expect, test } from 'vitest';
import type { Invocation } from '../../src/cli/command.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';
import { runProgram } from '../../src/cli/program.ts';
import { flagSettings, INPUT_FLAGS, RUN_FLAGS } from '../../src/cli/run-flags.ts';
import { parseConfig } from '../../src/config/load.ts';
import { capturedTerminal } from '../support/captured-terminal.ts';

async function settingsOf(...argv: string[]) {
  let seen: Invocation | undefined;
  const commands = [
    {
      name: 'go',
      summary: 'go',
      flags: [...INPUT_FLAGS, ...RUN_FLAGS],
      examples: [],
      load: async () => async (invocation: Invocation) => {
        seen = invocation;
        return EXIT.ok;
      },
    },
  ];
  const terminal = capturedTerminal();
  await runProgram({ argv: ['go', ...argv], env: {}, terminal, version: '0', commands });
  return flagSettings(seen!);
}

const valueAt = (config: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], config);

describe('a flag of a run', () => {
  test.each([...INPUT_FLAGS, ...RUN_FLAGS].map((flag) => [flag.flags, flag] as const))(
    'sets a key that exists: %s',
    async (_, { flags, key, reading }) => {
      const [name = ''] = flags.split(' ');
      const value = {
        number: ['3'],
        duration: ['3m'],
        retries: ['3'],
        switch: [] as string[],
        list: ['x'],
        text: ['x'],
      }[reading];
      const [setting] = await settingsOf(name, ...value);
      expect(setting?.path).toEqual(key);
      expect(setting?.origin).toBe(`flag ${name}`);
      expect(valueAt(parseConfig({}).config, key)).not.toBeUndefined();
    },
  );

  test.each([
    [['--workers', '8'], ['orchestrator', 'workers'], 8],
    [['--max-wait', '90'], ['orchestrator', 'max_wait_s'], 90],
    [['--max-wait', '15m'], ['orchestrator', 'max_wait_s'], 900],
    [['--max-retries', '0'], ['http', 'retry', 'max_attempts'], 1],
    [['--max-retries', '3'], ['http', 'retry', 'max_attempts'], 4],
    [
      ['--formats', 'html, pdf,'],
      ['download', 'formats'],
      ['html', 'pdf'],
    ],
    [
      ['--resolver-order', 'landing,arxiv'],
      ['resolvers', 'order'],
      ['landing', 'arxiv'],
    ],
    [['--max-bytes', '5MB'], ['download', 'max_bytes'], 5_000_000],
    [['--chunk-size', '65536'], ['download', 'chunk_size_bytes'], 65_536],
    [['--head-precheck'], ['download', 'head_precheck'], true],
    [['--no-head-precheck'], ['download', 'head_precheck'], false],
    [['--no-robots'], ['robots', 'enabled'], false],
    [['--max-works', '10'], ['inputs', 'max_works'], 10],
    [['--ids', '-'], ['inputs', 'ids'], '-'],
  ])('%j becomes a value of the configuration', async (argv, path, expected) => {
    const { config } = parseConfig({ flags: await settingsOf(...argv) });
    expect(valueAt(config, path)).toEqual(expected);
  });

  test.each([
    [['--workers', 'many'], 'config: orchestrator.workers must be a number, not text (from flag --workers)'],
    [['--max-retries', '-1'], 'config: http.retry.max_attempts must be at least 1 (from flag --max-retries)'],
    [['--formats', 'doc'], 'config: download.formats[0] must be one of pdf, xml, html (from flag --formats)'],
    [['--formats', ''], 'config: download.formats must not be empty (from flag --formats)'],
  ])('%j is an error under the name of the flag', async (argv, message) => {
    const flags = await settingsOf(...argv);
    expect(() => parseConfig({ flags })).toThrow(message);
  });
});
