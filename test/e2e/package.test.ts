import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
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
      'dist/bin/LICENSES.txt',
    ]),
  );
  const surplus = paths.filter(
    (path) =>
      !/^(dist\/.*\.(js|d\.ts)|dist\/bin\/LICENSES\.txt|README\.md|LICENSE|CHANGELOG\.md|package\.json)$/.test(
        path,
      ),
  );
  expect(surplus).toEqual([]);
});

test('whose code is bundled into the programs is named with its licence', () => {
  const licences = readFileSync('dist/bin/LICENSES.txt', 'utf8');
  const named = [...licences.matchAll(/^([a-z0-9.-]+) (\d+[.]\d+[.]\d+)$/gm)].map(([, name]) => name);
  // rolldown names above most modules the file they came from.
  const bundled = globSync('dist/bin/*.js').flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/^\/\/#region node_modules\/([^/]+)/gm)].map(([, name]) => name),
  );
  expect(bundled).toContain('undici');
  expect(named).toEqual(expect.arrayContaining(bundled));
});
