import { expect, test } from 'vitest';
import { recordsOfManifest } from '../../src/report/manifest-records.ts';
import { summarise } from '../../src/report/summarise.ts';
import { manifestLine } from '../../src/telemetry/manifest-line.ts';
import { summaryRecord } from '../../src/telemetry/metrics-json.ts';
import { memoryFiles } from '../telemetry/memory-files.ts';
import { attempt, outcome } from '../telemetry/records.ts';
import { entry, RUN, records } from './catalog-entry.ts';

const PATH = '/m.jsonl';

function manifest(recordsInOrder: readonly object[], tail = '') {
  const files = memoryFiles();
  const lines = recordsInOrder.map((record, index) => manifestLine(JSON.stringify(record), index + 1));
  files.contents.set(PATH, Buffer.from(lines.join('') + tail));
  return files;
}

test('a manifest gives the same figures as the catalog', async () => {
  const attempts = [
    attempt({
      verb: 'GET',
      host: 'a.org',
      resolver: 'unpaywall',
      size_bytes: 5,
      duration_ms: 9,
      role: 'artifact',
    }),
    attempt({ status: 'resolver-skip', reason: 'no-identifier', resolver: 'core' }),
  ];
  const byCatalog = await summarise(
    records({
      entries: [entry(), entry({ status: 'failed', reason: 'timeout', resolver: null, identity: null })],
      attempts,
      waiting: 3,
      setAside: 1,
    }),
  );
  const { size_bytes, duration_ms, resolver, tier } = {
    ...entry(),
    resolver: 'unpaywall',
    tier: 'direct_oa',
  };
  const saved = outcome({
    resolver,
    tier,
    duration_ms,
    classification: 'pdf',
    size_bytes: size_bytes ?? 0,
    identity: 'proven',
  });
  const quarantined = [{ path: 'quarantine/other.pdf' }];
  const failed = outcome({ status: 'failed', reason: 'timeout', duration_ms, extra: { quarantined } });
  const files = manifest([
    ...attempts,
    saved,
    summaryRecord({ ...byCatalog, waiting: 99 }, '2026-01-01T00:00:30.000Z'),
    failed,
    summaryRecord(byCatalog, RUN.finished_at),
  ]);
  const found = await recordsOfManifest(files, PATH);
  expect(found.problems).toEqual({ count: 0, first: [] });
  expect(await summarise(found)).toEqual(byCatalog);
});

test('bad lines are told and the rest counts', async () => {
  const found = await recordsOfManifest(manifest([outcome()], 'torn'), PATH);
  expect(found.problems).toEqual({ count: 1, first: ['line 2: cut off: no line end'] });
  expect(await summarise(found)).toMatchObject({ saved: 1, finished_at: null });
});

test('a file without records is refused', async () => {
  await expect(recordsOfManifest(manifest([]), PATH)).rejects.toThrow('/m.jsonl holds no records');
});

test('what older versions said of identity is read: a score and a verdict in one', async () => {
  const older = (verdict: string) => ({
    ...outcome(),
    identity: { score: 0.4, verdict },
    extra: { identity: { title: 0.3 } },
  });
  const lines: unknown[] = [older('accept'), older('unsure'), older('wrong'), outcome()];
  const { entries } = await recordsOfManifest(manifest(lines as ReturnType<typeof outcome>[]), PATH);
  const read = await Array.fromAsync(entries);
  expect(read.map((one) => [one.identity, one.identity_score, one.identity_evidence])).toEqual([
    ['proven', 0.4, '{"title":0.3}'],
    ['unsure', 0.4, '{"title":0.3}'],
    ['unsure', 0.4, '{"title":0.3,"verdict":"wrong"}'],
    ['unchecked', null, null],
  ]);
});
