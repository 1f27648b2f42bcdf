/**
 * Net yield on a lab world whose sources overlap: works that end with a right file against those that can be had, and what
 * they cost in requests, with batches and one by one. `node bench/yield.ts [WORKS] [SEED]` prints JSON; every work that
 * ends otherwise than the lab knows it must is named, and makes the exit code 1.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoConfig } from '../src/app/demo-config.ts';
import { placesOf } from '../src/app/places.ts';
import { systemPlatform } from '../src/app/platform.ts';
import { runWorks } from '../src/app/run.ts';
import type { LoadedConfig } from '../src/config/assemble-config.ts';
import type { Reason } from '../src/core/errors.ts';
import type { Expected } from '../src/lab/expected.ts';
import { judge } from '../src/lab/judge.ts';
import { type Lab, startLab } from '../src/lab/server.ts';
import type { CatalogEntry } from '../src/ledger/catalog.ts';
import { sqliteCatalog } from '../src/ledger/sqlite/sqlite-catalog.ts';

const [works = '2000', seed = '1'] = process.argv.slice(2);
const MAX_BYTES = 2_000_000;
const GOOD = ['saved', 'html_only'];

/** The same sources, each asked for one work at a time. */
const oneByOne = (loaded: LoadedConfig): LoadedConfig => ({
  ...loaded,
  resolvers: loaded.resolvers.map((resolver) => ({ ...resolver, batch: undefined })),
});

const isRight = (entry: CatalogEntry, { outcome, reason, alsoRight, sha256 }: Expected): boolean =>
  entry.status === outcome &&
  [reason, ...alsoRight].includes(entry.reason as Reason) &&
  (sha256.length === 0 ? entry.path === null : sha256.includes(entry.sha256 ?? ''));

async function entriesOf(database: string, runId: string): Promise<readonly CatalogEntry[]> {
  await using catalog = sqliteCatalog(database, systemPlatform().clock);
  return await Array.fromAsync(catalog.entries(runId));
}

function surprisesIn({ world }: Lab, entries: readonly CatalogEntry[]): readonly string[] {
  const byId = new Map(entries.map((entry) => [entry.doc_id, entry]));
  return world.works.flatMap(({ paper, label }) => {
    const entry = byId.get(paper.id);
    const expected = world.expected(paper.id);
    if (entry && isRight(entry, expected)) return [];
    const got = entry ? `${entry.status}/${entry.reason} by ${entry.resolver}` : 'no outcome';
    return [`${paper.id} (${label}): expected ${expected.outcome}/${expected.reason}, got ${got}`];
  });
}

async function measure(folder: string, changed: (loaded: LoadedConfig) => LoadedConfig) {
  await using lab = await startLab({
    works: Number(works),
    seed: Number(seed),
    overlap: true,
    sizeScale: 0.02,
    maxBytes: MAX_BYTES,
    crawlDelayS: 0.02,
    arxivCrawlDelayS: 0,
    crossrefPerSecond: 400,
  });
  const loaded = changed(demoConfig({ origin: lab.origin, maxBytes: MAX_BYTES }, folder));
  const start = performance.now();
  const { runId, metrics } = await runWorks({
    loaded,
    wanted: { ids: lab.world.works.map(({ paper }) => paper.id) },
    force: false,
    urgent: false,
    platform: systemPlatform(),
    listen: () => {},
    stop: new AbortController().signal,
    command: 'bench',
    version: '0',
  });
  const seconds = (performance.now() - start) / 1000;
  const entries = await entriesOf(placesOf(loaded.config).database, runId);
  const found = entries.filter(({ status }) => GOOD.includes(status)).length;
  const { hosts, violations } = judge(lab.accessLog);
  const requests = hosts.reduce((sum, host) => sum + host.requests, 0);
  const apis = hosts.filter(({ host }) => host.startsWith('api.') || host.endsWith('nih.gov'));
  const possible = lab.world.works.filter(({ paper }) =>
    GOOD.includes(lab.world.expected(paper.id).outcome),
  ).length;
  return {
    possible,
    found,
    saved: metrics.saved,
    requests,
    requestsPerSaved: Math.round((requests / metrics.saved) * 1000) / 1000,
    apiRequests: Object.fromEntries(apis.map(({ host, requests: n }) => [host, n])),
    seconds: Math.round(seconds * 10) / 10,
    violations,
    surprises: surprisesIn(lab, entries),
  };
}

const folder = await mkdtemp(join(tmpdir(), 'yield-'));
try {
  const batches = await measure(join(folder, 'batches'), (loaded) => loaded);
  const alone = await measure(join(folder, 'alone'), oneByOne);
  const met = [batches, alone].every(
    ({ possible, found, surprises, violations }) =>
      found === possible && surprises.length === 0 && violations.length === 0,
  );
  console.log(
    JSON.stringify({ name: 'yield', works: Number(works), met, batches, oneByOne: alone }, null, 2),
  );
  if (!met) process.exitCode = 1;
} finally {
  await rm(folder, { recursive: true, force: true });
}
