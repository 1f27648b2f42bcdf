import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LoadRequest, loadConfig } from '../../src/config/load.ts';
import { readText } from '../../src/platform/read-text.ts';
import { tempDir } from '../support/temp-dir.ts';

const resolver = (name: string): string => `{
  name: '${name}', tier: 'direct_oa', enabledByDefault: true, baseUrl: undefined, own: {}, batch: undefined,
  accepts: () => true, first: () => undefined, async *plans() {}, fileHeaders: () => ({}),
}`;

async function loading(
  modules: Record<string, string>,
  request: (at: (name: string) => string) => Partial<LoadRequest>,
) {
  await using folder = await tempDir();
  for (const [name, code] of Object.entries(modules)) await writeFile(join(folder.path, name), code);
  return await loadConfig({ readText, ...request((name) => join(folder.path, name)) });
}

const given = (values: unknown) => ({ given: { values, origin: 'test' } });

describe('plug-ins', () => {
  test('their resolvers have a section, a place in the default order and a tier', async () => {
    const code = `export const resolvers = [${resolver('mine')}];`;
    const loaded = await loading({ 'mine.mjs': code }, (at) =>
      given({ plugins: [at('mine.mjs')], resolvers: { mine: { rate_limit: '1/second' } } }),
    );
    expect(loaded.resolvers.at(-1)?.name).toBe('mine');
    expect(loaded.config.resolvers.order.at(-1)).toBe('mine');
    expect(loaded.config.resolvers.tiers['direct_oa']).toContain('mine');
  });

  test('the file and the environment name them too, the environment over the file', async () => {
    const modules = {
      'a.mjs': `export const resolvers = [${resolver('a_source')}];`,
      'b.mjs': `export const resolvers = [${resolver('b_source')}];`,
    };
    const file = (at: (name: string) => string) => ({
      path: 'cd.yaml',
      readText: async () => `plugins: ["${at('a.mjs')}"]\n`,
    });
    const fromFile = await loading(modules, file);
    expect(fromFile.resolvers.at(-1)?.name).toBe('a_source');
    const fromEnv = await loading(modules, (at) => ({
      ...file(at),
      env: { DTKG_PLUGINS: JSON.stringify([at('b.mjs')]) },
    }));
    expect(fromEnv.resolvers.at(-1)?.name).toBe('b_source');
  });

  test.each([
    ['throw new Error("a slip")', /cannot be loaded: a slip/],
    ['export const nothing = 1;', /exports no `resolvers`/],
    ['export const resolvers = [{ name: "Bad Name" }];', /exports no `resolvers`/],
    [`export const resolvers = [${resolver('openalex')}];`, /adds openalex, which there is already/],
  ])('a module that says %s is refused by name', async (code, problem) => {
    await expect(loading({ 'm.mjs': code }, (at) => given({ plugins: [at('m.mjs')] }))).rejects.toThrow(
      problem,
    );
  });

  test('a list that is none is told by the schema', async () => {
    await expect(loadConfig({ readText, ...given({ plugins: 'mine' }) })).rejects.toThrow(/plugins/);
  });
});
