import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { wireCache } from '../../src/app/wire-cache.ts';
import { parseConfig } from '../../src/config/load.ts';
import { sampleHead } from '../contracts/cache-store-contract.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { tempDir } from '../support/temp-dir.ts';

const BODY = Buffer.from('one');

function wired(out: string, cache: Record<string, unknown>) {
  const { config } = parseConfig({ given: { origin: 'test', values: { http: { cache } } } });
  return wireCache(config, { clock: fakeClock(), emit: () => undefined, places: { out } });
}

test('the SQLite cache stands in the output folder, or where the configuration says', async () => {
  await using dir = await tempDir();
  for (const [name, cache] of [
    ['http-cache.sqlite3', {}],
    ['named.sqlite3', { backend: 'sqlite', path: join(dir.path, 'named.sqlite3') }],
  ] as const) {
    using store = wired(dir.path, cache);
    await store?.put('k', sampleHead('v', BODY), BODY);
    expect(await store?.find('k')).toHaveLength(1);
    expect(existsSync(join(dir.path, name))).toBe(true);
  }
});

test('the memory cache leaves no file, and a cache that is off is none', async () => {
  await using dir = await tempDir();
  using store = wired(dir.path, { backend: 'memory' });
  await store?.put('k', sampleHead('v', BODY), BODY);
  expect(await store?.find('k')).toHaveLength(1);
  expect(wired(dir.path, { enabled: false })).toBeUndefined();
  expect(existsSync(join(dir.path, 'http-cache.sqlite3'))).toBe(false);
});

test('a backend that is not there yet is refused by name', () => {
  expect(() => wired('out', { backend: 'redis', url: 'redis://127.0.0.1' })).toThrow(
    'http.cache.backend: redis is not part of this version',
  );
});
