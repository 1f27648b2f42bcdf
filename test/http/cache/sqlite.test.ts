import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, test } from 'vitest';
import { sqliteCacheStore } from '../../../src/http/cache/sqlite.ts';
import { cacheStoreContract, sampleHead } from '../../contracts/cache-store-contract.ts';
import { fakeClock } from '../../support/fake-clock.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inTime, stackUnderTest } from '../stack-under-test.ts';

const BODY = Buffer.from('one');

const opened = (path: string, maxBytes = 1_000_000) => {
  const warnings: string[] = [];
  const store = sqliteCacheStore(path, {
    maxBytes,
    clock: fakeClock(),
    warn: (message) => warnings.push(message),
  });
  return { store, warnings };
};

/** Every call, none of which may fail. */
async function useAll({ store }: ReturnType<typeof opened>) {
  await store.put('k', sampleHead('v', BODY), BODY);
  await store.refresh('k', sampleHead('v', BODY));
  await store.remove('other');
  return { heads: await store.find('k'), body: await store.body('k', 'v') };
}

describe('cache store in SQLite', () => {
  cacheStoreContract((maxBytes, clock) =>
    sqliteCacheStore(':memory:', { maxBytes, clock, warn: (message) => expect.fail(message) }),
  );

  test('answers are there when the file is opened again', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    {
      using store = opened(path).store;
      await store.put('k', sampleHead('v', BODY), BODY);
    }
    using store = opened(path).store;
    expect(await store.find('k')).toEqual([sampleHead('v', BODY)]);
    expect(Buffer.from((await store.body('k', 'v'))!)).toEqual(BODY);
  });

  test('two open stores share what they keep', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    using one = opened(path).store;
    using other = opened(path).store;
    await one.put('k', sampleHead('v', BODY), BODY);
    expect(await other.find('k')).toHaveLength(1);
    await other.remove('k');
    expect(await one.find('k')).toEqual([]);
  });

  test('a head that was changed on disk is gone', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    using store = opened(path).store;
    await store.put('k', sampleHead('v', BODY), BODY);
    using direct = new DatabaseSync(path);
    direct.exec(`UPDATE answers SET head = replace(head, '"status":200', '"status":203')`);
    expect(await store.find('k')).toEqual([]);
    expect(direct.prepare('SELECT count(*) AS n FROM answers').get()).toEqual({ n: 0 });
  });

  test('a file that is no database means no cache and one warning', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    writeFileSync(path, 'not a database, but long enough to be read as the header of one'.repeat(20));
    const cache = opened(path);
    expect(await useAll(cache)).toEqual({ heads: [], body: undefined });
    expect(cache.warnings).toHaveLength(1);
    expect(cache.warnings[0]).toContain('not a database');
    cache.store[Symbol.dispose]();
  });

  test('a database of another program is left as it is', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    using foreign = new DatabaseSync(path);
    foreign.exec('CREATE TABLE notes (text TEXT)');
    const cache = opened(path);
    expect(await useAll(cache)).toEqual({ heads: [], body: undefined });
    expect(cache.warnings).toHaveLength(1);
    expect(foreign.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'notes' }]);
    cache.store[Symbol.dispose]();
  });

  test('a folder that is not there means no cache and one warning', async () => {
    await using dir = await tempDir();
    const cache = opened(join(dir.path, 'missing', 'cache.sqlite3'));
    expect(await useAll(cache)).toEqual({ heads: [], body: undefined });
    expect(cache.warnings).toHaveLength(1);
  });

  test('while another holds the lock nothing is kept, reading goes on, and one warning is given', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    const cache = opened(path);
    await cache.store.put('kept', sampleHead('v', BODY), BODY);
    using holder = new DatabaseSync(path);
    holder.exec('BEGIN EXCLUSIVE');
    await cache.store.put('k', sampleHead('v', BODY), BODY);
    await cache.store.put('l', sampleHead('v', BODY), BODY);
    expect(await cache.store.find('k')).toEqual([]);
    expect(await cache.store.find('kept')).toHaveLength(1);
    expect(cache.warnings).toHaveLength(1);
    holder.exec('ROLLBACK');
    await cache.store.put('k', sampleHead('v', BODY), BODY);
    expect(await cache.store.find('k')).toHaveLength(1);
    cache.store[Symbol.dispose]();
  });

  test('out of a file damaged anywhere comes the right page or none', async () => {
    await using dir = await tempDir();
    const pageOf = (url: string) => `${url} `.repeat(100);
    const urls = Array.from({ length: 20 }, (_, index) => `https://www.example/${index}`);
    const readAll = async (path: string) => {
      const cache = opened(path);
      const { send, clock, sent } = stackUnderTest(
        ({ url }) => ({ headers: { 'cache-control': 'max-age=3600' }, body: pageOf(url) }),
        { cache: cache.store },
      );
      for (const url of urls) {
        let text = '';
        const reading = send(url).then(({ status, body }) => {
          expect(status).toBe(200);
          return body.read((chunk) => void (text += Buffer.from(chunk).toString()));
        });
        await inTime(clock, reading);
        expect(text).toBe(pageOf(url));
      }
      cache.store[Symbol.dispose]();
      return { asked: sent.length, warnings: cache.warnings.length };
    };
    const whole = join(dir.path, 'whole.sqlite3');
    expect(await readAll(whole)).toEqual({ asked: 20, warnings: 0 });
    expect(await readAll(whole)).toEqual({ asked: 0, warnings: 0 });
    const image = readFileSync(whole);
    let hits = 0;
    for (let at = 0; at < image.byteLength; at += 6_007) {
      const damaged = Buffer.from(image);
      damaged.fill(0xa5, at, at + 64);
      const path = join(dir.path, `damaged-${at}.sqlite3`);
      writeFileSync(path, damaged);
      const { asked, warnings } = await readAll(path);
      hits += 20 - asked;
      expect(warnings).toBeLessThanOrEqual(1);
    }
    expect(hits).toBeGreaterThan(0);
  });

  test('the file stays near its limit however much passes through it', async () => {
    await using dir = await tempDir();
    const path = join(dir.path, 'cache.sqlite3');
    using store = opened(path, 1_000_000).store;
    const body = Buffer.alloc(10_000, 7);
    for (let index = 0; index < 1_000; index++) await store.put(`k${index}`, sampleHead('v', body), body);
    expect(readFileSync(path).byteLength).toBeLessThan(1_500_000);
  });
});
