import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { systemPlatform } from '../../src/app/platform.ts';
import { runWorks } from '../../src/app/run.ts';
import { parseConfig } from '../../src/config/load.ts';
import { DEFAULT_POLICIES } from '../../src/http/default-policies.ts';
import { DEFAULT_CAPABILITY } from '../../src/lab/expected.ts';
import { judge } from '../../src/lab/judge.ts';
import { type Lab, startLab } from '../../src/lab/server.ts';
import { sqliteCatalog } from '../../src/ledger/sqlite/sqlite-catalog.ts';
import { tempDir } from '../support/temp-dir.ts';

const SMALL = ['openaire', 'hal', 'osf', 'base', 'zenodo', 'figshare', 'biorxiv'];
const ARCHIVE = [
  'archived-dead-link',
  'archived-known-to-fatcat',
  'archived-wrong-hash',
  'archive-excludes-site',
  'archived-429',
];
const sha256Of = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const FAST = { metadata: '400/second', landing: '400/second', artifact: '400/second' };

async function run(lab: Lab, out: string, order: readonly string[], fatcat_url: string | null = null) {
  const loaded = parseConfig({
    given: {
      origin: 'test',
      values: {
        out,
        mailto: 'lab@university.edu',
        http: { connect_to: { '*': lab.origin }, retry: { base_delay_ms: 20 } },
        rate_limit: {
          default: FAST,
          policies: Object.fromEntries(Object.keys(DEFAULT_POLICIES).map((host) => [host, FAST])),
        },
        orchestrator: { job_retry_backoff_s: 0.1 },
        resolvers: { order, wayback: { fatcat_url } },
      },
    },
  });
  const platform = systemPlatform();
  const { runId, artifacts } = await runWorks({
    loaded,
    wanted: { ids: lab.world.works.map(({ paper }) => paper.spelling) },
    platform,
    listen: () => {},
    stop: new AbortController().signal,
    force: false,
    urgent: false,
    command: 'test',
    version: '0.0.0',
  });
  await using catalog = sqliteCatalog(path.join(out, 'manifest.sqlite3'), platform.clock);
  const entries = await Array.fromAsync(catalog.entries(runId));
  return new Map(
    entries.map(({ doc_id, status, reason, path: file, resolver }) => {
      const sha256 = file ? sha256Of(readFileSync(path.join(artifacts, file))) : undefined;
      return [doc_id, { outcome: status, reason, resolver, sha256 }] as const;
    }),
  );
}

describe('works that only one small source has', () => {
  test('are saved byte for byte when it is enabled, and have no candidate when it is not', async () => {
    await using dir = await tempDir();
    await using lab = await startLab({
      works: 21,
      seed: 3,
      sizeScale: 0.2,
      faults: SMALL.map((name) => `${name}-only`),
    });
    const order = ['openalex', 'unpaywall', ...SMALL];
    const got = await run(lab, dir.path, order);
    for (const { paper, label } of lab.world.works) {
      const expected = lab.world.expected(paper.id, { ...DEFAULT_CAPABILITY, resolvers: order });
      expect({ label, ...got.get(paper.id) }).toEqual({
        label,
        outcome: 'saved',
        reason: 'ok',
        resolver: label.replace('-only', ''),
        sha256: expected.sha256[0],
      });
      expect(lab.world.expected(paper.id)).toMatchObject({ outcome: 'failed', reason: 'no-candidates' });
    }
    expect(judge(lab.accessLog).violations).toEqual([]);
  });
});

describe('files that are gone', () => {
  test.each([
    ['', null],
    [' with fatcat', 'https://api.fatcat.wiki/v0/'],
  ])(
    'come from the web archive%s where it has them, and keep their honest reason where it has not',
    async (_, fatcat) => {
      await using dir = await tempDir();
      await using lab = await startLab({ works: 15, seed: 5, sizeScale: 0.2, faults: ARCHIVE });
      const got = await run(lab, dir.path, DEFAULT_CAPABILITY.resolvers, fatcat);
      const resolvers = [...DEFAULT_CAPABILITY.resolvers, ...(fatcat === null ? [] : ['fatcat'])];
      for (const { paper, label } of lab.world.works) {
        const { outcome, reason, sha256 } = lab.world.expected(paper.id, {
          ...DEFAULT_CAPABILITY,
          resolvers,
        });
        const { resolver: _, ...ending } = got.get(paper.id) ?? { resolver: undefined };
        expect({ label, ...ending }).toEqual({ label, outcome, reason, sha256: sha256[0] });
      }
      const saved = [...got.values()].filter(({ outcome }) => outcome === 'saved');
      const archived = ['archived-dead-link', ...(fatcat === null ? [] : ['archived-known-to-fatcat'])];
      const asksFatcat = lab.accessLog.entries().some(({ host }) => host === 'api.fatcat.wiki');
      expect(asksFatcat).toBe(fatcat !== null);
      expect(saved).toHaveLength(lab.world.works.filter(({ label }) => archived.includes(label)).length);
      expect(new Set(saved.map(({ resolver }) => resolver))).toEqual(new Set(['wayback']));
    },
  );
});
