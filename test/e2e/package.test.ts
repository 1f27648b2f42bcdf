import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';

test('the package holds what users need and nothing else', () => {
  const { stdout } = spawnSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], {
    encoding: 'utf8',
  });
  const [packed] = JSON.parse(stdout) as { files: { path: string }[] }[];
  const paths = packed!.files.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      'README.md',
      'LICENSE',
      'CHANGELOG.md',
      'package.json',
      'dist/bin/contentdownload.js',
    ]),
  );
  const surplus = paths.filter(
    (path) => !/^(dist\/.*\.(js|d\.ts)|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/.test(path),
  );
  expect(surplus).toEqual([]);
});
