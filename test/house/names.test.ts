import { readdirSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';

const BANNED = /(^|-)(utils?|helpers?|common|base|manager|core|v2|new|legacy|integration)(-|$)/;

/** Names of sources are theirs, not ours to choose. */
const isSource = (path: string): boolean => /(resolvers|lab\/providers)\/(base|core)\.ts$/.test(path);

test('no file hides behind a name that says nothing', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((path) =>
    path.endsWith('.ts'),
  );
  const offenders = files.filter((path) => BANNED.test(basename(path, '.ts')) && !isSource(path));
  expect(files.length).toBeGreaterThan(100);
  expect(offenders).toEqual([]);
});
