import { expect, test } from 'vitest';
import type { ManifestRecord } from '../../src/core/manifest-record.ts';
import type { Lease, Ledger } from '../../src/ledger/queue.ts';
import { inThreadLedger } from '../../src/ledger/sqlite/in-thread-ledger.ts';
import { openLedgerDatabase, openLedgerReader } from '../../src/ledger/sqlite/open-ledger.ts';
import { ledgerRebuild } from '../../src/ledger/sqlite/rebuild.ts';
import type { Sqlite } from '../../src/platform/sqlite.ts';
import { fakeClock } from '../support/fake-clock.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { tempDir } from '../support/temp-dir.ts';
import {
  ARXIV,
  artifact,
  attempt,
  ending,
  NO_HEARTBEATS,
  page,
  queued,
  run,
  summary,
  work,
} from './samples.ts';

/** What no record tells, and no question to the catalog needs. */
const UNKNOWN: Readonly<Record<string, readonly string[]>> = {
  works: ['work_json', 'created_at'],
  runs: ['config_json', 'started_at'],
};
const TABLES = [
  'works',
  'aliases',
  'runs',
  'attempts',
  'artifacts',
  'catalog_entries',
  'claims',
  'validators',
];

function rowsOf(db: Sqlite, table: string): readonly string[] {
  const hidden = new Set(UNKNOWN[table] ?? []);
  return db
    .all<Record<string, unknown>>(`SELECT * FROM ${table}`)
    .map((row) => JSON.stringify(Object.entries(row).filter(([column]) => !hidden.has(column))))
    .toSorted();
}

/** An ending whose record tells what the pipeline's records tell. */
function told(lease: Lease, n: number) {
  const stored = artifact({
    path: `PDF/${n}.pdf`,
    sha256: String(n % 7).repeat(64),
    url: `https://arxiv.org/pdf/${n}`,
    canonicalUrl: `https://arxiv.org/pdf/${n}`,
  });
  const isGood = n % 3 !== 0;
  const plain = ending(lease, isGood ? { artifact: stored } : { kind: 'failed', reason: 'timeout' });
  const { doi, title, year } = lease.work;
  const { outcome, record } = plain;
  return {
    ...plain,
    record: {
      ...record,
      resolver: 'arxiv',
      tier: 'direct_oa',
      attempt: outcome.attempts,
      duration_ms: Math.round(outcome.durationMs),
      ...(isGood && {
        url: stored.url,
        canonical_url: stored.canonicalUrl,
        identity: n % 2 === 0 ? ('proven' as const) : ('unsure' as const),
        identity_score: 0.9,
        host: 'arxiv.org',
        path: stored.path,
        sha256: stored.sha256,
        size_bytes: stored.sizeBytes,
        mime: stored.mime,
        classification: stored.classification,
        license: 'cc-by',
        version: 'published' as const,
      }),
      extra: {
        identifiers: { doi },
        title,
        year,
        claims: outcome.claims,
        ...(isGood && { etag: stored.etag }),
      },
    },
  };
}

async function workAll(ledger: Ledger, runId: string, count: number): Promise<void> {
  await ledger.openRun(run(runId));
  for (let from = 0; from < count; from += 1000) {
    const works = Array.from({ length: 1000 }, (_, n) => queued(work(from + n)));
    await ledger.enqueue(page(works, { runId, rearm: true }));
    const leases = await ledger.lease([{ lane: ARXIV, limit: 1000 }], { workerId: 'w', runId });
    await Promise.all(leases.map((lease, n) => ledger.finish(lease, told(lease, from + n))));
  }
  await ledger.closeRun(runId, summary(runId));
}

const recordsOf = async (ledger: Ledger, runId: string): Promise<readonly ManifestRecord[]> =>
  (await ledger.outbox(runId, 1_000_000)).map(({ json }) => JSON.parse(json) as ManifestRecord);

test('a ledger made anew from its records has the same catalog, row by row', async () => {
  await using dir = await tempDir();
  const path = `${dir.path}/manifest.sqlite3`;
  const clock = fakeClock();
  await using ledger = await inThreadLedger(path, { clock, random: seededRandom() }, NO_HEARTBEATS);
  await workAll(ledger, 'run-1', 5000);
  using rebuilt = openLedgerDatabase(`${dir.path}/rebuilt.sqlite3`, clock);
  const rebuild = ledgerRebuild(rebuilt);
  const records = await recordsOf(ledger, 'run-1');
  records.forEach((record, index) => rebuild.replay(record, index + 1));
  rebuild.finish();
  await ledger.exported('run-1', 1_000_000, records.length);
  using original = openLedgerReader(path);
  for (const table of TABLES) expect(rowsOf(rebuilt, table), table).toEqual(rowsOf(original, table));
  expect(rebuilt.get('SELECT count(*) AS n FROM catalog_entries')).toEqual({ n: 5000 });
  const states = 'SELECT state, n FROM counts WHERE n > 0 ORDER BY state';
  expect(rebuilt.all(states)).toEqual(original.all(states));
}, 60_000);

test('a work that was begun and has no end waits again, and asks whether its old file has changed', async () => {
  const clock = fakeClock();
  using db = openLedgerDatabase(':memory:', clock);
  const rebuild = ledgerRebuild(db);
  const lease = { work: work(1), runId: 'run-1' } as Lease;
  rebuild.replay(attempt('listing', { run_id: 'run-1' }), 1);
  rebuild.replay(told(lease, 1).record, 2);
  rebuild.replay(attempt(work(1).id, { run_id: 'run-2' }), 1);
  rebuild.replay(attempt('openalex:W42', { run_id: 'run-2' }), 2);
  rebuild.finish();
  expect(
    db.all(
      'SELECT artifact_id, run_id, state, known_json IS NOT NULL AS known FROM jobs ORDER BY artifact_id',
    ),
  ).toEqual([
    { artifact_id: work(1).id, run_id: 'run-2', state: 'queued', known: 1 },
    { artifact_id: 'openalex:W42', run_id: 'run-2', state: 'queued', known: 0 },
  ]);
  expect(db.all('SELECT run_id, state, exported_seq FROM runs ORDER BY run_id')).toEqual([
    { run_id: 'run-1', state: 'interrupted', exported_seq: 2 },
    { run_id: 'run-2', state: 'interrupted', exported_seq: 2 },
  ]);
  expect(db.get('SELECT queued FROM hosts')).toEqual({ queued: 2 });
  expect(db.get(`SELECT count(*) AS n FROM works WHERE id = 'listing'`)).toEqual({ n: 0 });
});
