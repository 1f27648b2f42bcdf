import { describe, expect, test } from 'vitest';
import { nodeFiles } from '../../src/platform/node-files.ts';
import { summarise } from '../../src/report/summarise.ts';
import { writeLastCsv } from '../../src/telemetry/last-csv.ts';
import { summaryRecord, writeMetrics } from '../../src/telemetry/metrics-json.ts';
import { entry, records } from '../report/catalog-entry.ts';
import { tempDir } from '../support/temp-dir.ts';
import { memoryFiles } from './memory-files.ts';
import { attempt } from './records.ts';

describe('manifest.metrics.json', () => {
  const metrics = () =>
    summarise(
      records({
        entries: [entry()],
        attempts: [attempt({ verb: 'GET', host: 'b.org' }), attempt({ verb: 'GET', host: 'a.org' })],
      }),
    );

  test('is indented, with sorted keys, and replaced as a whole', async () => {
    await using dir = await tempDir();
    const files = nodeFiles();
    await (await files.create(`${dir.path}/manifest.metrics.json.tmp`)).close();
    await writeMetrics(files, dir.path, await metrics());
    await writeMetrics(files, dir.path, await metrics());
    const text = Buffer.from(await files.read(`${dir.path}/manifest.metrics.json`)).toString();
    const keys = Object.keys(JSON.parse(text) as object);
    expect(keys).toEqual(keys.toSorted());
    expect(keys).toEqual(
      expect.arrayContaining(
        'processed saved cached html_only skipped quarantined failed waiting resolvers reasons slo timing bytes cache hosts config_hash run_id started_at finished_at'.split(
          ' ',
        ),
      ),
    );
    expect(text).toMatch(/\n {2}"bytes": \{\n {4}"received"/);
    expect(text.indexOf('"a.org"')).toBeLessThan(text.indexOf('"b.org"'));
    expect(await files.list(dir.path)).toEqual(['manifest.metrics.json']);
  });

  test('is the same object as the summary record', async () => {
    const object = await metrics();
    const summary = summaryRecord(object, '2026-01-01T00:01:00.000Z');
    expect(summary).toMatchObject({ record_type: 'summary', run_id: 'run-1', config_hash: 'c0ffee' });
    expect(summary.extra).toEqual(object);
  });
});

describe('manifest.last.csv', () => {
  const write = async (entries: Parameters<typeof records>[0]) => {
    const files = memoryFiles();
    await writeLastCsv(files, '/out/run-1', records(entries).entries);
    return files.contents.get('/out/run-1/manifest.last.csv')!.toString().split('\r\n').slice(0, -1);
  };

  test('holds works that ended with a file', async () => {
    const lines = await write({
      entries: [
        entry({ path: '=evil.pdf' }),
        entry({ status: 'failed', reason: 'http-4xx', path: null }),
        entry({ status: 'quarantined', reason: 'wrong-paper', path: 'quarantine/a.pdf' }),
        entry({ doc_id: 'doi:10.1/b', status: 'cached', reason: 'not-modified' }),
      ],
    });
    expect(lines).toEqual([
      'doc_id,path,sha256,size_bytes,url,created_at',
      `doi:10.1/a,"'=evil.pdf",ab,1000,https://a.org/a.pdf,2026-01-01T00:00:10.000Z`,
      'doi:10.1/b,PDF/a.pdf,ab,1000,https://a.org/a.pdf,2026-01-01T00:00:10.000Z',
    ]);
  });

  test.each([999, 1000, 1001, 2345])('holds the last thousand of %i, oldest first', async (count) => {
    const entries = Array.from({ length: count }, (_, n) => entry({ doc_id: `doi:10.1/${n}` }));
    const ids = (await write({ entries })).slice(1).map((line) => line.split(',')[0]);
    expect(ids).toEqual(entries.slice(-1000).map(({ doc_id }) => doc_id));
  });
});
