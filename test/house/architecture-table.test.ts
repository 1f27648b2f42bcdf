import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('docs/architecture.md lists every room that the import rules know', async () => {
  const file = new URL('../../.dependency-cruiser.mjs', import.meta.url).href;
  const { default: config } = (await import(file)) as { default: { forbidden: readonly { name: string }[] } };
  const rooms = config.forbidden.flatMap(({ name }) =>
    name.endsWith('-imports') ? [name.replace('-imports', '')] : [],
  );
  const documented = readFileSync('docs/architecture.md', 'utf8')
    .split('\n')
    .flatMap((line) => /^\| ([a-z, ]+) \| /.exec(line)?.[1]?.split(', ') ?? []);
  expect(rooms.length).toBeGreaterThan(10);
  expect(documented).toEqual(expect.arrayContaining(rooms));
});
