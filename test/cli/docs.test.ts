import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('configuration.md, cli.md and errors.md are what the code says', () => {
  const { status, stdout } = spawnSync(process.execPath, ['scripts/generate-docs.ts', '--check'], {
    encoding: 'utf8',
  });
  expect({ status, stdout }).toEqual({ status: 0, stdout: '' });
});
