import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import type { CommandTable } from '../../src/cli/command.ts';
import { completionScript } from '../../src/cli/completion-script.ts';
import { EXIT } from '../../src/cli/exit-codes.ts';

const load = async () => async () => EXIT.ok;
const TABLE: CommandTable = [
  {
    name: 'pull',
    summary: "acquire the user's works",
    flags: [{ flags: '-c, --config <file>', summary: 'a file' }],
    examples: [],
    load,
  },
  {
    name: 'queue',
    summary: 'the queue',
    commands: [
      {
        name: 'stats',
        summary: 'count',
        flags: [{ flags: '--format <f>', summary: 'format', choices: ['md', 'json'] }],
        examples: [],
        load,
      },
      { name: 'run', summary: 'drain', flags: [], examples: [], load },
    ],
  },
  {
    name: 'completion',
    summary: 'this',
    arguments: [{ name: '<shell>', summary: 'which', choices: ['bash', 'zsh'] }],
    flags: [],
    examples: [],
    load,
  },
];

const exists = (shell: string): boolean => spawnSync(shell, ['--version']).status === 0;

/** What bash offers after these words; the last one is being typed. */
function offered(...words: string[]): readonly string[] {
  const script = `${completionScript('bash', TABLE)}
COMP_WORDS=(contentdownload ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}
_contentdownload; printf '%s\\n' "\${COMPREPLY[@]}"`;
  return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
}

describe('completion', () => {
  test.skipIf(!exists('bash')).each([
    [[''], ['pull', 'queue', 'completion']],
    [['pu'], ['pull']],
    [
      ['queue', ''],
      ['stats', 'run'],
    ],
    [['-v', 'queue', 's'], ['stats']],
    [['pull', '--c'], ['--config']],
    [
      ['pull', '-'],
      ['-c', '--config', '-q', '--quiet', '-v', '--verbose', '--log-format', '--help'],
    ],
    [['queue', 'stats', '--f'], ['--format']],
    [
      ['queue', 'stats', '--format', ''],
      ['md', 'json'],
    ],
    [['queue', 'stats', '--format', 'j'], ['json']],
    [['completion', 'z'], ['zsh']],
    [['pull', ''], ['']],
  ])('offers after %j: %j', (words, expected) => {
    expect(offered(...words)).toEqual(expected);
  });

  test.each(['bash', 'zsh', 'fish'] as const)('knows every word in %s', (shell) => {
    const script = completionScript(shell, TABLE);
    for (const word of ['pull', 'queue', 'stats', 'config', 'contentdownload', 'content']) {
      expect(script).toContain(word);
    }
  });

  for (const shell of ['bash', 'zsh', 'fish'] as const) {
    test.skipIf(!exists(shell))(`is a script that ${shell} reads`, () => {
      const input = completionScript(shell, TABLE);
      expect(spawnSync(shell, ['-n'], { input, encoding: 'utf8' })).toMatchObject({ status: 0, stderr: '' });
    });
  }
});
