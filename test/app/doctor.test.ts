import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type DoctorRequest, examine } from '../../src/app/doctor.ts';
import { type Platform, systemPlatform } from '../../src/app/platform.ts';
import { parseConfig } from '../../src/config/load.ts';
import type { MachineFacts } from '../../src/platform/machine-facts.ts';
import { openSqlite } from '../../src/platform/sqlite.ts';
import { tempDir } from '../support/temp-dir.ts';

const HEALTHY: MachineFacts = {
  nodeVersion: '24.1.0',
  openFileLimit: () => Promise.resolve(65_536),
  mayWrite: () => Promise.resolve(true),
  fileSystemOf: () => 0xef53,
};
const GB = 1e9;
const roomy = (bytes = 500 * GB): Platform => {
  const platform = systemPlatform();
  return { ...platform, files: { ...platform.files, space: () => Promise.resolve({ bytes, inodes: 1e6 }) } };
};

async function look(
  values: Record<string, unknown>,
  { machine = HEALTHY, platform = roomy() }: Partial<Pick<DoctorRequest, 'machine' | 'platform'>> = {},
) {
  const loaded = parseConfig({ given: { values: { mailto: 'ada@math.ac.uk', ...values }, origin: 'test' } });
  const stop = new AbortController().signal;
  const findings = await examine({ loaded, platform, machine, version: '1.2.3', online: false, stop });
  return (check: string) => findings.filter((one) => one.check === check);
}

describe('doctor', () => {
  test('a healthy machine and a whole configuration have no problem', async () => {
    await using folder = await tempDir();
    const found = await look({ out: folder.path, resolvers: { order: ['arxiv', 'crossref'] } });
    for (const check of [
      'contact',
      'database',
      'file system',
      'folder',
      'disk',
      'node',
      'open files',
      'clock',
    ])
      expect(found(check), check).toMatchObject([{ status: 'ok', advice: null }]);
    expect(found('key')).toEqual([]);
  });

  test.each([[null], ['you@example.com'], ['your@email.org']])('%s is no contact address', async (mailto) => {
    expect((await look({ mailto }))('contact')).toMatchObject([{ status: 'problem' }]);
  });

  test('only the keys of resolvers in use are asked for, and none is shown', async () => {
    const found = await look({
      resolvers: { order: ['core', 'openalex'], openalex: { api_key: 'canary' } },
      budgets: { openalex_usd_per_day: 1 },
    });
    expect(found('key')).toMatchObject([
      {
        status: 'warning',
        found: expect.stringMatching(/^core: /),
        advice: expect.stringMatching(/API_KEY_CORE/),
      },
      { status: 'ok', found: 'openalex has one' },
    ]);
    const unkeyed = await look({ resolvers: { order: ['openalex'] }, budgets: { openalex_usd_per_day: 1 } });
    expect(unkeyed('key').map(({ status }) => status)).toEqual(['warning', 'problem']);
  });

  test('the machine is measured against what the configuration needs', async () => {
    const machine: MachineFacts = {
      nodeVersion: '22.3.0',
      openFileLimit: () => Promise.resolve(256),
      mayWrite: () => Promise.resolve(false),
      fileSystemOf: () => 0x6969,
    };
    const found = await look({ orchestrator: { workers: 200 } }, { machine, platform: roomy(0.5 * GB) });
    expect(found('node')).toMatchObject([{ status: 'problem' }]);
    expect(found('open files')).toMatchObject([
      { status: 'warning', advice: expect.stringMatching(/ulimit -n 700/) },
    ]);
    expect(found('folder')[0]).toMatchObject({ status: 'problem' });
    expect(found('file system')).toMatchObject([{ status: 'problem', found: expect.stringMatching(/NFS/) }]);
    expect(found('disk')[0]).toMatchObject({ status: 'problem' });
    expect((await look({}, { platform: roomy(2 * GB) }))('disk')[0]).toMatchObject({ status: 'warning' });
  });

  test('a database that is damaged, foreign or newer is a problem; an older one is only told', async () => {
    await using folder = await tempDir();
    const path = join(folder.path, 'db.sqlite3');
    const storage = { storage: { path } };
    await writeFile(path, 'not a database, but long enough to look like one'.repeat(40));
    expect((await look(storage))('database')).toMatchObject([
      { status: 'problem', found: expect.stringMatching(/not a database/) },
    ]);
    await writeFile(path, '');
    const with_version = (version: number) => {
      using db = openSqlite(path);
      db.script(
        `CREATE TABLE IF NOT EXISTS schema_version (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL);
         CREATE TABLE IF NOT EXISTS jobs (id INTEGER PRIMARY KEY)`,
      );
      db.run('INSERT INTO schema_version VALUES (?, 0)', version);
    };
    with_version(1);
    expect((await look(storage))('database')).toMatchObject([
      { status: 'warning', found: expect.stringMatching(/schema 1, older/) },
    ]);
    with_version(999);
    expect((await look(storage))('database')).toMatchObject([
      { status: 'problem', found: expect.stringMatching(/newer version/) },
    ]);
  });

  test('a clock far off is a problem', async () => {
    const platform = roomy();
    const clock = { ...platform.clock, wall: () => new Date('1970-01-02T00:00:00Z') };
    expect((await look({}, { platform: { ...platform, clock } }))('clock')).toMatchObject([
      { status: 'problem' },
    ]);
  });

  test('an input that is not there is told before a run stumbles over it', async () => {
    expect((await look({ inputs: { ids: '/nowhere/dois.txt' } }))('file')).toMatchObject([
      { status: 'problem', found: expect.stringMatching(/inputs\.ids/) },
    ]);
  });
});
